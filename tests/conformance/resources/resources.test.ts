import { expect, test } from 'vitest'
import { resourcesOf, singletonsOf, updatesByPost } from '../../../conformance/resources/resources.js'
import type { JsonSchema, Method, Operation } from '../../../runtime/surface.js'
import { operationOf, responseOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{ readonly updates: [string, [string, JsonSchema?][], string[]][] }>(
  import.meta.dirname,
  'resources.yaml',
)

const object: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
}
const list: JsonSchema = { type: 'array', items: object }
const page: JsonSchema = { type: 'object', properties: { items: list, total: { type: 'integer' } } }

/** `get /pets` with the schema of its response. */
const operation = ([name, schema]: readonly [string, JsonSchema?]): Operation => {
  const [method, path] = name.split(' ') as [Method, string]
  const content = schema === undefined ? {} : { 'application/json': { pointer: '#', schema } }
  return operationOf({ method, path, responses: { '200': responseOf({ content }) } })
}

const namesOf = (operations: Iterable<Operation>): string[] =>
  [...operations].map(({ method, path }) => `${method} ${path}`)

test.each(tables.updates)('POST changes what is there: %s', (_, rows, wanted) =>
  expect(namesOf(updatesByPost(rows.map(operation), {}))).toEqual(wanted),
)

test('a POST that responds with the list of its path asks for it, and creates nothing', () => {
  const at = '#/components/schemas/'
  const kinds = (ofPost: string): string[] => {
    const rows: [string, JsonSchema?][] = [
      ['get /pets', { $ref: `${at}List` }],
      ['post /pets', { $ref: `${at}${ofPost}` }],
      ['get /pets/{id}'],
    ]
    return resourcesOf(rows.map(operation), { List: page, Pet: object }).flatMap(({ creates }) =>
      namesOf(creates),
    )
  }
  expect([kinds('List'), kinds('Pet')]).toEqual([[], ['post /pets']])
})

test('things below an owner that are deleted elsewhere are of that kind, if both paths show one component', () => {
  const kinds = (name: string, shown: string, ...more: [string][]): string[] => {
    const pet = (of: string): JsonSchema => ({ $ref: `#/components/schemas/${of}` })
    const rows: [string, JsonSchema?][] = [
      ['post /owners/{ownerId}/pets', pet('Pet')],
      ['get /owners/{ownerId}/pets/{petId}', pet('Pet')],
      [`get /pets/{${name}}`, pet(shown)],
      [`delete /pets/{${name}}`],
      ...more,
    ]
    return resourcesOf(rows.map(operation), { Pet: object })
      .filter(({ itemPath }) => itemPath.startsWith('/pets'))
      .flatMap(({ creates }) => namesOf(creates))
  }
  expect(kinds('petId', 'Pet')).toEqual(['post /owners/{ownerId}/pets'])
  expect(kinds('id', 'Pet')).toEqual([])
  expect(kinds('petId', 'Animal')).toEqual([])
  expect(kinds('petId', 'Pet', ['delete /owners/{ownerId}/pets/{petId}'])).toEqual([])
})

