import type { Api } from '../../conformance/model/api.js'
import { openSurface } from '../../generator/index.js'

/** A document as `rampart test` explores it, with tables and validators. */
export const exploredApi = async (text: string): Promise<Api> => {
  const { surface, root } = await openSurface({ name: 'document', file: 'openapi.yaml', text })
  const operations = Object.values(surface.operations)
  return { version: 'document', surface, document: root, baseUrl: 'http://127.0.0.1', operations }
}
