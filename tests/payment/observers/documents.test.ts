import { describe, expect, test } from 'vitest'
import type { ResponseHeader } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/validator.js'
import type { HeaderList } from '../../../conformance/exchange/exchange.js'
import { body } from '../../../payment/observers/document-body.js'
import { headers } from '../../../payment/observers/document-headers.js'
import { mediaType, status } from '../../../payment/observers/documents.js'
import type { Observer, Observation } from '../../../conformance/model/observation.js'
import { compile } from '../../conformance/support/compile.js'
import {
  exchangeOf,
  jsonHeaders,
  operationOf,
  responseOf,
  type Telling,
  observationOf,
} from '../../conformance/support/make.js'

const messages = (observer: Observer, observation: Observation): readonly string[] | undefined =>
  observer(observation)?.map(({ message }) => message)

const plain: HeaderList = [['content-type', 'text/plain; charset=utf-8']]
const json = responseOf({ content: { 'application/json': { pointer: '#/it' } } })

describe('documents/status', () => {
  const signings = 'get /customers/{}/required-signings'
  const refusing = operationOf({ responses: { '200': responseOf(), '400': responseOf() } })
  const echo: HeaderList = [['x-api-version', '2026-08-01']]
  const another: Partial<Observation> = { version: '2026-07-01', mayServe: ['2026-08-01'] }

  test.each<[string, number, Partial<Observation>, 'fine' | 'broken' | 'not applicable']>([
    ['declared', 200, { response: responseOf() }, 'fine'],
    ['undeclared success', 203, {}, 'broken'],
    ['undeclared conflict', 409, { operation: refusing }, 'broken'],
    ['a conflict where no refusal is declared', 409, {}, 'not applicable'],
    ['a conflict of another version', 409, { operation: refusing, ...another }, 'not applicable'],
    ['undeclared redirect', 302, {}, 'broken'],
    ['a general error', 404, {}, 'not applicable'],
    ['an error of the protocol', 415, {}, 'not applicable'],
    ['409 of signings before 2026-08-01', 409, { route: signings, version: '2026-07-01' }, 'not applicable'],
    ['409 of signings since', 409, { operation: refusing, route: signings }, 'broken'],
    [
      '409 of signings to a customer from before',
      409,
      { operation: refusing, route: signings, mayServe: ['2026-07-01'] },
      'not applicable',
    ],
    ['no such operation', 418, { operation: undefined }, 'not applicable'],
  ])('%s', (_case, came, changes, due) => {
    const violations = status(observationOf(exchangeOf({ status: came, headers: echo }), changes))
    const verdict = violations === undefined ? 'not applicable' : violations.length === 0 ? 'fine' : 'broken'
    expect(verdict).toBe(due)
  })

  test.each<[number, boolean]>([
    [422, false],
    [409, false],
    [203, true],
  ])('%i to a request that was made up: broken %s', (came, isBroken) => {
    const violations = status(observationOf({ ...exchangeOf({ status: came }), isGuess: true }))
    expect((violations ?? []).length > 0).toBe(isBroken)
  })

  test('names what is declared, and points at it', () => {
    const operation = operationOf({ responses: { '200': responseOf(), '4XX': responseOf() } })
    expect(status(observationOf(exchangeOf({ status: 299 }), { operation }))).toMatchObject([
      {
        message: 'GET /terms-and-conditions answered 299; the document declares 200, 4XX',
        pointer: '#/paths/~1terms-and-conditions/get/responses',
      },
    ])
  })
})

describe('documents/media-type', () => {
  test.each<[string, Telling, Partial<Observation>, readonly string[] | undefined]>([
    ['declared', {}, { response: json, mediaType: { pointer: '#/it' } }, []],
    ['undeclared', { headers: [['content-type', 'text/html']] }, { response: json }, ['text/html']],
    ['none at all', { headers: [] }, { response: json }, ['none']],
    ['plain text for success', { headers: plain }, { response: json }, ['text/plain; charset=utf-8']],
    ['plain text for a refusal', { status: 404, headers: plain }, { response: json }, []],
    ['an empty answer', { headers: [], body: '' }, { response: json }, undefined],
    ['a replay', { headers: [], isReplay: true }, { response: json }, undefined],
    ['nothing declared', {}, { response: responseOf() }, undefined],
    ['an undeclared status', {}, {}, undefined],
  ])('%s', (_case, telling, changes, due) => {
    const came = messages(mediaType, observationOf(exchangeOf(telling), changes))
    const { status: code = 200 } = telling
    expect(came).toEqual(
      due?.map(
        (type) =>
          `GET /terms-and-conditions ${code} has media type ${type}; the document declares application/json`,
      ),
    )
  })
})

