// OpenFGA: stores, models of who may do what, tuples, questions. Go, in memory, Swagger 2.0 (grpc-gateway).
import { join } from 'node:path'

import { goModuleFile, run } from './service.mjs'

export default {
  port: 7114,
  ready: '/healthz',
  install: (folder) =>
    run('go', ['install', 'github.com/openfga/openfga/cmd/openfga@v1.22.1'], {
      cwd: folder,
      env: { ...process.env, GOBIN: join(folder, 'bin') },
    }),
  start: ({ folder, port }) => ({
    command: join(folder, 'bin/openfga'),
    args: [
      'run',
      `--http-addr=127.0.0.1:${port}`,
      `--grpc-addr=127.0.0.1:${port + 1000}`,
      '--metrics-enabled=false',
      '--playground-enabled=false',
    ],
  }),
  document: () =>
    goModuleFile(
      'github.com/openfga/api@v0.0.0-20260319214821-f153694bfc20',
      'docs/openapiv2/apidocs.swagger.json',
    ),
}
