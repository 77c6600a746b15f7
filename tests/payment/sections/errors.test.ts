import { describe, expect, test } from 'vitest'
import { apiError, stringBody } from '../../../payment/sections/errors.js'
import { callName, type Observer, type Observation } from '../../../conformance/model/observation.js'
import { declaredFor } from '../../../conformance/exchange/reading.js'
import { compile } from '../../conformance/support/compile.js'
import { exchangeOf, type Telling, observationOf } from '../../conformance/support/make.js'

const verdict = async (
  observer: Observer,
  telling: Telling,
  declared?: object,
): Promise<string | readonly string[]> => {
  const document: Partial<Observation> = declared ? { declared: async () => compile(declared) } : {}
  const violations = await observer(observationOf(exchangeOf(telling), document))
  return violations?.map(({ message }) => message) ?? 'not applicable'
}

test('of a version that the specification does not describe nothing is said', () => {
  const observation = observationOf(exchangeOf({ status: 404, body: '{}' }), { version: '2027-03-01' })
  expect(stringBody(observation)).toBeUndefined()
})

const object = { type: 'object' }
const where = 'GET /terms-and-conditions'

describe('errors/string-body', () => {
  const plain = [['content-type', 'text/plain']] as const
  const broken = (status: number, came: string) => [`${where} ${status}: expected a string, got ${came}`]

  test.each<[string, Telling, object | undefined, string | readonly string[]]>([
    ['a JSON string', { status: 401, body: '"who are you?"' }, undefined, []],
    ['plain text', { status: 403, body: 'who are you?' }, undefined, []],
    ['nothing', { status: 404, body: '' }, undefined, []],
    ['plain text that could be JSON', { status: 401, body: '["who?"]', headers: plain }, undefined, []],
    ['a number', { status: 404, body: '404' }, undefined, broken(404, 'a number')],
    ['an object', { status: 404, body: '{}' }, undefined, broken(404, 'an object')],
    ['a list', { status: 401, body: '[1]' }, undefined, broken(401, 'an array')],
    ['null', { status: 401, body: 'null' }, undefined, broken(401, 'null')],
    ['true', { status: 401, body: 'true' }, undefined, broken(401, 'a boolean')],
    ['an object where any value is declared', { status: 404, body: '{}' }, {}, broken(404, 'an object')],
    ['an object that the document declares', { status: 403, body: '{}' }, object, 'not applicable'],
    ['another status', { status: 400, body: '{}' }, undefined, 'not applicable'],
    ['a document', { status: 404, body: '{}', target: 'spec' }, undefined, 'not applicable'],
  ])('%s', async (_case, telling, declared, due) =>
    expect(await verdict(stringBody, telling, declared)).toEqual(due),
  )
})

describe('errors/api-error', () => {
  const [numbered, string] = ['{"message":"m","trace_id":1}', { type: 'string' }]
  const broken = (came: string): string[] => [
    `${where} 500: expected an object with message and trace_id, got ${came}`,
  ]

  test.each<[string, Telling, object | undefined, string | readonly string[]]>([
    ['whole', { status: 500, body: '{"message":"m","trace_id":"t","more":1}' }, undefined, []],
    ['without a trace', { status: 500, body: '{"message":"m"}' }, undefined, broken('an object')],
    ['with a number as the trace', { status: 500, body: numbered }, undefined, broken('an object')],
    ['text', { status: 500, body: 'oh' }, undefined, broken('something that is not JSON')],
    ['a string that the document declares', { status: 500, body: '"oh"' }, string, 'not applicable'],
    ['a string where any value is declared', { status: 500, body: '"oh"' }, {}, broken('a string')],
    ['another status', { status: 501, body: '' }, undefined, 'not applicable'],
    ['a document', { status: 500, body: '', target: 'spec' }, undefined, 'not applicable'],
  ])('%s', async (_case, telling, declared, due) =>
    expect(await verdict(apiError, telling, declared)).toEqual(due),
  )
})

test('a call is named by its route, and without one by its operation', () => {
  const exchange = exchangeOf({ method: 'POST', url: 'https://api.example/api/customers/1?key=2' })
  expect(callName(observationOf(exchange, { route: 'post /customers/{}' }))).toBe('POST /customers/{…}')
  expect(callName(observationOf(exchange, { route: undefined }))).toBe('POST getTerms')
})

test.each([
  [['application/json'], 'application/json; charset=utf-8', 'application/json'],
  [['application/json; charset=utf-8'], 'Application/JSON', 'application/json; charset=utf-8'],
  [['*/*', 'application/*', 'application/json'], 'application/json', 'application/json'],
  [['*/*', 'application/*'], 'application/json', 'application/*'],
  [['*/*'], 'text/html', '*/*'],
  [['application/json'], 'text/html', undefined],
  [['application/json'], undefined, undefined],
])('of the media types %j that for %s is %s', (declared, came, due) =>
  expect(declaredFor(declared, came)).toBe(due),
)
