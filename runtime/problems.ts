import { escaped, unescaped } from './json.js'
import { messageOf } from './problem-messages.js'
import type { ValidationError } from './fail.js'

/** One problem of a value, for people. */
export interface Problem {
  /** JSON Pointer to the value, or to the missing property. */
  readonly pointer: string
  /** The segments of the pointer; an array index is a number. */
  readonly path: readonly (string | number)[]
  /** The violated keyword. */
  readonly rule: string
  readonly message: string
}

/** A location in a value: its path, its value, and its position among its siblings. */
interface Location {
  readonly path: readonly (string | number)[]
  readonly value: unknown
  readonly order: readonly number[]
}

/** Finds locations in one value, and caches the order of members of its objects. */
class Locations {
  readonly #root: unknown
  readonly #orders = new Map<object, ReadonlyMap<string, number>>()

  constructor(root: unknown) {
    this.#root = root
  }

  at(pointer: string): Location {
    const path: (string | number)[] = []
    const order: number[] = []
    let value = this.#root
    for (const segment of pointer.split('/').slice(1)) {
      const key = unescaped(segment)
      path.push(Array.isArray(value) && /^\d+$/.test(key) ? Number(key) : key)
      order.push(this.#position(value, key))
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? Reflect.get(value, key)
          : undefined
    }
    return { path, value, order }
  }

  #position(holder: unknown, key: string): number {
    if (Array.isArray(holder)) return Number(key)
    if (typeof holder !== 'object' || holder === null) return 0
    const known = this.#orders.get(holder) ?? new Map(Object.keys(holder).map((name, index) => [name, index]))
    this.#orders.set(holder, known)
    return known.get(key) ?? known.size
  }
}

const inOrder = (a: readonly number[], b: readonly number[]): number => {
  for (const [index, position] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (position !== other) return position - other
  }
  return a.length - b.length
}

/** The property that an error at an object is about. */
const propertyOf = ({ keyword, params }: ValidationError): string | undefined => {
  const names = {
    required: params['missingProperty'],
    dependentRequired: params['missingProperty'],
    additionalProperties: params['additionalProperty'],
    unevaluatedProperties: params['unevaluatedProperty'],
    propertyNames: params['propertyName'],
    branches: params['tag'],
  }
  const name: unknown = Object.hasOwn(names, keyword) ? Reflect.get(names, keyword) : undefined
  return typeof name === 'string' ? name : undefined
}

const pointerOf = (error: ValidationError): string => {
  const property = propertyOf(error)
  return property === undefined ? error.instancePath : `${error.instancePath}/${escaped(property)}`
}

// Errors of `if` only repeat that `then` or `else` failed, and those inside `propertyNames` are covered by its own.
const isReported = ({ keyword, propertyName }: ValidationError): boolean =>
  keyword !== 'if' && (propertyName === undefined || keyword === 'propertyNames')

/**
 * Converts the errors of a validator for `value` to problems: without duplicates, in the order of the value, and for
 * a union only those of the nearest branch. Values that look like secrets are not shown.
 */
export function problemsOf(
  errors: readonly ValidationError[] | null | undefined,
  value: unknown,
): readonly Problem[] {
  const all = errors ?? []
  const locations = new Locations(value)
  const reported = withoutUnions(all.filter(isReported))
  const found = (reported.length === 0 ? all : reported).map((error) => {
    const pointer = pointerOf(error)
    const location = locations.at(pointer)
    const message = messageOf(error, location)
    return { order: location.order, problem: { pointer, path: location.path, rule: error.keyword, message } }
  })
  const once = new Map(found.map((one) => [`${one.problem.pointer}\n${one.problem.message}`, one]))
  return [...once.values()].sort((a, b) => inOrder(a.order, b.order)).map(({ problem }) => problem)
}

