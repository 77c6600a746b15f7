import { deepest, type InexactNumber, tooDeep } from './problems.js'
import { isObject } from '../../document/index.js'
import { mostLevels, NumberLiteral, parseYaml as parsed } from '../../document/text/index.js'
import { isExact } from '../../runtime/json.js'
import type { GeneratorInput } from '../model/document.js'

/**
 * Rejects a value that is nested too deeply, and copies in place what aliases repeat: what is known of an
 * object is kept by its identity, and has one location. With aliases a value can also contain itself.
 * @throws RampartError DOCUMENT_INVALID.
 */
const requireBounded = (value: unknown, file: string): void => {
  const path: string[] = []
  const seen = new Set<unknown>()
  const enter = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || node instanceof NumberLiteral) return
    if (path.length === deepest) throw tooDeep({ file }, path)
    seen.add(node)
    for (const key of Object.keys(node)) {
      path.push(key)
      const held: unknown = Reflect.get(node, key)
      if (Array.isArray(held) && seen.has(held)) Reflect.set(node, key, [...held])
      else if (isObject(held) && seen.has(held)) Reflect.set(node, key, { ...held })
      enter(Reflect.get(node, key))
      path.pop()
    }
  }
  enter(value)
}

const isKept = (source: string): boolean => {
  if (/[.](?:inf|nan)$/i.test(source)) return false
  const isHex = /^0[xo]/.test(source)
  return isHex ? BigInt(source) === BigInt(Number(source)) : isExact(source.replace(/^\+/, ''))
}

/** Replaces literals by numbers, and records their locations. */
const unmarked = (root: unknown): InexactNumber[] => {
  const found: (InexactNumber & { readonly holder: object })[] = []
  const collect = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      const below = [...path, key]
      if (value instanceof NumberLiteral) found.push({ path: below, literal: value.literal, holder: node })
      else collect(value, below)
    }
  }
  collect(root, [])
  return found.map(({ holder, path, literal }) => {
    Reflect.set(holder, path.at(-1) ?? '', numberOf(literal))
    return { path, literal }
  })
}

const numberOf = (literal: string): number => {
  const [, sign, word] = /^([-+]?)\.(inf|nan)$/i.exec(literal) ?? []
  if (word === undefined) return Number(literal)
  return word.toLowerCase() === 'nan' ? Number.NaN : Number(`${sign}Infinity`)
}

/** Parses YAML of limited depth and size. @throws TextSyntaxError, TextLimitError or RampartError */
export function parseYaml({ file, text }: GeneratorInput): { value: unknown; inexact: InexactNumber[] } {
  if (text.replace(/^\uFEFF/, '').trim() === '') return { value: null, inexact: [] }
  // The path of a value describes excessive depth better than an offset, if there is a value.
  const value = parsed(text, mostLevels, isKept)
  requireBounded(value, file)
  return { value, inexact: unmarked(value) }
}
