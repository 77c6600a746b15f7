import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { examine, webhookDocument } from '../../../webhook/index.js'
import { namedMistake } from '../../../webhook/signing/mistakes.js'
import {
  bodyMistakes,
  digestMistakes,
  keyMistakes,
  type SigningWay,
  textMistakes,
} from '../../../webhook/signing/ways.js'

const timestamp = '1785575700'
const id = 'msg_0d5b2c1a7e64'
const event = {
  type: 'customer_status',
  timestamp: '2026-08-01T09:15:00.120Z',
  data: { customer_id: '1', message: { id: '2', status: 'Active' } },
}
const body = JSON.stringify(event)
const long = 'whsec_Tm90QVJlYWxTZWNyZXRPZkFueWJvZHlOb3RBUmVhbFNlY3JldE9mQW55Ym9keQ%3D'
// Secrets from which others can be derived.
const secrets = [
  long.slice(0, 40),
  long,
  `\t"${long}"\n`,
  `\0${long}`,
  `SECRET=${long}`,
  `whsec_${'0aF9'.repeat(20)}`,
]

const found = async (
  secret: string,
  digest: Uint8Array,
  time = timestamp,
  text = body,
): Promise<readonly string[]> => {
  const headers = Object.entries({
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1=${Buffer.from(digest).toString('hex')}`,
  })
  const { mistakes } = await examine(
    { headers, body: Buffer.from(text) },
    {
      secrets: [{ name: 'OWN', value: secret, isOwn: true }],
      at: new Date(Number(timestamp) * 1000),
      document: await webhookDocument(),
    },
  )
  return mistakes.map(({ code, found: what, advice }) => `${code}: ${what} ${advice}`)
}

test.each([
  [64 * 1024, 'newline-added'],
  [64 * 1024 + 1, 'no-match'],
])('other texts of a body of %i bytes are %s', async (size, code) => {
  const text = `${JSON.stringify(event).padEnd(size - 1)}\n`
  const [mistake] = await found(long, hmac(long, timestamp, text.slice(0, -1)), timestamp, text)
  expect(mistake).toContain(code)
})

const hmac = (key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()

const named = ({ name, how }: { readonly name: string; readonly how: string }): string =>
  `${name}: it was signed ${how} ${namedMistake(name).fix}`

describe('a mistake of the table is found by verify', () => {
  test.each(keyMistakes.map((row) => [row.how, row] as const))('%s', async (_, row) => {
    // If several forms make the same key, the first one is named.
    const isOf = (secret: string): boolean =>
      [secret, ...keyMistakes.map(({ apply }) => apply(secret))].findIndex((key) =>
        Buffer.from(key).equals(Buffer.from(row.apply(secret))),
      ) ===
      keyMistakes.indexOf(row) + 1
    const secret = secrets.find(isOf) ?? ''
    expect(await found(secret, hmac(row.apply(secret), timestamp, body))).toEqual([named(row)])
  })

  test.each(textMistakes.map((row) => [row.how, row] as const))('%s', async (_, row) => {
    const times = [timestamp, `${timestamp}000`]
    const all = times.map(async (time) => {
      const [before, after] = row.apply({ timestamp: time, id, time: event.timestamp }) ?? ['', '']
      return found(long, hmac(long, before, body, after), time)
    })
    expect((await Promise.all(all)).flat()).toContain(named(row))
  })

  test('with any time in milliseconds of the second in the header', async () => {
    const how = 'with a time in milliseconds, and the header is in seconds'
    const digest = hmac(long, `${timestamp}347`, body)
    expect(await found(long, digest)).toEqual([named({ name: 'milliseconds', how })])
  })

  test.each(bodyMistakes.map((row) => [row.how, row] as const))('%s', async (_, row) =>
    expect(await found(long, hmac(long, timestamp, row.apply(event) ?? ''))).toEqual([named(row)]),
  )

  test('of the body, where it lacks a part that others sign alone', async () => {
    const [mistake] = await found(long, hmac(long, timestamp, 'null'), timestamp, '{"type":"ping"}')
    expect(mistake).toContain('no-body: it was signed over "null" for a body')
  })

  test.each(digestMistakes.map((row) => [row.how, row] as const))('%s', async (_, row) =>
    expect(await found(long, row.apply(long, timestamp, body))).toEqual([named(row)]),
  )
})

// When a change of it is meant: npx vitest run tests/webhook/signing/mistakes.test.ts -u
test('what each way makes of a secret, a text, a body and all of them', async () => {
  const secret = 'whsec_0aF9\n'
  const lineOf = ({ name, how, isRare }: SigningWay<unknown>, made: unknown): string =>
    `${name}${isRare === true ? ', rare' : ''}: ${how}: ${made instanceof Uint8Array ? Buffer.from(made).toString('hex') : JSON.stringify(made)}`
  const lines = [
    ...keyMistakes.map((row) => lineOf(row, row.apply(secret))),
    ...textMistakes.map((row) => lineOf(row, row.apply({ timestamp, id, time: event.timestamp }))),
    ...bodyMistakes.map((row) => lineOf(row, row.apply(event))),
    ...digestMistakes.map((row) => lineOf(row, row.apply(secret, timestamp, body))),
  ]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'golden/ways.txt'))
})
