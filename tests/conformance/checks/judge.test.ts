import { expect, test } from 'vitest'
import { checks } from '../../../conformance/checks/checks.js'
import { judge, judgeExchange } from '../../../conformance/checks/index.js'
import { type Row, rowsOf, seen, seenAs, shop } from './shop.js'

const common = String.raw`
given:
  - &item { id: 1, name: a }
  - &no { type: application/problem+json, body: { title: 'no' } }
  - &plain { type: text/plain, body: 'no' }
  - &page { type: text/html, body: <p> }
  - &total { X-Total: '1' }
  - &made { status: 201, body: *item }
  - &letter { type: application/json, send: { size: x }, as: application/x-www-form-urlencoded, wrong: [body, /size, type] }
`

// Each row: what comes, of which operation, and what of the exchange is not as usual.
const right = String.raw`${common}
rows:
  - [an empty list, listItems, { body: [], headers: *total }]
  - [a charset, getItem, { body: *item, type: Application/JSON; charset=UTF-8 }]
  - [a byte order mark, getItem, { body: "\uFEFF{\"id\":1,\"name\":\"a\"}" }]
  - [a declared refusal, getItem, { <<: *no, status: 404 }]
  - [a refusal of a range, listItems, { <<: *no, status: 422 }]
  - [a refusal of another kind of JSON, listItems, { status: 422, body: { title: 'no' } }]
  - [a refusal that is the default, changeItem, { <<: *no, status: 409 }]
  - [a range of statuses and of media types, changeItem, { status: 202, body: *item, type: application/hal+json }]
  - [text where any media type will do and text fits nothing, changeItem, { body: done, type: text/plain }]
  - [a vendor media type, health, { body: { up: 1 }, type: application/vnd.shop.v1+json }]
  - [plain text, health, { body: 'on', type: text/plain;charset=utf-8 }]
  - [nothing at all, deleteItem, { status: 204, type: null }]
  - [a body where none is described, deleteItem, { status: 204, body: ok, type: text/plain }]
  - [the largest integer of 64 bits, getItem, { body: '{"id":9223372036854775807,"name":"a"}' }]
  - [an integer that is written as a fraction, getItem, { body: '{"id":1.0,"name":"a"}' }]
  - [a refusal of a router, listItems, { <<: *plain, status: 405 }]
  - [a refusal of what no path holds, getItem, { <<: *page, status: 404, path: { id: a/b } }]
  - [a refusal of a guard, getItem, { <<: *plain, status: 401 }]
  - [a refusal that is too many, getItem, { <<: *plain, status: 429 }]
  - [a refusal where none are shown, deleteItem, { <<: *plain, status: 409 }]
  - [a guard whose form only the default has, changeItem, { <<: *plain, status: 403 }]
  - [a redirect of which only the default speaks, changeItem, { status: 302, type: null, headers: { location: /login } }]
  - [another status where a slash in the path leads elsewhere, getItem, { status: 202, type: null, path: { id: a/b } }]
  - [a redirect of a path that ends early, getItem, { status: 307, type: null, headers: { location: /x }, path: { id: .. } }]
  - [the page of a frontend for what is no id, getItem, { <<: *page, path: { id: "O'Brien <x>" } }]
  - [carried out elsewhere, getItem, { body: *item, path: { id: '' }, credentials: none }]
  - [a refusal of a body that cannot be read, getItem, { <<: *no, status: 400, wrong: [body, '', syntax] }]
  - [a media type twice, getItem, { body: *item, headers: { content-type: application/json } }]
  - [a file of a kind, file, { type: image/png, body: x }]
  - [a file of JSON that is said to be one, file, { body: '{}', headers: { content-disposition: attachment; filename=a.json } }]
  - [another spelling of a media type, file, { type: application/xml, body: <a/> }]
  - [a download of JSON, download, { body: { any: thing } }]
  - [a text that is called JSON where a range is declared, readNote, { body: a note }]
  - [a member that a schema beside declares, getItem, { body: { <<: *item, both: { a: 1, b: 2 } } }]
  - [a value of several forms, getItem, { body: { <<: *item, either: {} } }]
  - [an empty refusal, listItems, { status: 400, type: null }]
  - [an announced outage, getItem, { <<: *page, status: 503 }]
  - [a stream that does not end, events, { noAnswer: timeout }]
  - [a response that is too large to be read, getItem, { noAnswer: unread }]
  - [a method that the server does not know, getItem, { status: 501, method: put }]
  - [OPTIONS, getItem, { type: null, method: options }]
  - [HEAD, getItem, { method: head }]
  - [a redirect to a slash, listItems, { status: 307, type: null, headers: { location: /items/ } }]
  - [nothing new, getItem, { status: 304, type: null }]
  - [headers of several values, listItems, { body: [], headers: { <<: *total, x-tags: 'a, b', X-Since: '2026-01-01T00:00:00Z' } }]
  - [a made-up token that is refused, readMe, { status: 401, credentials: wrong }]
  - [another method that is refused, getItem, { <<: *plain, status: 405, method: put }]
  - [a stranger who is refused, getItem, { <<: *plain, status: 401, credentials: none }]
  - [a page that is too large and refused, listItems, { <<: *no, status: 400, query: { limit: 99 }, wrong: [query, /limit, maximum] }]
  - [a preference that the service does not know, listItems, { body: [], headers: *total, wrong: [header, /Prefer, enum] }]
  - [nobody asked for credentials, health, { credentials: none, body: up, type: text/plain }]
  - [404 for a value of the path, deleteItem, { <<: *plain, status: 404 }]
  - [404 for a value of the query, health, { <<: *plain, status: 404, query: { of: x } }]
  - [404 to a stranger, health, { <<: *plain, status: 404, credentials: wrong }]
  - [a masked text of another pattern and length, getItem, { body: { <<: *item, code: '[redacted]' } }]
  - [a masked value of a list, getItem, { body: { <<: *item, kind: 'a [redacted second key] b' } }]
  - ['a masked date', getItem, { body: { <<: *item, made: '[redacted: API_KEY]' } }]
  - [a masked name, getItem, { body: { <<: *item, '[redacted]': 1 } }]
  - [a masked number, getItem, { body: '{"id":[redacted],"name":"a"}' }]
  - [a masked header, listItems, { body: [], headers: { X-Total: '[redacted]' } }]
  - [a masked text, health, { body: '[redacted]', type: text/plain }]
  - [a refusal of what is wrong, createItem, { <<: *no, status: 400, send: { name: 5 }, wrong: [body, /name, type] }]
  - [a success that says that it failed, changeItem, { body: { <<: *item, success: false }, type: application/hal+json, send: {}, wrong: [body, /name, type] }, 'answers/body: #/components/schemas/Item additionalProperties success']
  - [a parameter without a value, listItems, { body: [], headers: *total, query: { limit: '' }, wrong: [query, /limit, type] }]
  - [a form that holds a text for a number, writeNote, { send: { size: '5' }, as: application/x-www-form-urlencoded, wrong: [body, /size, type], coercible: true, type: null }]
  - [null for an absent member, createItem, { <<: *made, send: { name: null }, wrong: [body, /name, type], coercible: true }]
  - [a body that reports a failure, writeNote, { <<: *letter, body: { ok: false } }]
  - [a body that reports an error, writeNote, { <<: *letter, body: { error: x } }]
  - [a body that lists errors, writeNote, { <<: *letter, body: { errors: [x] } }]
  - [a body whose status is a failure, writeNote, { <<: *letter, body: { status: Failed } }]
  - [a response of many parts, writeNote, { <<: *letter, status: 207, body: {} }, 'answers/status: 207 beside 200']
  - [a list of no values, listItems, { body: [], headers: *total, query: { limit: [] }, wrong: [query, /limit, type] }]
  - [a long poll, listItems, { noAnswer: timeout, query: { watch: 1 } }]
  - [a large body that is refused while it is sent, createItem, { noAnswer: broken, send: { name: ${'x'.repeat(1_000_000)} } }]
  - [an empty body of text, events, { type: text/event-stream }]
  - [an empty body where none is described, file, { type: text/xml }]
  - [an empty refusal that the default describes, changeItem, { status: 409, type: null }]
  - [no content, changeItem, { status: 204, type: null }]
  - [a certificate, sign, { credentials: none, type: null }]
  - [a method of another operation, getItem, { method: delete, body: *item }]
  - [a login page for a stranger elsewhere, getItem, { status: 302, type: null, credentials: none, headers: { location: /login } }]
  - [the same address in another spelling, getItem, { status: 301, type: null, headers: { location: 'HTTP:/items//7/' } }]
  - [a method that is refused in a path that leads elsewhere, getItem, { <<: *plain, status: 405, path: { id: a/b } }]
  - [a refusal of a wrong parameter by a gateway, listItems, { <<: *plain, status: 400, query: { limit: x }, wrong: [query, /limit, type] }]
  - [a redirect to nowhere for a stranger, getItem, { status: 302, type: null, credentials: none, headers: { location: 'http://[' } }]
  - [null for an optional body, writeTags, { type: null, send: null, wrong: [body, '', type] }]
  - [null for an absent body, changeItem, { body: *item, send: null, wrong: [body, '', type] }]
`

