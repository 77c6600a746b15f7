import { isObject } from '../json/values.js'
import { type Method, methods } from '../keywords/methods.js'
import { type Located, locate, locateMembers } from '../references/follow.js'

/** The members of a document that hold path items. */
export type OperationSection = 'paths' | 'webhooks'

/** An operation of a document, with the path item that holds it. */
export interface DocumentOperation extends Located {
  readonly method: Method
  /** The path template, or the name of the webhook, as the document spells it. */
  readonly name: string
  readonly item: Located
}

/** The operations below `paths` or `webhooks`, in document order; those of one path in the order of methods. */
export function operationsIn(root: unknown, section: OperationSection): DocumentOperation[] {
  if (!isObject(root)) return []
  return locateMembers(root, { node: root, path: [] }, section).flatMap(([name, item]) =>
    methods.flatMap((method) => {
      const node = item.node[method]
      return isObject(node) ? [{ method, name, item, node, path: [...item.path, method] }] : []
    }),
  )
}

/** The parameters of an operation: those of its path item, and its own, which take their place by name and `in`. */
export function parametersOf(root: unknown, { node, path, item }: DocumentOperation): Located[] {
  const merged = new Map<string, Located>()
  for (const holder of [item, { node, path }]) {
    const list = holder.node['parameters']
    for (const index of Array.isArray(list) ? list.keys() : []) {
      const parameter = locate(root, [...holder.path, 'parameters', String(index)])
      if (parameter) merged.set(JSON.stringify([parameter.node['in'], parameter.node['name']]), parameter)
    }
  }
  return [...merged.values()]
}
