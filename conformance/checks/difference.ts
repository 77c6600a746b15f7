import { deepEqual } from '../../runtime/deep-equal.js'
import { isObject } from '../../document/index.js'
import type { Call } from '../model/call.js'
import type { Deviation } from '../model/case.js'

/** One value in which two calls differ; undefined where the value is absent. */
export interface Difference {
  readonly in: Deviation['in']
  /** Keys from the parameters, or from the body, to the value. */
  readonly keys: readonly string[]
  readonly from: unknown
  readonly to: unknown
}

const sections = ['path', 'query', 'header', 'cookie'] as const

const differing = function* (
  from: unknown,
  to: unknown,
  keys: readonly string[],
): Generator<Omit<Difference, 'in'>, void, undefined> {
  if (deepEqual(from, to)) return
  const areLists = Array.isArray(from) && Array.isArray(to) && from.length === to.length
  if (areLists) {
    for (const index of from.keys()) yield* differing(from[index], to[index], [...keys, String(index)])
  } else if (isObject(from) && isObject(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)])
    for (const name of names) yield* differing(from[name], to[name], [...keys, name])
  } else {
    yield { keys, from, to }
  }
}

const isSameKind = (one: Call, other: Call): boolean =>
  one.operation.pointer === other.operation.pointer &&
  one.target === undefined &&
  other.target === undefined &&
  one.body?.mediaType === other.body?.mediaType &&
  one.body?.raw === other.body?.raw &&
  one.body?.contentType === other.body?.contentType &&
  one.method === other.method &&
  (one.credentials ?? 'own') === (other.credentials ?? 'own')

/** The one value in which two calls of an operation differ; undefined where it is none, or more than one. */
export function differenceOf(one: Call, other: Call): Difference | undefined {
  if (!isSameKind(one, other)) return undefined
  const found: Difference[] = []
  const add = (where: Deviation['in'], from: unknown, to: unknown): void => {
    for (const difference of differing(from, to, [])) if (found.push({ in: where, ...difference }) > 1) return
  }
  for (const section of sections) add(section, one[section], other[section])
  add('body', one.body?.value, other.body?.value)
  return found.length === 1 ? found[0] : undefined
}