const item = '#/components/schemas/Item'
const wrong = String.raw`${common}
rows:
  - [a status, getItem, { status: 202, body: *item }, 'answers/status: 202 beside 200']
  - [a redirect elsewhere, getItem, { status: 302, type: null, headers: { location: /login } }, 'answers/status: 302 beside 200']
  - [what is not implemented, deleteItem, { status: 501, type: null }, 'answers/undeclared-refusal: 501']
  - [a refusal, getItem, { <<: *no, status: 409 }, 'answers/undeclared-refusal: 409']
  - [404 where nothing is asked for by a value, health, { <<: *plain, status: 404 }, 'answers/undeclared-refusal: 404']
  - [404 beside other refusals, createItem, { <<: *no, status: 404, send: { name: a } }, 'answers/undeclared-refusal: 404']
  - [a media type, getItem, *page, 'answers/media-type: 200 text/html for application/json']
  - [no media type, getItem, { type: null, body: *item }, 'answers/media-type: 200 none for application/json']
  - [a page in place of a file, file, *page, 'answers/media-type: 200 text/html for application/octet-stream, text/xml']
  - [a login page for a stranger, getItem, { <<: *page, credentials: none }, 'answers/media-type: 200 text/html for application/json']
  - [an empty refusal of JSON, getItem, { status: 404 }, 'answers/body: #/components/responses/Refused/content/application~1problem+json is empty']
  - [an empty body, getItem, {}, 'answers/body: ONE is empty']
  - [no JSON, getItem, { body: '{"id":1' }, 'answers/body: ONE is JSON that ends too early']
  - [NaN, getItem, { body: '{"id":NaN,"name":"a"}' }, 'answers/body: ONE holds NaN, which JSON does not have']
  - [a missing member, getItem, { body: { id: 1 } }, 'answers/body: ITEM required name']
  - [the same in a list, listItems, { headers: *total, body: [*item, { id: 1 }] }, 'answers/body: ITEM required name']
  - [the same far inside, listItems, { headers: *total, body: [{ <<: *item, parts: [{ id: 1 }] }] }, 'answers/body: ITEM required name']
  - [a wrong type, getItem, { body: { <<: *item, name: null } }, 'answers/body: ITEM/properties/name type']
  - [a wrong type behind a reference, getItem, { body: { <<: *item, other: x } }, 'answers/body: ITEM/properties/other type']
  - [a wrong type beside a mask, getItem, { body: { <<: *item, code: '[redacted]', other: x } }, 'answers/body: ITEM/properties/other type']
  - [a wrong type of a mask, getItem, { body: { <<: *item, other: '[redacted]' } }, 'answers/body: ITEM/properties/other type']
  - [a wrong pattern, getItem, { body: { <<: *item, code: ABCD } }, 'answers/body: ITEM/properties/code pattern']
  - [a further member, getItem, { body: { <<: *item, secret: 1 } }, 'answers/body: ITEM additionalProperties secret']
  - [a value that is not listed, getItem, { body: { <<: *item, kind: cow } }, 'answers/body: ITEM/properties/kind enum']
  - [a wrong branch, getItem, { body: { <<: *item, price: {} } }, 'answers/body: #/components/schemas/Money required amount']
  - [a wrong value of a map, getItem, { body: { <<: *item, tags: { x: 1 } } }, 'answers/body: ITEM/properties/tags/additionalProperties type']
  - [an integer of more than 64 bits, getItem, { body: { <<: *item, id: 1.0e+30 } }, 'answers/body: ITEM/properties/id format']
  - [text that is not listed, health, { body: down, type: text/plain }, 'answers/body: #/paths/~1health/get/responses/200/content/text~1plain/schema enum']
  - [a text that is too short, readNote, { body: a }, 'answers/body: #/paths/~1note/get/responses/200/content/*~1*/schema minLength']
  - [a format, getItem, { body: { <<: *item, made: today } }, 'answers/format: ITEM/properties/made format']
  - [an error of another form, getItem, { status: 404, body: { error: 'no' } }, 'answers/body: #/components/schemas/Problem required title']
  - [a member that nothing declares, getItem, { body: { <<: *item, both: { c: 1 } } }, 'answers/body: ITEM/properties/both/allOf/0 additionalProperties c']
  - [an absent header, listItems, { body: [] }, 'answers/headers: LIST/headers/X-Total required']
  - [a wrong header, listItems, { body: [], headers: { x-total: many } }, 'answers/headers: LIST/headers/X-Total schema']
  - [a header of another format, listItems, { body: [], headers: { <<: *total, x-since: now } }, 'answers/format: LIST/headers/X-Since schema']
  - [no answer, getItem, { noAnswer: timeout }, 'answers/server-error: timeout #/paths/~1items~1{id}/get']
  - [a broken connection, getItem, { noAnswer: broken }, 'answers/server-error: broken #/paths/~1items~1{id}/get']
  - [another method, getItem, { method: put, body: *item }, 'methods/undeclared: put 200']
  - [no credentials, getItem, { credentials: none, body: *item }, 'security/required: none']
  - [wrong credentials, getItem, { credentials: wrong, body: *item }, 'security/required: wrong']
  - [a made-up token, readMe, { credentials: wrong, type: null }, 'security/made-up: wrong']
  - [a failure, readMe, { status: 500, type: null }, 'answers/server-error: 500 #/paths/~1me/get']
  - [a wrong request, createItem, { <<: *made, send: { name: 5 }, wrong: [body, /name, type] }, 'requests/invalid-refused: member of the body type a scalar']
  - [a wrong request where none are refused, changeItem, { body: *item, send: { name: 5 }, wrong: [body, /name, type] }, 'requests/lenient: member of the body type a scalar']
  - [a wrong format, createItem, { <<: *made, send: { name: a }, wrong: [body, /name, format] }, 'requests/lenient: member of the body format']
  - [a number in a text, createItem, { <<: *made, send: { stock: '5' }, wrong: [body, /stock, type], coercible: true }, 'requests/lenient: member of the body type a scalar']
  - [a wrong parameter, listItems, { body: [], headers: *total, query: { limit: x }, wrong: [query, /limit, type] }, 'requests/invalid-refused: query type a scalar']
  - [a page that is too large, listItems, { body: [], headers: *total, query: { limit: 99 }, wrong: [query, /limit, maximum] }, 'requests/lenient: query maximum']
  - [a body that reports no failure, writeNote, { <<: *letter, body: { error: null, errors: [], ok: true, success: true, status: done } }, 'requests/lenient: member of the body type a scalar']
  - [a wrong header, createItem, { <<: *made, send: { name: a }, wrong: [header, /X-A, type] }, 'requests/lenient: header type null']
  - [an absent header of the request, createItem, { <<: *made, send: { name: a }, wrong: [header, /X-A, required] }, 'requests/invalid-refused: header required']
  - [a wrong cookie, createItem, { <<: *made, send: { name: a }, wrong: [cookie, /a, enum] }, 'requests/lenient: cookie enum']
  - [an absent parameter, listItems, { body: [], headers: *total, wrong: [query, /limit, required] }, 'requests/invalid-refused: query required']
  - [a list of values, listItems, { body: [], headers: *total, query: { limit: [a] }, wrong: [query, /limit, type] }, 'requests/invalid-refused: query type an array']
  - [a further member of a request, createItem, { <<: *made, send: { name: a, x: 1 }, wrong: [body, '', additionalProperties] }, 'requests/lenient: body additionalProperties']
  - [a broken stream, events, { noAnswer: broken }, 'answers/server-error: broken #/paths/~1events/get']
  - [a large body without a response, createItem, { noAnswer: timeout, send: { name: ${'x'.repeat(1_000_000)} } }, 'answers/server-error: timeout #/paths/~1items/post']
  - [a small body and a broken connection, createItem, { noAnswer: broken, send: { name: a } }, 'answers/server-error: broken #/paths/~1items/post']
  - [a refusal of its own method, getItem, { <<: *plain, status: 405 }, 'answers/undeclared-refusal: 405']
  - [a failure that is declared, getItem, { status: 500, type: null }, 'answers/server-error: 500 #/paths/~1items~1{id}/get']
  - [another failure, getItem, { status: 599, type: null }, 'answers/server-error: 599 #/paths/~1items~1{id}/get']
  - [a refusal of a wrong body in another form, createItem, { <<: *plain, status: 400, send: { name: 5 }, wrong: [body, /name, type] }, 'answers/media-type: 400 text/plain for application/problem+json']
  - [an optional body of another type, writeTags, { type: null, send: [a], wrong: [body, '', type] }, 'requests/lenient: body type an array']
  - [a member of an optional body, writeTags, { type: null, send: { a: 5 }, wrong: [body, /a, type] }, 'requests/invalid-refused: member of the body type a scalar']
  - [a body of another type, createItem, { <<: *made, send: [a], wrong: [body, '', type] }, 'requests/invalid-refused: body type an array']
  - [a redirect to nowhere, getItem, { status: 302, type: null, headers: { location: 'http://[' } }, 'answers/status: 302 beside 200']
  - [a body of a megabyte and a broken connection, createItem, { noAnswer: broken, send: { name: ${'x'.repeat(999_989)} } }, 'answers/server-error: broken #/paths/~1items/post']
  - [no body, createItem, { <<: *made, wrong: [body, '', required] }, 'requests/invalid-refused: no body']
`

