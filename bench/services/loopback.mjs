// LoopBack's example of a to-do list. Node, in memory, OpenAPI 3.0.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { npm, served } from './service.mjs'

// As the example's own tests do, addresses are found without the internet.
const program = (port) => `
  const { TodoListApplication } = require('@loopback/example-todo')
  const app = new TodoListApplication({ rest: { port: ${port}, host: '127.0.0.1' } })
  app.boot().then(() => {
    app.bind('services.Geocoder').to({ geocode: async () => [{ x: 1.5, y: 2.5 }] })
    return app.start()
  })`

export default {
  port: 7104,
  ready: '/ping',
  install: (folder) => npm(folder, ['@loopback/example-todo']),
  start: ({ folder, state, port }) => {
    mkdirSync(join(state, 'data'))
    writeFileSync(join(state, 'data/db.json'), '{}')
    return {
      command: process.execPath,
      args: ['-e', program(port)],
      env: { NODE_PATH: join(folder, 'node_modules') },
    }
  },
  document: served('/openapi.json'),
}
