// Label Studio: projects, tasks, annotations, storages. Python (Django), SQLite, OpenAPI 3.0.
import { join } from 'node:path'

import { pip, served } from './service.mjs'

const token = 'be7c4be7c4be7c4be7c4be7c4be7c4be7c4be7c4'

export default {
  port: 7117,
  headers: { authorization: `Token ${token}` },
  schemes: { Token: `Token ${token}` },
  ready: '/health',
  install: (folder) => pip(folder, ['label-studio', 'setuptools']),
  start: ({ folder, state, port }) => ({
    command: join(folder, 'venv/bin/label-studio'),
    args: [
      'start',
      '--no-browser',
      '--data-dir',
      state,
      '--port',
      `${port}`,
      '--internal-host',
      '127.0.0.1',
      '--username',
      'ada@example.com',
      '--password',
      'bench-bench',
      '--user-token',
      token,
      '--enable-legacy-api-token',
    ],
    env: {
      LABEL_STUDIO_BASE_DATA_DIR: state,
      LATEST_VERSION_CHECK: 'false',
      COLLECT_ANALYTICS: 'false',
      SENTRY_DSN: '',
      FRONTEND_SENTRY_DSN: '',
    },
  }),
  document: served('/docs/api/schema/json/'),
}
