import { createHash, createHmac } from 'node:crypto'
import { printers } from '../../../signing/printers.js'
import { type Deviation, objectIn, type Plan } from './deviation.js'

const text = (mistake: string, description: string, signed: Plan['signed']): Deviation => ({
  mistake,
  aspect: 'text',
  description,
  plan: { signed },
})

const value = (mistake: string, description: string, write: Plan['value']): Deviation => ({
  mistake,
  aspect: 'value',
  description,
  plan: { value: write },
})

const hashed = (description: string, digest: Plan['digest']): Deviation => ({
  mistake: 'other-algorithm',
  aspect: 'text',
  description,
  plan: { digest },
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

/** Other encodings of a digest. */
export const ofValues: readonly Deviation[] = [
  value('other-encoding', 'with its digest in base64', (digest) => `v1=${digest.toString('base64')}`),
  value('other-encoding', 'with its digest in hexadecimal', (digest) => `v1=${digest.toString('hex')}`),
  value('prefix-kept', 'whose signature has no "v1="', (digest) => digest.toString('hex')),
  value(
    'prefix-kept',
    'whose signature begins with "sha256="',
    (digest) => `sha256=${digest.toString('hex')}`,
  ),
  value('prefix-kept', 'whose signature begins with "v1,"', (digest) => `v1,${digest.toString('hex')}`),
  value('prefix-kept', 'whose signature begins with "v1," and is in base64', (digest) => {
    return `v1,${digest.toString('base64')}`
  }),
  value('prefix-kept', 'whose signature is base64 without "v1="', (digest) => digest.toString('base64')),
  value('prefix-kept', 'whose signature begins with "v0="', (digest) => `v0=${digest.toString('hex')}`),
  value('upper-case', 'with its digest in upper case', (digest) => {
    return `v1=${digest.toString('hex').toUpperCase()}`
  }),
  value(
    'stripe-form',
    'whose signature has the timestamp in it, as Stripe has it',
    (digest, { timestamp }) => {
      return `t=${timestamp},v1=${digest.toString('hex')}`
    },
  ),
  value('other-encoding', 'with its digest in base64 without padding', (digest) => {
    return `v1=${digest.toString('base64').replace(/=+$/, '')}`
  }),
  value('other-encoding', 'with its digest in base64url', (digest) => `v1=${digest.toString('base64url')}`),
]

/** Other signed texts and algorithms. */
export const ofTexts: readonly Deviation[] = [
  text('separator', 'signed with a dot between timestamp and body', ({ timestamp, body }) => {
    return `${timestamp}.${body}`
  }),
  text('body-alone', 'whose body alone was signed', ({ body }) => body),
  text('id-included', 'signed over id, timestamp and body with dots between', ({ id, timestamp, body }) => {
    return `${id}.${timestamp}.${body}`
  }),
  text(
    'id-included',
    'signed over id, timestamp and body with nothing between',
    ({ id, timestamp, body }) => {
      return id + timestamp + body
    },
  ),
  text(
    'body-first',
    'signed over the body and then the timestamp',
    ({ timestamp, body }) => body + timestamp,
  ),
  text('body-first', 'signed over the body, a dot and the timestamp', ({ timestamp, body }) => {
    return `${body}.${timestamp}`
  }),
  ...separators.slice(1).map(([between, what]) =>
    text('separator', `signed with ${what} between timestamp and body`, ({ timestamp, body }) => {
      return `${timestamp}${between}${body}`
    }),
  ),
  text('separator', 'signed as Slack has it, with "v0:" and colons', ({ timestamp, body }) => {
    return `v0:${timestamp}:${body}`
  }),
  text(
    'container-time-signed',
    "signed over the container's own timestamp and the body",
    ({ event, body }) => {
      return `${String(event['timestamp'])}${body}`
    },
  ),
  hashed('signed with HMAC-SHA1', (key, signed) => createHmac('sha1', key).update(signed).digest()),
  hashed('signed with HMAC-SHA512', (key, signed) => createHmac('sha512', key).update(signed).digest()),
  hashed('signed with HMAC-SHA384', (key, signed) => createHmac('sha384', key).update(signed).digest()),
  hashed('signed with a SHA-256 of secret, timestamp and body that is no HMAC', (key, signed) => {
    return createHash('sha256').update(key).update(signed).digest()
  }),
  hashed('signed with a SHA-256 of timestamp, body and secret that is no HMAC', (key, signed) => {
    return createHash('sha256').update(signed).update(key).digest()
  }),
  hashed('signed with secret and text exchanged', (key, signed) => {
    return createHmac('sha256', signed).update(key).digest()
  }),
  text(
    'reserialised-body',
    'signed over "[object Object]"',
    ({ timestamp }) => `${timestamp}[object Object]`,
  ),
  ...['', 'undefined', '{}', 'null', 'None'].map((what) =>
    text('no-body', `signed over ${what === '' ? 'no body' : `"${what}" for a body`}`, ({ timestamp }) => {
      return timestamp + what
    }),
  ),
  text('part-of-body', 'whose data alone was signed', ({ timestamp, event }) => {
    return timestamp + JSON.stringify(event['data'])
  }),
  text('part-of-body', 'whose message alone was signed', ({ timestamp, event }) => {
    return timestamp + JSON.stringify(objectIn(event, 'data')['message'])
  }),
  text('newline-added', 'signed with an end of line behind its body', ({ timestamp, body }) => {
    return `${timestamp}${body}\n`
  }),
  ...printers.map(([how, print]) =>
    text('reserialised-body', `signed as printed ${how}`, ({ timestamp, event }) => timestamp + print(event)),
  ),
]
