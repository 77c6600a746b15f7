import { expect, test } from 'vitest'
import { brokenPages, idsOf, visit } from '../../../conformance/sequences/lists.js'
import type { Asking, Walk } from '../../../conformance/sequences/walk.js'
import { apiOf, operationOf, parameterOf } from '../support/make.js'
import { observed, type Row } from '../support/observed.js'

const all = ['a', 'b', 'c', 'd', 'e']
const thingsOf = (ids: readonly string[]) => ids.map((id) => ({ id }))

type Start = (query: URLSearchParams) => number
/** The index of the first thing on a page, from a parameter that counts from `first` in pages of `size`. */
const at = (name: string, first = 0, size = 2): Start => (query) => (Number(query.get(name) ?? first) - first) * size // prettier-ignore

test.each<[string, string, string, boolean, (things: unknown, next?: number) => Row, Start]>([
  ['a link in a header', 'limit', 'abcde', true, (body, next) => ({ body, headers: { link: `<?from=0>; rel="first"${next === undefined ? '' : `, <?from=${next}>; rel="next"`}` } }), at('from', 0, 1)],
  ['a link in the body', 'limit', 'abcde', true, (data, next) => ({ body: { data, links: { next: next === undefined ? null : { href: `?from=${next}` } } } }), at('from', 0, 1)],
  ['a link to another host', 'limit', 'ab', false, (data) => ({ body: { data, next: 'http://other/things?from=2' } }), at('from', 0, 1)],
  ['a token', 'limit cursor', 'abcde', true, (data, next) => ({ body: { data, next_cursor: next } }), at('cursor', 0, 1)],
  ['a token that ends as an empty text', 'limit cursor', 'abcde', true, (data, next) => ({ body: { data, meta: { pagination: { cursor: next ?? '' } } } }), at('cursor', 0, 1)],
  ['the last id', 'limit starting_after', 'abcde', true, (data, next) => ({ body: { data, has_more: next !== undefined } }), (query) => all.indexOf(query.get('starting_after') ?? '') + 1],
  ['a number from 1', 'limit page', 'abcde', true, (body) => ({ body }), at('page', 1)],
  ['a number from 0', 'limit page', 'abcde', true, (body) => ({ body }), at('page')],
  ['a number that shows others', 'limit page', 'ab', false, (body) => ({ body }), (query) => (query.has('page') ? 3 : 0)],
  ['a number that is ignored', 'limit page', 'abab', false, (body) => ({ body }), () => 0],
  ['an offset', 'limit skip', 'abcde', true, (body) => ({ body }), at('skip', 0, 1)],
  ['nothing, where the total is larger', '', 'ab', false, (data) => ({ body: { data, total: 5 } }), at('from', 0, 1)],
  ['nothing, where the total is seen', '', 'ab', true, (data) => ({ body: { data, page: { totalElements: 2 } } }), at('from', 0, 1)],
  ['nothing, at a length at which services cut', '', 'abcdefghij', false, () => ({ body: thingsOf('abcdefghij'.split('')) }), at('from', 0, 1)],
  ['nothing, where it shows names', '', '', false, () => ({ body: ['a', 'b'] }), at('from', 0, 1)],
  ['nothing, at another', '', 'abcdefghijk', true, () => ({ body: thingsOf('abcdefghijk'.split('')) }), at('from', 0, 1)],
])('the pages of a list by %s', async (_, names, ids, isWhole, page, startOf) => {
  const parameters = names.split(' ').filter(Boolean).map((name) =>
    parameterOf({ name, in: 'query', schema: { type: name === 'starting_after' ? 'string' : 'integer' } }),
  )
  const operation = operationOf({ path: '/things', servers: ['/'], parameters })
  const api = apiOf([operation])
  const call = async (__: unknown, { target, query = {} }: Asking) => {
    const asked = new URLSearchParams(target?.split('?')[1] ?? (query as Record<string, string>))
    const start = startOf(asked)
    const next = start + 2 < all.length ? start + 2 : undefined
    return observed(api, operation, page(thingsOf(all.slice(start, start + 2)), next))
  }
  const resource = { nouns: ['thing'], parameter: { name: 'id' } }
  const list = { resource, operation, path: {} } as unknown as Parameters<typeof visit>[1]
  const found = await visit({ call, schemas: {} } as unknown as Walk, list, 2)
  expect([found.pages.flatMap(idsOf).join(''), found.isWhole]).toEqual([ids, isWhole])
}) // prettier-ignore

test('things of a list are known by their links to themselves, whatever their names are', async () => {
  const operation = operationOf({ path: '/things', servers: ['/'] })
  const things = [7, 8].map((id) => ({ name: 'Red', _links: { self: { href: `/things/${id}` } } }))
  const api = apiOf([operation])
  const call = () => Promise.resolve(observed(api, operation, { body: things }))
  const resource = { nouns: ['thing'], parameter: { name: 'id' }, itemPath: '/things/{id}' }
  const list = { resource, operation, path: {} } as unknown as Parameters<typeof visit>[1]
  const { pages } = await visit({ call, schemas: {} } as unknown as Walk, list)
  expect(pages.flatMap(idsOf)).toEqual(['7', '8'])
})

test.each([
  ['twice', [{ id: 'b', at: 'x' }], 'pages repeat'],
  ['twice, with a number that grew', [{ id: 'b', at: 'x', reads: 2 }], 'pages repeat'],
  ['beside another with its id below another thing', [{ id: 'b', at: 'y' }], undefined],
])('a thing on pages %s', (_, last, kind) => {
  const limit = parameterOf({ name: 'limit', in: 'query', schema: { type: 'integer' } })
  const operation = operationOf({ path: '/things', servers: ['/'], parameters: [limit] })
  const by = observed(apiOf([operation]), operation, {})
  const pages = [[{ id: 'a', at: 'x', reads: 1 }, { id: 'b', at: 'x', reads: 1 }], last].map((things) => ({
    by,
    things: things.map((one) => [one.id, one] as const),
  })) // prettier-ignore
  const look = { by, sent: {}, visited: { pages, isWhole: true } }
  const list = { resource: {}, operation, path: {} } as unknown as Parameters<typeof visit>[1]
  const verdict = brokenPages({ schemas: {} } as unknown as Walk, list, [look, look, look])
  expect(verdict).toEqual(kind === undefined ? undefined : expect.objectContaining({ kind }))
})
