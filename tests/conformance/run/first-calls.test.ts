import { expect, test } from 'vitest'
import { Kinds } from '../../../conformance/pool/kinds.js'
import { callGroups } from '../../../conformance/run/first-calls.js'
import { exploredApi } from '../../support/explored-api.js'

const responses = { 200: { description: 'Done.' } }
const schemaOf = (members: Record<string, object>) => ({ type: 'object', properties: members })
const creation = (members: Record<string, object>) => ({
  requestBody: { content: { 'application/json': { schema: schemaOf(members) } } },
  responses,
})
const item = (name: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
  get: { responses },
  delete: { responses },
})
const [number, list] = [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }]

test('operations are first called after those that create what their things belong to', async () => {
  const api = await exploredApi({
    openapi: '3.1.0',
    info: { title: 'Boards', version: '1' },
    paths: {
      '/cards': { get: { responses }, post: creation({ board_id: number, card_id: number }) },
      '/cards/{cardId}': item('cardId'),
      '/boards': { get: { responses }, post: creation({ owner: number }) },
      '/boards/{boardId}': item('boardId'),
      '/owners': { get: { responses }, post: creation({ boards: list }) },
      '/owners/{ownerId}': item('ownerId'),
      // Each is said to need the other.
      '/keys': { post: creation({ lock_id: number }) },
      '/keys/{keyId}': item('keyId'),
      '/locks': { post: creation({ key_id: number }) },
      '/locks/{lockId}': item('lockId'),
    },
  })
  const groups = [...callGroups(api, new Kinds(api))].map((group) =>
    group.map(({ method, path }) => `${method} ${path}`),
  )
  expect(groups.slice(0, 4)).toEqual([
    ['get /cards', 'get /boards', 'get /owners'],
    ['post /owners'],
    ['post /boards', 'post /locks'],
    ['post /cards', 'post /keys'],
  ])
})
