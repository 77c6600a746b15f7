import { uptime } from 'node:os'
import { topicOf } from '../../events/documents.js'
import {
  type ApplyToKey,
  type SigningWay,
  bodyMistakes,
  digestMistakes,
  keyMistakes,
  textMistakes,
} from '../../signing/ways.js'
import type { Deviation } from './deviation.js'

const made = <T>(rows: readonly SigningWay<T>[]): readonly SigningWay<T>[] =>
  rows.filter(({ isRare }) => isRare !== true)

const titleOf = ({ name, how }: SigningWay<unknown>): string | undefined => {
  const secret = how.replace('under ', '')
  if (name === 'no-secret') return undefined
  if (name === 'padded-secret') return `Your receiver has its ${secret.replace('the ', '')}.`
  return name === 'secret-given'
    ? `The secret that the drill was given has ${secret.replace('the secret without ', '')}.`
    : `Your receiver uses ${secret}.`
}

const ofKey = (row: SigningWay<ApplyToKey>): Deviation => {
  const title = titleOf(row)
  return {
    mistake: row.name,
    aspect: 'key',
    description: `signed ${row.how}`,
    ...(title !== undefined && { title }),
    plan: { key: (secret) => Buffer.from(row.apply(secret)) },
  }
}

/** Variations of the given secret, the likeliest first. */
export const ofSecrets: readonly Deviation[] = made(keyMistakes).map(ofKey)

type Written = (hex: string, base64: string, timestamp: string) => string

const values: readonly (readonly [mistake: string, description: string, write: Written])[] = [
  ['other-encoding', 'with its digest in base64', (_, base64) => `v1=${base64}`],
  ['other-encoding', 'with its digest in hexadecimal', (hex) => `v1=${hex}`],
  ['wrong-prefix', 'whose signature has no "v1="', (hex) => hex],
  ['wrong-prefix', 'whose signature begins with "sha256="', (hex) => `sha256=${hex}`],
  ['wrong-prefix', 'whose signature begins with "v1,"', (hex) => `v1,${hex}`],
  ['wrong-prefix', 'whose signature begins with "v1," and is in base64', (_, base64) => `v1,${base64}`],
  ['wrong-prefix', 'whose signature is base64 without "v1="', (_, base64) => base64],
  ['wrong-prefix', 'whose signature begins with "v0="', (hex) => `v0=${hex}`],
  ['upper-case', 'with its digest in upper case', (hex) => `v1=${hex.toUpperCase()}`],
  [
    'stripe-form',
    'whose signature has the timestamp in it, as Stripe has it',
    (hex, _, at) => `t=${at},v1=${hex}`,
  ],
  [
    'other-encoding',
    'with its digest in base64 without padding',
    (_, base64) => `v1=${base64.replace(/=+$/, '')}`,
  ],
  [
    'other-encoding',
    'with its digest in base64url',
    (hex) => `v1=${Buffer.from(hex, 'hex').toString('base64url')}`,
  ],
]

/** Other ways to write a digest. */
export const ofValues: readonly Deviation[] = values.map(([mistake, description, write]) => ({
  mistake,
  aspect: 'value',
  description,
  plan: {
    value: (digest, { timestamp }) => write(digest.toString('hex'), digest.toString('base64'), timestamp),
  },
}))

const signedAs = (
  { name, how }: { readonly name: string; readonly how: string },
  plan: Deviation['plan'],
): Deviation => ({ mistake: name, aspect: 'text', description: `signed ${how}`, plan })

/** Other signed texts and algorithms. */
export const ofTexts: readonly Deviation[] = [
  ...made(textMistakes).map((row) =>
    signedAs(row, {
      signed: ({ timestamp, id, body, event }) => {
        const [before, after] = row.apply({ timestamp, id, time: String(event['timestamp']) }) ?? ['', '']
        return before + body + after
      },
    }),
  ),
  ...made(digestMistakes).map((row) =>
    signedAs(row, { digest: (key, text) => Buffer.from(row.apply(key, '', text)) }),
  ),
  ...made(bodyMistakes).map((row) =>
    signedAs(row, { signed: ({ timestamp, event }) => timestamp + (row.apply(event) ?? '') }),
  ),
  // Not of the table: `verify` has the same bytes for a body that lost its end of line.
  signedAs(
    { name: 'newline-added', how: 'with an end of line behind its body' },
    { signed: ({ timestamp, body }) => `${timestamp}${body}\n` },
  ),
]

