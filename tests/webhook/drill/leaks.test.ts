import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { LeakWatch } from '../../../webhook/drill/leaks/leak-watch.js'
import { startServer } from '../../support/loopback.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { handMade, secret } from './hand-made.js'

const url = 'http://127.0.0.1/hooks'
const times = { connected: true, durationMs: 1 }

/** The leaks of an answer with this body, as reported and as recorded. */
const seen = (body: string, key = secret, path = '') => {
  const watch = new LeakWatch(key)
  const headers = [
    ['webhook-id', 'd4111d4e-0000-4000-8000-000000000000'],
    ['webhook-timestamp', '1785575700'],
    ['webhook-signature', `v1=${'ab'.repeat(32)}`],
  ] as const
  const exchange = watch.see(
    { headers, body: Buffer.from('{"type":"ping"}') },
    { status: 401, headers: [], body: Buffer.from(body), ...times },
    {
      request: { method: 'POST', url: url + path, headers },
      response: { status: 401, headers: [], body },
      target: 'webhook',
      sentAt: 0,
      isReplay: false,
    },
  )
  return { leaks: watch.leaks.map(({ kind, encoding }) => `${kind} ${encoding ?? 'plain'}`), exchange }
}

const expected = (key = secret, text = '1785575700{"type":"ping"}'): string =>
  createHmac('sha256', key).update(text).digest('hex')

const standard = `whsec_${Buffer.from('twenty-four bytes of key').toString('base64')}`

test.each([
  ['the secret', secret, 'secret plain'],
  [
    'the secret in capitals of hexadecimal',
    Buffer.from(secret).toString('hex').toUpperCase(),
    'secret hexadecimal',
  ],
  ['the secret in base64url', Buffer.from(`${secret}~?~?`).toString('base64url'), 'secret base64'],
  [
    'the secret escaped within JSON',
    JSON.stringify(`{"a":"${secret.replaceAll('-', '\\u002d')}"}`),
    'secret plain',
  ],
  ['the secret in an address', `</keys?is=${secret.replaceAll('-', '%2D')}>`, 'secret plain'],
  ['the beginning of the secret', secret.slice(0, 12), 'secret plain'],
  [
    'the digest in base64',
    Buffer.from(expected(), 'hex').toString('base64').replace('=', ''),
    'digest base64',
  ],
  [
    'the digest as JSON prints a Buffer',
    JSON.stringify(Buffer.from(expected(), 'hex')),
    'digest a list of bytes',
  ],
  ['the digest as Node inspects it', `<Buffer ${expected().match(/../g)?.join(' ')}>`, 'digest hexadecimal'],
  ['the secret in a sentence in base64', Buffer.from(`it is ${secret}!`).toString('base64'), 'secret base64'],
  ['the digest in capitals', expected().toUpperCase(), 'digest hexadecimal'],
  ['the digest between colons', expected().match(/../g)?.join(':') ?? '', 'digest hexadecimal'],
  ['sixteen digits of it', `${expected().slice(0, 16)}…`, 'digest hexadecimal'],
])('%s is found, and taken out of the record', (_, body, leak) => {
  const { leaks, exchange } = seen(`answer: ${body}`)
  expect(leaks).toEqual([leak])
  expect(JSON.stringify(exchange)).not.toContain(body.slice(0, 16))
})

