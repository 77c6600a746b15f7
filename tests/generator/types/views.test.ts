import { describe, expect, it } from 'vitest'
import { document, ref, schemasDocument } from '../support/documents.js'
import { declarationsOf, judge } from './support.js'

const text = { type: 'string' }
const own = {
  type: 'object',
  required: ['id', 'secret', 'name'],
  properties: { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true }, name: text },
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const operation = {
  operationId: 'it',
  parameters: [{ name: 'filter', in: 'query', required: true, schema: ref('It') }],
  requestBody: { required: true, ...json(ref('It')) },
  responses: { 200: { description: '', ...json(ref('It')) } },
}

const inline = json({ type: 'object', properties: { size: { ...text, default: 'S' } } })
const filled = {
  requestBody: { required: true, ...inline },
  responses: { 200: { description: '', ...inline } },
}

describe('the views of a schema', () => {
  judge([
    {
      // Which members each holds stands in tests/schemas.
      what: 'are read-only where only responses have a member',
      tree: schemasDocument({ It: own }),
      code: `
        // @ts-expect-error what only responses hold is not for writing
        export const changed = (it: Schemas['It']) => { it.id = '' }
        export const named = (it: Schemas['It']) => { it.name = '' }`,
    },
    {
      what: 'are those of bodies and parameters',
      tree: document({
        paths: { '/it': { post: operation } },
        webhooks: { told: { post: { requestBody: operation.requestBody, responses: operation.responses } } },
        components: { schemas: { It: own } },
      }),
      code: `
        type Json<T extends { content: { 'application/json': unknown } }> = T['content']['application/json']
        type It = operations['it']
        export const body: Json<It['requestBody']> = { secret: '', name: '' }
        export const filter: It['parameters']['query']['filter'] = body
        export const answer: Json<It['responses'][200]> = { id: '', name: '' }
        export const byPath: Json<paths['/it']['post']['responses'][200]> = answer
        export const told: Json<webhooks['told']['post']['requestBody']> = answer`,
    },
    {
      what: 'are filled in with defaults by the service alone, also in webhooks and shared parts',
      tree: document({
        paths: {
          '/it': {
            put: { operationId: 'it', ...filled },
          },
        },
        webhooks: { told: { post: filled } },
        components: {
          pathItems: { Shared: { put: filled } },
          parameters: { Filter: { name: 'filter', in: 'query', ...inline.content['application/json'] } },
          requestBodies: { Sent: filled.requestBody },
          responses: { Read: filled.responses[200] },
        },
      }),
      code: `
        type Json<T extends { content: { 'application/json': unknown } }> = T['content']['application/json']
        type Put = operations['it']
        type Told = webhooks['told']['post']
        type Shared = components['pathItems']['Shared']['put']
        export const sent: Json<Put['requestBody']> = {}
        export const shared: Json<Shared['requestBody']> = {}
        export const own: Json<components['requestBodies']['Sent']> = {}
        export const filter: components['parameters']['Filter'] = {}
        export const answered: Json<Told['responses'][200]> = {}
        // @ts-expect-error a response has the default
        export const read: Json<Put['responses'][200]> = {}
        // @ts-expect-error a response has the default
        export const sharedRead: Json<Shared['responses'][200]> = {}
        // @ts-expect-error a response has the default
        export const ownRead: Json<components['responses']['Read']> = {}
        // @ts-expect-error the service writes what it tells
        export const told: Json<Told['requestBody']> = {}`,
    },
  ])

  it('are two only where they differ', async () => {
    const schemas = {
      Own: own,
      List: { type: 'array', items: ref('Own') },
      Deep: { type: 'object', additionalProperties: ref('List') },
      Cycle: { type: 'object', properties: { next: ref('Cycle'), own: ref('Own') } },
      Mark: { ...text, readOnly: true },
      ByMark: { type: 'object', properties: { mark: ref('Mark') } },
      Plain: { type: 'object', properties: { name: text, next: ref('Plain') } },
      Text: text,
    }
    const { schemas: seen, requests } = await declarationsOf(schemasDocument(schemas))
    expect(seen.map(({ name }) => name)).toEqual(Object.keys(schemas))
    expect(requests.map(({ name }) => name)).toEqual(['Own', 'List', 'Deep', 'Cycle', 'ByMark'])
  })
})

