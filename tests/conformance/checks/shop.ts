import { parse } from 'yaml'
import type { Method } from '../../../runtime/surface.js'
import type { Api } from '../../../conformance/model/api.js'
import type { Call, Case, Deviation, Observed, Tolerances } from '../../../conformance/model/case.js'
import { exploredApi } from '../../support/explored-api.js'

/** A document with one of each that answers and requests are judged by. */
export const shop: Api = await exploredApi(`
openapi: 3.1.0
info: { title: Shop, version: '1' }
security: [{ key: [] }]
paths:
  /items:
    get:
      operationId: listItems
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: sort, in: query, schema: { enum: [name, price] } }
        - { name: q, in: query, schema: { type: string } }
        - { name: X-Trace, in: header, schema: { enum: [on, off] } }
        - { name: s, in: query, schema: { type: string } }
      responses:
        '200':
          description: items
          headers:
            X-Total: { required: true, schema: { type: integer } }
            X-Tags: { schema: { type: array, items: { type: string } } }
            X-Since: { schema: { type: string, format: date-time } }
            Content-Type: { required: true, schema: { const: text/never } }
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Item' } } }
        4XX: { $ref: '#/components/responses/Refused' }
    post:
      operationId: createItem
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewItem' } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
        '400': { $ref: '#/components/responses/Refused' }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getItem
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
        '404': { $ref: '#/components/responses/Refused' }
        '503': { description: busy }
    patch:
      operationId: changeItem
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewItem' } } } }
      responses:
        2XX: { description: changed, content: { '*/*': { schema: { $ref: '#/components/schemas/Item' } } } }
        default: { $ref: '#/components/responses/Refused' }
    delete:
      operationId: deleteItem
      responses: { '204': { description: gone } }
  /health:
    get:
      operationId: health
      security: []
      responses:
        '200':
          description: up
          content:
            text/plain: { schema: { type: string, enum: [up, 'on'] } }
            application/vnd.shop.v1+json: { schema: { type: object, required: [up] } }
  /me:
    get:
      operationId: readMe
      security: [{ bearer: [] }, { bearer: [], key: [] }]
      responses: { '200': { description: me }, '401': { description: who } }
  /sign:
    get:
      operationId: sign
      security: [{ certificate: [] }]
      responses: { '200': { description: signed } }
  /files:
    get:
      operationId: file
      responses: { '200': { description: file, content: { application/octet-stream: {}, text/xml: {} } } }
  /export:
    get:
      operationId: download
      security: [{ key: [] }, {}]
      responses: { '200': { description: file, content: { application/*: { schema: { type: string, format: binary } } } } }
  /note:
    get:
      operationId: readNote
      responses:
        '200': { description: text, content: { '*/*': { schema: { type: string, minLength: 2 } } } }
        '404': { description: none, content: { application/json: { schema: { type: string } } } }
    post:
      operationId: writeNote
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { size: { type: integer } } } } } }
      responses: { '200': { description: written } }
  /tags:
    put:
      operationId: writeTags
      requestBody: { content: { application/json: { schema: { type: object, nullable: true } } } }
      responses: { '200': { description: written }, '400': { description: refused } }
  /events:
    get:
      operationId: events
      responses: { '200': { description: stream, content: { text/event-stream: { schema: { type: string } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, bearer: { type: http, scheme: bearer }, certificate: { type: mutualTLS } }
  responses:
    Refused: { description: refused, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } } }
  schemas:
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
    Id: { type: integer, format: int64 }
    Item:
      type: object
      required: [id, name]
      additionalProperties: false
      properties:
        id: { $ref: '#/components/schemas/Id' }
        other: { $ref: '#/components/schemas/Id' }
        name: { type: string }
        kind: { enum: [book, film] }
        made: { type: string, format: date-time }
        parts: { type: array, items: { $ref: '#/components/schemas/Item' } }
        price: { anyOf: [{ type: number }, { $ref: '#/components/schemas/Money' }] }
        both: { allOf: [{ type: object, additionalProperties: false, properties: { a: {} } }, { properties: { b: {} } }] }
        either: { oneOf: [{ properties: { a: { type: string } } }, { properties: { b: { type: string } } }] }
        tags: { type: object, additionalProperties: { type: string } }
        lines: { type: array, items: { type: object } }
        code: { type: string, pattern: '^[a-z]{4}$', maxLength: 4 }
    Money: { type: object, required: [amount], properties: { amount: { type: string } } }
    NewItem:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 20 }
        kind: { enum: [book, film] }
        stock: { type: integer, minimum: 0, maximum: 100 }
        note: { type: [string, 'null'] }
        flag: { type: boolean }
        vendorId: { type: string }
        email: { type: string, format: email }
        lines: { type: array, items: { type: object, properties: { text: { type: string } } } }
`)

