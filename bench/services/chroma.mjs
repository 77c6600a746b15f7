// Chroma: a vector database. Rust (axum, with utoipa's document), SQLite, OpenAPI 3.1.
import { join } from 'node:path'

import { pip, served } from './service.mjs'

export default {
  port: 7107,
  ready: '/api/v2/heartbeat',
  install: (folder) => pip(folder, ['chromadb']),
  start: ({ folder, state, port }) => ({
    command: join(folder, 'venv/bin/chroma'),
    args: ['run', '--host', '127.0.0.1', '--port', `${port}`, '--path', state],
    env: { ANONYMIZED_TELEMETRY: 'false' },
  }),
  document: served('/openapi.json'),
}
