import type { ValidationError } from './validator.js'

/**
 * A violation as generated code records it. Details that follow from the keyword, which is the last segment of
 * `schemaPath`, are added when errors are read, because most violations are only counted.
 */
export interface Finding {
  instancePath: string
  schemaPath: string
  /** The single parameter of the keyword, or an object of several. */
  readonly params: unknown
  readonly propertyName: string | undefined
}

/** Findings of a validator; an error that has no shorter form is kept as it is. */
export type Found = (Finding | ValidationError)[] | null

/** A validator as other validators call it. */
interface Judge {
  readonly found: Finding[]
}

/** Adds a violation to the findings. */
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
 * Adds the findings of another validator for a nested value. `at` is prefixed to their schema paths, because
 * validators count from their own root and errors in a union have to be assigned to its branches.
 */
export function under(found: Found, { found: more }: Judge, path: string, at?: string): Found {
  for (const finding of more) {
    finding.instancePath = path + finding.instancePath
    if (at !== undefined) finding.schemaPath = at + finding.schemaPath.slice(1)
    found?.push(finding)
  }
  return found ?? more
}

/**
 * Adds what is wrong with a required member: that it is missing, or the findings of the validator of its value.
 * @param at schema path of the object
 */
export function need(found: Found, value: unknown, judge: Judge, key: string, at = '#'): Found {
  return value === undefined ? fail(found, '', `${at}/required`, key) : under(found, judge, `/${key}`)
}

/** The number of violations so far. */
export function size(found: Found): number {
  return found === null ? 0 : found.length
}

/** Keeps only the first `length` violations, dropping those of a branch that need not match. */
export function keep(found: Found, length: number): Found {
  if (found === null || length === 0) return null
  found.length = length
  return found
}
