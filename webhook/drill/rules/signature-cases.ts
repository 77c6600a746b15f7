import { createHash } from 'node:crypto'
import type { DeliveryFactory, DeliveryChoice } from '../sending/delivery-factory.js'
import type { HeaderFields } from '../sending/delivery.js'
import { type Case, one } from './rule.js'

/** Removes headers of one name. */
export function without(name: string) {
  return (fields: HeaderFields): HeaderFields => fields.filter(([field]) => field !== name)
}

/** A case whose delivery differs from a right one in the given choice. */
export function chosen(key: string, says: string, choice: DeliveryChoice): Case {
  return one(key, says, (factory) => factory.delivery(choice))
}

/** A case whose signature is derived from the right one. */
export function signed(key: string, says: string, signature: DeliveryChoice['signature']): Case {
  return chosen(key, says, signature ? { signature } : {})
}

/** A signature without its prefix. */
export function digestOf(signature: string): string {
  return signature.slice('v1='.length)
}

/** A signature with the first letters of its digest. */
export function cut(signature: string, letters: number): string {
  return `v1=${digestOf(signature).slice(0, letters)}`
}

/** Another digest of the same length and encoding. */
export function otherDigest(signature: string): string {
  const other = createHash('sha256').update(signature)
  return `v1=${other.digest(digestOf(signature).length === 64 ? 'hex' : 'base64')}`
}

const otherFirst = (signature: string): string => {
  const digest = digestOf(signature)
  return `v1=${digest.startsWith('a') ? 'b' : 'a'}${digest.slice(1)}`
}

const unkeyed = (factory: DeliveryFactory) => {
  const body = factory.text()
  const timestamp = factory.timestamp()
  const digest = createHash('sha256').update(timestamp).update(body).digest(factory.settings.encoding)
  return factory.delivery({ body, timestamp, signature: () => `v1=${digest}` })
}

/** Well-formed wrong signatures. */
export const forged: readonly Case[] = [
  signed('random', 'an event with a digest of something else', (right) => otherDigest(right)),
  signed('first-digit', 'an event with one digit of its signature changed', otherFirst),
  signed('zeros', 'an event with a digest of zeros', (right) => `v1=${'0'.repeat(digestOf(right).length)}`),
  one('unkeyed', 'an event with a SHA-256 that needs no secret', unkeyed),
  signed('two-wrong', 'an event with two wrong signatures', (right) =>
    [otherDigest(right), otherFirst(right)].join(','),
  ),
  signed('no-digest', 'an event with a signature that is a word', () => 'v1=undefined'),
]

/** Malformed signatures. */
export const malformed: readonly Case[] = [
  signed('odd', 'an event with its signature cut at its end', (right) =>
    right.slice(0, right.endsWith('=') ? -3 : -1),
  ),
  signed(
    'no-digits',
    'an event with a signature of letters that are no digits',
    (right) => `v1=${'!'.repeat(digestOf(right).length)}`,
  ),
  signed(
    'unicode',
    'an event with a signature of letters beyond ASCII',
    (right) => `v1=${'é'.repeat(digestOf(right).length)}`,
  ),
  signed('no-equals', 'an event with a signature without "="', () => 'rampart'),
]

/** The right digest with another prefix. */
export function prefixed(prefix: string): Case {
  return signed(
    prefix.replace('=', ''),
    `an event with the signature "${prefix}" and the right digest`,
    (right) => prefix + digestOf(right),
  )
}

/** Deliveries without a timestamp. */
export const missingTimestamp: readonly Case[] = [
  chosen('absent', 'an event without webhook-timestamp', { timestamp: null }),
  one('body-alone', 'an event without webhook-timestamp whose body alone was signed', (factory) =>
    factory.delivery({ timestamp: null, signed: { timestamp: '' } }),
  ),
]

/** Deliveries signed with other secrets. */
export function wrongSecrets(factory: DeliveryFactory): Case[] {
  return [
    chosen('other', 'an event signed with another secret', {
      secret: `rampart-drill-${factory.settings.seed}`,
    }),
    chosen('longer', 'an event signed with the secret and one letter more', {
      secret: `${factory.settings.secret}x`,
    }),
    chosen('empty', 'an event signed with an empty secret', { secret: '' }),
    chosen('undefined', 'an event signed with the word "undefined"', { secret: 'undefined' }),
  ]
}

/** Timestamps that were changed after signing. */
export const tamperedTimestamp: readonly Case[] = [
  one('later', 'an event whose timestamp was set a second forward after it was signed', (factory) =>
    factory.delivery({ signed: { timestamp: factory.timestamp(-1) } }),
  ),
  one('refreshed', 'an event of last week with the timestamp of now', (factory) =>
    factory.delivery({ signed: { timestamp: factory.timestamp(-7 * 86_400) } }),
  ),
]

const moved = (
  key: string,
  says: string,
  move: (timestamp: string, body: string) => [string, string],
): Case =>
  one(key, says, (factory) => {
    const right = { timestamp: factory.timestamp(), body: factory.text() }
    const [timestamp, body] = move(right.timestamp, right.body)
    return factory.delivery({ timestamp, body, signed: right })
  })

/** Text moved between timestamp and body, which leaves the digest unchanged. */
export const movedBoundary: readonly Case[] = [
  moved('digit', 'an event with the last digit of its timestamp moved into the body', (timestamp, body) => [
    timestamp.slice(0, -1),
    `${timestamp.slice(-1)}${body}`,
  ]),
  moved('brace', 'an event with the first letter of its body moved into the timestamp', (timestamp, body) => [
    `${timestamp}${body.slice(0, 1)}`,
    body.slice(1),
  ]),
  moved('body', 'an event with its whole body moved into the timestamp', (timestamp, body) => [
    `${timestamp}${body}`,
    '',
  ]),
]
