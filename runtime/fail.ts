import type { ValidationError } from './validator.js'

/**
 * A violation as generated code takes it down. What follows from the keyword, which is the last segment of
 * `schemaPath`, is added when somebody asks for the errors: most of them are only ever counted.
 */
export interface Finding {
  instancePath: string
  schemaPath: string
  /** The one parameter of the keyword, or an object of several. */
  readonly params: unknown
  readonly propertyName: string | undefined
}

/** A finding of a validator; an error that cannot be said in fewer words stands there as it is. */
export type Found = (Finding | ValidationError)[] | null

/** A validator as others call it. */
interface Judge {
  readonly found: Finding[]
}

/** Adds a violation to those found so far. */
export function fail(
  found: Found,
  instancePath: string,
  schemaPath: string,
  params?: unknown,
  propertyName?: string,
): Found {
  const finding = { instancePath, schemaPath, params, propertyName }
  if (found === null) return [finding]
  found.push(finding)
  return found
}

/**
 * Adds what another validator found at a place inside the value. With `at` each is told by which way of the schema it
 * came: validators count from their own root, and of a union somebody asks which branch an error is of.
 */
export function under(found: Found, { found: more }: Judge, path: string, at?: string): Found {
  for (const finding of more) {
    finding.instancePath = path + finding.instancePath
    if (at !== undefined) finding.schemaPath = at + finding.schemaPath.slice(1)
    found?.push(finding)
  }
  return found ?? more
}

/** How many violations were found so far. */
export function size(found: Found): number {
  return found === null ? 0 : found.length
}

/** The first `length` of the violations: the others were those of a branch that need not hold. */
export function keep(found: Found, length: number): Found {
  if (found === null || length === 0) return null
  found.length = length
  return found
}
