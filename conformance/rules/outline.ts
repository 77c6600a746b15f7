import type { Surface } from '../../runtime/surface.js'
import { isObject, operationsIn } from '../../document/index.js'
import { jsonOrYaml } from '../exchange/json-or-yaml.js'
import type { DocumentOutline } from './registry.js'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The outline of a document's text; one that is neither JSON nor YAML has no operations. */
export function outlineOf(version: string, text: string): DocumentOutline {
  const root = parsed(text)
  const info = isObject(root) && isObject(root['info']) ? root['info'] : {}
  const operations = operationsIn(root, 'paths').map(({ method, name, node }) => {
    const operationId = textOf(node['operationId'])
    const route = { method, path: name }
    return operationId === undefined ? route : Object.assign(route, { operationId })
  })
  return { version, title: textOf(info['title']) ?? '', operations }
}

const parsed = (text: string): unknown => {
  try {
    return jsonOrYaml(text)
  } catch {
    // What generates code from it says so, with the line.
    return undefined
  }
}

/** The outline of a document of which code was generated. */
export function outlineOfSurface({ version, title, operations }: Surface): DocumentOutline {
  return { version, title, operations: Object.values(operations) }
}
