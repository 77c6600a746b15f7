import { expect, test } from 'vitest'
import { judge } from '../../../conformance/checks/index.js'
import { seen, type Telling } from './shop.js'

const item = { id: 1, name: 'a' }
const problem = { type: 'application/problem+json', body: { title: 'no' } }
const total = { 'X-Total': '1' }

const found = async (operation: string, telling: Telling): Promise<string[]> => {
  const { violations } = await judge(seen(operation, telling))
  return violations.map(({ rule, cause }) => `${rule}: ${cause}`)
}

test.each<[string, string, Telling]>([
  ['an empty list', 'listItems', { body: [], headers: total }],
  ['a charset', 'getItem', { body: item, type: 'Application/JSON; charset=UTF-8' }],
  ['a byte order mark', 'getItem', { body: `\uFEFF${JSON.stringify(item)}` }],
  ['a declared refusal', 'getItem', { status: 404, ...problem }],
  ['a refusal of a range', 'listItems', { status: 422, ...problem }],
  ['a refusal of another kind of JSON', 'listItems', { status: 422, body: { title: 'no' } }],
  ['a refusal that is the default', 'changeItem', { status: 409, ...problem }],
  [
    'a range of statuses and of media types',
    'changeItem',
    { status: 202, body: item, type: 'application/hal+json' },
  ],
  [
    'plain text where any media type will do, and text fits nothing',
    'changeItem',
    { body: 'done', type: 'text/plain' },
  ],
  ['a vendor media type', 'health', { body: { up: 1 }, type: 'application/vnd.shop.v1+json' }],
  ['plain text', 'health', { body: 'on', type: 'text/plain;charset=utf-8' }],
  ['nothing at all', 'deleteItem', { status: 204, type: null }],
  ['a body where none is described', 'deleteItem', { status: 204, body: 'ok', type: 'text/plain' }],
  ['the largest integer of 64 bits', 'getItem', { body: '{"id":9223372036854775807,"name":"a"}' }],
  ['an integer that is written as a fraction', 'getItem', { body: '{"id":1.0,"name":"a"}' }],
  ['a refusal of a router in plain text', 'listItems', { status: 405, type: 'text/plain', body: 'no' }],
  [
    'a refusal of what no path holds',
    'getItem',
    { status: 404, type: 'text/html', body: '<p>no', call: { path: { id: 'a/b' } } },
  ],
  ['a refusal of a door before it', 'getItem', { status: 401, type: 'text/plain', body: 'who?' }],
  ['a refusal that is too many', 'getItem', { status: 429, type: 'text/plain', body: 'slow down' }],
  ['a refusal where none are shown', 'deleteItem', { status: 409, type: 'text/plain', body: 'no' }],
  [
    'a guard, of whose form only the default speaks',
    'changeItem',
    { status: 403, type: 'text/plain', body: 'no' },
  ],
  [
    'a redirect, of which only the default speaks',
    'changeItem',
    { status: 302, type: null, headers: { location: '/login' } },
  ],
  [
    'another status where a slash in the path leads elsewhere',
    'getItem',
    { status: 202, type: null, call: { path: { id: 'a/b' } } },
  ],
  [
    'a redirect of a path that ends early',
    'getItem',
    { status: 307, type: null, headers: { location: '/x' }, call: { path: { id: '..' } } },
  ],
  [
    'the page of a frontend for what is no id',
    'getItem',
    { type: 'text/html', body: '<p>', call: { path: { id: "O'Brien <x>" } } },
  ],
  ['carried out elsewhere', 'getItem', { body: item, call: { path: { id: '' }, credentials: 'none' } }],
  [
    'a refusal of a body that nobody can read',
    'getItem',
    {
      status: 400,
      ...problem,
      case: {
        expectation: 'invalid',
        deviation: { in: 'body', at: '', keyword: 'syntax', pointer: '#/x', says: 'the body is not JSON' },
      },
    },
  ],
  ['a media type twice', 'getItem', { body: item, headers: { 'content-type': 'application/json' } }],
  ['a file of a kind', 'file', { type: 'image/png', body: 'x' }],
  ['another spelling of a media type', 'file', { type: 'application/xml', body: '<a/>' }],
  ['a member that a schema beside declares', 'getItem', { body: { ...item, both: { a: 1, b: 2 } } }],
  ['a value of several forms', 'getItem', { body: { ...item, either: {} } }],
  ['an empty refusal', 'listItems', { status: 400, type: null }],
  ['an announced outage', 'getItem', { status: 503, type: 'text/html', body: 'back soon' }],
  ['a stream that does not end', 'events', { noAnswer: 'timeout' }],
  ['a method that the server does not know', 'getItem', { status: 501, call: { method: 'put' } }],
  ['OPTIONS', 'getItem', { status: 200, type: null, call: { method: 'options' } }],
  ['HEAD', 'getItem', { status: 200, call: { method: 'head' } }],
  ['a redirect to a slash', 'listItems', { status: 307, type: null, headers: { location: '/items/' } }],
  ['nothing new', 'getItem', { status: 304, type: null }],
  [
    'headers of several values',
    'listItems',
    { body: [], headers: { ...total, 'x-tags': 'a, b', 'X-Since': '2026-01-01T00:00:00Z' } },
  ],
])('%s is right', async (_, operation, telling) => {
  expect(await found(operation, telling)).toEqual([])
})

const schema = '#/components/schemas'
const items = '#/paths/~1items/get/responses/200'
const one = '#/paths/~1items~1{id}/get/responses/200/content/application~1json'

