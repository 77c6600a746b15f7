import {
  type ApplyToKey,
  bodyMistakes,
  digestMistakes,
  keyMistakes,
  type SigningMistake,
  textMistakes,
} from '../../../signing/mistakes.js'
import type { Deviation, Plan } from './deviation.js'

const made = <T>(rows: readonly SigningMistake<T>[]): readonly SigningMistake<T>[] =>
  rows.filter(({ isRare }) => isRare !== true)

const titleOf = ({ name, how }: SigningMistake<unknown>): string | undefined => {
  const secret = how.replace('under ', '')
  if (name === 'no-secret') return undefined
  if (name === 'padded-secret') return `Your receiver has its ${secret.replace('the ', '')}.`
  return name === 'secret-given'
    ? `The secret that the drill was given has ${secret.replace('the secret without ', '')}.`
    : `Your receiver uses ${secret}.`
}

const ofKey = (row: SigningMistake<ApplyToKey>): Deviation => {
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

const value = (mistake: string, description: string, write: Plan['value']): Deviation => ({
  mistake,
  aspect: 'value',
  description,
  plan: { value: write },
})

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