const found = async (operation: string, row: Parameters<typeof seenAs>[1]): Promise<string[]> => {
  const { violations } = await judge(seenAs(operation, row))
  return violations.map(({ rule, cause }) => `${rule}: ${cause}`)
}

const whole = (text: string): string =>
  text
    .replace('ITEM', item)
    .replace('LIST', '#/paths/~1items/get/responses/200')
    .replace('ONE', '#/paths/~1items~1{id}/get/responses/200/content/application~1json')

test.each(rowsOf(right))('%s is right', async (_, operation, row, violations) => {
  expect(await found(operation, row)).toEqual(violations)
})

test.each(rowsOf(wrong))('%s is wrong', async (_, operation, row, violations) => {
  expect(await found(operation, row)).toEqual(violations.map(whole))
})

test.each<[object, string]>([
  [
    { made: '2026-01-01 10:00:00' },
    'made must be a date, a T, a time with seconds, and Z or an offset (RFC 3339)',
  ],
  [{ code: 'A123' }, 'code must match the pattern "^[a-z]{4}$"'],
  [{ kind: 5 }, 'kind must be "book" or "film", not a number'],
])('%j is said in words that fit it', async (members, words) => {
  const { violations } = await judge(seenAs('getItem', { body: { id: 1, name: 'a', ...members } }))
  expect(violations.map(({ message }) => message)).toEqual([`GET /items/{id} 200: ${words}`])
})

