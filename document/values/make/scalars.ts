import { most } from '../model/source.js'
import type { Shape } from '../schema/shape.js'
import {
  commonTexts,
  fitted,
  formatTexts,
  isFreeFormat,
  likelyText,
  peculiarTexts,
} from '../texts/formats.js'
import { drawMatching, isLongPattern, textsMatching } from '../texts/patterns.js'
import { edges, isFree } from './keywords.js'
import { type Dice, type Making, type Pass, rangeOf, stepped, type ValueLocation } from './making.js'

const lengthsOf = (shape: Shape): readonly [least: number, longest: number] => [
  shape.largest('minLength') ?? 0,
  shape.smallest('maxLength') ?? Infinity,
]

const hexOf = (text: string): string => {
  let state = 0x811c9dc5
  let hex = ''
  for (let index = 0; hex.length < 32; index++) {
    state = Math.imul(state ^ (text.charCodeAt(index % Math.max(1, text.length)) || 7), 0x01000193) >>> 0
    hex += (state >>> 12).toString(16).padStart(5, '0')
  }
  return hex.slice(0, 32)
}

const distinctTexts = ({ distinct }: Making['source'], text: string, format?: string): string[] => {
  if (distinct === undefined) return []
  const mark = distinct()
  if (format === 'uuid' || format === 'uuid4')
    return [hexOf(mark).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')]
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return [text.replace('@', `.${mark}@`)]
  if (text === 'Sample' || text === 'sample') return [`${text}-${mark}`, `${text}${mark}`, mark]
  return []
}

const textsOfPattern = function* (pattern: string, least: number, longest: number): Iterable<string> {
  yield* commonTexts
  const matching = textsMatching(pattern)
  yield* matching.filter((one) => /^[\x20-\x7e]+$/.test(one))
  yield* matching
  for (const one of matching.slice(0, 4))
    if (one !== '') yield fitted(one.repeat(Math.max(1, Math.ceil(least / one.length))), 0, longest)
}

/** @yields strings that a service likely accepts, best first; they may be invalid */
export function* likelyTexts(
  shape: Shape,
  { name }: ValueLocation,
  { source, bounds }: Making,
): Iterable<string> {
  const format = shape.text('format')
  const [least, longest] = lengthsOf(shape)
  if (!bounds.allows('minLength', least, most.characters)) return
  const text = formatTexts.get(format ?? '')?.plain[0] ?? likelyText(name)
  for (const one of distinctTexts(source, text, format)) yield fitted(one, least, longest)
  yield text
  if (!isFree(shape) || text !== 'Sample') yield 'Sample'
  yield fitted(isFreeFormat(format) ? 'Sample' : text, least, longest)
  for (const pattern of shape.all('pattern'))
    if (typeof pattern === 'string' && bounds.allows('pattern', Number(isLongPattern(pattern)), 0))
      yield* textsOfPattern(pattern, least, longest)
}

const peculiarOnes = function* (shape: Shape): Iterable<string> {
  const [least, longest] = lengthsOf(shape)
  const format = shape.text('format')
  yield* formatTexts.get(format ?? '')?.peculiar ?? []
  // Most formats are not promises of a schema, and services parse an empty text as they parse any other.
  if (!isFreeFormat(format)) yield ''
  if (!isFreeFormat(format) || least > most.characters) return
  for (const text of peculiarTexts) yield fitted(text, least, longest)
  if (shape.all('pattern').length === 0)
    yield 'x'.repeat(Math.max(least, Math.min(longest, most.freeCharacters)))
}

const plainWhole = [0, 2, 10, 100]
const plainFractions = [1.5, 0.01]
const strangeWhole = [-1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER]
const strangeFractions = [-0.5, 1e-7, 3.4e38, 1e21, 1.7e308, 5e-324]

const strangeNumbers = function* (shape: Shape, isWhole: boolean): Iterable<number> {
  const range = rangeOf(shape, isWhole)
  // 2 ** 63 exceeds int64, so its format ends at the double before.
  const largest = shape.text('format') === 'int64' ? 9_223_372_036_854_774_784 : 2 ** 63
  for (const value of [...strangeWhole, ...(isWhole ? [largest] : strangeFractions)]) {
    const kept = stepped(value, range)
    const near = Number.isFinite(kept) ? kept : value
    if (near >= range.least && near <= range.most) yield near
  }
}

/** @yields scalars of a type that vary in one respect; they may not satisfy the schema */
export function* scalarVariants(shape: Shape, type: string, pass: Pass): Iterable<unknown> {
  const isWhole = type === 'integer'
  if (pass === 'peculiar') {
    if (type === 'string') yield* peculiarOnes(shape)
    else if (isWhole || type === 'number') yield* strangeNumbers(shape, isWhole)
    return
  }
  if (type === 'boolean') yield* [true, false]
  else if (type === 'null') yield null
  else yield* edges(shape, type)
  if (type === 'string' && isFree(shape) && lengthsOf(shape)[0] === 0) yield 'x'
  if (isWhole || type === 'number') yield* [...plainWhole, ...(isWhole ? [] : plainFractions)]
}

const mostVariants = 60
const plainLetters = Array.from('abcdefghijklmnopqrstuvwxyzABCXYZ0123456789')
const letters = [...plainLetters, ...Array.from(' -_.,:;!?éß東\u{1f600}')]

const passOf = (dice: Dice): Pass => (dice.number() < dice.peculiar ? 'peculiar' : 'plain')

const drawVariant = (shape: Shape, type: string, dice: Dice): unknown => {
  const variants: unknown[] = []
  for (const value of scalarVariants(shape, type, passOf(dice)))
    if (variants.push(value) >= mostVariants) break
  return dice.one(variants)
}

const drawText = (shape: Shape, dice: Dice): string => {
  const [least, longest] = lengthsOf(shape)
  const end = Math.min(longest === Infinity ? Math.max(least, 40) : longest, most.freeCharacters)
  const length = least + Math.floor(dice.number() ** 2 * Math.max(0, end - least + 1))
  const among = passOf(dice) === 'plain' ? plainLetters : letters
  return Array.from({ length: Math.min(length, most.freeCharacters) }, () => dice.one(among)).join('')
}

const drawNumber = (shape: Shape, isWhole: boolean, dice: Dice): number => {
  const { least, most } = rangeOf(shape, isWhole)
  const low = least === -Infinity ? Math.min(0, most) : least
  const high = most === Infinity ? low + 10_000 : most
  const drawn = low + dice.number() * (high - low)
  return isWhole ? Math.round(drawn) : Number(drawn.toFixed(2))
}

/** A random string or number, which may not satisfy the schema. */
export function drawScalar(shape: Shape, type: string, dice: Dice): unknown {
  const pattern = shape.text('pattern')
  if (type === 'string' && pattern !== undefined && dice.number() < 0.7)
    return dice.one(drawMatching(pattern, Math.floor(dice.number() * 2 ** 31)))
  if (dice.number() < 0.5) return drawVariant(shape, type, dice)
  return type === 'string' ? drawText(shape, dice) : drawNumber(shape, type === 'integer', dice)
}
