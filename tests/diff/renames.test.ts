import { expect, test } from 'vitest'
import { diff, diffInResponse, diffOperations, documentOf, idsOf } from './support/documents.js'
import { tableOf } from './support/tables.js'

const text = { type: 'string' }
type Members = Readonly<Record<string, object>>

const { renamed, notRenamed, paths } = tableOf<{
  readonly renamed: readonly (readonly [from: Members, to: Members])[]
  readonly notRenamed: readonly (readonly [from: Members, to: Members])[]
  readonly paths: readonly (readonly [
    from: string,
    to: string,
    one: object,
    other: object,
    isMoved: boolean,
  ])[]
}>('renames')

/** Properties with numbered names. */
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

test.each(paths)('operations at %s and %s', (from, to, one, other, isMoved) => {
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

test('a parameter of the path that is described at last is not a new one', () => {
  const path = (more: object): object =>
    documentOf({ paths: { '/a/{id}': { get: { responses: {}, ...more } } } })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
  expect(diff(path({}), path({ parameters }))).toEqual([])
  expect(diff(path({ parameters }), path({}))).toEqual([])
})
