import { expect, test } from 'vitest'
import { judge } from '../../../conformance/checks/index.js'
import { type Row, seen, seenAs } from './shop.js'

const failureOf = async (operation: string, row: Row) => {
  const { violations } = await judge(seenAs(operation, { status: 500, ...row }))
  expect(violations.map(({ rule }) => rule)).toEqual(['answers/server-error'])
  const { cause, message = '', pattern } = violations[0] ?? {}
  return { cause, pattern, text: message.replace(/^.*? answered \d+(: )?/, '') }
}

const traceback = (line: number, text: string): string =>
  `Traceback (most recent call last):\n  File "/srv/app.py", line ${line}, in f\n    x()\nValueError: ${text}\n`
const java = { exception: 'java.lang.NullPointerException', message: 'x is null', timestamp: '2026-01-01' }
const node = `<html><title>Error</title><pre>TypeError: Cannot read properties of undefined (reading &#39;id&#39;)<br> &nbsp; at f (/srv/a.js:1:2)</pre>`
const text = (body: string): Row => ({ body, type: 'text/plain' })
const uuid = '5a0b1c2d-1111-2222-3333-444455556666'

// The response, the cause, and the shown text of the service where it differs from the cause.
test.each<[string, Row, string, string?]>([
  ['a message', { body: { message: 'relation "items" does not exist' } }, 'relation "items" does not exist'],
  ['a class and a message', { body: java }, 'java.lang.NullPointerException: x is null'],
  [
    'a text that repeats what was sent',
    { ...text('bad name: Zaphod'), query: { q: 'Zaphod' } },
    'bad name: #',
    'bad name: Zaphod',
  ],
  [
    'a short value in quotes',
    { ...text('For input string: &quot;a&quot;'), query: { q: 'a' } },
    'For input string: #',
    'For input string: "a"',
  ],
  [
    'ids and numbers',
    { body: { detail: `row 4711 of ${uuid} is gone` } },
    'row # of # is gone',
    `row 4711 of ${uuid} is gone`,
  ],
  [
    'a number in a name',
    text("no route 'list2get' to s3 endpoints"),
    "no route 'list#get' to s# endpoints",
    "no route 'list2get' to s3 endpoints",
  ],
  [
    'a traceback',
    text(traceback(12, 'A string literal cannot contain NUL (0x00).')),
    'ValueError: A string literal cannot contain NUL (#).',
    'ValueError: A string literal cannot contain NUL (0x00).',
  ],
  [
    'a page of markup',
    { body: node, type: 'text/html' },
    "TypeError: Cannot read properties of # (reading 'id')",
    "TypeError: Cannot read properties of undefined (reading 'id')",
  ],
  [
    'a message of Node that names the type that came',
    text('The "string" argument must be of type string. Received an instance of Array'),
    'The "string" argument must be of type string. Received #',
    'The "string" argument must be of type string. Received an instance of Array',
  ],
  [
    'a message of V8 that shows the value that came, beside names in quotes',
    { ...text("Cannot use 'in' operator to search for 'status' in a"), send: ['a'] },
    "Cannot use 'in' operator to search for 'status' in #",
    "Cannot use 'in' operator to search for 'status' in a",
  ],
  [
    'a message of Python that names the type that came',
    text("'list' object has no attribute 'get'"),
    "# object has no attribute 'get'",
    "'list' object has no attribute 'get'",
  ],
  [
    'a message with an apostrophe',
    text(`can't open 'a b' nor 'a c', says "relation"`),
    `can't open # nor #, says "relation"`,
    `can't open 'a b' nor 'a c', says "relation"`,
  ],
  [
    'what is in use',
    text('OperationalError at /items/7\n(sqlite3) database is locked'),
    'database is locked',
    '(sqlite3) database is locked',
  ],
  [
    'what is in use, said of another query',
    { body: { error: 'INSERT INTO items: Database is locked by 7' } },
    'database is locked',
    'INSERT INTO items: Database is locked by 7',
  ],
])('the cause is %s', async (_, row, key, shown = key) => {
  const { cause, text: came, pattern } = await failureOf('getItem', row)
  expect([cause, came]).toEqual([`500 ${key}`, shown])
  if (!key.includes('#')) return
  expect(pattern).toBe(`GET /items/{id} answered 500: ${key.replaceAll('#', '*')}`)
})

test('a long text is cut', async () => {
  const { text: shown, pattern } = await failureOf('getItem', text(`wrong: ${'word '.repeat(90)}`))
  expect([shown.length, shown.at(-1), pattern?.at(-1)]).toEqual([160, '…', '*'])
})

