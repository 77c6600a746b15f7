import { readingsOf } from './readings.js'

/** Something that was found in a text. */
export interface Sighting {
  /** How it was written, such as `base64`; undefined for a plain text. */
  readonly encoding?: string
  /** The bytes that were shown, read in latin1: the whole, or the beginning of a digest. */
  readonly shown: string
}

const seen = (how: readonly string[], shown: string): Sighting =>
  how.length === 0 ? { shown } : { encoding: how.toReversed().join(' in '), shown }

/** So many bytes of a digest are no chance: sixteen digits in hexadecimal. */
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
 * The longest beginning of one of some digests that a text shows, when it is eight bytes or more.
 * @param digests computed for a text alone that may hold one
 */
export function digestIn(text: string, digests: () => Iterable<string>): Sighting | undefined {
  let longest: Sighting | undefined
  for (const reading of readingsOf(text)) {
    // No digest stands in plain letters.
    if (reading.how.length === 0 && isAscii(reading.text)) continue
    for (const digest of digests()) {
      const shown = beginningIn(reading.text, digest)
      if (shown.length > (longest?.shown.length ?? 0)) longest = seen(reading.how, shown)
    }
  }
  return longest
}

/** How a secret may be recognised. */
export interface SoughtSecret {
  /** The secret as bytes read in latin1, with and without what was put before it, or decoded. */
  readonly forms: readonly string[]
  /** A word may stand in any sentence: in plain text it counts where it is a value alone. */
  readonly isWord: boolean
}

const fewestLetters = 8
const longestWord = 15

/** Prepares a secret; undefined for one so short that it stands in texts by chance. */
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

/** The secret in a text, in whatever encoding. */
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
