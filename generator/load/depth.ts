import type { RampartError, ProblemLocation } from '../../diagnostics/index.js'
import { faultAt, invalidDocument, type Path } from './problems.js'

/** Limit on the nesting of a document, because later steps are recursive. */
export const deepest = 400

/** Limit on the values of a document after its aliases are expanded. */
const mostValues = 20_000_000

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
 * Rejects a value that is nested too deeply, or too large. With YAML aliases, parts of a value can be repeated and
 * contain themselves.
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