test.each<[string, Row, string, string | undefined]>([
  [
    'createItem',
    { send: { name: 5 }, wrong: ['body', '/name', 'type'] },
    '#/components/schemas/NewItem/properties/name',
    'name',
  ],
  [
    'createItem',
    { send: { name: 5 }, wrong: ['body', '/name', 'format'] },
    '#/components/schemas/NewItem/properties/name',
    'name',
  ],
  ['createItem', { wrong: ['body', '', 'required'] }, '#/components/schemas/NewItem/properties', undefined],
  ['listItems', { query: { limit: 'x' }, wrong: ['query', '/limit', 'type'] }, '#/x', 'limit'],
])('a wrong request of %s, %j, is told at %s, and is about %s', async (operation, row, pointer, about) => {
  const body = operation === 'listItems' ? [] : { id: 1, name: 'a' }
  const status = operation === 'listItems' ? 200 : 201
  const { violations } = await judge(seenAs(operation, { status, body, headers: { 'X-Total': '1' }, ...row }))
  expect(violations.map((one) => [one.pointer, one.about])).toEqual([[pointer, about]])
})

test('every check has a row that it passes, and one that it does not', async () => {
  const rules = [
    ...new Set(checks.flatMap((check) => ('also' in check ? [check.rule, check.also] : [check.rule]))),
  ]
  const passed = await Promise.all(
    rowsOf(right).map(async ([, operation, row]) => judge(seenAs(operation, row))),
  )
  const broken = new Set(
    rowsOf(wrong).flatMap(([, , , violations]) => violations.map((one) => one.replace(/:.*/, ''))),
  )
  expect(rules.filter((rule) => !passed.some(({ judged }) => judged.includes(rule)))).toEqual([])
  expect(rules.filter((rule) => !broken.has(rule))).toEqual([])
})