test('singletons are read and changed at one path that is not a collection', () => {
  const rows: [string, JsonSchema?][] = [
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

test('things that are listed by their owner are created above the list', () => {
  const rows = [
    'get /owners/{id}',
    'post /photos',
    'get /photos/{owner_id}',
    'get /photos/{owner_id}/{photo_id}',
    // Of the two parameters, the first identifies the thing itself.
    'post /boxes',
    'get /boxes/{box_id}',
    'get /boxes/{box_id}/{item}',
    // No path lists the things of an owner.
    'post /cards',
    'get /cards/{holder}/{card_id}',
  ]
  const found = resourcesOf(
    rows.map((name) => operation([name])),
    {},
  )
  expect(found.map(({ itemPath, creates }) => [itemPath].concat(namesOf(creates)))).toEqual([
    ['/owners/{id}'],
    ['/boxes/{box_id}', 'post /boxes'],
    ['/photos/{owner_id}/{photo_id}', 'post /photos'],
    ['/boxes/{box_id}/{item}', 'post /boxes'],
    ['/cards/{holder}/{card_id}', 'post /cards'],
  ])
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

test('things are created elsewhere where a new one is shown as the same component', () => {
  const shows = (name: string, component: string, status = '200'): Operation => {
    const schema = { $ref: `#/components/schemas/${component}` }
    const response = { pointer: '#', headers: {}, content: { 'application/json': { pointer: '#', schema } } }
    return { ...operation([name]), responses: { [status]: response } }
  }
  const component: JsonSchema = { properties: { owner: { type: 'object' }, name: { type: 'string' } } }
  const rows = [
    shows('post /me/pets', 'Pet', '201'),
    operation(['get /me/pets']),
    shows('get /pets/{id}', 'Pet'),
    shows('post /exports', 'Job', '202'),
    shows('get /jobs/{id}', 'Job'),
    // A login shows a user that is not new.
    shows('post /login', 'User'),
    shows('get /users/{id}', 'User'),
    shows('post /visits', 'Visit', '201'),
    shows('post /booking', 'Visit', '201'),
    shows('get /visits/{id}', 'Visit'),
    shows('post /me/repos', 'Repo', '201'),
    operation(['get /me/repos']),
    operation(['post /teams/{id}/repos']),
    shows('get /repos/{owner}/{repo}', 'Repo'),
    // A member addresses the things of another path, unless another component is shown.
    operation(['get /toys/{id}']),
    shows('post /toys', 'Toy'),
    shows('get /toys/name/{name}', 'Toy'),
    shows('get /toys/brand/{brand}', 'Brand'),
    // Null is not counted.
    operation(['post /dolls', { anyOf: [{ $ref: '#/components/schemas/Doll' }, { type: 'null' }] }]),
    shows('get /dolls/name/{name}', 'Doll'),
    // The document does not show its owner.
    shows('post /me/keys', 'Key', '201'),
    shows('get /keys/{holder}/{key}', 'Key'),
  ]
  const found = resourcesOf(rows, { Repo: component })
  expect(found.map(({ itemPath, creates, lists }) => [itemPath, namesOf(creates), namesOf(lists)])).toEqual([
    ['/pets/{id}', ['post /me/pets'], ['get /me/pets']],
    ['/jobs/{id}', ['post /exports'], []],
    ['/users/{id}', [], []],
    ['/visits/{id}', ['post /visits'], []],
    ['/toys/{id}', ['post /toys'], []],
    ['/repos/{owner}/{repo}', ['post /teams/{id}/repos', 'post /me/repos'], ['get /me/repos']],
    ['/toys/name/{name}', ['post /toys'], []],
    ['/toys/brand/{brand}', [], []],
    ['/dolls/name/{name}', ['post /dolls'], []],
    ['/keys/{holder}/{key}', [], []],
  ])
})

test('a POST beside one whose path says that it creates is a search, unless it declares 201', () => {
  const names = ['post /pets', 'post /pets/create', 'get /pets/{id}', 'post /toys/add', 'get /toys/{id}']
  const sure = operationOf({ method: 'post', path: '/toys', responses: { '201': responseOf({}) } })
  const found = resourcesOf([...names.map((name) => operation([name])), sure], {})
  expect(found.map(({ creates }) => namesOf(creates))).toEqual([
    ['post /pets/create', 'post /pets'],
    ['post /toys'],
  ])
})

test('things at the root are listed and created there', () => {
  const [realm] = resourcesOf(
    ['get /', 'post /', 'get /{realm}', 'put /{realm}', 'get /pets'].map((name) => operation([name])),
    {},
  )
  expect([namesOf(realm?.lists ?? []), namesOf(realm?.creates ?? [])]).toEqual([['get /'], ['post /']])
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

test.each(['id', 'by-id', 'by_id'])('things at /pets/%s/{id} are those of /pets', (word) => {
  const names = ['get /pets/', 'post /pets/create', `get /pets/${word}/{id}`]
  const [pet] = resourcesOf(
    names.map((name) => operation([name])),
    {},
  )
  expect([pet?.nouns, ...[pet?.lists, pet?.creates].map((all) => namesOf(all ?? []))]).toEqual([
    ['pet'],
    ['get /pets/'],
    ['post /pets/create'],
  ])
})

test('things are listed and created also at their noun in the other number, each by its method', () => {
  const names = ['get /pets/{pet}', 'get /pet', 'post /pet', 'put /pet']
  const [pet] = resourcesOf(
    names.map((name) => operation([name])),
    {},
  )
  expect([pet?.lists, pet?.creates].map((all) => namesOf(all ?? []))).toEqual([['get /pet'], ['post /pet']])
})