const isUnion = ({ keyword }: ValidationError): boolean => keyword === 'anyOf' || keyword === 'oneOf'

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`)

/** The number of the branch of `union` that an error belongs to; undefined if it belongs to none. */
const branchOf = (error: ValidationError, union: ValidationError): string | undefined => {
  const start = `${union.schemaPath}/`
  return isBelow(error.instancePath, union.instancePath) && error.schemaPath.startsWith(start)
    ? error.schemaPath.slice(start.length).split('/', 1)[0]
    : undefined
}

/** Removes the errors of a union's branches from the end of the preceding errors. */
const takeBranches = (before: ValidationError[], union: ValidationError): ValidationError[][] => {
  const branches = new Map<string, ValidationError[]>()
  for (let last = before.at(-1); last; last = before.at(-1)) {
    const branch = branchOf(last, union)
    if (branch === undefined) break
    const known = branches.get(branch)
    if (known) known.push(last)
    else branches.set(branch, [last])
    before.pop()
  }
  // They were taken from the end.
  return [...branches.values()].map((branch) => branch.reverse()).reverse()
}

const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Merges errors of one keyword at one location into one, which allows everything that any of them allows. */
const mergeErrors = (
  branches: readonly ValidationError[][],
  keyword: string,
  param: string,
): ValidationError[] => {
  const alone = branches.flatMap((branch) => (branch.length === 1 ? branch : []))
  const [first] = alone
  const same = alone.filter(
    (error) => error.keyword === keyword && error.instancePath === first?.instancePath,
  )
  if (!first || same.length < branches.length) return []
  const allowed = [...new Set(same.flatMap(({ params }) => valuesOf(params[param])))]
  return [{ ...first, params: { [param]: allowed } }]
}

const literals = (branch: readonly ValidationError[]): ValidationError[] =>
  branch.map((error) =>
    error.keyword === 'const'
      ? { ...error, keyword: 'enum', params: { allowedValues: [error.params['allowedValue']] } }
      : error,
  )

/**
 * The distance of a branch from matching: a wrong type counts most, a wrong literal less, then an error of the value
 * itself, such as a missing member, and least one in a member, which the branch has after all.
 */
const distance = (branch: readonly ValidationError[], { instancePath }: ValidationError): number => {
  const isOtherKind = branch.some((error) => error.keyword === 'type' && error.instancePath === instancePath)
  const isOtherTag = branch.some(
    (error) =>
      (error.keyword === 'const' || error.keyword === 'enum') &&
      /^(\/[^/]*)?$/.test(error.instancePath.slice(instancePath.length)),
  )
  const own = branch.filter((error) => error.instancePath === instancePath).length
  return (isOtherKind ? 2_000_000 : 0) + (isOtherTag ? 1_000_000 : 0) + 1_000 * own + branch.length
}

const nearest = (branches: readonly ValidationError[][], union: ValidationError): ValidationError[] => {
  const measured = branches.map((branch) => ({ branch, away: distance(branch, union) }))
  const least = Math.min(...measured.map(({ away }) => away))
  const [first, ...others] = measured.filter(({ away }) => away === least)
  if (first && others.length === 0) return first.branch
  return [{ ...union, params: { branches: branches.length } }]
}

const summary = (before: ValidationError[], union: ValidationError): ValidationError[] => {
  const branches = takeBranches(before, union)
  if (branches.length === 0 || Array.isArray(union.params['passingSchemas'])) return [union]
  const types = mergeErrors(branches, 'type', 'type')
  if (types.length > 0) return types
  const values = mergeErrors(branches.map(literals), 'enum', 'allowedValues')
  return values.length > 0 ? values : nearest(branches, union)
}

// The errors of items are dropped, because a single matching item would have sufficed.
const withoutItems = (before: ValidationError[], error: ValidationError): ValidationError => {
  takeBranches(before, error)
  return error
}

/**
 * Summarizes the errors of each union: by those of the nearest branch, or by everything that its branches allow.
 * Errors of branches precede that of their union, and nested unions come first.
 */
export function withoutUnions(errors: readonly ValidationError[]): readonly ValidationError[] {
  const kept: ValidationError[] = []
  for (const error of errors) {
    if (isUnion(error)) for (const one of summary(kept, error)) kept.push(one)
    else if (error.keyword === 'contains') kept.push(withoutItems(kept, error))
    else kept.push(error)
  }
  return kept
}
