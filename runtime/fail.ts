import { isObject } from './json.js'

/** One violation of a schema, as ajv reports it. `instancePath` is a JSON Pointer into the value. */
export interface ValidationError {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  /** The property name that was validated, for errors inside `propertyNames`. */
  readonly propertyName?: string
}

/** A type guard that keeps the violations of its last call in `errors` (null if there were none). */
export interface Validator<T = unknown> {
  (value: unknown): value is T
  errors?: readonly ValidationError[] | null
}

/** The type of a schema in requests: its own declaration if it differs from that of responses, otherwise the same. */
export type RequestOf<
  Components extends { readonly schemas: object; readonly requests: object },
  Name extends keyof Components['schemas'],
> = [Components['requests']] extends [never]
  ? Components['schemas'][Name]
  : Name extends keyof Components['requests']
    ? Components['requests'][Name]
    : Components['schemas'][Name]

/**
 * A violation as generated code records it. Details that follow from the keyword, the last segment of
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
 * Adds a violation for the type of the value itself.
 * @param at schema path of the value
 */
export function mistyped(found: Found, type: unknown, at = '#'): Found {
  return fail(found, '', `${at}/type`, type)
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

/** Stores the findings of a validator, and returns its verdict. */
export function done(judge: { found?: Found }, found: Found): boolean {
  // Most values are valid, and reading is cheaper than writing.
  if (found !== null || judge.found) judge.found = found
  return found === null
}

/** Adds the findings of another validator for a nested value, if it has any. */
export function check(found: Found, value: unknown, judge: Judge, path = '', at?: string): Found {
  return judge(value) ? found : under(found, judge, path, at)
}

/** Adds the findings of another validator for an optional member. */
export function may(found: Found, value: unknown, judge: Judge, path: string): Found {
  return value === undefined || judge(value) ? found : under(found, judge, path)
}

/** Adds the findings of another validator for all items of a list. */
export function each(found: Found, list: readonly unknown[], judge: Judge, path = ''): Found {
  let all = found
  for (let index = 0; index < list.length; index++)
    all = judge(list[index]) ? all : under(all, judge, `${path}/${index}`)
  return all
}

/**
 * Adds the findings of another validator for the items of a value that must be a list.
 * @param at schema path of the list
 */
export function list(found: Found, value: unknown, judge: Judge, path = '', at = '#'): Found {
  return Array.isArray(value) ? each(found, value, judge, path) : fail(found, path, `${at}/type`, 'array')
}

const neitherNull = (found: Found, judge: Judge, path: string, at: string): Found =>
  fail(fail(under(found, judge, path, `${at}/0`), path, `${at}/1/type`, 'null'), path, at)

/**
 * Adds the findings of another validator for a value that may be null, with the errors of the union.
 * @param at schema path of the union
 */
export function orNull(found: Found, value: unknown, judge: Judge, path: string, at: string): Found {
  return value === null || judge(value) ? found : neitherNull(found, judge, path, at)
}

/** Adds the findings of another validator for an optional member that may be null. */
export function mayNull(found: Found, value: unknown, judge: Judge, key: string): Found {
  return value === undefined || value === null || judge(value)
    ? found
    : neitherNull(found, judge, `/${key}`, `#/properties/${key}/anyOf`)
}

/**
 * Adds the findings of another validator for a required member.
 * @param at schema path of the object
 */
export function need(found: Found, value: unknown, judge: Judge, key: string, at = '#'): Found {
  if (value === undefined) return fail(found, '', `${at}/required`, key)
  return judge(value) ? found : under(found, judge, `/${key}`)
}

/** The text that a schema allows: one value, or several. */
type Known = string | ReadonlySet<unknown>

const isKnown = (value: unknown, known: Known): boolean =>
  typeof known === 'string' ? value === known : known.has(value)

const notKnown = (found: Found, value: unknown, known: Known, path: string, at: string): Found => {
  const typed = typeof value === 'string' ? found : fail(found, path, `${at}/type`, 'string')
  return fail(typed, path, `${at}/${typeof known === 'string' ? 'const' : 'enum'}`, known)
}

/**
 * Adds a violation for text that is not one of the allowed values.
 * @param at schema path of the value
 */
export function text(found: Found, value: unknown, known: Known, path = '', at = '#'): Found {
  return isKnown(value, known) ? found : notKnown(found, value, known, path, at)
}

/** Adds a violation for a required member that is not one of the allowed texts. */
export function needText(found: Found, value: unknown, known: Known, key: string, at = '#'): Found {
  if (value === undefined) return fail(found, '', `${at}/required`, key)
  return isKnown(value, known) ? found : notKnown(found, value, known, `/${key}`, `${at}/properties/${key}`)
}

/** The value of the member that selects a branch of a union. */
export function tagOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

/** Adds a violation for an object whose member is not one of the allowed texts, as for a branch of a union. */
export function tagged(found: Found, value: unknown, known: Known, key: string, at = '#'): Found {
  return isObject(value) ? needText(found, value[key], known, key, at) : mistyped(found, 'object', at)
}

/**
 * Adds a violation for a value that none of several validators accepts, or several in a `oneOf`.
 * @param at schema path of the union
 */
export function union(
  found: Found,
  value: unknown,
  judges: readonly Judge[],
  path: string,
  at: string,
): Found {
  const isAny = at.endsWith('anyOf')
  const passing: number[] = []
  let refused: Found = null
  let index = 0
  for (const judge of judges) {
    if (!judge(value)) refused = under(refused, judge, path, `${at}/${index}`)
    else if (isAny) return found
    else passing.push(index)
    if (passing.length > 1) break
    index++
  }
  if (passing.length === 1) return found
  // Not spread, because a call has a limited number of arguments, and a long list may have many violations.
  if (found) for (const finding of refused ?? []) found.push(finding)
  return fail(found ?? refused, path, at, isAny ? undefined : passing.length === 0 ? null : passing)
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

/** A validator, with the findings of its last call. */
interface CachedJudge {
  found: Found
}

let depth = 0
// Cleared when the outermost call ends, because values may change afterwards.
const verdicts = new Map<CachedJudge, Map<unknown, Found>>()

/** Only the first violation, because callers only need to know whether there is one. */
const oneOf = (found: Found): Found => {
  const [first] = found ?? []
  return first === undefined ? null : [{ ...first }]
}

const runCached = (
  judge: CachedJudge,
  value: unknown,
  known: Map<unknown, Found>,
  first: () => boolean,
): boolean => {
  depth++
  try {
    const isValid = first()
    known.set(value, oneOf(judge.found))
    return isValid
  } finally {
    depth--
    if (depth === 0) verdicts.clear()
  }
}

/**
 * Caches the verdict on a value during one outermost call of a validator. Called by generated code for nested unions,
 * which would otherwise validate the same value exponentially often.
 * @param first validates the value and stores the findings
 */
export function recall(judge: CachedJudge, value: unknown, first: () => boolean): boolean {
  const known = verdicts.get(judge) ?? new Map<unknown, Found>()
  verdicts.set(judge, known)
  const before = known.get(value)
  if (before === undefined) return runCached(judge, value, known, first)
  judge.found = oneOf(before)
  return before === null
}
