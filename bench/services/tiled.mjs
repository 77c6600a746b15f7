// Tiled: arrays, tables and their metadata. Python (FastAPI), SQLite, OpenAPI 3.1.
import { join } from 'node:path'

import { pip, served } from './service.mjs'

export default {
  port: 7111,
  headers: { authorization: 'Apikey bench' },
  schemes: { Apikey: 'Apikey bench' },
  ready: '/api/v1/',
  install: (folder) => pip(folder, ['tiled[server]']),
  start: ({ folder, state, port }) => ({
    command: join(folder, 'venv/bin/tiled'),
    args: ['serve', 'catalog', join(state, 'catalog.db'), '--init', '-w', join(state, 'data')].concat([
      '--host',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--api-key',
      'bench',
    ]),
  }),
  document: served('/openapi.json'),
}
