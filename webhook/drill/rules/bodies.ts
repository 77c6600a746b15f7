import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { type Case, type DrillRule, one } from './rule.js'

/** Unusual white space of every kind around all tokens. */
const spaced = (text: string): string => {
  const printed = JSON.stringify(JSON.parse(text), undefined, 3)
  return printed.replaceAll('": ', '" :\t').replaceAll('\n', '\r\n ')
}

/** The first letters of names escaped: `"type"` becomes `"\u0074ype"`. */
const escaped = (text: string): string =>
  text.replaceAll(/"([a-z])/g, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`)

const reversed = (text: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed()))

const spelled = (key: string, says: string, spell: (text: string) => string): Case =>
  one(key, `a rightly signed event ${says}`, (factory) => factory.delivery({ body: spell(factory.text()) }))

const rawBodies: readonly Case[] = [
  spelled('white-space', 'with unusual white space', spaced),
  spelled('escapes', 'with letters written as escapes', escaped),
  spelled('order', 'with its members in another order', reversed),
  spelled('newline-end', 'with an end of line behind it', (text) => `${text}\n`),
  spelled('space-start', 'with white space before it', (text) => ` \n${text}`),
]

/** Adds a member in front, for texts and numbers of any kind. */
const withMember =
  (json: string) =>
  (text: string): string =>
    `{"rampart_drill":${json},${text.slice(1)}`

const numbers: readonly Case[] = [
  spelled('decimals', 'with numbers such as 1.10 and 1e2', withMember('[1.10,1.0,1e2,-0.0]')),
  spelled('large', 'with a number of thirty digits', withMember('123456789012345678901234567890')),
]

const letters: readonly Case[] = [
  spelled('letters', 'with letters beyond ASCII', withMember('"Grüße, Zürich – 東京"')),
  spelled('emoji', 'with letters beyond the first plane and a line separator', withMember('"🏦\u2028"')),
]

/** Signs one body and posts another. */
const swapped = (key: string, says: string, change: (text: string) => string): Case =>
  one(key, says, (factory: DeliveryFactory) => {
    const body = factory.text()
    return factory.delivery({ body: change(body), signed: { body } })
  })

const lastOf = (text: string): number => text.lastIndexOf('"') - 1

const otherLetter = (text: string): string => {
  const at = lastOf(text)
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}

const tampered: readonly Case[] = [
  swapped('letter', 'an event of which one letter was changed after it was signed', otherLetter),
  swapped('member', 'an event that was given a member after it was signed', withMember('true')),
  one('other', 'an event under the signature of another one', (factory) =>
    factory.delivery({ signed: { body: factory.text() } }),
  ),
]

const respelled: readonly Case[] = [
  swapped('white-space', 'an event whose white space was changed after it was signed', spaced),
  swapped('escapes', 'an event whose letters were escaped after it was signed', escaped),
  swapped('newline-end', 'an event that was given an end of line after it was signed', (text) => `${text}\n`),
]

const fixRaw =
  'Verify the bytes as they arrived: read them before any JSON parser, and parse them afterwards.'

/** Rules about bodies: the bytes are signed, in any spelling of JSON. */
export const bodyRules: readonly DrillRule[] = [
  {
    id: 'receiver/raw-body',
    title: 'The raw body is verified',
    section: 'Events, delivery 3 and 4',
    statement: 'A body in any spelling of JSON is accepted if its signature is right.',
    fix: fixRaw,
    severity: 'error',
    due: 'taken',
    cases: () => rawBodies,
  },
  {
    id: 'receiver/raw-numbers',
    title: 'Numbers are not reformatted',
    section: 'Events, delivery 3 and 4',
    statement: 'A body with numbers that a JSON printer would write differently is accepted.',
    fix: fixRaw,
    severity: 'error',
    due: 'taken',
    after: 'receiver/unknown-field',
    cases: () => numbers,
  },
  {
    id: 'receiver/non-ascii',
    title: 'Characters beyond ASCII are accepted',
    section: 'Events, delivery 3 and 4',
    statement: 'A UTF-8 body with characters of any language is accepted.',
    fix: 'Verify bytes instead of text, or decode the body as UTF-8 only.',
    severity: 'error',
    due: 'taken',
    after: 'receiver/unknown-field',
    cases: () => letters,
  },
  {
    id: 'receiver/tampered-body',
    title: 'A changed body is refused',
    section: 'Events, delivery 3 and 4',
    statement: 'A body that was changed after signing is refused.',
    fix: 'Compute HMAC-SHA256 over timestamp and raw body, and refuse a delivery with another signature.',
    severity: 'error',
    due: 'refused',
    cases: () => tampered,
  },
  {
    id: 'receiver/respelled-body',
    title: 'A body that was written anew is refused',
    section: 'Events, delivery 4',
    statement: 'A body with the same meaning as the signed one, but other bytes, is refused.',
    fix: fixRaw,
    severity: 'error',
    due: 'refused',
    cases: () => respelled,
  },
]
