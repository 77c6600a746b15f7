import { expect, test } from 'vitest'
import { idsOf, visit } from '../../../conformance/sequences/lists.js'
import type { Asking, Walk } from '../../../conformance/sequences/walk.js'
import { apiOf, operationOf, parameterOf } from '../support/make.js'
import { observed, type Row } from '../support/observed.js'

const baseUrl = 'http://localhost:1'
const all = ['a', 'b', 'c', 'd', 'e']
const linkTo = (from: number): string => `${baseUrl}/things?from=${from}`
const thingsOf = (ids: readonly string[]) => ids.map((id) => ({ id }))

/** Query parameters by name; the things on a page of two, the place of the first, and the next page's. */
type Page = (things: unknown, from: number, next: number | undefined) => Row
/** The place of the first thing on a page that is asked for; by default, that of `from`. */
type Start = (query: URLSearchParams) => number

const from: Start = (query) => Number(query.get('from') ?? 0)
const at =
  (name: string, first = 0, size = 2): Start =>
  (query) =>
    (Number(query.get(name) ?? first) - first) * size

test.each<[string, string, string, boolean, Page, Start]>([
  ['a link in a header', 'limit', 'abcde', true, (body, _, next) => ({
    body,
    headers: next === undefined ? {} : { link: `<${linkTo(0)}>; rel="first", <${linkTo(next)}>; rel="next"` },
  }), from],
  ['a link in the body', 'limit', 'abcde', true, (data, _, next) => ({
    body: { data, links: { next: next === undefined ? null : { href: `?from=${next}` } } },
  }), from],
  ['a link to another host', 'limit', 'ab', false, (data) => ({ body: { data, next: 'http://other/things?from=2' } }), from],
  ['a token', 'limit cursor', 'abcde', true, (data, _, next) => ({ body: { data, next_cursor: next } }), at('cursor', 0, 1)],
  ['a token that ends as an empty text', 'limit cursor', 'abcde', true, (data, _, next) => ({ body: { data, meta: { pagination: { cursor: next ?? '' } } } }), at('cursor', 0, 1)],
  ['the last id', 'limit starting_after', 'abcde', true, (data, _, next) => ({ body: { data, has_more: next !== undefined } }), (query) => all.indexOf(query.get('starting_after') ?? '') + 1],
  ['a number from 1', 'limit page', 'abcde', true, (body) => ({ body }), at('page', 1)],
  ['a number from 0', 'limit page', 'abcde', true, (body) => ({ body }), at('page')],
  ['a number that shows others', 'limit page', 'ab', false, (body) => ({ body }), (query) => (query.has('page') ? 3 : 0)],
  ['an offset', 'limit skip', 'abcde', true, (body) => ({ body }), at('skip', 0, 1)],
  ['nothing, where the total is larger', '', 'ab', false, (data) => ({ body: { data, total: 5 } }), from],
  ['nothing, where the total is seen', '', 'ab', true, (data) => ({ body: { data, page: { totalElements: 2 } } }), from],
  ['nothing, at a length at which services cut', '', 'abcdefghij', false, () => ({ body: thingsOf('abcdefghij'.split('')) }), from],
  ['nothing, at another', '', 'abcdefghijk', true, () => ({ body: thingsOf('abcdefghijk'.split('')) }), from],
])('the pages of a list by %s', async (_, names, ids, isWhole, page, startOf) => {
  const parameters = names.split(' ').filter(Boolean).map((name) =>
    parameterOf({ name, in: 'query', schema: { type: name === 'starting_after' ? 'string' : 'integer' } }),
  )
  const operation = operationOf({ path: '/things', servers: ['/'], parameters })
  const api = apiOf([operation], { baseUrl })
  const call = async (__: unknown, { target, query = {} }: Asking) => {
    const asked = new URLSearchParams(target?.split('?')[1] ?? (query as Record<string, string>))
    const start = startOf(asked)
    const next = start + 2 < all.length ? start + 2 : undefined
    return observed(api, operation, page(thingsOf(all.slice(start, start + 2)), start, next))
  }
  const resource = { nouns: ['thing'], parameter: { name: 'id' } }
  const list = { resource, operation, path: {} } as unknown as Parameters<typeof visit>[1]
  const found = await visit({ call, schemas: {} } as unknown as Walk, list, 2)
  expect([found.pages.flatMap(idsOf).join(''), found.isWhole]).toEqual([ids, isWhole])
}) // prettier-ignore
