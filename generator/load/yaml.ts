import type { RampartError, ProblemLocation } from '../../diagnostics/index.js'
import { faultAt, invalidDocument, type Path } from './problems.js'
import { type Document, visit } from 'yaml'
import { isObject } from '../../document/index.js'
import { composeYaml, yamlValue } from '../../document/text/index.js'
import { isExact } from '../../runtime/exact-numbers.js'
import type { GeneratorInput } from '../model/options.js'
import type { InexactNumber } from './numbers.js'

/** Limit on the nesting of a document, because later steps are recursive. */
export const deepest = 400

/** Limit on the values of a document after its aliases are expanded. */
const mostValues = 5_000_000

const fix = 'Give inner schemas names of their own in components, and shorten examples and extensions.'

const refusal = (
  where: ProblemLocation & { readonly file: string },
  path: Path,
  message: string,
): RampartError => {
  // Only the start of the path, since the rest repeats.
  const fault = faultAt(where.file, path.slice(0, 6), message)
  const whole = { ...where, ...fault.where }
  return invalidDocument(where.file, [{ ...fault, where: whole }], { where: whole, fix })
}

/** The error for a document that is nested too deeply. */
export function tooDeep(where: ProblemLocation & { readonly file: string }, path: Path): RampartError {
  return refusal(where, path, `nested more than ${deepest} levels deep`)
}

/**
 * Rejects a value that is nested too deeply, or too large, and copies in place what aliases repeat: what is known of an
 * object is kept by its identity, and has one location. With aliases a value can also contain itself.
 * @throws RampartError DOCUMENT_INVALID.
 */
const requireBounded = (value: unknown, file: string): void => {
  const path: string[] = []
  const seen = new Set<unknown>()
  let values = 0
  const enter = (node: unknown): void => {
    if (++values > mostValues)
      throw refusal({ file }, path, `its aliases stand for over ${mostValues} values`)
    if (typeof node !== 'object' || node === null || node instanceof Literal) return
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

/** A placeholder for a number to be read from its literal; it occurs once per alias. */
class Literal {
  readonly literal: string

  constructor(literal: string) {
    this.literal = literal
  }
}

const isKept = (source: string): boolean => {
  if (/[.](?:inf|nan)$/i.test(source)) return false
  const isHex = /^0[xo]/.test(source)
  return isHex ? BigInt(source) === BigInt(Number(source)) : isExact(source.replace(/^\+/, ''))
}

/** Marks numbers that JavaScript would round. */
const markNumbers = (document: Document.Parsed): boolean => {
  let hasMarks = false
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || typeof node.value !== 'number' || isKept(node.source ?? '0')) return
      node.value = new Literal(node.source ?? '')
      hasMarks = true
    },
  })
  return hasMarks
}

/** Replaces the marks by numbers, and records their locations. */
const unmarked = (root: unknown): InexactNumber[] => {
  const found: (InexactNumber & { readonly holder: object })[] = []
  const collect = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      const below = [...path, key]
      if (value instanceof Literal) found.push({ path: below, literal: value.literal, holder: node })
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

/**
 * Parses YAML of limited depth, with merge keys and aliases.
 * @throws TextSyntaxError or TextLimitError; RampartError DOCUMENT_INVALID if it expands too much.
 */
export function parseYaml({ file, text }: GeneratorInput): {
  readonly value: unknown
  readonly inexact: readonly InexactNumber[]
} {
  if (text.replace(/^\uFEFF/, '').trim() === '') return { value: null, inexact: [] }
  const document = composeYaml(text, deepest)
  const hasMarks = markNumbers(document)
  const value = yamlValue(document)
  requireBounded(value, file)
  return { value, inexact: hasMarks ? unmarked(value) : [] }
}
