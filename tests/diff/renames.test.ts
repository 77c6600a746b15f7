import { expect, test } from 'vitest'
import { diff, diffInResponse, diffOperations, documentOf, idsOf } from './support/documents.js'

const text = { type: 'string' }
const described = (description: string): object => ({ type: 'string', description })
const ref = { $ref: '#/components/schemas/Address' }

type Members = Readonly<Record<string, object>>
type Row = readonly [from: Members, to: Members]

const kept = { id: text }

const renamed: readonly Row[] = [
  [{ customer_id: text }, { customerId: text }],
  [{ last_acces: text }, { last_access: text }],
  [{ colour: text }, { color: text }],
  [{ amount: text }, { amount_cents: text }],
  [{ line_adress: text }, { line_address: text }],
  [{ ip_whitelist: described('Array of IP addresses.') }, { ip_access: described('Array of IP addresses.') }],
  [
    { phone: described('The number to call.'), ...kept },
    { tel: described('The number to call.'), ...kept },
  ],
  [
    { phone: described('Call number.'), ...kept },
    { tel: described('Call number.'), ...kept },
  ],
  [
    { a: text, customer_id: text },
    { b: { type: 'number' }, customerId: text },
  ],
]

const notRenamed: readonly Row[] = [
  // Only the schema is equal, or the position besides.
  [{ documentation: text }, { payment: text }],
  [{ documentation: ref }, { payment: ref }],
  [{ x: text }, { y: text }],
  [{ min_amount: text }, { max_amount: text }],
  [{ billing_address: ref }, { shipping_address: ref }],
  [{ first_name: text }, { last_name: text }],
  [{ created_at: text }, { updated_at: text }],
  [{ enabled: { type: 'boolean' } }, { disabled: { type: 'boolean' } }],
  // Another schema.
  [{ amount: text }, { amount_cents: { type: 'integer' } }],
  // Several could be meant.
  [{ amount: text }, { amount_in: text, amount_out: text }],
  [{ amount_in: text, amount_out: text }, { amount: text }],
  // The description is that of other properties too.
  [
    { created: described('A moment in ISO 8601.'), at: described('A moment in ISO 8601.') },
    { expires: described('A moment in ISO 8601.'), at: described('A moment in ISO 8601.') },
  ],
  // A description at another position, of another name.
  [
    { logo: described('An address of a picture.'), ...kept },
    { ...kept, banner: described('An address of a picture.') },
  ],
  [{ logo: described('An URL.') }, { banner: described('An URL.') }],
  [{ phone: described('Call numbe.') }, { tel: described('Call numbe.') }],
]

/** As many as are looked at, and one more. */
const numbered = (count: number, name: (index: number) => string): Members =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), text]))
const longest = 50

const isRename = (id: string): boolean => id.endsWith('-renamed')

const schemaOf = (properties: Members): object => ({ type: 'object', properties })
const parameterOf = (name: string, schema: object): object => {
  const description: unknown = Reflect.get(schema, 'description')
  return { name, in: 'query', schema, ...(description === undefined ? {} : { description }) }
}
const parametersOf = (members: Members): object => ({
  parameters: Object.entries(members).map(([name, schema]) => parameterOf(name, schema)),
})

const cases = [
  ...renamed.map(([from, to]) => ({ from, to, count: 1 })),
  ...notRenamed.map(([from, to]) => ({ from, to, count: 0 })),
]

test.each(cases)('properties $from and $to: $count', ({ from, to, count }) => {
  expect(idsOf(diffInResponse(schemaOf(from), schemaOf(to))).filter(isRename)).toHaveLength(count)
  expect(idsOf(diffInResponse(schemaOf(to), schemaOf(from))).filter(isRename)).toHaveLength(count)
})

test.each(cases)('parameters $from and $to: $count', ({ from, to, count }) => {
  expect(idsOf(diffOperations(parametersOf(from), parametersOf(to))).filter(isRename)).toHaveLength(count)
})

test.each([
  [longest, longest, longest],
  [longest + 1, longest, 0],
  [longest, longest + 1, 0],
])('of %i and %i properties on the sides %i are renamed', (old, fresh, count) => {
  const [from, to] = [numbered(old, (at) => `name_${at}`), numbered(fresh, (at) => `name${at}`)]
  expect(idsOf(diffInResponse(schemaOf(from), schemaOf(to))).filter(isRename)).toHaveLength(count)
})

const long =
  'One of those words that a document has to say, so that there is enough of it to be equal. '.repeat(2)
const operation = (more: object = {}): object => ({
  responses: { 204: { description: long }, 404: { description: 'None.' } },
  ...more,
})

const paths: readonly (readonly [
  from: string,
  to: string,
  more: readonly [object, object],
  isMoved: boolean,
])[] = [
  ['/v1/users/{id}', '/v2/users/{id}', [{}, {}], true],
  ['/user/{id}', '/users/{userId}', [{}, {}], true],
  ['/api/user-groups', '/user_groups', [{}, {}], true],
  ['/users/{id}/keys', '/teams/{id}/keys', [{}, {}], false],
  ['/billing/addresses', '/shipping/addresses', [{}, {}], false],
  ['/users/{id}/keys', '/accounts/{id}/keys', [{ summary: 'List keys' }, { summary: 'List keys' }], true],
  ['/users/{id}/keys', '/accounts/{id}/keys', [{ summary: 'List keys' }, { summary: 'List them' }], false],
  ['/a', '/b', [{ operationId: 'one' }, { operationId: 'one' }], true],
  // With another content, only a path that is alike tells.
  [
    '/users',
    '/user',
    [{ operationId: 'one', deprecated: true, tags: ['a'], parameters: [] }, { operationId: 'one' }],
    true,
  ],
  ['/users', '/invoices', [{ operationId: 'one', parameters: [] }, { operationId: 'one' }], false],
]

test.each(paths)('operations at %s and %s', (from, to, [one, other], isMoved) => {
  const [old, fresh] = [
    documentOf({ paths: { [from]: { delete: operation(one) } } }),
    documentOf({ paths: { [to]: { delete: operation(other) } } }),
  ]
  expect(idsOf(diff(old, fresh)).includes('operation-moved')).toBe(isMoved)
})

test('webhooks and components have their names', () => {
  const sent = (name: string): object => documentOf({ webhooks: { [name]: { post: operation() } } })
  expect(idsOf(diff(sent('user_created'), sent('userCreated')))).toEqual(['webhook-added', 'webhook-removed'])
})

test('a parameter of the path that is described at last is no new one', () => {
  const path = (more: object): object =>
    documentOf({ paths: { '/a/{id}': { get: { responses: {}, ...more } } } })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
  expect(diff(path({}), path({ parameters }))).toEqual([])
  expect(diff(path({ parameters }), path({}))).toEqual([])
})
