import { uptime } from 'node:os'
import { topicOf } from '../../events/documents.js'
import {
  bodyMistakes,
  digestMistakes,
  keyMistakes,
  type SigningWay,
  textMistakes,
} from '../../signing/ways.js'
import type { Aspect, Deviation, Plan } from './deviation.js'

const likelyRows = <T>(rows: readonly SigningWay<T>[]): readonly SigningWay<T>[] =>
  rows.filter(({ isRare }) => isRare !== true)

const titleOf = ({ name, how }: SigningWay<unknown>): string | undefined => {
  const secret = how.replace('under ', '')
  if (name === 'no-secret') return undefined
  if (name === 'padded-secret') return `Your receiver has its ${secret.replace('the ', '')}.`
  return name === 'secret-given'
    ? `The secret that the drill was given has ${secret.replace('the secret without ', '')}.`
    : `Your receiver uses ${secret}.`
}

/** A deviation of one step; the title describes the receiver more exactly than its mistake. */
const deviation = (
  mistake: string,
  aspect: Aspect,
  description: string,
  plan: Deviation['plan'],
  title?: string,
): Deviation => ({ mistake, aspect, description, plan, title })

/** Variations of the given secret, the likeliest first. */
export const ofSecrets: readonly Deviation[] = likelyRows(keyMistakes).map((row) => {
  const key: Plan['key'] = (secret) => Buffer.from(row.apply(secret))
  return deviation(row.name, 'key', `signed ${row.how}`, { key }, titleOf(row))
})

/** Signatures by the mistake and description of each; `{at}` is the timestamp. */
const values: readonly (readonly [mistake: string, description: string, value: string])[] = [
  ['other-encoding', 'with its digest in base64', 'v1={base64}'],
  ['other-encoding', 'with its digest in hexadecimal', 'v1={hex}'],
  ['wrong-prefix', 'whose signature has no "v1="', '{hex}'],
  ['wrong-prefix', 'whose signature begins with "sha256="', 'sha256={hex}'],
  ['wrong-prefix', 'whose signature begins with "v1,"', 'v1,{hex}'],
  ['wrong-prefix', 'whose signature begins with "v1," and is in base64', 'v1,{base64}'],
  ['wrong-prefix', 'whose signature is base64 without "v1="', '{base64}'],
  ['wrong-prefix', 'whose signature begins with "v0="', 'v0={hex}'],
  ['wrong-prefix', 'whose signature begins with "v1", two letters before the digest', 'v1{hex}'],
  ['wrong-prefix', 'whose signature begins with "v1= ", four letters before the digest', 'v1= {hex}'],
  ['other-encoding', 'with the hexadecimal text of its digest in base64', 'v1={hex64}'],
  ['upper-case', 'with its digest in upper case', 'v1={upper}'],
  ['stripe-form', 'whose signature has the timestamp in it, as Stripe has it', 't={at},v1={hex}'],
  ['other-encoding', 'with its digest in base64 without padding', 'v1={unpadded}'],
  ['other-encoding', 'with its digest in base64url', 'v1={base64url}'],
]

export const ofValues: readonly Deviation[] = values.map(([mistake, description, value]) =>
  deviation(mistake, 'value', description, {
    value: (digest, { timestamp }) => {
      const [hex, base64] = [digest.toString('hex'), digest.toString('base64')]
      return value
        .replace('{at}', timestamp)
        .replace('{hex}', hex)
        .replace('{hex64}', Buffer.from(hex).toString('base64'))
        .replace('{upper}', hex.toUpperCase())
        .replace('{base64}', base64)
        .replace('{unpadded}', base64.replace(/=+$/, ''))
        .replace('{base64url}', digest.toString('base64url'))
    },
  }),
)

const whose = (mistake: string, description: string, pattern: RegExp): Deviation =>
  deviation(mistake, 'value', description, { isMeant: (signature) => pattern.test(signature) })

/** Signatures that a receiver accepts which misreads digests; by chance it accepts some events without the deviation. */
export const ofDigests: readonly Deviation[] = [
  whose('prefix-letters', 'whose digest has no "1" or "v"', /^v1=[^1v]*$/),
  whose('unpadded-digest', 'whose digest has no byte below 16', /^v1=([^0].)*$/),
  deviation('unpadded-digest', 'value', 'whose digest has its bytes as signed numbers', {
    value: (digest) =>
      `v1=${Array.from(new Int8Array(digest), (byte) => (byte >>> 0).toString(16)).join('')}`,
  }),
]

const signedAs = ({ name, how }: Pick<SigningWay<unknown>, 'name' | 'how'>, plan: Deviation['plan']) =>
  deviation(name, 'text', `signed ${how}`, plan)

export const ofTexts: readonly Deviation[] = [
  ...likelyRows(textMistakes).map((row) =>
    signedAs(row, {
      signed: ({ timestamp, id, body, event }) => {
        const [before, after] = row.apply({ timestamp, id, time: String(event['timestamp']) }) ?? ['', '']
        return before + body + after
      },
    }),
  ),
  ...likelyRows(digestMistakes).map((row) =>
    signedAs(row, { digest: (key, text) => Buffer.from(row.apply(key, '', text)) }),
  ),
  ...likelyRows(bodyMistakes).map((row) =>
    signedAs(row, { signed: ({ timestamp, event }) => timestamp + (row.apply(event) ?? '') }),
  ),
  // Not of the table: `verify` has the same bytes for a body that lost its end of line.
  signedAs(
    { name: 'newline-added', how: 'with an end of line after its body' },
    { signed: ({ timestamp, body }) => `${timestamp}${body}\n` },
  ),
  signedAs(
    { name: 'signed-other-time', how: 'with the time in milliseconds' },
    { signed: ({ timestamp, body }) => `${timestamp}000${body}` },
  ),
  ...(['base64', 'hex'] as const).map((encoding) =>
    signedAs(
      { name: 'body-encoded', how: `over its body in ${encoding}` },
      { signed: ({ timestamp, body }) => timestamp + Buffer.from(body).toString(encoding) },
    ),
  ),
]

