import { createHmac } from 'node:crypto'
import { layersOf } from '../../../redaction/index.js'
import type { Delivery } from '../../delivery/request.js'

/** A secret or digest found in a text. */
export interface Sighting {
  /** Its encoding; undefined for plain text. */
  readonly encoding?: string
  /** The bytes found, read in latin1: all, or the beginning of a digest. */
  readonly shown: string
}

/** Encodings of eight bytes or more; shorter runs reveal nothing, and occur anywhere. */
const encodings = [
  { name: 'hexadecimal', runs: /[\da-f]{2}(?:[ :-]?[\da-f]{2}){7,}/gi, offsets: 2, as: 'hex' },
  { name: 'base64', runs: /[\da-z+/_-]{11,}/gi, offsets: 4, as: 'base64' },
] as const

/** Bytes as JSON prints a Buffer. */
const decimals = /\d{1,3}(?:,\s?\d{1,3}){7,}/g

interface Reading {
  readonly text: string
  readonly encoding?: string
}

/**
 * All readings of a text.
 * @yields the text with its escapes decoded, and the bytes encoded in parts of it, at each offset of a run
 */
const readingsOf = function* (text: string): Generator<Reading> {
  for (const layer of layersOf(text)) {
    yield { text: layer.text }
    for (const { name: encoding, runs, offsets, as } of encodings) {
      for (const [run] of layer.text.matchAll(runs)) {
        const letters = as === 'hex' ? run.replaceAll(/[ :-]/g, '') : run
        for (let offset = 0; offset < offsets; offset += 1) {
          const bytes = Buffer.from(letters.slice(offset), as).toString('latin1')
          for (const inner of layersOf(bytes)) yield { text: inner.text, encoding }
        }
      }
    }
    for (const [list] of layer.text.matchAll(decimals))
      yield { text: Buffer.from(list.split(',').map(Number)).toString('latin1'), encoding: 'a list of bytes' }
  }
}

const sighting = ({ encoding }: Reading, shown: string): Sighting => ({
  shown,
  ...(encoding !== undefined && { encoding }),
})

/** The fewest bytes of a digest that are not a coincidence: sixteen hexadecimal digits. */
const telling = 8

const beginningIn = (text: string, digest: string): string => {
  const at = text.indexOf(digest.slice(0, telling))
  if (at < 0) return ''
  let length = telling
  while (length < digest.length && text[at + length] === digest[length]) length += 1
  return digest.slice(0, length)
}

/**
 * The longest beginning of a digest in a text, if it has eight bytes or more.
 * @param digests computed only for a text that may contain one
 */
export function digestIn(text: string, digests: () => Iterable<string>): Sighting | undefined {
  let longest: Sighting | undefined
  for (const reading of readingsOf(text)) {
    // A digest is bytes, which texts contain encoded.
    if (reading.encoding === undefined) continue
    for (const digest of digests()) {
      const shown = beginningIn(reading.text, digest)
      if (shown.length > (longest?.shown.length ?? 0)) longest = sighting(reading, shown)
    }
  }
  return longest
}

const bareOf = (secret: string): string => secret.replace(/^whsec_/, '')

/** A missing header, as converted to text in several languages. */
const missing = ['', 'undefined', 'null', 'None']

/**
 * The digests that a receiver may have expected for a delivery, as bytes read in latin1: over timestamp and body, under
 * the secret as text or decoded.
 */
export function expectedDigests({ headers, body }: Delivery, secret: string): ReadonlySet<string> {
  const sent = headers
    .filter(([name]) => name.toLowerCase() === 'webhook-timestamp')
    .map(([, value]) => value)
  const keys = [secret, bareOf(secret), Buffer.from(bareOf(secret), 'base64')]
  const digests = keys.flatMap((key) =>
    (sent.length === 0 ? missing : sent).map((timestamp) =>
      createHmac('sha256', key).update(timestamp, 'latin1').update(body).digest().toString('latin1'),
    ),
  )
  return new Set(digests)
}

export interface SoughtSecret {
  /** The secret as bytes read in latin1, with and without its prefix, decoded, and the beginning of a long one. */
  readonly forms: readonly string[]
  /** A word may occur in any sentence, so in plain text it counts only as a whole value. */
  readonly isWord: boolean
}

const fewestLetters = 8
/** The length of a beginning of a secret that no text has by chance, and that masks do not show. */
const beginning = 12
const longestWord = 15

/** Prepares a secret for the search; undefined for one so short that it occurs by chance. */
export function soughtSecret(secret: string): SoughtSecret | undefined {
  if (secret.length < fewestLetters) return undefined
  const bare = bareOf(secret)
  const decoded = bare === secret ? '' : Buffer.from(bare, 'base64').toString('latin1')
  const begun = bare.length < 2 * beginning ? '' : bare.slice(0, beginning)
  const forms = [secret, Buffer.from(secret).toString('latin1'), bare, decoded, begun]
  return {
    forms: [...new Set(forms)].filter(({ length }) => length >= fewestLetters),
    isWord: !/\d/.test(secret) && secret.length <= longestWord,
  }
}

const isValue = (text: string, at: number, length: number): boolean =>
  /(?:^|["'`=]|[:=]\s?)$/.test(text.slice(0, at)) && /^(?:$|["'`&;,<)}\]\s])/.test(text.slice(at + length))

/** The secret in a text, plain or encoded. */
export function secretIn(text: string, { forms, isWord }: SoughtSecret): Sighting | undefined {
  for (const reading of readingsOf(text)) {
    const lower = reading.text.toLowerCase()
    for (const form of forms) {
      const at = lower.indexOf(form.toLowerCase())
      if (at < 0) continue
      const isEncoded = reading.encoding !== undefined
      if (isEncoded || !isWord || isValue(reading.text, at, form.length)) return sighting(reading, form)
    }
  }
  return undefined
}
