import { masks } from '../model/masks.js'

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const eitherCase = (hex: string): string =>
  hex.replaceAll(/[a-f]/gi, (digit) => `[${digit.toLowerCase()}${digit.toUpperCase()}]`)

// Escaping may have been done several times over. The bounds keep hostile texts from being searched forever.
const backslashes = '\\\\{1,8}'
const percent = '%(?:25){0,4}'
const ampersand = '&(?:amp;){0,4}'

const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

const hexOf = (bytes: Buffer): string[] => [...bytes].map((byte) => byte.toString(16).padStart(2, '0'))

const percentOf = (bytes: Buffer): string =>
  hexOf(bytes)
    .map((hex) => percent + eitherCase(hex))
    .join('')

const unicodeEscape = (letter: string): string =>
  Array.from({ length: letter.length }, (_, index) => letter.charCodeAt(index).toString(16).padStart(4, '0'))
    .map((hex) => `${backslashes}u${eitherCase(hex)}`)
    .join('')

/** Letters beyond ASCII come back garbled where a header's bytes are read in another encoding. */
const garbled = (letter: string, code: number): string[] => {
  if (code < 0x80) return []
  const utf8 = Buffer.from(letter, 'utf8')
  const asLatin1 = code < 0x100 ? [percentOf(Buffer.from(letter, 'latin1'))] : []
  return ['\uFFFD{1,4}', literal(utf8.toString('latin1')), ...asLatin1]
}

/** Every way in which one letter of a secret may be spelled without an escape. */
const plainSpellings = (letter: string, code: number): string[] => [
  /["'/\\]/.test(letter) ? `\\\\{0,8}${literal(letter)}` : literal(letter),
  ...(letter === ' ' ? ['\\+'] : []),
  ...garbled(letter, code),
]

/** How every one of the escaped spellings begins. */
const escape = /\\u|%[\da-f]|&[#a-z]/i

const escapedSpellings = (letter: string, code: number): string[] => {
  const name = named[letter]
  return [
    unicodeEscape(letter),
    percentOf(Buffer.from(letter, 'utf8')),
    `${ampersand}#0{0,6}${code};`,
    `${ampersand}#[xX]0{0,6}${eitherCase(code.toString(16))};`,
    ...(name === undefined ? [] : [`${ampersand}${name};`]),
  ]
}

type Spelling = (letter: string, code: number) => string[]

const anySpelling: Spelling = (letter, code) => [
  ...plainSpellings(letter, code),
  ...escapedSpellings(letter, code),
]

const fewestLetters = 8

/** The part of a base64 text that is the same whatever stands before and after the secret. */
const base64Cores = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const tail = (shift + bytes.length) % 3 === 0 ? whole.length : whole.length - 1
    const core = whole.slice([0, 2, 3][shift], tail)
    return core.length < fewestLetters ? [] : [core]
  })

const base64Letters = (core: string): string[] =>
  core.split('').map((letter) => ({ '+': '(?:[+-]|%2[bB])', '/': '(?:[/_]|%2[fF]|\\\\/)' })[letter] ?? letter)

/** The letters before and behind the core belong to the secret in part. */
const base64Pattern = (core: string): string => `[\\w+/-]{0,3}${base64Letters(core).join('')}[\\w+/-]?={0,2}`

/** The beginning of a secret, so many letters at least, at the end of a text that was cut for a message. */
const cutPattern = (letters: readonly string[], fewest: number): string => {
  const further = letters.slice(fewest).reduceRight((rest, letter) => `(?:${letter}${rest})?`, '')
  return `${letters.slice(0, fewest).join('')}${further}[%&#;\\\\\\w]{0,8}(?=…)`
}

/** A pattern for each letter of a secret. Where white space is folded, several spaces are one. */
const lettersOf = (secret: string, spelling: Spelling): string[] =>
  Array.from(secret.replaceAll(/ +/g, ' '), (letter) => {
    const pattern = `(?:${spelling(letter, letter.codePointAt(0) ?? 0).join('|')})`
    return letter === ' ' ? `${pattern}{1,64}` : pattern
  })

const fewestCut = 3

interface Patterns {
  /** Finds every spelling as a whole. */
  readonly whole: string
  /** Finds how any of them begins: quick, for texts that hold none. */
  readonly beginning: string
  /** Finds every spelling without escapes, as a whole: quicker still. */
  readonly plain: string
}

const patternsOf = (secret: string): Patterns => {
  const encodings = [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'latin1')]
  const whole = encodings.map((bytes) => literal(bytes.toString('base64')))
  const cores = encodings.flatMap(base64Cores)
  const hex = encodings.flatMap((bytes) => (bytes.length < 4 ? [] : [eitherCase(bytes.toString('hex'))]))
  const letters = lettersOf(secret, anySpelling)
  const patterns = [
    letters.join(''),
    ...cores.map(base64Pattern),
    ...whole,
    ...hex,
    cutPattern(letters, fewestCut),
    ...cores.map((core) => cutPattern(base64Letters(core), fewestLetters)),
  ]
  const beginnings = [
    letters.slice(0, fewestCut).join(''),
    ...cores.map((core) => base64Letters(core).slice(0, fewestLetters).join('')),
    ...whole,
    ...hex,
  ]
  const anyOf = (all: readonly string[]): string => [...new Set(all)].join('|')
  return {
    whole: anyOf(patterns),
    beginning: anyOf(beginnings),
    plain: anyOf([lettersOf(secret, plainSpellings).join(''), ...beginnings.slice(1)]),
  }
}

/**
 * Makes a function that takes every spelling of the given secrets out of a text: plain, escaped for URLs, JSON
 * and HTML letter by letter and more than once, garbled by a wrong encoding, in base64 with anything around it,
 * in hexadecimal. Whatever leaves the engine passes through it. The first secret is the key of the run; the
 * others are said to be of another partner.
 */
export function makeRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets
    .map((secret, index) => ({ secret, mask: index === 0 ? masks.key : masks.secondKey }))
    .filter(({ secret }) => secret !== '')
    .toSorted((a, b) => b.secret.length - a.secret.length)
  if (known.length === 0) return (text) => text
  const patterns = known.map(({ secret }) => patternsOf(secret))
  const pattern = new RegExp(patterns.map(({ whole }) => `(${whole})`).join('|'), 'g')
  const quick = new RegExp(patterns.map(({ beginning }) => beginning).join('|'))
  const quicker = new RegExp(patterns.map(({ plain }) => plain).join('|'))
  const isPlain = (text: string): boolean => !escape.test(text) && !text.includes('…')
  const mayHold = (text: string): boolean => (isPlain(text) ? quicker : quick).test(text)
  const maskOf = (groups: readonly unknown[]): string =>
    known.find((_, index) => groups[index] !== undefined)?.mask ?? masks.key
  return (text) =>
    mayHold(text) ? text.replaceAll(pattern, (_, ...groups: unknown[]) => maskOf(groups)) : text
}
