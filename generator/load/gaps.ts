import type { Problem } from '../../diagnostics/index.js'
import type { Gap, RawObject } from '../model/document.js'
import { isObject, listOf, locate, locationsOf, pointerTo } from '../../document/index.js'
import { type Fault, faultsIn } from './gate.js'
import { noteAt } from './problems.js'
import type { Misshapen } from './shapes.js'

// A description is valid both for a reference and for a schema, and is shown to readers of the generated code.
const gapSchema = (reason: string): object => ({ description: `A gap: ${reason}.` })

/**
 * Removes members from objects and lists. Done last, because removing an item changes the paths of those after it.
 */
const remove = (members: ReadonlyMap<object, ReadonlySet<string>>): void => {
  for (const [holder, keys] of members) {
    if (Array.isArray(holder)) {
      const kept = holder.filter((_item, index) => !keys.has(String(index)))
      holder.splice(0, holder.length, ...kept)
    } else for (const key of keys) Reflect.deleteProperty(holder, key)
  }
}

/**
 * Prevents gaps from refusing values, in place: a `oneOf` with a gap becomes an `anyOf`, and `not` and `if`
 * with a gap are removed.
 * @param gaps pointers of schemas
 */
export function loosen(root: object, gaps: ReadonlySet<string>): void {
  // Listed first, because the paths change.
  for (const { node, path, kind } of gaps.size === 0 ? [] : [...locationsOf(root)]) {
    if (kind !== 'schema' || !isObject(node)) continue
    const isGap = (...keys: string[]): boolean => gaps.has(pointerTo([...path, ...keys]))
    for (const key of ['not', 'if']) if (isGap(key)) Reflect.deleteProperty(node, key)
    const { oneOf } = node
    if (!listOf(oneOf).some((_branch, index) => isGap('oneOf', String(index)))) continue
    Reflect.deleteProperty(node, 'oneOf')
    if (!('anyOf' in node)) Reflect.set(node, 'anyOf', oneOf)
  }
}

/**
 * Fills gaps in place.
 * @returns the paths of the gaps that were removed, because nothing can replace them
 */
const fillInPlace = (root: object, gaps: ReadonlyMap<string, Fault>): ReadonlySet<string> => {
  const removed = new Map<object, Set<string>>()
  const without = new Set<string>()
  for (const { node, path, kind } of locationsOf(root)) {
    if (typeof node !== 'object' || node === null) continue
    // A parameter cannot be replaced, because it needs a name.
    const isMap = kind === 'map' && !Array.isArray(node) && path.at(-1) !== 'parameters'
    for (const key of Object.keys(node)) {
      // A reference instead of a map is no member of it, such as a media type.
      const isOpen = isMap && key !== '$ref'
      const pointer = pointerTo([...path, key])
      const gap = gaps.get(pointer)
      if (!gap) continue
      if (gap.isSchema || (isOpen && gap.isOdd !== true)) Reflect.set(node, key, gapSchema(gap.reason))
      else {
        without.add(pointer)
        removed.set(node, (removed.get(node) ?? new Set()).add(key))
      }
    }
  }
  remove(removed)
  return without
}

/** A document with unreadable parts replaced, and the resulting gaps. */
export interface Filled {
  readonly root: RawObject
  readonly gaps: readonly Gap[]
  readonly problems: readonly Problem[]
}

/** The name of the parameter that a path into an operation goes through. */
export function parameterOn(root: RawObject, path: readonly string[]): string | undefined {
  const at = path[0] === 'paths' ? path.indexOf('parameters', 2) : -1
  const name = at === -1 ? undefined : locate(root, path.slice(0, at + 2))?.node['name']
  return typeof name === 'string' ? name : undefined
}

/** Limit on the rounds, since a reference to a gap can become a gap in turn; after that `gate` reports the rest. */
const mostRounds = 100

/**
 * Replaces unreadable parts: by a schema that accepts anything, by an empty object or, if neither is valid there, by
 * nothing. Replacements state the reason in a description.
 * @param faults unreadable schemas found by other checks
 */
export function fillGaps(
  root: RawObject,
  file: string,
  faults: readonly Misshapen[] = [],
  rounds = mostRounds,
): Filled {
  const found = faultsIn(root, faults).map(({ path, schema = path, reason, isSchema, isOdd }) => ({
    path: schema,
    reason,
    isSchema,
    isOdd,
  }))
  if (found.length === 0 || rounds === 0) return { root, gaps: [], problems: [] }
  const gaps = new Map(found.map((gap) => [pointerTo(gap.path), gap]))
  const copy = structuredClone(root)
  const without = fillInPlace(copy, gaps)
  loosen(copy, new Set(gaps.keys()))
  const problems = [...gaps].map(([pointer, { path, reason }]) =>
    noteAt(
      file,
      path,
      `${reason}; ${without.has(pointer) ? 'it is omitted' : 'any value is accepted instead'}`,
    ),
  )
  // References into a removed gap are broken now.
  const rest = fillGaps(copy, file, [], rounds - 1)
  const filled = Array.from(gaps.values(), ({ path, reason }): Gap => {
    const parameter = parameterOn(root, path)
    return parameter === undefined ? { path, reason } : { path, reason, parameter }
  })
  return { root: rest.root, gaps: [...filled, ...rest.gaps], problems: [...problems, ...rest.problems] }
}
