import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { judge } from '../../../conformance/checks/index.js'
import { type Row, seen, seenAs } from './shop.js'

const failureOf = async (operation: string, row: Row) => {
  const { violations } = await judge(seenAs(operation, { status: 500, ...row }))
  expect(violations.map(({ rule }) => rule)).toEqual(['answers/server-error'])
  const { cause, message = '', pattern } = violations[0] ?? {}
  return { cause, pattern, text: message.replace(/^.*? answered \d+(: )?/, '') }
}

/** A table in YAML: rows of a name, what is not as usual of a response, and what follows. */
const tables: {
  readonly causes: [string, Row, string, string?][]
  readonly mute: [string, Row][]
  readonly requests: [string, string, Row, string][]
} = parse(
  String.raw`
given:
  - &text { type: text/plain }
  - &quiet { type: text/plain, body: Internal Server Error }
  - &problem { type: about:blank, title: Internal Server Error, status: 500, traceId: 00-4bf92f3577b34da6a3ce-00 }

# The response, the cause, and the shown text of the service where it differs from the cause.
causes:
  - [a message, { body: { message: relation "items" does not exist } }, relation "items" does not exist]
  - - a class and a message
    - { body: { exception: java.lang.NullPointerException, message: x is null, timestamp: '2026-01-01' } }
    - 'java.lang.NullPointerException: x is null'
  - ['a text that repeats what was sent', { <<: *text, body: 'bad name: Zaphod', query: { q: Zaphod } }, 'bad name: #', 'bad name: Zaphod']
  - [a short value in quotes, { <<: *text, body: 'For input string: &quot;a&quot;', query: { q: a } }, 'For input string: #', 'For input string: "a"']
  - [ids and numbers, { body: { detail: row 4711 of 5a0b1c2d-1111-2222-3333-444455556666 is gone } }, 'row # of # is gone', row 4711 of 5a0b1c2d-1111-2222-3333-444455556666 is gone]
  - [a number in a name, { <<: *text, body: no route 'list2get' to s3 endpoints }, "no route 'list#get' to s# endpoints", no route 'list2get' to s3 endpoints]
  - - a traceback
    - { <<: *text, body: "Traceback (most recent call last):\n  File \"/srv/app.py\", line 12, in f\n    x()\nValueError: A string literal cannot contain NUL (0x00).\n" }
    - 'ValueError: A string literal cannot contain NUL (#).'
    - 'ValueError: A string literal cannot contain NUL (0x00).'
  - - a page of markup
    - { type: text/html, body: '<html><title>Error</title><pre>TypeError: Cannot read properties of undefined (reading &#39;id&#39;)<br> &nbsp; at f (/srv/a.js:1:2)</pre>' }
    - "TypeError: Cannot read properties of # (reading 'id')"
    - "TypeError: Cannot read properties of undefined (reading 'id')"
  - - a message of Node that names the type that came
    - { <<: *text, body: The "string" argument must be of type string. Received an instance of Array }
    - 'The "string" argument must be of type string. Received #'
    - The "string" argument must be of type string. Received an instance of Array
  - - a message of V8 that shows the value that came, beside names in quotes
    - { <<: *text, body: Cannot use 'in' operator to search for 'status' in a, send: [a] }
    - "Cannot use 'in' operator to search for 'status' in #"
    - Cannot use 'in' operator to search for 'status' in a
  - [a message of Python that names the type that came, { <<: *text, body: "'list' object has no attribute 'get'" }, "# object has no attribute 'get'", "'list' object has no attribute 'get'"]
  - [a message with an apostrophe, { <<: *text, body: "can't open 'a b' nor 'a c', says \"relation\"" }, "can't open # nor #, says \"relation\"", "can't open 'a b' nor 'a c', says \"relation\""]
  - [what is in use, { <<: *text, body: "OperationalError at /items/7\n(sqlite3) database is locked" }, database is locked, (sqlite3) database is locked]
  - ['what is in use, said of another query', { body: { error: 'INSERT INTO items: Database is locked by 7' } }, database is locked, 'INSERT INTO items: Database is locked by 7']

# Texts that name no cause.
mute:
  - [in plain text, *quiet]
  - [in JSON, { body: { statusCode: 500, message: Internal server error } }]
  - [of a framework, { body: { timestamp: '2026-01-01T00:00:00Z', error: Internal Server Error, path: /items } }]
  - [as a problem, { type: application/problem+json, body: *problem }]
  - - of Flask
    - { type: text/html, body: '<!doctype html><html lang=en><title>500 Internal Server Error</title><h1>Internal Server Error</h1><p>The server encountered an internal error and was unable to complete your request. Either the server is overloaded or there is an error in the application.</p>' }
  - [of ASP.NET, { type: application/problem+json, body: { type: 'https://tools.ietf.org/html/rfc7231#section-6.6.1', title: An error occurred while processing your request. } }]
  - [of Laravel, { body: { message: Server Error } }]
  - [in a list, { body: { errors: [{ message: An unexpected error occurred., extensions: { code: INTERNAL } }] } }]
  - [with a name, { body: { data: null, error: { name: InternalServerError, message: Internal Server Error } } }]
  - [that is polite, { body: { message: 'A programmatic error occurred, developers have been informed.' } }]
  - [that is empty, { type: text/plain, body: '' }]

# Requests whose responses name no cause: the operation, and the cause.
requests:
  - [a kind of value, createItem, { <<: *quiet, send: { name: a }, odd: ['null', nul] }, 500 nul]
  - [a kind of wrong body, createItem, { <<: *quiet, send: [a], wrong: [body, '', type] }, 500 body type an array]
  - [a body of another kind, createItem, { <<: *quiet, send: [a], expectation: open }, 500 body type an array]
  - [a kind of wrong member, createItem, { <<: *quiet, send: { name: 5 }, wrong: [body, /name, type] }, 500 member of the body type a scalar]
  - [a kind of wrong parameter, listItems, { <<: *quiet, query: { limit: 99 }, wrong: [query, /limit, maximum] }, 500 query maximum]
  - [a parameter, listItems, { <<: *quiet, wrong: [query, /limit, required] }, 500 query required]
  - [no body, createItem, { <<: *quiet, wrong: [body, '', required] }, 500 no body]
  - [an absent member, createItem, { <<: *quiet, send: {}, wrong: [body, /name, required] }, 500 member of the body type null]
  - [credentials, getItem, { <<: *quiet, credentials: wrong, wrong: [header, '', security] }, 500 credentials wrong]
  - [a method, getItem, { <<: *quiet, method: put }, 500 method put]
  - [not null that is allowed, writeTags, { <<: *quiet, send: null, expectation: open }, '500 #/paths/~1tags/put']
  - ['a gateway, for all operations', listItems, { <<: *quiet, status: 502 }, 502 unavailable]
  - [a name with what led to it, createItem, { <<: *text, body: KeyError, send: { name: a }, odd: [nul] }, 500 KeyError nul]
  - [an undeclared 503, listItems, { <<: *quiet, status: 503 }, 503 unavailable]
`,
  { merge: true },
)

