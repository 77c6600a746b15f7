import { gunzipSync } from 'node:zlib'
import { isObject } from '../../document/index.js'
import { rewritingsOf } from '../../runtime/webhooks/rewritings.js'
import { type Mistake, mistake, type Reading, signed } from './mistakes.js'
import { bodyMistakes, textMistakes } from '../signing/ways.js'

/** The signed text around the body. */
export interface Frame {
  readonly before: string
  readonly after: string
}

/** Values of a delivery that frames are made from. */
export interface FrameParts {
  readonly timestamp: string
  readonly id: string | undefined
  readonly bodyTime: string | undefined
}

/** Frames around the body: the right one first, then known mistakes. */
export function frameReadings({ timestamp, id, bodyTime }: FrameParts): readonly Reading<Frame>[] {
  const parts = { timestamp, id: id ?? '', time: bodyTime ?? '' }
  const wrong = textMistakes.flatMap(({ name, how, apply }) => {
    const text = apply(parts)
    return text === undefined
      ? []
      : [{ value: { before: text[0], after: text[1] }, mistake: signed(name, how) }]
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

const reading = (value: Uint8Array | string, wrong: Mistake): Body => ({
  value: typeof value === 'string' ? Buffer.from(value) : value,
  mistake: wrong,
})

const lineEnds = (text: string): Body[] => {
  const added = mistake('newline-added', 'the body given ends with a line end that was not signed')
  const lost = mistake(
    'newline-lost',
    'the body was signed with a line end at its end that the body given lacks',
  )
  const changed = mistake('line-ends', 'the body was signed with other line ends')
  const bare = text.replace(/\r?\n$/, '')
  return [
    ...(bare === text ? [] : [reading(bare, added)]),
    ...['\n', '\r\n'].map((end) => reading(text + end, lost)),
    reading(text.replaceAll('\r\n', '\n'), changed),
    reading(text.replaceAll(/\r?\n/g, '\r\n'), changed),
    ...['\n', '\r\n'].map((end) => reading(bare + end, changed)),
    reading(text.replaceAll('\r\n', '\n').trimEnd(), changed),
  ]
}

const spaceAndMark = (text: string): Body[] => {
  const plain = text.startsWith(mark) ? text.slice(1) : text
  return [
    reading(
      plain,
      mistake('byte-order-mark', 'the body given begins with a byte order mark that was not signed'),
    ),
    reading(mark + plain, mistake('byte-order-mark', 'the body was signed with a byte order mark before it')),
    reading(
      text.trim(),
      mistake('white-space', 'the body given has white space around it that was not signed'),
    ),
  ]
}

const charsets = (body: Uint8Array, text: string): Body[] => {
  const bytes = Buffer.from(body)
  const found = (how: string): Mistake =>
    mistake('charset', `the body was signed in other bytes of its text: ${how}`)
  return [
    reading(Buffer.from(text, 'latin1'), found('as Latin-1 where UTF-8 was given')),
    reading(bytes.toString('latin1'), found('read as Latin-1 and written as UTF-8')),
    reading(
      new TextDecoder('windows-1252').decode(bytes),
      found('read as Windows-1252 and written as UTF-8'),
    ),
    reading(new TextDecoder().decode(bytes), found('what is no UTF-8 was replaced')),
    reading(Buffer.from(text, 'utf16le'), found('as UTF-16')),
    ...['NFC', 'NFD'].map((form) =>
      reading(
        text.normalize(form),
        mistake('unicode-form', `the letters of the body were signed in the form ${form}`),
      ),
    ),
  ]
}

const unzipped = (body: Uint8Array): Body[] => {
  try {
    const plain = gunzipSync(body, { maxOutputLength: largestUnpacked })
    return [
      reading(
        plain,
        mistake('body-encoded', 'the body given is compressed with gzip, and was signed before'),
      ),
    ]
  } catch {
    return []
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const encodings = (body: Uint8Array, text: string, value: unknown): Body[] => {
  const found = (name: string): Mistake =>
    mistake('body-encoded', `the body given is ${name} of the one that was signed`)
  const compact = text.trim()
  const isBase64 = compact.length > 0 && /^[\w+/-]+={0,2}$/.test(compact)
  const isHex = compact.length > 0 && compact.length % 2 === 0 && /^[\da-f]+$/i.test(compact)
  return [
    ...(isBase64 ? [reading(Buffer.from(compact, 'base64'), found('the base64'))] : []),
    ...(isHex ? [reading(Buffer.from(compact, 'hex'), found('the hexadecimal text'))] : []),
    ...(typeof value === 'string' ? [reading(value, found('the text as a string of JSON'))] : []),
    ...(body[0] === 0x1f && body[1] === 0x8b ? unzipped(body) : []),
  ]
}

const rewritten = (text: string): Body[] =>
  rewritingsOf(text).map((one) =>
    reading(one, signed('reserialised-body', 'as other text of the same content')),
  )

const ofTable = (value: unknown): Body[] => {
  if (!isObject(value)) return []
  try {
    return bodyMistakes.flatMap(({ name, how, apply }) => {
      const body = apply(value)
      return body === undefined ? [] : [reading(body, signed(name, how))]
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
  const value = parsed(text)
  const all = [
    ...lineEnds(text),
    ...spaceAndMark(text),
    ...ofTable(value),
    ...rewritten(text.replace(mark, '')),
    ...encodings(body, text, value),
    ...charsets(body, text),
  ]
  const once = new Map<string, Body>([[Buffer.from(body).toString('latin1'), right]])
  for (const one of all) {
    const key = Buffer.from(one.value).toString('latin1')
    if (!once.has(key)) once.set(key, one)
  }
  return [...once.values()]
}
