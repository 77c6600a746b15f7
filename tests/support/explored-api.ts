import type { Api } from '../../conformance/model/case.js'
import { openSurface } from '../../generator/index.js'

/** A document, as text or as a tree, as `rampart test` explores it: with tables and validators. */
export const exploredApi = async (document: string | object, changes: Partial<Api> = {}): Promise<Api> => {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const { surface, root } = await openSurface({ name: 'document', file: 'openapi.yaml', text })
  const operations = Object.values(surface.operations)
  const api = { version: 'document', surface, document: root, baseUrl: 'http://127.0.0.1', operations }
  return { ...api, ...changes }
}