const enumerations = {
  It: {
    type: 'object',
    required: ['state', 'kind'],
    properties: {
      state: ref('State'),
      kind: { const: 'it' },
      level: { type: 'integer', enum: [1, 2] },
      tone: { ...text, enum: ['low', 'high', null], nullable: true },
    },
  },
  State: { ...text, enum: ['open', 'done'] },
  Way: { oneOf: [ref('Card'), ref('Bank')], discriminator: { propertyName: 'kind' } },
  Card: {
    type: 'object',
    required: ['kind', 'card'],
    properties: { kind: { ...text, enum: ['visa', 'other'] }, card: text },
  },
  Bank: { type: 'object', required: ['kind', 'bank'], properties: { kind: ref('BankKind'), bank: text } },
  BankKind: { ...text, enum: ['iban', 'swift'] },
  Untagged: {
    anyOf: ['a', 'b'].map((name) => ({
      type: 'object',
      required: ['kind', 'shared', name],
      properties: {
        kind: { enum: [name, `${name}2`] },
        shared: { enum: ['x', 'y'] },
        [name]: text,
      },
    })),
  },
}

const marked = (It: object) => ({
  tree: schemasDocument({ It }),
  code: `
    export const seen: Schemas['It'] = 'c'
    export const known: Schemas['It'] = 'a'
    // @ts-expect-error not even text
    export const wrong: Schemas['It'] = 1`,
})

describe('open enumerations', () => {
  judge([
    {
      what: 'take values in responses that are not known yet, and nowhere else',
      tree: schemasDocument(enumerations),
      options: { openEnums: true },
      code: `
        export const seen: Schemas['It'] = { state: 'new', kind: 'it', level: 3, tone: 'middle' }
        export const known: Schemas['It'] = { state: 'open', kind: 'it', tone: null }
        // @ts-expect-error a value that stands alone is not open
        export const single: Schemas['It'] = { state: 'open', kind: 'other' }
        // @ts-expect-error requests are closed
        export const sent: Requests['It'] = { state: 'new', kind: 'it' }
        // @ts-expect-error requests are closed
        export const counted: Requests['It'] = { state: 'open', kind: 'it', level: 3 }`,
    },
    {
      what: 'are never tags',
      tree: schemasDocument(enumerations),
      options: { openEnums: true },
      code: `
        export const narrowed = (way: Schemas['Way']): string => {
          switch (way.kind) {
            case 'visa':
            case 'other':
              return way.card
            default:
              return way.bank
          }
        }
        export const untagged = (one: Schemas['Untagged']): string => (one.kind === 'a' ? one.a : one.shared)
        export const shared: Schemas['Untagged']['shared'] = 'z'
        // @ts-expect-error a tag is never open
        export const tag: Schemas['Bank']['kind'] = 'new'
        export const elsewhere: Schemas['BankKind'] = 'new'`,
    },
    {
      what: 'are closed when nobody asks',
      tree: schemasDocument(enumerations),
      code: `
        // @ts-expect-error closed
        export const seen: Schemas['State'] = 'new'`,
    },
    { what: 'are a list of known values', ...marked({ ...text, 'x-extensible-enum': ['a', 'b'] }) },
    { what: 'are marked ones', ...marked({ ...text, enum: ['a', 'b'], 'x-extensible-enum': true }) },
  ])

  // Anything that would keep an editor from forgetting the values, openapi-fetch takes for an object.
  it('list their values for the reader', async () => {
    const tree = schemasDocument({ It: enumerations.State })
    const { schemas, requests } = await declarationsOf(tree, { openEnums: true })
    expect([...schemas, ...requests].map(({ text: type }) => type)).toEqual([
      '"open" | "done" | string',
      '"open" | "done"',
    ])
  })

  it('need no second view when nobody asks', async () => {
    expect((await declarationsOf(schemasDocument(enumerations))).requests).toEqual([])
  })
})

describe('brands', () => {
  const tree = schemasDocument({
    It: {
      type: 'object',
      properties: {
        id: { ...text, format: 'uuid' },
        at: { ...text, format: 'date-time' },
        amount: { ...text, format: 'decimal' },
        mail: { ...text, format: 'email' },
        odd: { ...text, format: 'constructor' },
      },
    },
  })
  judge([
    {
      what: 'keep texts of formats apart',
      tree,
      options: { brands: true },
      code: `
        import type { DateTime, Decimal, Uuid } from '../runtime/validators.js'
        export const right = (id: Uuid, at: DateTime, amount: Decimal): Schemas['It'] =>
          ({ id, at, amount, mail: 'a@b.example', odd: '' })
        export const read = (it: Schemas['It']): string => it.id ?? it.at ?? it.amount ?? ''
        // @ts-expect-error any text
        export const plain: Schemas['It'] = { id: '8a4d9b5e-0a3c-4f7e-9d55-3b4f5a2f3a10' }
        // @ts-expect-error of another format
        export const mixed = (at: DateTime): Schemas['It'] => ({ id: at })`,
    },
    { what: 'are texts when nobody asks', tree, code: `export const it: Schemas['It'] = { id: '' }` },
  ])
})