test.each<[string, string, Telling, string]>([
  ['a status', 'getItem', { status: 202, body: item }, 'answers/status: 202 beside 200'],
  [
    'a redirect elsewhere',
    'getItem',
    { status: 302, type: null, headers: { location: '/login' } },
    'answers/status: 302 beside 200',
  ],
  ['what is not implemented', 'deleteItem', { status: 501, type: null }, 'answers/undeclared-refusal: 501'],
  ['a refusal', 'getItem', { status: 409, ...problem }, 'answers/undeclared-refusal: 409'],
  [
    'a media type',
    'getItem',
    { type: 'text/html', body: '<p>' },
    'answers/media-type: 200 text/html for application/json',
  ],
  [
    'no media type',
    'getItem',
    { type: null, body: item },
    'answers/media-type: 200 none for application/json',
  ],
  ['an empty body', 'getItem', {}, `answers/body: ${one} is empty`],
  ['no JSON', 'getItem', { body: '{"id":1' }, `answers/body: ${one} is JSON that ends too early`],
  [
    'NaN',
    'getItem',
    { body: '{"id":NaN,"name":"a"}' },
    `answers/body: ${one} holds NaN, which JSON does not have`,
  ],
  ['a missing member', 'getItem', { body: { id: 1 } }, `answers/body: ${schema}/Item required name`],
  [
    'the same in a list',
    'listItems',
    { headers: total, body: [item, { id: 1 }] },
    `answers/body: ${schema}/Item required name`,
  ],
  [
    'the same far inside',
    'listItems',
    { headers: total, body: [{ ...item, parts: [{ id: 1 }] }] },
    `answers/body: ${schema}/Item required name`,
  ],
  [
    'a wrong type',
    'getItem',
    { body: { ...item, name: null } },
    `answers/body: ${schema}/Item/properties/name type`,
  ],
  [
    'a wrong type behind a reference',
    'getItem',
    { body: { ...item, other: 'x' } },
    `answers/body: ${schema}/Item/properties/other type`,
  ],
  [
    'a further member',
    'getItem',
    { body: { ...item, secret: 1 } },
    `answers/body: ${schema}/Item additionalProperties secret`,
  ],
  [
    'a value that is not listed',
    'getItem',
    { body: { ...item, kind: 'cow' } },
    `answers/body: ${schema}/Item/properties/kind enum`,
  ],
  [
    'a wrong branch',
    'getItem',
    { body: { ...item, price: {} } },
    `answers/body: ${schema}/Money required amount`,
  ],
  [
    'a wrong value of a map',
    'getItem',
    { body: { ...item, tags: { x: 1 } } },
    `answers/body: ${schema}/Item/properties/tags/additionalProperties type`,
  ],
  [
    'an integer of more than 64 bits',
    'getItem',
    { body: { ...item, id: 1e30 } },
    `answers/body: ${schema}/Item/properties/id format`,
  ],
  [
    'text that is not listed',
    'health',
    { body: 'down', type: 'text/plain' },
    'answers/body: #/paths/~1health/get/responses/200/content/text~1plain/schema enum',
  ],
  [
    'a format',
    'getItem',
    { body: { ...item, made: 'today' } },
    `answers/format: ${schema}/Item/properties/made format`,
  ],
  [
    'an error of another form',
    'getItem',
    { status: 404, type: 'application/json', body: { error: 'no' } },
    `answers/body: ${schema}/Problem required title`,
  ],
  ['an absent header', 'listItems', { body: [] }, `answers/headers: ${items}/headers/X-Total required`],
  [
    'a wrong header',
    'listItems',
    { body: [], headers: { 'x-total': 'many' } },
    `answers/headers: ${items}/headers/X-Total schema`,
  ],
  [
    'a header of another format',
    'listItems',
    { body: [], headers: { ...total, 'x-since': 'now' } },
    `answers/format: ${items}/headers/X-Since schema`,
  ],
  [
    'no answer',
    'getItem',
    { noAnswer: 'timeout' },
    'answers/server-error: timeout #/paths/~1items~1{id}/get',
  ],
  [
    'a broken connection',
    'getItem',
    { noAnswer: 'broken' },
    'answers/server-error: broken #/paths/~1items~1{id}/get',
  ],
  ['another method', 'getItem', { call: { method: 'put' }, body: item }, 'methods/undeclared: put 200'],
  ['no credentials', 'getItem', { call: { credentials: 'none' }, body: item }, 'security/required: none'],
  [
    'wrong credentials',
    'getItem',
    { call: { credentials: 'wrong' }, body: item },
    'security/required: wrong',
  ],
  [
    'a page in place of a file',
    'file',
    { type: 'text/html', body: 'x' },
    'answers/media-type: 200 text/html for application/octet-stream, text/xml',
  ],
  [
    'a member that nothing declares',
    'getItem',
    { body: { ...item, both: { c: 1 } } },
    `answers/body: ${schema}/Item/properties/both/allOf/0 additionalProperties c`,
  ],
  [
    'a thousand wrong items',
    'listItems',
    { headers: total, body: Array.from({ length: 1000 }, () => ({ id: 1 })) },
    `answers/body: ${schema}/Item required name`,
  ],
])('%s is wrong', async (_, operation, telling, violation) => {
  expect(await found(operation, telling)).toEqual([violation])
})

test('whoever needs no credentials may come without', async () => {
  const telling = { call: { credentials: 'none' }, body: 'up', type: 'text/plain' } as const
  expect(await found('health', telling)).toEqual([])
})

test('integers beyond 2^53 are judged by what they are where reading them changes nothing of it', async () => {
  const { judged, violations } = await judge(
    seen('getItem', { body: '{"id":9223372036854775807,"name":null}' }),
  )
  expect(judged).toContain('answers/body')
  expect(violations.map(({ message }) => message)).toEqual([
    'GET /items/{id} 200: name is null, where a string is declared',
  ])
})
