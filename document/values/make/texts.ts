import { sampleText } from '../../sample/text.js'
import type { Shape } from '../schema/shape.js'
import { formatTexts, isFreeFormat } from '../texts/formats.js'
import { likelyText } from '../texts/likely.js'
import { textsMatching } from '../texts/patterns.js'
import { fitted, longestText, peculiarTexts } from '../texts/peculiar.js'
import type { Making, Pass, Spot } from './making.js'

/** A scalar with what is particular about it, in words. */
export interface Scalar {
  readonly value: unknown
  readonly words: string
}

const boundsOf = (shape: Shape): readonly [least: number, most: number] => [
  shape.largest('minLength') ?? 0,
  shape.smallest('maxLength') ?? Infinity,
]

const isFree = (shape: Shape): boolean =>
  isFreeFormat(shape.text('format')) && shape.all('pattern').length === 0

const hexOf = (text: string): string => {
  let state = 0x811c9dc5
  let hex = ''
  for (let index = 0; hex.length < 32; index++) {
    state = Math.imul(state ^ (text.charCodeAt(index % Math.max(1, text.length)) || 7), 0x01000193) >>> 0
    hex += (state >>> 12).toString(16).padStart(5, '0')
  }
  return hex.slice(0, 32)
}

const uuidOf = (text: string): string =>
  hexOf(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

const distinctTexts = (
  { distinct }: Making['source'],
  text: string,
  format: string | undefined,
): string[] => {
  if (distinct === undefined) return []
  const mark = distinct()
  if (format === 'uuid') return [uuidOf(mark)]
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return [text.replace('@', `.${mark}@`)]
  if (text === 'Sample' || text === 'sample') return [`${text}-${mark}`, `${text}${mark}`, mark]
  return []
}

/**
 * Texts that are likely to be taken, best first; not each of them satisfies its schema.
 * @yields each, when it is asked for
 */
export function* likelyTexts(shape: Shape, { name }: Spot, { source }: Making): Iterable<string> {
  const format = shape.text('format')
  const [least, most] = boundsOf(shape)
  const text = formatTexts.get(format ?? '')?.plain[0] ?? likelyText(name)
  for (const one of distinctTexts(source, text, format)) yield fitted(one, least, most)
  yield text
  if (!isFree(shape) || text !== 'Sample') yield 'Sample'
  yield fitted(isFreeFormat(format) ? 'Sample' : text, least, most)
  for (const pattern of shape.all('pattern')) {
    if (typeof pattern !== 'string') continue
    yield sampleText({ pattern, minLength: least })
    const matching = textsMatching(pattern)
    yield* matching.filter((one) => /^[\x20-\x7e]+$/.test(one))
    yield* matching
    for (const one of matching.slice(0, 4))
      yield fitted(one.repeat(Math.ceil(least / one.length) || 1), 0, most)
  }
}

const plainTexts = function* (shape: Shape): Iterable<Scalar> {
  const [least, most] = boundsOf(shape)
  const format = shape.text('format')
  const written = formatTexts.get(format ?? '')
  for (const text of written?.plain.slice(1) ?? []) yield { value: text, words: `as ${JSON.stringify(text)}` }
  if (isFree(shape)) {
    if (least > 0) yield { value: 'x'.repeat(least), words: 'at its minimum length' }
    else yield { value: 'x', words: 'of one character' }
    if (most <= longestText) yield { value: 'x'.repeat(most), words: 'at its maximum length' }
  }
  for (const pattern of shape.all('pattern')) {
    const matching = typeof pattern === 'string' ? textsMatching(pattern) : []
    for (const text of [matching[0], matching.at(-1), matching[1]])
      if (text !== undefined) yield { value: text, words: `as ${JSON.stringify(text.slice(0, 40))}` }
  }
}

const strangeTexts = function* (shape: Shape): Iterable<Scalar> {
  const [least, most] = boundsOf(shape)
  const written = formatTexts.get(shape.text('format') ?? '')
  for (const text of written?.peculiar ?? [])
    yield { value: text, words: text.length > 60 ? 'very long' : `as ${JSON.stringify(text)}` }
  if (!isFreeFormat(shape.text('format'))) return
  for (const { text, words } of peculiarTexts) yield { value: fitted(text, least, most), words }
  if (shape.all('pattern').length === 0)
    yield { value: 'x'.repeat(Math.max(least, Math.min(most, longestText))), words: 'very long' }
}

/** Texts that vary in one matter; not each of them satisfies its schema. */
export function textVariants(shape: Shape, pass: Pass): Iterable<Scalar> {
  return pass === 'plain' ? plainTexts(shape) : strangeTexts(shape)
}
