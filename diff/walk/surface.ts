import { escapeKey, keysOf, lastKey } from '../document/pointer.js'
import { textOf, member } from '../document/json.js'
import { followed } from '../document/resolve.js'
import type { Spot } from '../document/side.js'
import { childOf, childrenOf } from '../document/spots.js'
import { bareTemplate } from '../engine/place-keys.js'

/** Methods that a path item can have. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

/** An operation with what stands around it. */
export interface Operation {
  readonly spot: Spot
  /** The path item that it stands in, behind references. */
  readonly item: Spot
  /** Where the path, the webhook or the callback is named. */
  readonly entry: Spot
  readonly method: string
  /** The path, the name of the webhook, or the expression of the callback. */
  readonly path: string
  readonly id: string | undefined
}

/** What an operation is, by the place where it is named. */
export type Sort = 'operation' | 'webhook' | 'callback'

/** Whether an entry names a path, a webhook or a callback. */
export const sortOf = (entry: Spot): Sort => {
  const keys = keysOf(entry.pointer)
  if (keys.length === 2 && keys[0] === 'paths') return 'operation'
  return keys.length === 2 && keys[0] === 'webhooks' ? 'webhook' : 'callback'
}

/** The operation of an operation, its path item and its entry. */
export const operationOf = (spot: Spot, item: Spot, entry: Spot): Operation => ({
  spot,
  item,
  entry,
  method: lastKey(spot.pointer),
  path: lastKey(entry.pointer),
  id: textOf(member(spot.value, 'operationId')),
})

const operationsOf = (item: Spot): (readonly [method: string, spot: Spot])[] => [
  ...methods.flatMap((method) => {
    const spot = childOf(item, method)
    return spot === undefined ? [] : [[method, spot] as const]
  }),
  ...childrenOf(childOf(item, 'additionalOperations')),
]

/** The operations of paths, webhooks or a callback, by path and method; paths go without the names of parameters. */
export const operationsIn = (holder: Spot | undefined): Map<string, Operation> => {
  const found = new Map<string, Operation>()
  for (const [path, entry] of childrenOf(holder)) {
    if (path.startsWith('x-')) continue
    const item = followed(entry)
    for (const [method, spot] of operationsOf(item)) {
      const bare = `${method} ${bareTemplate(path)}`
      found.set(found.has(bare) ? `${method} ${escapeKey(path)}` : bare, operationOf(spot, item, entry))
    }
  }
  return found
}
