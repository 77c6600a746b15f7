import { type JsonObject, isObject, member, textOf } from '../json/values.js'
import { resolvePath, resolvePointer, segmentsOf } from '../pointers/fragment.js'

/** An object of a document together with the path where it really is, all references followed. */
export interface Located {
  readonly node: JsonObject
  readonly path: readonly string[]
}

/** The reference that an object is, if it is one. */
export function refOf(value: unknown): string | undefined {
  return textOf(member(value, '$ref'))
}

/**
 * Follows references until something that is none. A reference that leads nowhere, or in a circle, is what it ends at.
 * @param refIn the reference that something is, if it is one
 * @param find the target of a reference
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

/** The value that a value means: the value itself, or the end of the references that it is. */
export function followed(root: unknown, value: unknown): unknown {
  return endOfChain(value, refOf, (ref) => resolvePointer(root, ref))
}

/** The object at a path of a document, or at the end of the references that begin there. */
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

// Elsewhere members have names of the author's own, such as those of headers, and all names are theirs.
const extensible: ReadonlySet<string> = new Set(['responses', 'content', 'paths', 'webhooks'])

/** The members of an object-valued field, each located; anything that is no object is left out. */
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
