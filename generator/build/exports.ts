import type { DocumentModel } from '../model/document.js'
import { exportedName, SafeNames } from './names.js'

/**
 * The names under which a version exports the validators of its component schemas: that of the schema for
 * responses, and `<name>_request` where requests are judged otherwise. Resolves to names of units.
 */
export function exportsOf(
  schemas: readonly string[],
  validators: DocumentModel['schemaValidators'],
): ReadonlyMap<string, string> {
  const safe = new SafeNames(exportedName)
  const exported = new Map<string, string>()
  for (const schema of schemas.toSorted()) {
    const { request, response } = validators[schema] ?? { request: '', response: '' }
    exported.set(safe.get(schema), response)
    if (request !== response) exported.set(safe.get(`${schema}_request`), request)
  }
  return exported
}
