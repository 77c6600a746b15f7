// MLServer: the V2 inference protocol, with a model that answers what it is asked. Python (FastAPI), OpenAPI 3.0.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pip, run } from './service.mjs'

const model = `from mlserver import MLModel
from mlserver.types import InferenceResponse, ResponseOutput

class Echo(MLModel):
    async def predict(self, payload):
        outputs = [
            ResponseOutput(name=each.name, shape=each.shape, datatype=each.datatype, data=each.data)
            for each in payload.inputs
        ]
        return InferenceResponse(model_name=self.name, outputs=outputs)
`

/** The package has two documents, of the models and of where they lie, and serves both at one place. */
const both = (folder) => {
  const find = 'import mlserver.rest.openapi as it; print(list(it.__path__)[0])'
  const place = run(join(folder, 'venv/bin/python'), ['-c', find], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  }).trim()
  const [data, repository] = ['dataplane', 'model_repository'].map((name) =>
    JSON.parse(readFileSync(join(place, `${name}.json`), 'utf8')),
  )
  const schemas = { ...data.components.schemas, ...repository.components.schemas }
  return JSON.stringify({
    ...data,
    paths: { ...data.paths, ...repository.paths },
    components: { ...data.components, schemas },
  })
}

export default {
  port: 7115,
  ready: '/v2/health/ready',
  install: (folder) => pip(folder, ['mlserver==1.7.1']),
  start: ({ folder, state, port }) => {
    writeFileSync(join(state, 'echo_model.py'), model)
    const settings = { name: 'echo', implementation: 'echo_model.Echo' }
    writeFileSync(join(state, 'model-settings.json'), JSON.stringify(settings))
    return {
      command: join(folder, 'venv/bin/mlserver'),
      args: ['start', state],
      env: {
        MLSERVER_HOST: '127.0.0.1',
        MLSERVER_HTTP_PORT: `${port}`,
        MLSERVER_GRPC_PORT: `${port + 1000}`,
        MLSERVER_METRICS_PORT: `${port + 2000}`,
        MLSERVER_PARALLEL_WORKERS: '0',
      },
    }
  },
  document: ({ folder }) => both(folder),
}
