import { expect, test } from 'vitest'
import { Kinds } from '../../../conformance/pool/kinds.js'
import { Pool } from '../../../conformance/pool/pool.js'
import { callGroups } from '../../../conformance/run/call-order.js'
import { exploredApi } from '../../support/explored-api.js'

const responses = { 201: { description: 'Created.' } }

/** A collection whose things are created by bodies with these members. */
const collection = (path: string, ...members: readonly string[]) => {
  const properties = Object.fromEntries(members.map((name) => [name, { type: 'string' }]))
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return {
    [path]: { post: { requestBody, responses }, get: { responses } },
    [`${path}/{id}`]: { parameters: [id], get: { responses }, delete: { responses } },
  }
}

const groupsOf = async (paths: object): Promise<readonly string[]> => {
  const api = await exploredApi({ paths })
  return [...callGroups(api, new Kinds(api), new Pool(api).others.kindsMeant)].map((group) =>
    group.map(({ method, path }) => `${method} ${path}`).join(', '),
  )
}

test('lists come first, then what others refer to, then what refers to it, then what needs ids', async () => {
  const paths = {
    ...collection('/boards', 'name', 'appId'),
    ...collection('/apps', 'owner', 'parentApp'),
    ...collection('/api/owners'),
  }
  expect(await groupsOf(paths)).toEqual([
    'get /boards, get /apps',
    'get /api/owners',
    'post /api/owners',
    'post /apps',
    'post /boards',
    'get /boards/{id}, get /apps/{id}',
    'get /api/owners/{id}',
    'delete /boards/{id}, delete /apps/{id}',
    'delete /api/owners/{id}',
  ])
})

test('what a required parameter refers to, or an id whose kind another member says, comes first', async () => {
  const parameters = (...names: readonly [string, string[]?][]) =>
    names.map(([name, values]) => ({ name, in: 'query', required: true, schema: { enum: values } }))
  const paths = {
    ...collection('/files'),
    ...collection('/items'),
    ...collection('/folders'),
    ...collection('/boxes'),
  }
  Object.assign(paths['/files']?.post ?? {}, { parameters: parameters(['itemId']) })
  Object.assign(paths['/items']?.post ?? {}, {
    parameters: parameters(['parentId'], ['parentType', ['folder', 'BOX', 'none']]),
  })
  expect((await groupsOf(paths)).slice(1, 4)).toEqual([
    'post /folders, post /boxes',
    'post /items',
    'post /files',
  ])
})

test('what a member means that is only the end of its name comes first, where its value may be an id', async () => {
  const paths = {
    ...collection('/meals', 'plan', 'color'),
    ...collection('/dietplans'),
    ...collection('/meal-colors'),
  }
  const schema = {
    type: 'object',
    properties: { plan: { type: 'string', format: 'uuid' }, color: { type: 'string' } },
  }
  Object.assign(paths['/meals']?.post ?? {}, { requestBody: { content: { 'application/json': { schema } } } })
  expect((await groupsOf(paths)).slice(1, 3)).toEqual(['post /dietplans, post /meal-colors', 'post /meals'])
})

test('logins come after creations', async () => {
  const login = { post: { responses: { '200': { description: 'done' } } } }
  expect(
    await groupsOf({
      '/auth/sign-in': login,
      '/login/access-token': login,
      '/logins': login,
      ...collection('/users'),
    }),
  ).toEqual([
    'get /users',
    'post /logins, post /users',
    'post /auth/sign-in, post /login/access-token',
    'get /users/{id}',
    'delete /users/{id}',
  ])
})

test('creations that refer to each other or to themselves come in any order', async () => {
  const paths = { ...collection('/boards', 'appId', 'boardId'), ...collection('/apps', 'board_ids') }
  expect((await groupsOf(paths))[1]).toBe('post /boards, post /apps')
})

test('what a member refers to whose name is not a kind comes first, where lists show whose id it has', async () => {
  const paths = { ...collection('/boards', 'leadId'), ...collection('/people', 'name') }
  const api = await exploredApi({ paths })
  const people = new Kinds(api).named('person')
  const meaning = ([noun]: readonly string[]) => (noun === 'lead' ? people : [])
  const groups = [...callGroups(api, new Kinds(api), meaning)].map((group) => group.map(({ path }) => path))
  expect(groups.slice(1, 3)).toEqual([['/people'], ['/boards']])
  // A number may be that of many things.
  const open = [...callGroups(api, new Kinds(api), () => new Kinds(api).all)].map((group) =>
    group.map(({ path }) => path),
  )
  expect(open[1]).toEqual(['/boards', '/people'])
})
