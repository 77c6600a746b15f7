import type { Part } from './parts.js'

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

const mentionsUnevaluated = (parts: ReadonlyMap<string, Part>): boolean =>
  [...parts.values()].some(({ text }) => text.includes('"unevaluated'))

/**
 * The parts of a document that mean the same as in the version before: equal themselves, and equal in all that they
 * refer to, however far.
 */
export function inheritedParts(
  parts: ReadonlyMap<string, Part>,
  before: ReadonlyMap<string, Part>,
): Set<string> {
  // Validators tell each other what they have evaluated only where somebody in the document asks.
  if (mentionsUnevaluated(parts) !== mentionsUnevaluated(before)) return new Set()
  const users = usersOf(parts)
  const changed = [...parts.keys()].filter(
    (pointer) => before.get(pointer)?.text !== parts.get(pointer)?.text,
  )
  // What is gone is a change too, for those who refer to it in vain.
  const own = new Set([...changed, ...[...before.keys()].filter((pointer) => !parts.has(pointer))])
  for (const pointer of own) for (const user of users.get(pointer) ?? []) own.add(user)
  return new Set([...parts.keys()].filter((pointer) => !own.has(pointer)))
}
