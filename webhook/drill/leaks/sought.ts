import { readingsOf } from './readings.js'

/** A secret or digest found in a text. */
export interface Sighting {
  /** Its encoding, such as `base64`; undefined for plain text. */
  readonly encoding?: string
  /** The bytes found, read in latin1: all, or the beginning of a digest. */
  readonly shown: string
}

const seen = (how: readonly string[], shown: string): Sighting =>
  how.length === 0 ? { shown } : { encoding: how.toReversed().join(' in '), shown }

/** This many bytes of a digest are no coincidence: sixteen hexadecimal digits. */
const telling = 8

const beginningIn = (text: string, digest: string): string => {
  const at = text.indexOf(digest.slice(0, telling))
  if (at < 0) return ''
  let length = telling
  while (length < digest.length && text[at + length] === digest[length]) length += 1
  return digest.slice(0, length)
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/**
 * The longest beginning of a digest in a text, if it has eight bytes or more.
 * @param digests computed only for a text that may contain one
 */
export function digestIn(text: string, digests: () => Iterable<string>): Sighting | undefined {
  let longest: Sighting | undefined
  for (const reading of readingsOf(text)) {
    // Plain ASCII is no digest.
    if (reading.how.length === 0 && isAscii(reading.text)) continue
    for (const digest of digests()) {
      const shown = beginningIn(reading.text, digest)
      if (shown.length > (longest?.shown.length ?? 0)) longest = seen(reading.how, shown)
    }
  }
  return longest
}

/** The forms of a secret. */
export interface SoughtSecret {
  /** The secret as bytes read in latin1, with and without its prefix, and decoded. */
  readonly forms: readonly string[]
  /** A word may occur in any sentence, so in plain text it counts only as a whole value. */
  readonly isWord: boolean
}

const fewestLetters = 8
const longestWord = 15

/** Prepares a secret for the search; undefined for one so short that it occurs by chance. */
export function soughtSecret(secret: string): SoughtSecret | undefined {
  if (secret.length < fewestLetters) return undefined
  const bare = secret.replace(/^whsec_/, '')
  const decoded = bare === secret ? '' : Buffer.from(bare, 'base64').toString('latin1')
  const forms = [secret, Buffer.from(secret).toString('latin1'), bare, decoded]
  return {
    forms: [...new Set(forms)].filter(({ length }) => length >= fewestLetters),
    isWord: !/\d/.test(secret) && secret.length <= longestWord,
  }
}

const isValue = (text: string, at: number, length: number): boolean =>
  /(?:^|["'`=]|[:=]\s?)$/.test(text.slice(0, at)) && /^(?:$|["'`&;,<)}\]\s])/.test(text.slice(at + length))

/** The secret in a text, in any encoding. */
export function secretIn(text: string, { forms, isWord }: SoughtSecret): Sighting | undefined {
  for (const reading of readingsOf(text)) {
    const lower = reading.text.toLowerCase()
    for (const form of forms) {
      const at = lower.indexOf(form.toLowerCase())
      if (at < 0) continue
      const isEncoded = reading.how.length > 0
      if (isEncoded || !isWord || isValue(reading.text, at, form.length)) return seen(reading.how, form)
    }
  }
  return undefined
}
