// Prometheus Alertmanager: alerts and silences. Go, in memory, Swagger 2.0 (API v2).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { goModuleFile, run } from './service.mjs'

// Later releases do not hold what their pages are made of, and cannot be installed so.
const release = 'github.com/prometheus/alertmanager@v0.25.0'

const settings = `route:
  receiver: nobody
receivers:
  - name: nobody
`

export default {
  port: 7103,
  basePath: '/api/v2',
  ready: '/api/v2/status',
  documentKind: 'yaml',
  install: (folder) =>
    run('go', ['install', release.replace('@', '/cmd/alertmanager@')], {
      cwd: folder,
      env: { ...process.env, GOBIN: join(folder, 'bin') },
    }),
  start: ({ folder, state, port }) => {
    writeFileSync(join(state, 'alertmanager.yml'), settings)
    return {
      command: join(folder, 'bin/alertmanager'),
      args: [
        `--config.file=${join(state, 'alertmanager.yml')}`,
        `--storage.path=${state}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
    }
  },
  // The document is not served: it lies in the module of the same release.
  document: () => goModuleFile(release, 'api/v2/openapi.yaml'),
}