const requestTexts = [
  ['timestamp', 'path', 'body'],
  ['timestamp', 'method', 'path', 'body'],
  ['method', 'path', 'timestamp', 'body'],
  ['method', 'timestamp', 'path', 'body'],
  ['path', 'timestamp', 'body'],
  ['timestamp', 'url', 'body'],
  ['url', 'timestamp', 'body'],
] as const

/** Texts with the method, the path or the URL of the request; not of the table, because `verify` knows none of them. */
export const ofRequests: readonly Deviation[] = ['', '.', '\n', ':', '|'].flatMap((between) =>
  requestTexts.map((names) => {
    const how = `over ${names.join(', ')} with ${between === '' ? 'nothing' : JSON.stringify(between)} between`
    const signed: Plan['signed'] = (parts) => names.map((name) => parts[name]).join(between)
    return signedAs({ name: 'request-signed', how }, { signed })
  }),
)

const farthestHours = 14
const halves = [5.5, -3.5, 9.5, 4.5, 3.5, 5.75, -9.5]

/** Offsets in hours of a clock in another time zone. */
const hours: readonly number[] = [
  ...Array.from({ length: farthestHours }, (_, index) => [index + 1, -index - 1]).flat(),
  ...halves,
]

const clock = (mistake: string, description: string, read: Plan['clock'], title?: string) =>
  deviation(mistake, 'clock', description, { clock: read }, title)

/** Offsets in minutes of a clock that is wrong, or that was read once, when the receiver was started. */
const minutes = [-10, -20, -30, -40, -50, 10, 20, 30, 40, 50, -70, -80, -90, -100, -110]

const away = (mistake: string, size: string, seconds: number, why: string): Deviation => {
  const [to, at] = seconds < 0 ? ['back', 'behind'] : ['ahead', 'ahead']
  const title = `Your receiver compares the timestamp with a clock that is ${size} ${at}, ${why}.`
  return clock(mistake, `signed ${size} ${to}`, (now) => String(Number(now) + seconds), title)
}

const isNow = (timestamp: string): boolean => Math.abs(Date.now() / 1000 - Number(timestamp)) < 2

// Exact to the millisecond, because a receiver that confuses the units may have a window of 300 ms.
const milliseconds = (now: string): string => (isNow(now) ? String(Date.now()) : `${now}000`)

const utcText = (): string => new Date().toUTCString()
const sinceStart = (): string => String(Math.floor(uptime()))

/** Timestamps for receivers with another clock. */
export const ofClocks: readonly Deviation[] = [
  clock('milliseconds', 'with a timestamp in milliseconds', milliseconds),
  clock('milliseconds', 'with a timestamp in microseconds', (now) => `${milliseconds(now)}000`),
  clock('milliseconds', 'with a timestamp in nanoseconds', (now) => `${milliseconds(now)}000000`),
  clock('date-text', 'with a timestamp such as 2026-01-31T12:00:00.000Z', () => new Date().toISOString()),
  clock('date-text', 'with a timestamp such as Sat, 31 Jan 2026 12:00:00 GMT', utcText),
  clock('other-clock', 'with the seconds since the machine was started as its timestamp', sinceStart),
  ...minutes.map((count) =>
    away('wrong-clock', `about ${Math.abs(count)} min`, count * 60, 'or was read once, when it was started'),
  ),
  ...hours.map((count) => away('time-zone', `${Math.abs(count)} h`, count * 3600, 'as of another time zone')),
]

const typeSpelling = (how: string, spell: Plan['spell']): Deviation =>
  deviation('type-spelling', 'type', `whose type is written ${how}`, { spell })

export const ofTypes: readonly Deviation[] = [
  typeSpelling('as its topic is, such as CustomerStatus', topicOf),
  typeSpelling('in capitals, such as CUSTOMER_STATUS', (type) => type.toUpperCase()),
  typeSpelling('with hyphens, such as customer-status', (type) => type.replaceAll('_', '-')),
  typeSpelling('with dots, such as customer.status', (type) => type.replaceAll('_', '.')),
  typeSpelling('such as customerStatus', (type) => {
    const name = topicOf(type)
    return name.charAt(0).toLowerCase() + name.slice(1)
  }),
  typeSpelling('without underscores, such as customerstatus', (type) => type.replaceAll('_', '')),
  typeSpelling('such as customer.status_changed', (type) => `${type.replace('_', '.')}_changed`),
]

const contentTypes = [
  'application/json; charset=utf-8',
  'application/webhook+json',
  'application/cloudevents+json',
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
]

export const ofManners: readonly Deviation[] = [
  ...contentTypes.map((contentType) =>
    deviation('other-content-type', 'request', `of the content type ${contentType}`, { contentType }),
  ),
  ...['PUT', 'PATCH', 'GET'].map((method) =>
    deviation('other-method', 'request', `sent with ${method}`, { method }),
  ),
]