/** Deviations of a call, a case and an answer from the usual ones. */
export interface Telling {
  readonly call?: Partial<Omit<Call, 'operation'>>
  readonly case?: Partial<Omit<Case, 'call'>>
  readonly status?: number
  readonly type?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown
  readonly noAnswer?: 'broken' | 'timeout' | 'unread'
  readonly isReplay?: boolean
  readonly isGuess?: true
  readonly tolerances?: Tolerances
}

const pathOf = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))

/** A call of an operation with its answer. */
export const seen = (operationId: string, telling: Telling = {}): Observed => {
  const operation = shop.surface.operations[operationId]
  if (!operation) throw new RangeError(operationId)
  const path = operation.path.includes('{') ? { id: '7' } : {}
  const call: Call = { operation, path, query: {}, header: {}, cookie: {}, ...telling.call }
  const { status = 200, body = '', type = 'application/json', noAnswer } = telling
  const method: Method = call.method ?? operation.method
  return {
    api: shop,
    case: { call, expectation: 'valid', source: 'coverage', aim: 'a call', ...telling.case },
    exchange: {
      request: {
        method: method.toUpperCase(),
        url: `${shop.baseUrl}${pathOf(operation.path, call.path)}`,
        headers: [],
        ...(call.body && { body: JSON.stringify(call.body.value) }),
      },
      response: {
        status: noAnswer === undefined ? status : 0,
        headers: [
          ...(type === null ? [] : [['content-type', type] as const]),
          ...Object.entries(telling.headers ?? {}),
        ],
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      target: 'api',
      sentAt: 0,
      isReplay: telling.isReplay ?? false,
      ...(telling.isGuess && { isGuess: true }),
    },
    durationMs: 1,
    ...(noAnswer !== undefined && { noAnswer }),
    ...(telling.tolerances && { tolerances: telling.tolerances }),
  }
}

/** A row of a table of exchanges: what is not as usual, without the levels of a telling. */
export interface Row extends Omit<Telling, 'call' | 'case'> {
  readonly path?: Call['path']
  readonly query?: Call['query']
  readonly header?: Call['header']
  readonly method?: Method
  readonly credentials?: 'none' | 'wrong'
  /** The value of the body that is sent, or `none` in place of the one that is usual. */
  readonly send?: unknown
  readonly as?: string
  readonly expectation?: Case['expectation']
  /** Location, pointer to the value, and keyword of a deviation; and words that are not `is wrong`. */
  readonly wrong?: readonly [Deviation['in'], string, string, string?]
  readonly coercible?: true
  /** Kinds of peculiarities in the body. */
  readonly odd?: readonly string[]
}

const deviationOf = ({ wrong, coercible }: Row): Deviation | undefined => {
  if (!wrong) return undefined
  const [where, at, keyword, says = 'is wrong'] = wrong
  const pointer = where === 'body' ? `#/components/schemas/NewItem/properties${at}` : '#/x'
  return { in: where, at, keyword, pointer, says, ...(coercible && { isCoercible: true }) }
}

/** The call and its response that a row of a table tells of. */
export const seenAs = (operationId: string, row: Row): Observed => {
  const {
    path,
    query,
    header,
    method,
    credentials,
    send,
    as = 'application/json',
    expectation,
    odd,
    ...rest
  } = row
  const deviation = deviationOf(row)
  const peculiarities = odd?.map((kind) => ({ kind, in: 'body', at: '/name' }) as const)
  const call = {
    ...(path && { path }),
    ...(query && { query }),
    ...(header && { header }),
    ...(method && { method }),
    ...(credentials && { credentials }),
    ...(send !== undefined && send !== 'none' && { body: { mediaType: as, value: send } }),
  }
  const told = {
    ...(expectation ? { expectation } : deviation && { expectation: 'invalid' as const }),
    ...(deviation && { deviation }),
    ...(peculiarities && { peculiarities }),
  }
  return seen(operationId, { ...rest, call, case: told })
}

/** Rows of a table in YAML: a name, an operation, what is not as usual, and what follows. */
export const rowsOf = (text: string): (readonly [string, string, Row, readonly string[]])[] => {
  const { rows }: { rows: [string, string, Row, ...string[]][] } = parse(text, {
    merge: true,
    maxAliasCount: -1,
  })
  return rows.map(([name, operation, row, ...found]) => [name, operation, row, found])
}
