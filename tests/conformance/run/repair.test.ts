import { expect, test } from 'vitest'
import type { Observed } from '../../../conformance/model/observed.js'
import { blamed, repairsFor } from '../../../conformance/run/repair.js'

const refused = (status: number, message: string, value: unknown): Observed => ({
  api: { version: '', surface: never(), document: {}, baseUrl: '', operations: [] },
  case: {
    call: {
      operation: {
        operationId: 'createZone',
        method: 'post',
        path: '/zones',
        servers: [],
        pointer: '',
        tags: [],
        deprecated: false,
        security: [],
        parameters: [],
        responses: {},
      },
      path: {},
      query: {},
      header: {},
      cookie: {},
      body: { mediaType: 'application/json', value },
    },
    expectation: 'valid',
    source: 'state',
    aim: '',
  },
  durationMs: 1,
  exchange: {
    target: 'api',
    sentAt: 0,
    isReplay: false,
    request: { method: 'POST', url: '', headers: [] },
    response: { status, headers: [], body: message },
  },
})

const never = (): Observed['api']['surface'] => ({
  version: '',
  title: '',
  sha256: '',
  operations: {},
  webhooks: {},
  schemas: {},
  securitySchemes: {},
  validator: () => Promise.reject(new Error('none')),
  schemaValidators: {},
})

const zone = { name: 'Zone-1', kind: 'Native', servers: ['ns1'] }

test.each([
  [422, "DNS Name 'Zone-1' is not canonical", ['name']],
  [400, 'ns1 is not canonical', ['servers']],
  [422, 'the kind is unknown', ['kind']],
  [422, 'something is wrong', []],
  [409, "'Zone-1' is there already", []],
] as const)('%s %s blames %j', (status, message, members) => {
  expect(blamed(refused(status, message, zone))).toEqual(members)
})

test('a blamed text is tried in other forms, and so are the texts of a list', () => {
  const forms = (message: string): unknown[] => {
    const observed = refused(422, message, zone)
    return repairsFor(observed).map(({ apply }) => apply(observed.case).call.body?.value)
  }
  expect(forms("'Zone-1' is not canonical")).toContainEqual({ ...zone, name: 'zone-1.example.' })
  expect(forms('ns1 is not canonical')).toContainEqual({ ...zone, servers: ['ns1.example.'] })
})
