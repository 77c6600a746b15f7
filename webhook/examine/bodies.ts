import { gunzipSync } from 'node:zlib'
import { isObject } from '../../document/index.js'
import { rewritingsOf } from '../../runtime/webhooks/diagnose.js'
import { jsonIn } from '../delivery/delivery.js'
import { firstOfEach, mistake, type Reading, signed } from '../signing/mistakes.js'
import { bodyMistakes, textMistakes } from '../signing/ways.js'

/** The signed text around the body. */
export interface Frame {
  readonly before: string
  readonly after: string
}

/** Values of a delivery that frames are made from. */
interface FrameParts {
  readonly timestamp: string
  readonly id: string | undefined
  readonly bodyTime: string | undefined
}

/** Frames around the body: the right one first, then known mistakes. */
export function frameReadings({ timestamp, id, bodyTime }: FrameParts): readonly Reading<Frame>[] {
  const parts = { timestamp, id: id ?? '', time: bodyTime ?? '' }
  const wrong = textMistakes.flatMap(({ name, how, apply }) => {
    const [before, after] = apply(parts) ?? []
    if (before === undefined || after === undefined) return []
    return [{ value: { before, after }, mistake: signed(name, how) }]
  })
  return [{ value: { before: timestamp, after: '' } }, ...wrong]
}

/** The thousand times in milliseconds that round down to the header's second. */
export function millisecondFrames(timestamp: string): readonly Reading<Frame>[] {
  const mistake = signed('milliseconds', 'with a time in milliseconds, and the header is in seconds')
  return Array.from({ length: 1000 }, (_, ms) => ({
    value: { before: timestamp + String(ms).padStart(3, '0'), after: '' },
    mistake,
  }))
}

type Body = Reading<Uint8Array>

const mark = '\ufeff'
// The number of tries is bounded, so that no body makes the search expensive.
const largestRewritten = 64 * 1024
const largestUnpacked = 4 * 1024 * 1024

/** Makes bodies that were signed by one mistake. */
const mistaken = (code: string, found: string) => {
  const wrong = mistake(code, found)
  return (value: Uint8Array | string): Body => ({ value: Buffer.from(value), mistake: wrong })
}

const lineEnds = (text: string): Body[] => {
  const added = mistaken('newline-added', 'the body ends with a line end that was not signed')
  const lost = mistaken('newline-lost', 'the body lacks a line end that was signed')
  const changed = mistaken('line-ends', 'the body was signed with other line ends')
  const bare = text.replace(/\r?\n$/, '')
  return [
    ...(bare === text ? [] : [added(bare)]),
    ...['\n', '\r\n'].map((end) => lost(text + end)),
    changed(text.replaceAll('\r\n', '\n')),
    changed(text.replaceAll(/\r?\n/g, '\r\n')),
    ...['\n', '\r\n'].map((end) => changed(bare + end)),
    changed(text.replaceAll('\r\n', '\n').trimEnd()),
  ]
}

const spaceAndMark = (text: string): Body[] => {
  const plain = text.startsWith(mark) ? text.slice(1) : text
  return [
    mistaken('byte-order-mark', 'the body begins with a byte order mark that was not signed')(plain),
    mistaken('byte-order-mark', 'the body was signed with a byte order mark before it')(mark + plain),
    mistaken('white-space', 'the body has white space around it that was not signed')(text.trim()),
  ]
}

const charsets = (body: Uint8Array, text: string): Body[] => {
  const bytes = Buffer.from(body)
  const as = (how: string) => mistaken('charset', `the body was signed in other bytes of its text: ${how}`)
  const inForm = (form: string): Body =>
    mistaken('unicode-form', `the letters of the body were signed in the form ${form}`)(text.normalize(form))
  const windows = new TextDecoder('windows-1252').decode(bytes)
  return [
    as('as Latin-1 where UTF-8 was given')(Buffer.from(text, 'latin1')),
    as('read as Latin-1 and written as UTF-8')(bytes.toString('latin1')),
    as('read as Windows-1252 and written as UTF-8')(windows),
    as('bytes that are not UTF-8 were replaced')(new TextDecoder().decode(bytes)),
    as('as UTF-16')(Buffer.from(text, 'utf16le')),
    inForm('NFC'),
    inForm('NFD'),
  ]
}

const unzipped = (body: Uint8Array): Body[] => {
  try {
    const found = 'the body is compressed with gzip, and was signed before'
    return [mistaken('body-encoded', found)(gunzipSync(body, { maxOutputLength: largestUnpacked }))]
  } catch {
    return []
  }
}

const encodings = (body: Uint8Array, text: string, value: unknown): Body[] => {
  const encoded = (name: string) => mistaken('body-encoded', `the body is ${name} of the signed one`)
  const compact = text.trim()
  const isBase64 = /^[\w+/-]+={0,2}$/.test(compact)
  const isHex = /^(?:[\da-f]{2})+$/i.test(compact)
  return [
    ...(isBase64 ? [encoded('the base64')(Buffer.from(compact, 'base64'))] : []),
    ...(isHex ? [encoded('the hexadecimal text')(Buffer.from(compact, 'hex'))] : []),
    ...(typeof value === 'string' ? [encoded('the text as a string of JSON')(value)] : []),
    ...(body[0] === 0x1f && body[1] === 0x8b ? unzipped(body) : []),
  ]
}

const signedAs = (name: string, how: string, body: string): Body => ({
  value: Buffer.from(body),
  mistake: signed(name, how),
})

const ofTable = (value: unknown): Body[] => {
  if (!isObject(value)) return []
  try {
    return bodyMistakes.flatMap(({ name, how, apply }) => {
      const body = apply(value)
      return body === undefined ? [] : [signedAs(name, how, body)]
    })
  } catch {
    // Too deeply nested to print.
    return []
  }
}

/** The given body, then others that may have been signed instead, without duplicates. */
export function bodyReadings(body: Uint8Array): readonly Body[] {
  const right: Body = { value: body }
  if (body.length > largestRewritten) return [right]
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const value = jsonIn(text)
  const all = [
    ...lineEnds(text),
    ...spaceAndMark(text),
    ...ofTable(value),
    ...rewritingsOf(text.replace(mark, '')).map((one) =>
      signedAs('reserialised-body', 'as other text of the same content', one),
    ),
    ...encodings(body, text, value),
    ...charsets(body, text),
  ]
  return firstOfEach([right, ...all], ({ value }) => value)
}
