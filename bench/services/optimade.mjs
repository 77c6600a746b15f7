// OPTIMADE's reference server: crystal structures with a filter language. Python (FastAPI), in memory, OpenAPI 3.1.
import { join } from 'node:path'

import { pip, served } from './service.mjs'

export default {
  port: 7112,
  basePath: '/v1',
  ready: '/v1/info',
  install: (folder) => pip(folder, ['optimade[server]']),
  start: ({ folder, port }) => ({
    command: join(folder, 'venv/bin/uvicorn'),
    args: ['optimade.server.main:app', '--host', '127.0.0.1', '--port', `${port}`],
    env: { OPTIMADE_DATABASE_BACKEND: 'mongomock', OPTIMADE_INSERT_TEST_DATA: 'true' },
  }),
  document: served('/v1/extensions/openapi.json'),
}
