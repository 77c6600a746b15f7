import type { Operation } from '../../runtime/surface.js'

// By path and method alone: the parts of an operation are made when they are looked at, and here all would be.
const rank = ({ method, path }: Operation): number => {
  const needsId = path.includes('{')
  if (method === 'get') return needsId ? 3 : 0
  if (method === 'post') return needsId ? 2 : 1
  if (method === 'delete') return 6
  return method === 'put' || method === 'patch' ? 4 : 5
}

const depth = ({ path }: Operation): number => path.split('/').length

/**
 * Operations in the order in which each is called first: lists before they are written to, so that ids are known;
 * then what creates, from the outside to the inside; then what needs ids; what deletes comes last.
 */
export function inCallOrder(operations: readonly Operation[]): Operation[] {
  return operations.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b))
}

/** The same, with those together that may be called side by side. */
export function callGroups(operations: readonly Operation[]): Operation[][] {
  const groups = new Map<string, Operation[]>()
  for (const one of inCallOrder(operations)) {
    const key = `${rank(one)} ${depth(one)}`
    const group = groups.get(key) ?? []
    group.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}
