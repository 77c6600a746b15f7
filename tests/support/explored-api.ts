import type { Api } from '../../conformance/model/case.js'
import { openSurface } from '../../generator/index.js'
import type { Operation } from '../../runtime/surface.js'

const usual = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: {} }

/**
 * A document, as text or as a tree, as `rampart test` explores it: with tables and validators. A tree need not have the
 * members that every document has.
 */
export const exploredApi = async (document: string | object, changes: Partial<Api> = {}): Promise<Api> => {
  const text = typeof document === 'string' ? document : JSON.stringify({ ...usual, ...document })
  const { surface, root } = await openSurface({ name: 'document', file: 'openapi.yaml', text })
  const operations = Object.values(surface.operations)
  const api = { version: 'document', surface, document: root, baseUrl: 'http://127.0.0.1', operations }
  return { ...api, ...changes }
}

/** The operation with an operationId, or the first one with some members. @throws RangeError without one */
export const operationIn = (
  { operations }: Pick<Api, 'operations'>,
  wanted: string | Partial<Pick<Operation, 'method' | 'path'>> = {},
): Operation => {
  const members = Object.entries(typeof wanted === 'string' ? { operationId: wanted } : wanted)
  const found = operations.find((one) => members.every(([name, value]) => Reflect.get(one, name) === value))
  if (!found) throw new RangeError(`no operation with ${JSON.stringify(wanted)}`)
  return found
}
