import type { RampartError, ProblemLocation } from '../../diagnostics/index.js'
import { faultAt, invalidDocument, type Path } from './problems.js'

/** Levels of objects and lists that a document may have: whoever reads it may call itself for each. */
export const deepest = 400

/** Values that a document may have once its aliases are spelled out. */
const mostValues = 20_000_000

const fix = 'Give inner schemas names of their own in components, and shorten examples and extensions.'

const refusal = (
  where: ProblemLocation & { readonly file: string },
  path: Path,
  message: string,
): RampartError => {
  // As much of the way as somebody reads; the rest repeats itself.
  const fault = faultAt(where.file, path.slice(0, 6), message)
  const whole = { ...where, ...fault.where }
  return invalidDocument(where.file, [{ ...fault, where: whole }], { where: whole, fix })
}

/** The error for a document that is nested too deeply. */
export function tooDeep(where: ProblemLocation & { readonly file: string }, path: Path): RampartError {
  return refusal(where, path, `nested more than ${deepest} levels deep`)
}

/**
 * Refuses a value that is nested more deeply than others can read, or that is too much. YAML can hold parts of a
 * value in many places, and in themselves.
 * @throws RampartError DOCUMENT_INVALID.
 */
export function requireBounded(value: unknown, file: string): void {
  const path: string[] = []
  let values = 0
  const enter = (node: unknown): void => {
    if (++values > mostValues)
      throw refusal({ file }, path, `its aliases stand for over ${mostValues} values`)
    if (typeof node !== 'object' || node === null) return
    if (path.length === deepest) throw tooDeep({ file }, path)
    for (const key of Object.keys(node)) {
      path.push(key)
      enter(Reflect.get(node, key))
      path.pop()
    }
  }
  enter(value)
}
