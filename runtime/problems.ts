import { escaped, unescaped } from './json.js'
import { messageOf } from './problem-messages.js'
import { withoutUnions } from './problem-unions.js'
import type { ValidationError } from './validator.js'

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
