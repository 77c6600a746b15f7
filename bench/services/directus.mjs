// Directus: a headless content system. Node, SQLite, OpenAPI 3.0 made from its collections.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { npm, served } from './service.mjs'

const environment = (state, port) => ({
  HOST: '127.0.0.1',
  PORT: `${port}`,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: join(state, 'directus.db'),
  SECRET: 'bench-secret-of-some-length-0123456789',
  KEY: 'bench',
  ADMIN_EMAIL: 'ada@example.com',
  ADMIN_PASSWORD: 'bench-password',
  ADMIN_TOKEN: 'bench-token',
  TELEMETRY: 'false',
  STORAGE_LOCAL_ROOT: join(state, 'uploads'),
  EXTENSIONS_PATH: join(state, 'extensions'),
  LOG_LEVEL: 'warn',
})

export default {
  port: 7109,
  headers: { authorization: 'Bearer bench-token' },
  schemes: { Auth: 'Bearer bench-token' },
  ready: '/server/ping',
  install: (folder) => npm(folder, ['directus@11.3.5']),
  start: ({ folder, state, port }) => {
    const command = join(folder, 'node_modules/.bin/directus')
    const env = environment(state, port)
    for (const name of ['uploads', 'extensions']) mkdirSync(join(state, name))
    execFileSync(command, ['bootstrap'], { cwd: state, env: { ...process.env, ...env }, stdio: 'ignore' })
    return { command, args: ['start'], env }
  },
  document: served('/server/specs/oas'),
}
