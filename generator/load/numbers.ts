import type { Problem } from '../../diagnostics/index.js'
import { locationOn, resolvePath } from '../../document/index.js'
import { noteAt } from './problems.js'
import type { Misshapen } from './shapes.js'

/** A number that JavaScript cannot represent exactly. */
export interface InexactNumber {
  readonly path: readonly string[]
  /** The number as written. */
  readonly literal: string
}

// Whether a keyword is only shown, and not used for validation.
const isShown = (keyword: string): boolean =>
  keyword === 'example' || keyword === 'examples' || keyword.startsWith('x-')

/** Whether a number is unusable in validation: its exact digits matter, or it is not finite. */
const isDecisive = (keyword: string, value: unknown): boolean =>
  keyword === 'const' ||
  keyword === 'enum' ||
  keyword === 'multipleOf' ||
  (keyword !== 'default' && !Number.isFinite(value))

/** The result of checking the inexact numbers of a document. */
export interface JudgedNumbers {
  /** Schemas that cannot be used for validation. */
  readonly faults: readonly Misshapen[]
  readonly notes: readonly Problem[]
}

/**
 * Checks the numbers that JavaScript rounds: for a bound the nearest number is good enough, for a constant it is not.
 */
export function judgeNumbers(root: object, numbers: readonly InexactNumber[], file: string): JudgedNumbers {
  const faults: Misshapen[] = []
  const notes: Problem[] = []
  for (const { path, literal } of numbers) {
    const { location, rest } = locationOn(root, path)
    const [keyword] = rest
    if (location.kind !== 'schema' || keyword === undefined || isShown(keyword)) continue
    const value = resolvePath(root, path)
    const message = `${keyword} is ${shortened(literal)}, which JavaScript reads as ${String(value)}`
    if (isDecisive(keyword, value)) faults.push({ path, message, schema: location.path, hidesInner: false })
    else notes.push(noteAt(file, path, `${message}; that value is used`))
  }
  return { faults, notes }
}

const shortened = (literal: string): string => (literal.length > 60 ? `${literal.slice(0, 60)}…` : literal)

const namesOfMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas'])

/** The first constant among the inexact numbers of a text whose location in a document is not known yet. */
export function inexactConstant(numbers: readonly InexactNumber[]): InexactNumber | undefined {
  return numbers.find(({ path }) =>
    path.some((key, index) => /^(?:const|enum)$/.test(key) && !namesOfMaps.has(path[index - 1] ?? '')),
  )
}
