// Prefect's server: flows, runs, deployments, work pools, variables. Python (FastAPI), SQLite, OpenAPI 3.1.
import { join } from 'node:path'

import { pip, served } from './service.mjs'

export default {
  port: 7105,
  basePath: '/api',
  ready: '/api/health',
  install: (folder) => pip(folder, ['prefect', 'fastapi==0.139.0']),
  start: ({ folder, state, port }) => ({
    command: join(folder, 'venv/bin/prefect'),
    args: ['server', 'start', '--host', '127.0.0.1', '--port', `${port}`, '--no-services'],
    env: {
      PREFECT_HOME: state,
      PREFECT_SERVER_ANALYTICS_ENABLED: 'false',
      PREFECT_SERVER_UI_ENABLED: 'false',
      DO_NOT_TRACK: '1',
    },
  }),
  document: served('/openapi.json'),
}
