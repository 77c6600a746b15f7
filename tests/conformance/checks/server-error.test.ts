import { expect, test } from 'vitest'
import { judge } from '../../../conformance/checks/index.js'
import type { Peculiarity } from '../../../conformance/model/case.js'
import { seen, type Telling } from './shop.js'

const causeOf = async (operation: string, telling: Telling): Promise<string | undefined> => {
  const { violations } = await judge(seen(operation, { status: 500, ...telling }))
  expect(violations.map(({ rule }) => rule)).toEqual(['answers/server-error'])
  return violations[0]?.cause
}

const nul: Peculiarity = { kind: 'nul', in: 'body', at: '/name' }

const traceback = (line: number, text: string): string =>
  `Traceback (most recent call last):\n  File "/srv/app.py", line ${line}, in f\n    x()\nValueError: ${text}\n`

test.each<[string, Telling, string]>([
  [
    'a message',
    { body: { message: 'relation "items" does not exist' } },
    '500 relation "items" does not exist',
  ],
  [
    'a class and a message',
    {
      body: {
        exception: 'java.lang.NullPointerException',
        message: 'x is null',
        timestamp: '2026-01-01',
        path: '/items/7',
      },
    },
    '500 java.lang.NullPointerException: x is null',
  ],
  [
    'what was sent left out',
    { body: 'bad name: Zaphod', type: 'text/plain', call: { query: { q: 'Zaphod' } } },
    '500 bad name: #',
  ],
  [
    'a short value in quotes left out',
    { body: 'For input string: &quot;a&quot;', type: 'text/plain', call: { query: { q: 'a' } } },
    '500 For input string: #',
  ],
  [
    'ids and numbers left out',
    { body: { detail: 'row 4711 of 5a0b1c2d-1111-2222-3333-444455556666 is gone' } },
    '500 row # of # is gone',
  ],
  [
    'a traceback',
    { body: traceback(12, 'A string literal cannot contain NUL (0x00) characters.'), type: 'text/plain' },
    '500 ValueError: A string literal cannot contain NUL (#) characters.',
  ],
  [
    'a page of markup',
    {
      body: '<html><head><title>Error</title></head><body><pre>TypeError: Cannot read properties of undefined (reading &#39;id&#39;)<br> &nbsp; at f (/srv/a.js:1:2)</pre>',
      type: 'text/html',
    },
    "500 TypeError: Cannot read properties of undefined (reading 'id')",
  ],
])('the cause is %s', async (_, telling, cause) => {
  expect(await causeOf('getItem', telling)).toBe(cause)
})

test.each<[string, unknown, string]>([
  ['in plain text', 'Internal Server Error', 'text/plain'],
  ['in JSON', { statusCode: 500, message: 'Internal server error' }, 'application/json'],
  [
    'of a framework',
    { timestamp: '2026-01-01T00:00:00Z', status: 500, error: 'Internal Server Error', path: '/items' },
    'application/json',
  ],
  [
    'as a problem',
    {
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      traceId: '00-4bf92f3577b34da6a3ce929d0e0e4736-00',
    },
    'application/problem+json',
  ],
  [
    'as a page',
    '<!doctype html><html lang=en><title>500 Internal Server Error</title><h1>Internal Server Error</h1>',
    'text/html',
  ],
  [
    'of Flask',
    '<!doctype html><html lang=en><title>500 Internal Server Error</title><h1>Internal Server Error</h1><p>The server encountered an internal error and was unable to complete your request. Either the server is overloaded or there is an error in the application.</p>',
    'text/html',
  ],
  [
    'of ASP.NET',
    {
      type: 'https://tools.ietf.org/html/rfc7231#section-6.6.1',
      title: 'An error occurred while processing your request.',
      status: 500,
    },
    'application/problem+json',
  ],
  ['of Laravel', { message: 'Server Error' }, 'application/json'],
  [
    'in a list',
    { errors: [{ message: 'An unexpected error occurred.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    'application/json',
  ],
  [
    'with a name',
    {
      data: null,
      error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} },
    },
    'application/json',
  ],
  ['that is friendly', { error: 'An unexpected error occurred' }, 'application/json'],
  [
    'that is polite',
    {
      message: 'A programmatic error occurred, developers have been informed.',
      error: 'Internal Server Error',
    },
    'application/json',
  ],
  ['that is empty', '', 'text/plain'],
])('a text %s says nothing: the values of the request do, and else the operation', async (_, body, type) => {
  const generic = { body, type }
  const odd = { ...generic, case: { peculiarities: [nul, { ...nul, at: '/note' }] } }
  expect(await causeOf('getItem', odd)).toBe('500 nul')
  expect(await causeOf('createItem', odd)).toBe('500 nul')
  expect(await causeOf('getItem', generic)).toBe('500 #/paths/~1items~1{id}/get')
})

test('an undeclared 503 is a failure, and so is a declared 500', async () => {
  const [busy] = (await judge(seen('listItems', { status: 503, type: 'text/plain', body: '' }))).violations
  expect(busy?.message).toBe('GET /items answered 503')
})