test.each([
  ['Python', 'Traceback (most recent call last):\n  File "/app/main.py", line 3, in post'],
  ['Python', JSON.stringify({ error: ['  File "main.py", line 3, in post'] })],
  ['Node', 'SyntaxError: x\n    at JSON.parse (<anonymous>)\n    at file:///srv/index.mjs:3:9'],
  ['Node', '{"stack":"E\\n at Layer.next (C:\\\\app\\\\index.js:3:9)"}'],
  ['Java', 'x\n\tat com.example.Hook.post(Hook.java:42)'],
  ['Java', '{"trace":"x\\n\\tat jdk.internal/Foo.$1(Native Method)"}'],
  ['Go', 'panic: x\n\ngoroutine 18 [running]:\nmain.main()'],
  ['Ruby', "app.rb:12:in `block in <main>'"],
  ['Ruby', "/srv/app.rb:12:in 'Hash#fetch'"],
  ['PHP', 'Stack trace:\n#0 /srv/index.php(12): verify()\n#1 {main}'],
  ['PHP', '<b>Fatal error</b>: x in <b>/srv/index.php</b> on line <b>12</b>'],
  ['.NET', '   at Hooks.Post(HttpRequest request) in /src/Hooks.cs:line 12'],
  ['Rust', "thread 'main' panicked at src/main.rs:10:5:"],
  ['path', 'cannot parse (/home/me/app/hook.js:12)'],
])('a trace of %s is found in %j', (language, text) =>
  expect(seen(text).leaks).toEqual([`trace ${language}`]),
)

test('a trace beside the secret is found', () =>
  expect(seen(`${secret}\npanic: x\n\ngoroutine 18 [running]:\nmain.main()`).leaks).toEqual([
    'secret plain',
    'trace Go',
  ]))

test.each([
  ['<script src="/app/main.js"></script><link href="/a.css">'],
  ['invalid signature at 2026-11-21T12:10:05Z (see https://example.com/docs/hooks.js:1)'],
  ['Cannot POST /hooks: look at line 3 of the manual, or call +1:22:33'],
  ['{"error":"bad json at line 1 column 5 (char 4)","path":"/hooks"}'],
  ['Unexpected token o in JSON at position 1'],
  ['json: cannot unmarshal string into Go struct field Event.data at offset 12:3'],
])('%j is no trace', (text) => expect(seen(text).leaks).toEqual([]))

test.each([
  [standard],
  [standard.slice('whsec_'.length)],
  [Buffer.from('twenty-four bytes of key').toString('hex')],
])('a secret of Standard Webhooks is found as %s', (text) => {
  expect(seen(`key ${text}`, standard).leaks).toHaveLength(1)
  expect(seen(expected(Buffer.from(standard.slice(6), 'base64').toString()), standard).leaks).toHaveLength(1)
})

test.each([
  ['the signature that was sent', `got v1=${'ab'.repeat(32)}`],
  ['the body that was sent', 'cannot take {"type":"ping"}'],
  ['fifteen digits of the digest', expected().slice(0, 15)],
  ['another digest', createHmac('sha256', 'another').update('text').digest('hex')],
  ['ids and times', `${crypto.randomUUID()} ${new Date().toUTCString()} W/"${'a1B2'.repeat(7)}"`],
])('%s is no leak', (_, text) => expect(seen(text).leaks).toEqual([]))

test('a secret that stands in the URL may be echoed', () =>
  expect(seen(`Cannot POST /hooks/${secret}`, secret, `/${secret}`).leaks).toEqual([]))

test.each([
  ['short', 'ok', '{"status":"ok"}', []],
  ['a word', 'webhook-secret', 'this is no webhook-secret of mine', []],
  ['a word', 'webhook-secret', '{"key":"webhook-secret"}', ['secret plain']],
  ['a word', 'webhook-secret', Buffer.from('the webhook-secret').toString('base64'), ['secret base64']],
])('a secret that is %s, %j, is told from chance in %j', (_, key, text, leaks) =>
  expect(seen(text, key).leaks).toEqual(leaks),
)

test('a leak is named when no valid event is taken, and its report shows nothing of it', async () => {
  const { url: to } = await startServer(
    handMade({
      isSigned: () => false,
      page: ({ expected: digest }) => ({ text: digest, headers: { 'x-key': secret } }),
    }),
  )
  const report = await drilled(to)
  expect(failedIn(report)).toEqual(['secret-in-answer', 'digest-in-answer'])
  expect(mistakesIn(report)).toEqual(['secret-leaked', 'digest-leaked'])
  const bodies = report.results.flatMap(({ findings }) =>
    findings.flatMap(({ evidence }) => evidence.map(({ response }) => JSON.stringify(response))),
  )
  expect(bodies.join('')).not.toMatch(new RegExp(`${secret}|[\\da-f]{16}`))
})
