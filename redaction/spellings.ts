import { beyondAscii, type Comparison, fold } from './fold.js'
import { layersOf } from './layers.js'
import { Spelling, type SpellingFacts } from './spelling.js'

/** A text that must not be shown, and what is shown in its place. */
export interface Secret {
  readonly value: string
  readonly mask: string
}

/** A shorter secret is found in too many words: it is taken out only where it is a whole value. */
export const shortestInside = 8

/** Whether a secret is hidden only where it is a whole value, which its owner should know. */
export function isShort(secret: string): boolean {
  return secret !== '' && secret.length < shortestInside
}

type Make = (text: string, facts: Partial<SpellingFacts> & { comparison: Comparison }) => Spelling

/** Without letters beyond ASCII at its ends: beside others of them, nobody could say which is which. */
const core = (value: string): Pick<SpellingFacts, 'codes' | 'lead' | 'trail'> => {
  const { codes } = fold(value, 'loose')
  const lead = codes[0] === beyondAscii ? 1 : 0
  const trail = codes.at(-1) === beyondAscii ? 1 : 0
  return { codes: codes.subarray(lead, codes.length - trail), lead, trail }
}

/** With fewer letters of ASCII, a loose comparison would find a secret in too many words. */
const fewestTelling = 5

/** As it is; where hardly a letter is of ASCII, in UTF-8 as well, and without the losses of a loose comparison. */
const plain = (value: string, make: Make): Spelling[] => {
  const loose = core(value)
  const isTelling = loose.codes.filter((code) => code !== beyondAscii).length >= fewestTelling
  if (isTelling) return [make(value, { comparison: 'loose', ...loose })]
  const garbled = Buffer.from(value, 'utf8').toString('latin1')
  return [...new Set([value, garbled])].map((text) => make(text, { comparison: 'exact' }))
}

/** The bytes of a secret in either encoding that it may have been read in. */
const bytesOf = (value: string): Buffer[] => {
  const [utf8, latin1] = [Buffer.from(value, 'utf8'), Buffer.from(value, 'latin1')]
  return utf8.equals(latin1) ? [utf8] : [utf8, latin1]
}

const fewestOfBase64 = 8

/** How many letters before the inside of a base64 text hold bits of its first byte, by what stands before it. */
const leads = [0, 2, 3] as const

interface Inside {
  readonly text: string
  readonly lead: number
}

/** The letters of a text in base64 that do not depend on those around it: one text for each alignment. */
const insides = (bytes: Buffer): Inside[] =>
  leads.map((lead, shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const isWhole = (shift + bytes.length) % 3 === 0
    return { text: whole.slice(lead, isWhole ? whole.length : -1), lead }
  })

const inBase64 = (bytes: Buffer, make: Make): Spelling[] =>
  insides(bytes).flatMap(({ text, lead }) => {
    const once = make(text, { comparison: 'base64', lead, trail: 3, fewest: fewestOfBase64 })
    const alphabets = new Set([text, text.replaceAll('+', '-').replaceAll('/', '_')])
    // Around the inside stand the lead, or the last letter and padding, of the base64 that was encoded again.
    const twice = [...alphabets].flatMap((one) => insides(Buffer.from(one)))
    const makeTwice = (inner: Inside): Spelling =>
      make(inner.text, { comparison: 'base64', lead: inner.lead + 5, trail: 7, fewest: fewestOfBase64 })
    return [once].concat(twice.map(makeTwice))
  })

const inHex = (bytes: Buffer, make: Make): Spelling =>
  make(bytes.toString('hex'), { comparison: 'loose', fewest: fewestOfBase64 })

/** Every way in which a secret may be written that is not a short one, apart from escapes. */
export function spellingsOf({ value, mask }: Secret): Spelling[] {
  const make: Make = (text, { comparison, ...facts }) => {
    const { codes } = fold(text, comparison)
    return new Spelling({ codes, comparison, mask, lead: 0, trail: 0, fewest: 3, ...facts })
  }
  // A secret may itself look like an escape; then it is undone where others are.
  const unescaped = Array.from(layersOf(value), ({ text }) => text).filter((text) => !isShort(text))
  return [
    ...unescaped.filter((text) => text !== '').flatMap((text) => plain(text, make)),
    ...bytesOf(value).flatMap((bytes) => inBase64(bytes, make).concat(inHex(bytes, make))),
  ]
}
