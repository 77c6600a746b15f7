// Apache Airflow: pipelines, runs, connections, variables, pools. Python (FastAPI), SQLite, OpenAPI 3.1.
import { join } from 'node:path'

import { pip, run, served } from './service.mjs'

export default {
  port: 7118,
  ready: '/api/v2/version',
  install: (folder) => pip(folder, ['apache-airflow']),
  start: ({ folder, state, port }) => {
    const env = {
      PATH: `${join(folder, 'venv/bin')}:${process.env['PATH']}`,
      AIRFLOW_HOME: state,
      AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
      AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS: 'True',
      AIRFLOW__API__WORKERS: '1',
    }
    const airflow = join(folder, 'venv/bin/airflow')
    run(airflow, ['db', 'migrate'], { env: { ...process.env, ...env }, stdio: 'ignore' })
    return { command: airflow, args: ['api-server', '--host', '127.0.0.1', '--port', `${port}`], env }
  },
  document: served('/openapi.json'),
}
