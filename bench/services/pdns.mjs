// PowerDNS Authoritative Server: zones, records, keys. C++, SQLite, Swagger 2.0.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { debian, run, served } from './service.mjs'

export default {
  port: 7102,
  basePath: '/api/v1',
  headers: { 'x-api-key': 'bench' },
  schemes: { APIKeyHeader: 'bench' },
  ready: '/api/v1/servers',
  documentKind: 'yaml',
  install: (folder) =>
    debian(join(folder, 'root'), ['pdns-server', 'pdns-backend-sqlite3', 'libluajit-5.1-2']),
  start: ({ folder, state, port }) => {
    const root = join(folder, 'root')
    const database = join(state, 'pdns.db')
    const schema = readFileSync(join(root, 'usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'))
    const create = 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())'
    run('python3', ['-c', create, database], { input: schema, stdio: ['pipe', 'ignore', 'inherit'] })
    const libraries = join(root, 'usr/lib/x86_64-linux-gnu')
    return {
      command: join(root, 'usr/sbin/pdns_server'),
      env: { LD_LIBRARY_PATH: libraries },
      args: [
        `--config-dir=${state}`,
        `--module-dir=${libraries}/pdns`,
        `--socket-dir=${state}`,
        '--launch=gsqlite3',
        `--gsqlite3-database=${database}`,
        '--local-address=127.0.0.1',
        `--local-port=${port + 1000}`,
        '--webserver=yes',
        '--webserver-address=127.0.0.1',
        `--webserver-port=${port}`,
        '--webserver-allow-from=127.0.0.0/8',
        '--api=yes',
        '--api-key=bench',
        '--daemon=no',
        '--guardian=no',
        '--disable-syslog=yes',
      ],
    }
  },
  document: served('/api/docs'),
}
