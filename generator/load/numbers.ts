import type { Problem } from '../../diagnostics/index.js'
import { locationOn, resolvePath } from '../../document/index.js'
import { noteAt } from './problems.js'
import type { Misshapen } from './shapes.js'

/** A number of a document that JavaScript reads as another. */
export interface InexactNumber {
  readonly path: readonly string[]
  /** As the text spells it. */
  readonly literal: string
}

// Data that nobody judges by: at the most it is shown.
const isShown = (keyword: string): boolean =>
  keyword === 'example' || keyword === 'examples' || keyword.startsWith('x-')

/** Whether values could not be judged by a number: its digits matter, or there is no such number. */
const isDecisive = (keyword: string, value: unknown): boolean =>
  keyword === 'const' ||
  keyword === 'enum' ||
  keyword === 'multipleOf' ||
  (keyword !== 'default' && !Number.isFinite(value))

/** The outcome of judging the inexact numbers of a document. */
export interface JudgedNumbers {
  /** Schemas that nothing could be judged by. */
  readonly faults: readonly Misshapen[]
  readonly notes: readonly Problem[]
}

/**
 * Judges the numbers of a document that JavaScript reads as others: by the nearest one a bound is as good, but not a
 * constant.
 */
export function judgeNumbers(root: object, numbers: readonly InexactNumber[], file: string): JudgedNumbers {
  const faults: Misshapen[] = []
  const notes: Problem[] = []
  for (const { path, literal } of numbers) {
    const { location, rest } = locationOn(root, path)
    const [keyword] = rest
    if (location.kind !== 'schema' || keyword === undefined || isShown(keyword)) continue
    const value = resolvePath(root, path)
    const message = `${keyword} says ${shortened(literal)}, which JavaScript reads as ${String(value)}`
    if (isDecisive(keyword, value)) faults.push({ path, message, schema: location.path, hidesInner: false })
    else notes.push(noteAt(file, path, `${message}; it is generated so`))
  }
  return { faults, notes }
}

const shortened = (literal: string): string => (literal.length > 60 ? `${literal.slice(0, 60)}…` : literal)

const namesOfMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas'])

/** The first constant among numbers of a text of which it is not known where in a document it will stand. */
export function inexactConstant(numbers: readonly InexactNumber[]): InexactNumber | undefined {
  return numbers.find(({ path }) =>
    path.some((key, index) => /^(?:const|enum)$/.test(key) && !namesOfMaps.has(path[index - 1] ?? '')),
  )
}
