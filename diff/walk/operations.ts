import {
  bareTemplate,
  escapeKey,
  isWebhooksKey,
  keysOf,
  lastKey,
  member,
  methodsOfAnyVersion,
  textOf,
  webhooksKeyOf,
} from '../../document/index.js'
import { followed } from '../fragments/references.js'
import { childOf, childrenOf, type Fragment } from '../fragments/fragment.js'

export interface Operation {
  readonly fragment: Fragment
  /** Its path item, with references resolved. */
  readonly item: Fragment
  /** The location that names the path, the webhook or the callback. */
  readonly entry: Fragment
  readonly method: string
  /** The path, the name of the webhook, or the expression of the callback. */
  readonly path: string
  readonly id: string | undefined
}

/** The kind of an operation, derived from the location that names it. */
export type OperationKind = 'operation' | 'webhook' | 'callback'

/** The webhooks of a document. */
export function webhooksOf(root: Fragment): Fragment | undefined {
  return childOf(root, webhooksKeyOf(root.value))
}

/** Whether an entry names a path, a webhook or a callback. */
export function operationKind(entry: Fragment): OperationKind {
  const keys = keysOf(entry.pointer)
  if (keys.length === 2 && keys[0] === 'paths') return 'operation'
  return keys.length === 2 && isWebhooksKey(keys[0]) ? 'webhook' : 'callback'
}

/** Builds an operation from its fragment, path item and entry. */
export function operationOf(fragment: Fragment, item: Fragment, entry: Fragment): Operation {
  return {
    fragment,
    item,
    entry,
    method: lastKey(fragment.pointer),
    path: lastKey(entry.pointer),
    id: textOf(member(fragment.value, 'operationId')),
  }
}

const operationsOf = (item: Fragment): (readonly [method: string, fragment: Fragment])[] => [
  ...methodsOfAnyVersion.flatMap((method) => {
    const fragment = childOf(item, method)
    return fragment === undefined ? [] : [[method, fragment] as const]
  }),
  ...childrenOf(childOf(item, 'additionalOperations')),
]

/** The operations of paths, webhooks or a callback, by method and path without names of parameters. */
export function operationsIn(holder: Fragment | undefined): Map<string, Operation> {
  const found = new Map<string, Operation>()
  for (const [path, entry] of childrenOf(holder)) {
    if (path.startsWith('x-')) continue
    const item = followed(entry)
    for (const [method, fragment] of operationsOf(item)) {
      const bare = `${method} ${bareTemplate(path)}`
      found.set(found.has(bare) ? `${method} ${escapeKey(path)}` : bare, operationOf(fragment, item, entry))
    }
  }
  return found
}
