import type { JsonObject } from '../../document/index.js'
import { asObject, deref } from './documents.js'

const methods = new Set(['get', 'put', 'post', 'delete', 'patch'])

/** An operation of a document, with parameters and responses resolved. */
export interface Operation {
  readonly path: string
  readonly method: string
  readonly id: string
  readonly node: JsonObject
  readonly parameters: readonly JsonObject[]
  readonly responses: ReadonlyMap<string, JsonObject>
}

/** Every operation under `paths` or `webhooks` of a document. */
export function operationsOf(document: JsonObject, root: 'paths' | 'webhooks' = 'paths'): Operation[] {
  return Object.entries(asObject(document[root])).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => methods.has(method))
      .map(([method, node]) => readOperation(document, path, method, asObject(node))),
  )
}

function readOperation(document: JsonObject, path: string, method: string, node: JsonObject): Operation {
  const parameters = Array.isArray(node['parameters']) ? node['parameters'] : []
  const responses = Object.entries(asObject(node['responses']))
  return {
    path,
    method,
    id: String(node['operationId']),
    node,
    parameters: parameters.map((parameter) => deref(document, parameter)),
    responses: new Map(responses.map(([status, response]) => [status, deref(document, response)])),
  }
}
