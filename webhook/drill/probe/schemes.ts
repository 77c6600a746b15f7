import { createHash, createHmac } from 'node:crypto'
import type { DeliveryFactory } from '../sending/delivery-factory.js'
import type { Delivery } from '../sending/delivery.js'
import { printers } from './json-printers.js'

/** A delivery that a receiver with a certain mistake takes in place of right ones. */
export interface Scheme {
  /** The mistake that is shown when the delivery is taken. */
  readonly mistake: string
  readonly description: string
  readonly make: (factory: DeliveryFactory) => Delivery
}

type Signer = (parts: {
  readonly timestamp: string
  readonly body: string
  readonly id: string
}) => string | Buffer

interface Made {
  readonly key?: (secret: string) => string | Buffer
  readonly signed?: Signer
  readonly value?: (digest: Buffer) => string
  readonly algorithm?: string
  /** In place of an HMAC. */
  readonly hash?: (parts: { readonly secret: string; readonly text: string | Buffer }) => Buffer
  readonly timestamp?: (now: string) => string
}

const joined: Signer = ({ timestamp, body }) => timestamp + body

/** Signs a delivery from the ground up, for ways that differ in more than one thing from the right one. */
const made =
  ({ key = (secret) => secret, signed = joined, value, algorithm = 'sha256', timestamp, hash }: Made) =>
  (factory: DeliveryFactory): Delivery => {
    const body = factory.text()
    const now = factory.timestamp()
    const text = timestamp?.(now) ?? now
    const { secret, encoding } = factory.settings
    const delivery = factory.delivery({ body, timestamp: text })
    const id = delivery.headers.find(([name]) => name === 'webhook-id')?.[1] ?? ''
    const message = signed({ timestamp: text, body, id })
    const digest =
      hash?.({ secret, text: message }) ?? createHmac(algorithm, key(secret)).update(message).digest()
    const shown = value?.(digest) ?? `v1=${digest.toString(encoding)}`
    const headers = delivery.headers.map(
      ([name, old]) => [name, name === 'webhook-signature' ? shown : old] as const,
    )
    return { ...delivery, headers }
  }

const scheme = (mistake: string, says: string, how: Made): Scheme => ({
  mistake,
  description: says,
  make: made(how),
})

const separators: readonly (readonly [string, string])[] = [
  ['.', 'a dot'],
  [':', 'a colon'],
  ['\n', 'an end of line'],
  [' ', 'a space'],
  [',', 'a comma'],
  ['|', 'a bar'],
  ['-', 'a hyphen'],
]

const farthestHours = 14

/** Whole hours ahead and back: a clock in another time zone. */
const hours: readonly number[] = Array.from({ length: farthestHours }, (_, index) => [
  index + 1,
  -index - 1,
]).flat()

const isNow = (timestamp: string): boolean => Math.abs(Date.now() / 1000 - Number(timestamp)) < 2

const standardKey = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

const standardText: Signer = ({ id, timestamp, body }) => `${id}.${timestamp}.${body}`

const standardValue = (digest: Buffer): string => `v1,${digest.toString('base64')}`

const otherEncoding = (factory: DeliveryFactory): Delivery =>
  factory.delivery({ encoding: factory.settings.encoding === 'hex' ? 'base64' : 'hex' })

/**
 * Ways to sign that receivers are known to expect in place of the right one; each is tried once when a receiver takes
 * no valid event.
 */
