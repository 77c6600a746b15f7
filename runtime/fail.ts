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
  (value: unknown): boolean
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

/** Adds the findings of another validator for a nested value, if it has any. */
export function check(found: Found, value: unknown, judge: Judge, path: string, at?: string): Found {
  return judge(value) ? found : under(found, judge, path, at)
}

/** The same for a member, which may be missing. */
export function may(found: Found, value: unknown, judge: Judge, path: string): Found {
  return value === undefined || judge(value) ? found : under(found, judge, path)
}

/** The same for all items of a list. */
export function each(found: Found, list: readonly unknown[], judge: Judge, path: string): Found {
  let all = found
  for (let index = 0; index < list.length; index++)
    all = judge(list[index]) ? all : under(all, judge, path + index)
  return all
}

/**
 * The same for a value that may be null, with the errors of the union that the schema writes.
 * @param at schema path of the union
 */
export function orNull(found: Found, value: unknown, judge: Judge, path: string, at: string): Found {
  if (value === null || judge(value)) return found
  const both = fail(under(found, judge, path, `${at}/0`), path, `${at}/1/type`, 'null')
  return fail(both, path, at)
}

/**
 * The same for a member that is required.
 * @param at schema path of the object
 */
export function need(found: Found, value: unknown, judge: Judge, key: string, at = '#'): Found {
  return value === undefined ? fail(found, '', `${at}/required`, key) : check(found, value, judge, `/${key}`)
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
