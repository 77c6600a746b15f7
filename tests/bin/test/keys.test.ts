import { expect, test } from 'vitest'
import { keyFor } from '../../../bin/test/keys.js'

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'x-api-KEY' },
  pass: { type: 'apiKey', in: 'header', name: 'X-Pass' },
  ofQuery: { type: 'apiKey', in: 'query', name: 'X-API-Key' },
  bearer: { type: 'http', scheme: 'bearer' },
}

const keysBy = (keyHeader: string | undefined, apiKeyEnv: string): Readonly<Record<string, string>> => {
  const documents = [{ api: { surface: { securitySchemes } } }]
  const registry = keyHeader === undefined ? {} : { service: { keyHeader } }
  return keyFor(
    { documents, registry } as unknown as Parameters<typeof keyFor>[0],
    { apiKeyEnv },
    { OWN: 'k' },
  )
}

test.each([
  ['X-API-Key', 'OWN', { key: 'k' }],
  ['X-API-Key', 'UNSET', {}],
  [undefined, 'OWN', {}],
])(
  'the key of a service that takes it in %s, by the variable %s, is for %j',
  (header, variable, expected) => {
    expect(keysBy(header, variable)).toEqual(expected)
  },
)