const text = (body: string): Row => ({ body, type: 'text/plain' })

test.each(tables.causes)('the cause is %s', async (_, row, key, shown = key) => {
  const { cause, text: came, pattern } = await failureOf('getItem', row)
  expect([cause, came]).toEqual([`500 ${key}`, shown])
  if (!key.includes('#')) return
  expect(pattern).toBe(`GET /items/{id} answered 500: ${key.replaceAll('#', '*')}`)
})

test.each(tables.mute)('a text %s names no cause', async (_, row) => {
  expect((await failureOf('getItem', row)).cause).toBe('500 #/paths/~1items~1{id}/get')
})

test.each(tables.requests)('else the cause is %s', async (_, operation, row, cause) => {
  expect((await failureOf(operation, row)).cause).toBe(cause)
})

test('a long text is cut', async () => {
  const { text: shown, pattern } = await failureOf('getItem', text(`wrong: ${'word '.repeat(90)}`))
  expect([shown.length, shown.at(-1), pattern?.at(-1)]).toEqual([160, '…', '*'])
})

test('a body that cannot be read is none of another type', async () => {
  const body = { mediaType: 'application/json', value: ['a'], raw: '["a"' }
  const deviation = { in: 'body', at: '', keyword: 'syntax', pointer: '#/x', says: 'broken' } as const
  const { violations } = await judge(
    seen('createItem', {
      ...text('Internal Server Error'),
      status: 500,
      call: { body },
      case: { expectation: 'invalid', deviation },
    }),
  )
  expect(violations.map(({ cause }) => cause)).toEqual(['500 body syntax'])
})
