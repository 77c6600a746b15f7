import { expect, test } from 'vitest'
import { resourcesOf, singletonsOf, updatesByPost } from '../../../conformance/resources/resources.js'
import type { JsonSchema, Method, Operation } from '../../../runtime/surface.js'
import { operationOf, responseOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

/** An operation, the schema of its response or the name of its component, and the status. */
type Row = readonly [name: string, shown?: JsonSchema | string, status?: string]

const tables = tableIn<{
  readonly updates: [string, Row[], string[]][]
  readonly kinds: [string, (Row | string)[], Record<string, Partial<Record<'creates' | 'lists', string[]>>>][]
  readonly schemas: Readonly<Record<string, JsonSchema>>
}>(import.meta.dirname, 'resources.yaml')

const object: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
}
const list: JsonSchema = { type: 'array', items: object }
const page: JsonSchema = { type: 'object', properties: { items: list, total: { type: 'integer' } } }

/** `get /pets` with its response. */
const operation = ([name, shown, status = '200']: Row): Operation => {
  const [method, path] = name.split(' ') as [Method, string]
  const schema = typeof shown === 'string' ? { $ref: `#/components/schemas/${shown}` } : shown
  const content = schema === undefined ? {} : { 'application/json': { pointer: '#', schema } }
  return operationOf({ method, path, responses: { [status]: responseOf({ content }) } })
}

const namesOf = (operations: Iterable<Operation>): string[] =>
  [...operations].map(({ method, path }) => `${method} ${path}`)

test.each(tables.updates)('POST changes what is there: %s', (_, rows, wanted) =>
  expect(namesOf(updatesByPost(rows.map(operation), {}))).toEqual(wanted),
)

test.each(tables.kinds)('the kinds of things: %s', (_, rows, wanted) => {
  const operations = rows.map((row) => operation(typeof row === 'string' ? [row] : row))
  const found = resourcesOf(operations, tables.schemas).map(({ itemPath, creates, lists }) => {
    const [made, listed] = [namesOf(creates), namesOf(lists)]
    return [
      itemPath,
      { ...(made.length > 0 && { creates: made }), ...(listed.length > 0 && { lists: listed }) },
    ]
  })
  expect(Object.fromEntries(found)).toEqual(wanted)
})

test('singletons are read and changed at one path that is not a collection', () => {
  const rows: Row[] = [
    ['get /settings', object],
    ['put /settings'],
    ['get /pets/{id}/collar', object],
    ['patch /pets/{id}/collar'],
    ['get /pets', page],
    ['put /pets'],
    ['get /pets/{id}', object],
    ['put /pets/{id}'],
    ['get /health', object],
  ]
  const found = singletonsOf(rows.map(operation), {})
  expect(found.map(({ itemPath, put, patch }) => [itemPath, put !== undefined, patch !== undefined])).toEqual(
    [
      ['/settings', true, false],
      ['/pets/{id}/collar', false, true],
    ],
  )
})

/** Operations of many kinds, and the number of times that their paths are read. */
const ofKinds = (count: number, rows: (kind: string) => readonly string[]) => {
  const counted = { reads: 0 }
  const operations = Array.from({ length: count }, (_, index) => rows(`kind${index}`)).flat()
  const read = (name: string): Operation => {
    const made = operation([name])
    return Object.defineProperty({ ...made }, 'path', {
      enumerable: true,
      get: () => {
        counted.reads++
        return made.path
      },
    })
  }
  return { operations: operations.map(read), counted }
}

test.each<[string, (kind: string) => readonly string[]]>([
  [
    'with lists and creations',
    (kind) => [`get /${kind}`, `post /${kind}`, `get /${kind}/{id}`, `put /${kind}/{id}/part`],
  ],
  [
    'without lists',
    (kind) => [`post /${kind}`, `get /${kind}/{id}`, `get /more-${kind}`, `put /${kind}/{id}/part`],
  ],
  [
    'without creations',
    (kind) => [`get /${kind}`, `post /more-${kind}`, `get /${kind}/{id}`, `put /${kind}/{id}/part`],
  ],
  [
    'below one parent',
    (kind) => [
      `get /a/{a}/${kind}`,
      `post /a/{a}/${kind}`,
      `get /a/{a}/${kind}/{id}`,
      `put /a/{a}/${kind}/{id}/part`,
    ],
  ],
])('thousands of operations are read at once: %s', (_, rows) => {
  const { operations, counted } = ofKinds(2000, rows)
  const resources = resourcesOf(operations, {})
  expect(namesOf(resources.at(-1)?.below ?? [])).toEqual([
    operations.map(({ method, path }) => `${method} ${path}`).at(-1),
  ])
  expect(resources.length).toBeGreaterThanOrEqual(2000)
  expect(counted.reads).toBeLessThan(100 * operations.length)
})

test('a path that has a new name in the place of the id is not that of the thing', () => {
  const rows = ['post /pets', 'put /pets/{new_name}', 'patch /pets/{pet}', 'delete /pets/{pet_id}']
  const [found] = resourcesOf(
    rows.map((name) => operation([name])),
    {},
  )
  expect(found).toMatchObject({ itemPath: '/pets/{pet_id}', parameter: { name: 'pet_id' } })
  expect(namesOf([found?.put, found?.patch].filter((one) => one !== undefined))).toEqual([
    'patch /pets/{pet}',
  ])
})

test.each([
  ['delete /pets/{pet}/delete', 'delete /pets/{pet}'],
  ['delete /pets/{pet}/delete'],
  ['delete /pets/{pet}/remove/'],
])('a thing is deleted at its path, or else at that of the verb: %s %s', (...deletions) => {
  const [pet] = resourcesOf(
    ['get /pets/{pet}', ...deletions].map((name) => operation([name])),
    {},
  )
  expect([pet?.remove && namesOf([pet.remove])]).toEqual([[deletions.at(-1)]])
  expect(pet?.below.map(({ path }) => path)).toEqual(deletions.length > 1 ? ['/pets/{pet}/delete'] : [])
})
