import { keysOf } from '../../../../document/index.js'
import type { PatchOperation } from '../../../../conformance/model/plan.js'

type Holder = Record<string, unknown> | unknown[]

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

const put = (holder: Holder, key: string, { op, value }: PatchOperation): boolean => {
  const exists = Object.hasOwn(holder, key)
  if (op !== 'add' && !exists) return false
  if (!Array.isArray(holder)) {
    if (op === 'remove') delete holder[key]
    else holder[key] = value
    return true
  }
  const index = key === '-' ? holder.length : Number(key)
  if (!Number.isInteger(index) || index < 0 || index > holder.length) return false
  const added = op === 'remove' ? [] : [value]
  holder.splice(index, op === 'add' ? 0 : 1, ...added)
  return true
}

/**
 * A copy of a value with a JSON Patch (RFC 6902) applied; undefined when a pointer of the patch does not exist in it.
 */
export function applyPatch(value: unknown, patch: readonly PatchOperation[]): unknown {
  const root: Record<string, unknown> = { '': structuredClone(value) }
  for (const operation of patch) {
    const keys = ['', ...keysOf(operation.path)]
    const last = keys.pop() ?? ''
    let holder: unknown = root
    for (const key of keys) holder = isHolder(holder) ? Reflect.get(holder, key) : undefined
    if (!isHolder(holder) || !put(holder, last, operation)) return undefined
  }
  return root['']
}
