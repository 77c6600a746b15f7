import { catalogue } from '../catalogue/index.js'
import type { Direction } from '../model/change.js'

/** The names that a policy can use for changes: ids and kinds, each with the directions that it covers. */
export const knownChanges: ReadonlyMap<string, ReadonlySet<Direction>> = (() => {
  const known = new Map<string, Set<Direction>>()
  for (const { id, kind, direction } of catalogue) {
    for (const name of [id, kind]) known.set(name, (known.get(name) ?? new Set()).add(direction))
  }
  return known
})()

const kinds = new Set(catalogue.map(({ kind }) => kind))

/** Whether a name is a kind, which covers all directions. */
export function isKind(name: string): boolean {
  return kinds.has(name)
}
