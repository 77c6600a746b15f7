// LiteLLM: a proxy before language models, here with a made-up model and no database. Python (FastAPI), OpenAPI 3.1.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pip, served } from './service.mjs'

const settings = `model_list:
  - model_name: fake
    litellm_params:
      model: openai/fake
      api_key: none
      mock_response: Hello.
`

const key = 'sk-be7c4be7c4be7c4be7c4be7c4be7c4be7c4be7c4be7c4'

export default {
  port: 7116,
  headers: { 'x-litellm-api-key': `Bearer ${key}` },
  schemes: { APIKeyHeader: `Bearer ${key}` },
  ready: '/health/liveliness',
  install: (folder) => pip(folder, ['litellm[proxy]']),
  start: ({ folder, state, port }) => {
    writeFileSync(join(state, 'settings.yaml'), settings)
    return {
      command: join(folder, 'venv/bin/litellm'),
      args: ['--config', join(state, 'settings.yaml'), '--host', '127.0.0.1', '--port', `${port}`],
      env: {
        PATH: `${join(folder, 'venv/bin')}:${process.env['PATH']}`,
        LITELLM_MASTER_KEY: key,
        LITELLM_LOCAL_MODEL_COST_MAP: 'True',
        LITELLM_TELEMETRY: 'False',
      },
    }
  },
  document: served('/openapi.json'),
}