export const schemes: readonly Scheme[] = [
  {
    mistake: 'other-encoding',
    description: 'an event with its digest in the other encoding',
    make: otherEncoding,
  },
  ...separators.map(([text, what]) =>
    scheme('separator', `an event signed with ${what} between timestamp and body`, {
      signed: ({ timestamp, body }) => `${timestamp}${text}${body}`,
    }),
  ),
  scheme('other-encoding', 'an event with its digest in base64 without padding', {
    value: (digest) => `v1=${digest.toString('base64').replace(/=+$/, '')}`,
  }),
  scheme('other-encoding', 'an event with its digest in base64url', {
    value: (digest) => `v1=${digest.toString('base64url')}`,
  }),
  scheme('standard-webhooks', 'an event signed as Standard Webhooks has it', {
    key: standardKey,
    signed: standardText,
    value: standardValue,
  }),
  scheme('standard-webhooks', 'an event signed over id, timestamp and body, under the secret as text', {
    signed: standardText,
    value: standardValue,
  }),
  scheme('id-included', 'an event signed over id, timestamp and body with dots between', {
    signed: standardText,
  }),
  scheme('id-included', 'an event signed over id, timestamp and body with nothing between', {
    signed: ({ id, timestamp, body }) => id + timestamp + body,
  }),
  scheme('body-alone', 'an event whose body alone was signed', { signed: ({ body }) => body }),
  scheme('body-first', 'an event signed over the body and then the timestamp', {
    signed: ({ timestamp, body }) => body + timestamp,
  }),
  scheme('prefix-kept', 'an event whose signature has no "v1="', {
    value: (digest) => digest.toString('hex'),
  }),
  scheme('prefix-kept', 'an event whose signature begins with "v1,"', {
    value: (digest) => `v1,${digest.toString('hex')}`,
  }),
  scheme('prefix-kept', 'an event whose signature begins with "v1," and is in base64', {
    value: standardValue,
  }),
  scheme('prefix-kept', 'an event whose signature is base64 without "v1="', {
    value: (digest) => digest.toString('base64'),
  }),
  scheme('upper-case', 'an event with its digest in upper case', {
    value: (digest) => `v1=${digest.toString('hex').toUpperCase()}`,
  }),
  scheme('milliseconds', 'an event with a timestamp in milliseconds', {
    // To the millisecond: who takes seconds for milliseconds may have a window of 300 of them.
    timestamp: (now) => (isNow(now) ? String(Date.now()) : `${now}000`),
  }),
  // Before the decoded ones: what is no hexadecimal decodes to nothing.
  scheme('no-secret', 'an event signed under an empty secret', { key: () => '' }),
  scheme('no-secret', 'an event signed under the word "undefined"', { key: () => 'undefined' }),
  scheme('no-secret', 'an event signed under the word "None"', { key: () => 'None' }),
  scheme('decoded-secret', 'an event signed under the secret decoded from base64', { key: standardKey }),
  scheme('decoded-secret', 'an event signed under the secret decoded from hexadecimal', {
    key: (secret) => Buffer.from(secret, 'hex'),
  }),
  scheme('decoded-secret', 'an event signed under the secret without "whsec_"', {
    key: (secret) => secret.replace(/^whsec_/, ''),
  }),
  scheme('padded-secret', 'an event signed under the secret with an end of line behind it', {
    key: (secret) => `${secret}\n`,
  }),
  scheme('padded-secret', 'an event signed under the secret with a carriage return behind it', {
    key: (secret) => `${secret}\r`,
  }),
  scheme('padded-secret', 'an event signed under the secret with a space behind it', {
    key: (secret) => `${secret} `,
  }),
  scheme('padded-secret', 'an event signed under the secret in quotation marks', {
    key: (secret) => `"${secret}"`,
  }),
  scheme('other-algorithm', 'an event signed with HMAC-SHA1', { algorithm: 'sha1' }),
  scheme('other-algorithm', 'an event signed with HMAC-SHA512', { algorithm: 'sha512' }),
  scheme('other-algorithm', 'an event signed with a SHA-256 of secret, timestamp and body that is no HMAC', {
    hash: ({ secret, text }) => createHash('sha256').update(secret).update(text).digest(),
  }),
  scheme('other-algorithm', 'an event signed with a SHA-256 of timestamp, body and secret that is no HMAC', {
    hash: ({ secret, text }) => createHash('sha256').update(text).update(secret).digest(),
  }),
  scheme('reserialised-body', 'an event signed over "[object Object]"', {
    signed: ({ timestamp }) => `${timestamp}[object Object]`,
  }),
  ...['', 'undefined', '{}'].map((text) =>
    scheme('no-body', `an event signed over ${text === '' ? 'no body' : `"${text}" for a body`}`, {
      signed: ({ timestamp }) => timestamp + text,
    }),
  ),
  scheme('part-of-body', 'an event whose data alone was signed', {
    signed: ({ timestamp, body }) => timestamp + JSON.stringify(JSON.parse(body).data),
  }),
  scheme('newline-added', 'an event signed with an end of line behind its body', {
    signed: ({ timestamp, body }) => `${timestamp}${body}\n`,
  }),
  ...hours.map((hour) =>
    scheme('time-zone', `an event signed ${Math.abs(hour)} h ${hour < 0 ? 'back' : 'ahead'}`, {
      timestamp: (now) => String(Number(now) + hour * 3600),
    }),
  ),
  ...printers.map(([how, print]) =>
    scheme('reserialised-body', `an event signed as printed ${how}`, {
      signed: ({ timestamp, body }) => timestamp + print(JSON.parse(body)),
    }),
  ),
]
