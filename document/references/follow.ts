import { type JsonObject, isObject, member, textOf } from '../json/values.js'
import { resolvePath, resolvePointer, segmentsOf } from '../pointers/pointer.js'

/** An object of a document, with the path at which it is defined once references are followed. */
export interface Located {
  readonly node: JsonObject
  readonly path: readonly string[]
}

/** The `$ref` of an object, if it has one. */
export function refOf(value: unknown): string | undefined {
  return textOf(member(value, '$ref'))
}

/**
 * Follows references up to a value that is not a reference. Stops at a reference that is broken or circular.
 * @param refIn returns the reference that a value is, if it is one
 * @param find returns the target of a reference
 */
export function endOfChain<Target>(
  start: Target,
  refIn: (target: Target) => string | undefined,
  find: (ref: string) => Target | undefined,
): Target {
  const seen = new Set<string>()
  let end = start
  for (let ref = refIn(end); ref !== undefined && !seen.has(ref); ref = refIn(end)) {
    seen.add(ref)
    const target = find(ref)
    if (target === undefined) return end
    end = target
  }
  return end
}

/** The value with references followed. */
export function followed(root: unknown, value: unknown): unknown {
  return endOfChain(value, refOf, (ref) => resolvePointer(root, ref))
}

/** The object at a path of a document, with references followed. */
export function locate(root: unknown, path: readonly string[]): Located | undefined {
  const { node, path: end } = endOfChain<{ readonly node: unknown; readonly path: readonly string[] }>(
    { node: resolvePath(root, path), path },
    (target) => refOf(target.node),
    (ref) => {
      const target = resolvePointer(root, ref)
      return target === undefined ? undefined : { node: target, path: segmentsOf(ref) }
    },
  )
  return isObject(node) && refOf(node) === undefined ? { node, path: end } : undefined
}

// Maps with fixed patterns of names allow `x-` extensions; in other maps, such as headers, `x-` is part of a name.
const extensible: ReadonlySet<string> = new Set(['responses', 'content', 'paths', 'webhooks'])

/** The located members of a map; members that are not objects are skipped. */
export function locateMembers(
  root: unknown,
  holder: Located,
  field: string,
): (readonly [name: string, member: Located])[] {
  const map = holder.node[field]
  if (!isObject(map)) return []
  return Object.keys(map).flatMap((name) => {
    if (extensible.has(field) && name.startsWith('x-')) return []
    const found = locate(root, [...holder.path, field, name])
    return found ? [[name, found] as const] : []
  })
}