const problem = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  traceId: '00-4bf92f3577b34da6a3ce-00',
}
const rfc = 'https://tools.ietf.org/html/rfc7231#section-6.6.1'
const flask =
  '<!doctype html><html lang=en><title>500 Internal Server Error</title><h1>Internal Server Error</h1><p>The server encountered an internal error and was unable to complete your request. Either the server is overloaded or there is an error in the application.</p>'

test.each<[string, unknown, string]>([
  ['in plain text', 'Internal Server Error', 'text/plain'],
  ['in JSON', { statusCode: 500, message: 'Internal server error' }, 'application/json'],
  [
    'of a framework',
    { timestamp: '2026-01-01T00:00:00Z', error: 'Internal Server Error', path: '/items' },
    'application/json',
  ],
  ['as a problem', problem, 'application/problem+json'],
  ['of Flask', flask, 'text/html'],
  [
    'of ASP.NET',
    { type: rfc, title: 'An error occurred while processing your request.' },
    'application/problem+json',
  ],
  ['of Laravel', { message: 'Server Error' }, 'application/json'],
  [
    'in a list',
    { errors: [{ message: 'An unexpected error occurred.', extensions: { code: 'INTERNAL' } }] },
    'application/json',
  ],
  [
    'with a name',
    { data: null, error: { name: 'InternalServerError', message: 'Internal Server Error' } },
    'application/json',
  ],
  [
    'that is polite',
    { message: 'A programmatic error occurred, developers have been informed.' },
    'application/json',
  ],
  ['that is empty', '', 'text/plain'],
])('a text %s names no cause', async (_, body, type) => {
  expect((await failureOf('getItem', { body, type })).cause).toBe('500 #/paths/~1items~1{id}/get')
})

const mute = text('Internal Server Error')
test.each<[string, string, Row, string]>([
  ['a kind of value', 'createItem', { ...mute, send: { name: 'a' }, odd: ['null', 'nul'] }, '500 nul'],
  [
    'a kind of wrong body',
    'createItem',
    { ...mute, send: ['a'], wrong: ['body', '', 'type'] },
    '500 body type an array',
  ],
  [
    'a body of another kind',
    'createItem',
    { ...mute, send: ['a'], expectation: 'open' },
    '500 body type an array',
  ],
  [
    'a kind of wrong member',
    'createItem',
    { ...mute, send: { name: 5 }, wrong: ['body', '/name', 'type'] },
    '500 member of the body type a scalar',
  ],
  [
    'a kind of wrong parameter',
    'listItems',
    { ...mute, query: { limit: 99 }, wrong: ['query', '/limit', 'maximum'] },
    '500 query maximum',
  ],
  ['a parameter', 'listItems', { ...mute, wrong: ['query', '/limit', 'required'] }, '500 query required'],
  ['no body', 'createItem', { ...mute, wrong: ['body', '', 'required'] }, '500 no body'],
  [
    'an absent member',
    'createItem',
    { ...mute, send: {}, wrong: ['body', '/name', 'required'] },
    '500 member of the body type null',
  ],
  [
    'credentials',
    'getItem',
    { ...mute, credentials: 'wrong', wrong: ['header', '', 'security'] },
    '500 credentials wrong',
  ],
  ['a method', 'getItem', { ...mute, method: 'put' }, '500 method put'],
  [
    'not null that is allowed',
    'writeTags',
    { ...mute, send: null, expectation: 'open' },
    '500 #/paths/~1tags/put',
  ],
  ['a gateway, for all operations', 'listItems', { status: 502, ...mute }, '502 unavailable'],
  [
    'a name with what led to it',
    'createItem',
    { ...text('KeyError'), send: { name: 'a' }, odd: ['nul'] },
    '500 KeyError nul',
  ],
  ['an undeclared 503', 'listItems', { status: 503, ...mute }, '503 unavailable'],
])('else the cause is %s', async (_, operation, row, cause) => {
  expect((await failureOf(operation, row)).cause).toBe(cause)
})

test('a body that cannot be read is none of another type', async () => {
  const body = { mediaType: 'application/json', value: ['a'], raw: '["a"' }
  const deviation = { in: 'body', at: '', keyword: 'syntax', pointer: '#/x', says: 'broken' } as const
  const { violations } = await judge(
    seen('createItem', { ...mute, status: 500, call: { body }, case: { expectation: 'invalid', deviation } }),
  )
  expect(violations.map(({ cause }) => cause)).toEqual(['500 body syntax'])
})
