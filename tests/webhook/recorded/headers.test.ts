import { describe, expect, test } from 'vitest'
import { headersIn, headerValue, isInputError } from '../../../webhook/index.js'

const [id, time, signature] = ['webhook-id: a', 'webhook-timestamp: 1785575700', 'webhook-signature: v1=00']
const lines = `${id}\n${time}\n${signature}`
const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const pairs = [names[0], 'a', names[1], '1785575700', names[2], 'v1=00']
const spoken = `* Connected to x\n> POST /in HTTP/1.1\n> Host: x\n> ${lines.replaceAll('\n', '\n> ')}\n>\n`

const forms: readonly (readonly [string, string])[] = [
  ['lines', `${lines}\n`],
  [
    'lines with CRLF, capitals and no spaces',
    'Webhook-Id:a\r\nWEBHOOK-TIMESTAMP:1785575700\r\nWebhook-Signature:v1=00\r\n\r\n',
  ],
  ['lines behind a byte order mark', `\ufeff${lines}`],
  ['what curl -v printed', `${spoken}{ [5 bytes data]\n< HTTP/1.1 200 OK\n< date: now\n`],
  ['options of curl', `  -H '${id}' \\\n  -H "${time}" \\\n  -H '${signature}'`],
  ['curl in one line', `curl -X POST http://x/in -H '${id}' --header "${time}" -H '${signature}' -d @body`],
  ['HTTP/2', `:method: POST\n:path: /in\n${lines}`],
  ['a JSON object', '{"webhook-id": "a", "webhook-timestamp": 1785575700, "webhook-signature": ["v1=00"]}'],
  ['JSON pairs', JSON.stringify([0, 2, 4].map((at) => pairs.slice(at, at + 2)))],
  ['those of a HAR', JSON.stringify([0, 2, 4].map((at) => ({ name: pairs[at], value: pairs[at + 1] })))],
  ['names and values by turns', JSON.stringify(pairs)],
]

describe('headers that a person has at hand', () => {
  test.each(forms)('%s', (_, text) => {
    const headers = headersIn(text)
    expect(headerValue(headers, 'webhook-id')).toBe('a')
    expect(headerValue(headers, 'webhook-timestamp')).toBe('1785575700')
    expect(headerValue(headers, 'webhook-signature')).toBe('v1=00')
  })

  test('a header that is there twice keeps both values', () =>
    expect(headerValue(headersIn('A: 1\na: 2\n'), 'a')).toBe('1,2'))

  test('nothing at all has no headers', () => expect(headersIn('')).toEqual([]))

  test.each([
    ['a line without a colon', 'secret-text-in-the-wrong-file', 'line 1'],
    ['broken JSON', '{"webhook-id": ', 'begins like JSON'],
    ['an odd list', '["webhook-id"]', 'odd length'],
    ['a list of numbers', '[1, 2]', 'neither'],
  ])('%s is refused without showing it', (_, text, told) => {
    let thrown: unknown
    try {
      headersIn(text)
    } catch (error) {
      thrown = error
    }
    expect(isInputError(thrown)).toBe(true)
    expect(String(thrown)).toContain(told)
    expect(String(thrown)).not.toContain('secret-text')
  })
})
