import type { Api } from '../../../conformance/model/api.js'
import { surfaceOf } from '../../generator/support/generated.js'

/** An API as `rampart test` reads it from a document. @param folder for what is generated */
export async function apiOf(
  folder: string,
  document: Readonly<Record<string, unknown>>,
  baseUrl = 'http://127.0.0.1:1',
): Promise<Api> {
  const surface = await surfaceOf(folder, document)
  return {
    version: surface.version,
    surface,
    document,
    baseUrl,
    operations: Object.values(surface.operations),
  }
}