const farthestHours = 14
const halves = [5.5, -3.5, 9.5, 4.5, 3.5, 5.75, -9.5]

/** Offsets in hours of a clock in another time zone. */
const hours: readonly number[] = [
  ...Array.from({ length: farthestHours }, (_, index) => [index + 1, -index - 1]).flat(),
  ...halves,
]

const clock = (
  mistake: string,
  description: string,
  read: (now: string) => string,
  title?: string,
): Deviation => ({
  mistake,
  aspect: 'clock',
  description,
  ...(title !== undefined && { title }),
  plan: { clock: read },
})

const zone = (hour: number): Deviation => {
  const size = Math.abs(hour)
  return clock(
    'time-zone',
    `signed ${size} h ${hour < 0 ? 'back' : 'ahead'}`,
    (now) => String(Number(now) + hour * 3600),
    `Your receiver compares the timestamp with a clock that is ${size} h ${hour < 0 ? 'behind' : 'ahead'}, as of another time zone.`,
  )
}

const isNow = (timestamp: string): boolean => Math.abs(Date.now() / 1000 - Number(timestamp)) < 2

// Exact to the millisecond, because a receiver that confuses the units may have a window of 300 ms.
const milliseconds = (now: string): string => (isNow(now) ? String(Date.now()) : `${now}000`)

/** Timestamps for receivers with another clock. */
export const ofClocks: readonly Deviation[] = [
  clock('milliseconds', 'with a timestamp in milliseconds', milliseconds),
  clock('milliseconds', 'with a timestamp in microseconds', (now) => `${milliseconds(now)}000`),
  clock('milliseconds', 'with a timestamp in nanoseconds', (now) => `${milliseconds(now)}000000`),
  clock('date-text', 'with a timestamp such as 2026-01-31T12:00:00.000Z', () => new Date().toISOString()),
  clock('date-text', 'with a timestamp such as Sat, 31 Jan 2026 12:00:00 GMT', () =>
    new Date().toUTCString(),
  ),
  clock('other-clock', 'with the seconds since the machine was started as its timestamp', () =>
    String(Math.floor(uptime())),
  ),
  ...hours.map(zone),
]

const spelled = (how: string, spell: (type: string) => string): Deviation => ({
  mistake: 'type-spelling',
  aspect: 'type',
  description: `whose type is written ${how}`,
  title: `Your receiver expects the type of an event written ${how}.`,
  plan: { spell },
})

const manner = (mistake: string, description: string, title: string, plan: Deviation['plan']): Deviation => ({
  mistake,
  aspect: 'manner',
  description,
  title,
  plan,
})

/** Other spellings of event types. */
export const ofTypes: readonly Deviation[] = [
  spelled('as its topic is, such as CustomerStatus', topicOf),
  spelled('in capitals, such as CUSTOMER_STATUS', (type) => type.toUpperCase()),
  spelled('with hyphens, such as customer-status', (type) => type.replaceAll('_', '-')),
  spelled('with dots, such as customer.status', (type) => type.replaceAll('_', '.')),
  spelled('such as customerStatus', (type) => {
    const name = topicOf(type)
    return name.charAt(0).toLowerCase() + name.slice(1)
  }),
  spelled('without underscores, such as customerstatus', (type) => type.replaceAll('_', '')),
  spelled('such as customer.status_changed', (type) => `${type.replace('_', '.')}_changed`),
]

/** Other ways to post a delivery. */
export const ofManners: readonly Deviation[] = [
  ...[
    'application/json; charset=utf-8',
    'application/webhook+json',
    'application/cloudevents+json',
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ].map((contentType) =>
    manner(
      'other-content-type',
      `of type ${contentType}`,
      `Your receiver expects the content type ${contentType}, and refuses application/json.`,
      { contentType },
    ),
  ),
  ...['PUT', 'PATCH', 'GET'].map((method) =>
    manner(
      'other-method',
      `sent with ${method}`,
      `Your receiver expects ${method}, and deliveries are POST.`,
      {
        method,
      },
    ),
  ),
]
