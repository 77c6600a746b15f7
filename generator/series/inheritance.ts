import { isObject } from '../load/pointer.js'
import { placesOf } from '../load/walk.js'
import type { RawObject } from '../model/document.js'
import { isSamePart, type Part } from './parts.js'

const usersOf = (parts: ReadonlyMap<string, Part>): Map<string, string[]> => {
  const users = new Map<string, string[]>()
  for (const [pointer, { uses }] of parts) {
    for (const used of uses) {
      const known = users.get(used)
      if (known) known.push(pointer)
      else users.set(used, [pointer])
    }
  }
  return users
}

/** What of a document decides about what is inherited of it. */
export interface Inheritable {
  readonly root: RawObject
  readonly parts: ReadonlyMap<string, Part>
}

/** Whether some schema of a document asks what others have evaluated. */
export const mentionsUnevaluated = (root: RawObject): boolean =>
  [...placesOf(root)].some(
    ({ node, kind }) =>
      kind === 'schema' && isObject(node) && Object.keys(node).some((key) => key.startsWith('unevaluated')),
  )

/**
 * The parts of a document that mean the same as in the version before: equal themselves, and equal in all that they
 * refer to, however far.
 */
export function inheritedParts(now: Inheritable, before: Inheritable): Set<string> {
  // Validators tell each other what they have evaluated only where somebody in the document asks.
  if (mentionsUnevaluated(now.root) !== mentionsUnevaluated(before.root)) return new Set()
  const { parts } = now
  const own = new Set<string>()
  for (const [pointer, part] of parts) if (!isSamePart(part, before.parts.get(pointer))) own.add(pointer)
  // What is gone is a change too, for those who refer to it in vain.
  for (const pointer of before.parts.keys()) if (!parts.has(pointer)) own.add(pointer)
  const users = usersOf(parts)
  for (const pointer of own) for (const user of users.get(pointer) ?? []) own.add(user)
  return new Set([...parts.keys()].filter((pointer) => !own.has(pointer)))
}
