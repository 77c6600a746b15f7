// Phoenix: traces, datasets, experiments, prompts. Python (FastAPI), SQLite, OpenAPI 3.1.
import { join } from 'node:path'

import { pip, served } from './service.mjs'

export default {
  port: 7106,
  ready: '/healthz',
  install: (folder) => pip(folder, ['arize-phoenix']),
  start: ({ folder, state, port }) => ({
    command: join(folder, 'venv/bin/phoenix'),
    args: ['serve'],
    env: {
      PHOENIX_WORKING_DIR: state,
      PHOENIX_HOST: '127.0.0.1',
      PHOENIX_PORT: `${port}`,
      PHOENIX_GRPC_PORT: `${port + 1000}`,
      PHOENIX_TELEMETRY_ENABLED: 'false',
    },
  }),
  document: served('/openapi.json'),
}
