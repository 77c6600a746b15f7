import { expect, test } from 'vitest'
import { Kinds } from '../../../conformance/pool/kinds.js'
import { Pool } from '../../../conformance/pool/pool.js'
import { callGroups } from '../../../conformance/run/call-order.js'
import { exploredApi } from '../../support/explored-api.js'
import { tableIn } from '../../support/table.js'
import { described } from '../support/app.js'

type Schemas = Readonly<Record<string, object>>

const rows = tableIn<
  readonly {
    readonly what: string
    readonly actions?: readonly string[]
    readonly collections: Readonly<Record<string, Schemas>>
    readonly queries?: Readonly<Record<string, Schemas>>
    readonly first?: number
    readonly groups: readonly string[]
  }[]
>(import.meta.dirname, 'call-order.yaml')

/** A collection whose things are created by bodies with these members. */
const collection = (path: string, members: Schemas, query: Schemas = {}) => {
  const texts = Object.entries(members).map(([name, schema]) => [name, { type: 'string', ...schema }])
  const takes = { type: 'object', properties: Object.fromEntries(texts) as object }
  return {
    [`POST ${path}`]: { takes, isOptional: true, query, 201: null },
    [`GET ${path}`]: { 201: null },
    [`GET ${path}/{id}`]: { 201: null },
    [`DELETE ${path}/{id}`]: { 201: null },
  }
}

test.each(rows.map((row) => [row.what, row] as const))('%s', async (_, row) => {
  const { actions = [], collections, queries = {}, first = 0, groups } = row
  const operations = [
    ...actions.map((path) => ({ [`POST ${path}`]: { 200: null } })),
    ...Object.entries(collections).map(([path, members]) => collection(path, members, queries[path])),
  ]
  const api = await exploredApi(described(Object.assign({}, ...operations) as ReturnType<typeof collection>))
  const found = [...callGroups(api, new Kinds(api), new Pool(api).others.kindsMeant)].map((group) =>
    group.map(({ method, path }) => `${method} ${path}`).join(', '),
  )
  expect(found.slice(first, first === 0 ? undefined : first + groups.length)).toEqual(groups)
})

test('what a member refers to whose name is not a kind comes first, where lists show whose id it has', async () => {
  const members = [collection('/boards', { leadId: {} }), collection('/people', { name: {} })]
  const api = await exploredApi(described(Object.assign({}, ...members) as ReturnType<typeof collection>))
  const kinds = new Kinds(api)
  const second = (meaning: Parameters<typeof callGroups>[2]) =>
    [...callGroups(api, new Kinds(api), meaning)].slice(1, 3).map((group) => group.map(({ path }) => path))
  expect(second(([noun]) => (noun === 'lead' ? kinds.named('person') : []))).toEqual([
    ['/people'],
    ['/boards'],
  ])
  // A number may be that of many things.
  expect(second(() => kinds.all)[0]).toEqual(['/boards', '/people'])
})
