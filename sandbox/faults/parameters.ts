import { isEditable, objectAt } from './edit.js'
import { fault, type Fault, type JsonObject } from './fault.js'

/** Changes the quote operation's parameters selected by a name or a predicate, including shared parameters. */
export function editQuoteParameters(
  document: JsonObject,
  picks: (parameter: JsonObject) => boolean,
  edit: (parameter: JsonObject) => void,
): void {
  const operation = objectAt(document, 'paths', '/autoramps/quote', 'get')
  const { parameters } = operation
  if (!Array.isArray(parameters)) return
  operation['parameters'] = parameters.map((entry: unknown) => {
    const parameter = isEditable(entry) ? resolved(document, entry) : {}
    if (!picks(parameter)) return entry
    return edited(parameter, edit)
  })
}

const edited = (parameter: JsonObject, edit: (parameter: JsonObject) => void): JsonObject => {
  const copy = structuredClone(parameter)
  edit(copy)
  return copy
}

const resolved = (document: JsonObject, entry: JsonObject): JsonObject => {
  const { $ref: reference } = entry
  return typeof reference === 'string' ? objectAt(document, ...reference.split('/').slice(1)) : entry
}

const named =
  (...names: readonly string[]) =>
  ({ name }: JsonObject): boolean =>
    typeof name === 'string' && names.includes(name)

/** Faults in the documents' statements about the quote's parameters. */
export const parameterFaults: readonly Fault[] = [
  fault('authentication/sub-partner', 'documents X-SUB-PARTNER-ID as required on the quote', () => ({
    document: (document) =>
      editQuoteParameters(document, named('X-SUB-PARTNER-ID'), (parameter) =>
        Object.assign(parameter, { required: true }),
      ),
  })),
  fault(
    'quote/additional-style',
    'documents the additional currencies in the repeated-parameter form',
    () => ({
      document: (document) =>
        editQuoteParameters(
          document,
          named('additional_in_currency_codes', 'additional_in_currency_chains'),
          (parameter) => Object.assign(parameter, { explode: true }),
        ),
    }),
  ),
  fault('quote/document-parameters', 'documents expiry_in_hours as optional', () => ({
    document: (document) =>
      editQuoteParameters(document, named('expiry_in_hours'), (parameter) =>
        Object.assign(parameter, { required: false }),
      ),
  })),
]
