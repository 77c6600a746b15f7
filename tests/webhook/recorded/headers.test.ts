import { describe, expect, test } from 'vitest'
import { headersIn, headerValue, isInputError } from '../../../webhook/index.js'

const forms: readonly (readonly [string, string])[] = [
  ['lines', 'webhook-id: a\nwebhook-timestamp: 1785575700\nwebhook-signature: v1=00\n'],
  [
    'lines with CRLF, capitals and no spaces',
    'Webhook-Id:a\r\nWEBHOOK-TIMESTAMP:1785575700\r\nWebhook-Signature:v1=00\r\n\r\n',
  ],
  [
    'lines behind a byte order mark',
    '\ufeffwebhook-id: a\nwebhook-timestamp: 1785575700\nwebhook-signature: v1=00',
  ],
  [
    'what curl -v printed',
    '* Connected to x\n> POST /in HTTP/1.1\n> Host: x\n> webhook-id: a\n> webhook-timestamp: 1785575700\n> webhook-signature: v1=00\n>\n{ [5 bytes data]\n< HTTP/1.1 200 OK\n< date: now\n',
  ],
  [
    'options of curl',
    "  -H 'webhook-id: a' \\\n  -H \"webhook-timestamp: 1785575700\" \\\n  -H 'webhook-signature: v1=00'",
  ],
  [
    'a command of curl in one line',
    "curl -X POST http://x/in -H 'webhook-id: a' --header \"webhook-timestamp: 1785575700\" -H 'webhook-signature: v1=00' -d @body",
  ],
  [
    'HTTP/2',
    ':method: POST\n:path: /in\nwebhook-id: a\nwebhook-timestamp: 1785575700\nwebhook-signature: v1=00',
  ],
  ['a JSON object', '{"webhook-id": "a", "webhook-timestamp": 1785575700, "webhook-signature": ["v1=00"]}'],
  ['JSON pairs', '[["webhook-id","a"],["webhook-timestamp","1785575700"],["webhook-signature","v1=00"]]'],
  [
    'names and values of a HAR',
    '[{"name":"webhook-id","value":"a"},{"name":"webhook-timestamp","value":"1785575700"},{"name":"webhook-signature","value":"v1=00"}]',
  ],
  [
    'names and values by turns',
    '["webhook-id","a","webhook-timestamp","1785575700","webhook-signature","v1=00"]',
  ],
]

describe('headers that a person has at hand', () => {
  test.each(forms)('%s', (_, text) => {
    const headers = headersIn(text)
    expect(headerValue(headers, 'webhook-id')).toBe('a')
    expect(headerValue(headers, 'webhook-timestamp')).toBe('1785575700')
    expect(headerValue(headers, 'webhook-signature')).toBe('v1=00')
  })

  test('a header that is there twice keeps both values', () => {
    expect(headerValue(headersIn('A: 1\na: 2\n'), 'a')).toBe('1,2')
  })

  test('nothing at all has no headers', () => {
    expect(headersIn('')).toEqual([])
  })

  test.each([
    ['a line without a colon', 'secret-text-in-the-wrong-file', 'line 1'],
    ['broken JSON', '{"webhook-id": ', 'begins as JSON'],
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