// The same promises, of requests that somebody else made.
const others = String.raw`${common}
rows:
  - [a status, getItem, { status: 203, body: *item }, answers/status]
  - [a status of another version, getItem, { status: 203, body: *item, tolerances: { isElsewhere: true } }]
  - [a body of another version, getItem, { body: {}, tolerances: { isElsewhere: true } }]
  - [a failure of another version, getItem, { status: 500, tolerances: { isElsewhere: true } }, answers/server-error]
  - [a refusal, getItem, { <<: *no, status: 409 }, answers/undeclared-refusal]
  - [a refusal that any operation may give, getItem, { <<: *no, status: 409, tolerances: { isGeneral: true } }]
  - [a refusal of a request that was made up, getItem, { <<: *no, status: 409, isGuess: true }]
  - [text in place of a JSON string, getItem, { <<: *plain, status: 404 }, answers/media-type]
  - [text where either is right, getItem, { <<: *plain, status: 404, tolerances: { isTextPlain: true } }]
  - [text with 400 where either is right, listItems, { <<: *plain, status: 400, tolerances: { isTextPlain: true } }]
  - [text that is called JSON, readNote, { status: 404, body: 'no' }, answers/body]
  - [text that is called JSON where either is right, readNote, { status: 404, body: 'no', tolerances: { isTextPlain: true } }]
  - [text that is called JSON for an object, getItem, { status: 404, body: 'no', tolerances: { isTextPlain: true } }, answers/body]
  - [an object for a text, readNote, { status: 404, body: { no: 1 }, tolerances: { isTextPlain: true } }, answers/body]
  - [a replay without its headers, listItems, { type: null, body: [], isReplay: true }]
  - [a replay of another body, getItem, { type: null, body: {}, isReplay: true }, answers/body, answers/body]
  - [null, getItem, { body: { <<: *item, kind: null } }, answers/body]
  - [null for an absent member, getItem, { body: { <<: *item, kind: null }, tolerances: { isNullAbsent: true } }]
  - [null for a required member, getItem, { body: { id: 1, name: null }, tolerances: { isNullAbsent: true } }, answers/body]
  - [what a wrong request is answered, createItem, { <<: *made, send: { name: 5 } }]
  - [a refusal in text to what may be wrong, createItem, { <<: *plain, status: 400, send: {} }]
  - [a path that leads elsewhere, getItem, { status: 202, type: null, path: { id: a/b } }]
`

