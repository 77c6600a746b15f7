// Kinto: a JSON store with buckets, collections and records. Python (Pyramid), in memory, Swagger 2.0.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pip, served } from './service.mjs'

const settings = (port) => `[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = ${port}

[app:main]
use = egg:kinto
kinto.includes = kinto.plugins.default_bucket kinto.plugins.history
kinto.storage_backend = kinto.core.storage.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.userid_hmac_secret = bench
multiauth.policies = basicauth
`

export default {
  port: 7101,
  basePath: '/v1',
  headers: { authorization: `Basic ${Buffer.from('ada:bench').toString('base64')}` },
  schemes: { basicauth: 'ada:bench' },
  ready: '/v1/',
  install: (folder) => pip(folder, ['kinto']),
  start: ({ folder, state, port }) => {
    writeFileSync(join(state, 'kinto.ini'), settings(port))
    return { command: join(folder, 'venv/bin/kinto'), args: ['start', '--ini', join(state, 'kinto.ini')] }
  },
  document: served('/v1/__api__'),
}
