import { namedMistake } from '../../signing/mistakes.js'
import type { DeliveryChoice } from '../sending/delivery.js'
import { type CaseRow, type DrillRule, sends, refused, taken } from './rule.js'

/** Puts unusual white space of every kind around all tokens. */
const spaced = (text: string): string => {
  const printed = JSON.stringify(JSON.parse(text), undefined, 3)
  return printed.replaceAll('": ', '" :\t').replaceAll('\n', '\r\n ')
}

/** The first letters of names escaped: `"type"` becomes `"\u0074ype"`. */
const escapedNames = (text: string): string =>
  text.replaceAll(/"([a-z])/g, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`)

const reversed = (text: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed()))

/** Adds a first member with the given JSON, so that a body has any text or number. */
export function withMember(json: string) {
  return (text: string): string => `{"rampart_drill":${json},${text.slice(1)}`
}

const lineEnded = (text: string): string => `${text}\n`

const otherLetter = (text: string): string => {
  const at = text.lastIndexOf('"') - 1
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}

const spelledBody = (says: string, body: (text: string) => string, mistake = ''): CaseRow => sends({ body })`
  a correctly signed event ${says}
  ${mistake}`

const swapped = (says: string, posted: NonNullable<DeliveryChoice['posted']>, mistake = ''): CaseRow => sends(
  { posted },
)`
  an event ${says} after it was signed
  ${mistake}`

/** Puts a byte that is not UTF-8 into the last text. */
const withOddByte = (text: string): Buffer => {
  const at = text.lastIndexOf('"')
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.of(0xff), Buffer.from(text.slice(at))])
}

/** The character that decoders substitute for a byte that is not UTF-8. */
const undecoded = '\uFFFD'

/** The mistake of not verifying the received bytes, with its fix. */
const { receiver: printedAnew, fix: rawBytes } = namedMistake('reserialised-body')
const outerWhiteSpace =
  'outer-white-space: Your receiver refuses a correctly signed body with white space before or after it.'

const textEncoding =
  'text-encoding: Your receiver does not read the body as UTF-8, so it does not verify the bytes that arrived.'

/** A receiver that answers differently than to a forgery has verified the bytes. */
const lettered = (says: string, json: string): CaseRow => sends(
  { body: withMember(json) },
  { asForged: textEncoding },
)`
  a correctly signed event ${says}
  letters-refused: Your receiver verifies an event with letters beyond ASCII, and then refuses it.
  Accept letters of any language in every text of an event.`

/** Rules about bodies: the bytes are signed, in any spelling of JSON. */
export const bodyRules: readonly DrillRule[] = [
  taken(
    {
      'white-space': spelledBody('with unusual white space', spaced, `reserialised-body: ${printedAnew}`),
      escapes: spelledBody('with letters written as escapes', escapedNames),
      order: spelledBody('with its members in another order', reversed),
      'newline-end': spelledBody('with an end of line after it', lineEnded, outerWhiteSpace),
      'space-start': spelledBody('with white space before it', (text) => ` \n${text}`, outerWhiteSpace),
    },
    { implies: 'raw-numbers non-ascii split-letters respelled-body decoded-body tampered-body#member' },
  )`
    raw-body | error | Events, delivery 3 and 4
    A body in any spelling of JSON is accepted if its signature is right.
    ${rawBytes}
    odd-spelling: Your receiver refuses bodies that are spelled unusually:`,
  taken(
    {
      decimals: spelledBody(
        'with numbers such as 1.10 and 1e2',
        withMember('[1.10,1.0,1e2,-0.0]'),
        'printed-numbers: Your receiver prints numbers again before it verifies them: 1.10 becomes 1.1.',
      ),
      large: sends({ body: withMember('123456789012345678901234567890') })`
        a correctly signed event with a number of thirty digits
        large-number: Your receiver refuses an event with a number of thirty digits, in a member that it need not read.
        Verify the bytes first; then read numbers of any length, or pass members that you do not know.`,
    },
    { after: 'receiver/unknown-field', implies: 'decoded-body' },
  )`
    raw-numbers | error | Events, delivery 3 and 4
    A body with numbers that JSON printers write differently is accepted.
    ${rawBytes}`,
  taken(
    {
      letters: lettered('with letters beyond ASCII', '"Grüße, Zürich – 東京"'),
      emoji: lettered('with letters beyond the first plane and a line separator', '"🏦\u2028"'),
      decomposed: spelledBody('with letters and their marks apart', withMember('"Zu\u0308rich"')),
      signs: spelledBody(
        "with the signs +, %, &, < and '",
        withMember(`"a+b%41 & <b>'"`),
        'signs-changed: Your receiver changes signs such as +, % and & in the body before it verifies it, as form decoding and filters of input do.',
      ),
    },
    { after: 'receiver/unknown-field', implies: 'split-letters decoded-body time-form' },
  )`
    non-ascii | error | Events, delivery 3 and 4
    A UTF-8 body with characters of any language is accepted.
    Verify the bytes (a Buffer, bytes), not a text made of them; decode as UTF-8 afterwards.
    ${textEncoding}`,
  refused({
    letter: swapped('of which one letter was changed', otherLetter),
    member: swapped('that was given a member', withMember('true')),
    bytes: swapped(
      'that was given a byte that is not UTF-8',
      withOddByte,
      'decoded-body: Your receiver verifies a text made from the body, and accepts changed bytes that the text loses.',
    ),
    other: sends((factory) => ({ signed: { body: factory.text() } }))`
      an event under the signature of another one`,
  })`
    tampered-body | error | Events, delivery 3 and 4
    A body that was changed after signing is refused.
    Compute HMAC-SHA256 over the timestamp and the whole raw body, and refuse a delivery with another signature.
    partly-signed-body: Your receiver does not verify the whole body:`,
  refused({
    'white-space': swapped('whose white space was changed', spaced),
    escapes: swapped('whose letters were escaped', escapedNames),
    'newline-end': swapped('that was given an end of line', lineEnded),
  })`
    respelled-body | error | Events, delivery 4
    A body with the same meaning as the signed one, but other bytes, is refused.
    ${rawBytes}
    respelled-body: Your receiver accepts bodies that were spelled differently when they were signed.`,
  refused({
    byte: sends({
      body: withMember(`"${undecoded}"`),
      posted: (text) => Buffer.from(text.replace(undecoded, '\xff'), 'latin1'),
    })`an event in which a byte that is not UTF-8 replaced a signed U+FFFD`,
    mark: swapped('that was given a byte order mark', (text) => `\uFEFF${text}`),
  })`
    decoded-body | warning | Good practice, from Events, delivery 4
    A body with other bytes than the signed ones is refused, even if both decode to the same text.
    ${rawBytes}
    decoded-text: Your receiver verifies a text decoded from the body, and accepts other bytes with the same text.`,
]