test.each(rowsOf(others))('of a request of somebody else: %s', async (_, operation, row, rules) => {
  const { exchange, case: made } = seenAs(operation, row)
  const { isGeneral, ...tolerances } = row.tolerances ?? {}
  const { violations } = await judgeExchange(shop, made.call.operation, exchange, {
    ...tolerances,
    ...(isGeneral && { isGeneral: (of, status) => of.operationId === 'getItem' && status === 409 }),
  })
  expect(violations.map(({ rule }) => rule)).toEqual(rules)
})

test.each([
  [
    'integers beyond 2^53 leave the rest to be judged',
    'getItem',
    '{"id":9223372036854775807,"name":null}',
    'name must be a string, not null',
  ],
  [
    'values that differ from run to run are not shown',
    'getItem',
    '{"id":1,"name":73645}',
    'name must be a string, not a number',
  ],
  ['words are', 'getItem', '{"id":1,"name":"a","kind":"cow"}', 'kind must be "book" or "film", not "cow"'],
  [
    'members of a list have no number',
    'listItems',
    '[{"id":1,"name":"a","parts":[{"id":"x","name":"a"}]}]',
    '*/parts/*/id must be an integer, not "x"',
  ],
  [
    'a member that is missing in a list',
    'listItems',
    '[{"id":1}]',
    'an item lacks name, which the schema requires',
  ],
  [
    'a member too many',
    'getItem',
    '{"id":1,"name":"a","parts":[{"id":1,"name":"a","x9999":1}]}',
    '"*" is not a property that is known here in parts/*',
  ],
])('%s', async (_, operation, body, words) => {
  const { violations } = await judge(seen(operation, { body, headers: { 'X-Total': '1' } }))
  expect(violations.map(({ message }) => message.replace(/^.*? 200: /, ''))).toEqual([words])
})

test.each([
  ['is missing, and required', '/lines/3/text', 'lines/*/text is missing, and required'],
  ['is no object', '', 'the body is no object'],
  ['name is a number', '/name', 'name is a number'],
])('a wrong request is named: %s', async (says, at, words) => {
  const row = {
    status: 201,
    body: { id: 1, name: 'a' },
    send: {},
    wrong: ['body', at, 'enum', says],
  } as const
  const { violations } = await judge(seenAs('createItem', row))
  expect(violations.map(({ message }) => message)).toEqual([
    `POST /items answered 201 to a request that is wrong: ${words}`,
  ])
})

test('ways to be let in are alternatives', async () => {
  const { violations } = await judge(seen('readMe', { status: 200, call: { credentials: 'none' } }))
  expect(violations.map(({ message }) => message)).toEqual([
    'GET /me answered 200 without credentials, and requires bearer or bearer and key',
  ])
})
