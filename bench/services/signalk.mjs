// Signal K: a server for boats; its resources API keeps waypoints, routes, regions and notes. Node, files, OpenAPI 3.0.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { npm, served } from './service.mjs'

export default {
  port: 7110,
  basePath: '/signalk/v2/api',
  ready: '/signalk',
  install: (folder) => npm(folder, ['signalk-server']),
  start: ({ folder, state, port }) => {
    writeFileSync(join(state, 'settings.json'), JSON.stringify({ port, mdns: false }))
    mkdirSync(join(state, 'plugin-config-data'))
    const kinds = ['routes', 'waypoints', 'notes', 'regions', 'charts']
    const configuration = { standard: Object.fromEntries(kinds.map((kind) => [kind, true])), custom: [] }
    writeFileSync(
      join(state, 'plugin-config-data/resources-provider.json'),
      JSON.stringify({ enabled: true, configuration }),
    )
    // It looks for its plugins in the folder of its settings.
    symlinkSync(join(folder, 'node_modules'), join(state, 'node_modules'))
    return {
      command: join(folder, 'node_modules/.bin/signalk-server'),
      args: ['-c', state],
      env: { PORT: `${port}`, DISABLEPLUGINS: '' },
    }
  },
  document: served('/skServer/openapi/resources'),
}