const judged = (schema: object, changes: Partial<Observation> = {}): Partial<Observation> => ({
  mediaType: { pointer: '#/it', validator: 'it' },
  validator: () => compile(schema),
  ...changes,
})

describe('documents/body', () => {
  const record = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string' },
      note: { type: 'string' },
      list: { type: 'array', items: { type: 'integer' } },
    },
  }
  const string = { type: 'string' }
  const union = { anyOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] }

  test.each<[string, Telling, object, readonly string[] | undefined]>([
    ['valid', { body: '{"id":"1","more":1}' }, record, []],
    ['an optional member that is null', { body: '{"id":"1","note":null}' }, record, []],
    [
      'a required member that is null',
      { body: '{"id":null}' },
      record,
      ["the body must have required property 'id'"],
    ],
    ['a member of another type', { body: '{"id":1}' }, record, ['/id must be string']],
    [
      'wrong items of a list, once',
      { body: '{"id":"1","list":["a",2,"c"]}' },
      record,
      ['/list/* must be integer', '/list/* must be integer'],
    ],
    ['null in a list', { body: '{"id":"1","list":[null]}' }, record, ['/list/* must be integer']],
    ['a union, told in short', { body: '{"b":1}' }, union, ['the body must match a schema in anyOf']],
    ['no JSON', { body: '{"id"' }, record, ['the body is not JSON']],
    ['text called JSON that refuses', { status: 404, body: 'not found' }, string, []],
    [
      'text called JSON where an object is due',
      { status: 500, body: 'oh' },
      record,
      ['the body must be object'],
    ],
    ['plain text', { status: 404, headers: plain, body: '{"a":1}' }, string, []],
    [
      'a replay without headers',
      { headers: [], isReplay: true, body: '{"id":2}' },
      record,
      ['/id must be string'],
    ],
    [
      'a JSON type with a suffix',
      { headers: [['content-type', 'application/hal+json']], body: '{}' },
      string,
      ['the body must be string'],
    ],
    [
      'something that no schema judges',
      { headers: [['content-type', 'text/csv']], body: 'a;b' },
      record,
      undefined,
    ],
  ])('%s', (_case, telling, schema, due) => {
    const { status: code = 200 } = telling
    const came = messages(body, observationOf(exchangeOf(telling), judged(schema)))
    expect(came).toEqual(due?.map((text) => `GET /terms-and-conditions ${code}: ${text}`))
  })

  test('says nothing where the document declares no schema', () => {
    expect(body(observationOf(exchangeOf()))).toBeUndefined()
    expect(body(observationOf(exchangeOf(), { mediaType: { pointer: '#/it' } }))).toBeUndefined()
  })
})

describe('documents/headers', () => {
  const declared = (schema: object | undefined, required = false): Partial<Observation> => {
    const header: ResponseHeader = { pointer: '#/h', required, ...(schema && { validator: 'it' }) }
    const validator = (): Validator | undefined => schema && compile(schema)
    return { response: responseOf({ headers: { 'X-Count': header } }), validator }
  }
  const wrong = 'GET /terms-and-conditions: the value of X-Count is not valid under the document'
  const absent = 'GET /terms-and-conditions: the header X-Count is due and absent'

  test.each<[string, HeaderList, Partial<Observation>, readonly string[] | undefined]>([
    ['a number', [['x-count', '12']], declared({ type: 'integer' }), []],
    ['no number', [['x-count', 'many']], declared({ type: 'integer' }), [wrong]],
    ['nothing where a number is due', [['x-count', '']], declared({ type: 'integer' }), [wrong]],
    ['a boolean', [['x-count', 'true']], declared({ type: 'boolean' }), []],
    ['a text of digits', [['x-count', '12']], declared({ type: 'string' }), []],
    ['a list', [['x-count', 'a, b']], declared({ type: 'array', items: { enum: ['a', 'b'] } }), []],
    ['a list of numbers', [['x-count', '1, 2']], declared({ type: 'array', items: { type: 'integer' } }), []],
    [
      'a wrong list',
      [['x-count', 'a, c']],
      declared({ type: 'array', items: { enum: ['a', 'b'] } }),
      [wrong],
    ],
    ['absent and optional', [], declared({ type: 'integer' }), []],
    ['absent and required', [], declared({ type: 'integer' }, true), [absent]],
    ['present without a schema', [['x-count', '']], declared(undefined, true), []],
    ['no headers declared', [], { response: responseOf() }, undefined],
    ['no response declared', [], {}, undefined],
  ])('%s', (_case, came, changes, due) => {
    expect(messages(headers, observationOf(exchangeOf({ headers: came }), changes))).toEqual(due)
  })

  test('leaves replays alone', () => {
    const exchange = exchangeOf({ headers: jsonHeaders, isReplay: true })
    expect(headers(observationOf(exchange, declared({ type: 'integer' }, true)))).toBeUndefined()
  })
})
