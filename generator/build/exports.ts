import type { DocumentModel } from '../model/document.js'
import type { KnownNames, UnitNames } from './unit-names.js'

/**
 * The names under which a version exports the validators of its component schemas: that of the schema for
 * responses, and `<name>_request` where requests are judged otherwise. Resolves to names of units.
 */
export function exportsOf(
  known: KnownNames,
  names: UnitNames,
  validators: DocumentModel['schemaValidators'],
): ReadonlyMap<string, string> {
  const exported = new Map<string, string>()
  for (const [schema, name] of [...known.schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { request, response } = validators[schema] ?? { request: '', response: '' }
    exported.set(name, response)
    if (request !== response)
      exported.set(names.nameOf(['components', 'schemas', schema], 'request'), request)
  }
  return exported
}
