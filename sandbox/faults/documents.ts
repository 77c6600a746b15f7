import { defaultVersion } from '../../versions/index.js'
import { type ServedResponse, jsonMediaType } from '../pipeline/response.js'
import { type Change, documents, isNewestVersion, json, on, parameters, requiring } from './changes.js'
import { add, all, type Edit, objectIn, omit, remove, replace, fault, faultsOf, type Hooks } from './fault.js'

/** The pointer of a schema of the documents. */
export function schema(name: string): string {
  return `/components/schemas/${name}`
}

/** Makes a member of a record optional. */
export function optional(record: string, name: string): Edit {
  return omit(`${schema(record)}/required`, name)
}

/** Changes parameters of the quote. */
export function ofQuote(names: readonly string[], edit: Edit): Hooks {
  return documents(parameters('/autoramps/quote', names, edit))
}

/** Describes the body of a response of the quote. */
const quoteResponses = (status: string, body: object): Hooks => {
  const response = { description: 'Refused', content: { 'application/json': { schema: body } } }
  return documents(add(`/paths/~1autoramps~1quote/get/responses/${status}`, response))
}

const newestAsDefault = json((list, { service }) => (list['default'] = service.versions.supported.at(-1)))

const oldestDocument: Change = (response, { service: { documents, versions } }) => ({
  ...response,
  body: documents.get(versions.supported[0] ?? '') ?? '',
})

/** From the second request on, the document of the second version is another. */
const forgetful = (): Hooks => {
  let readings = 0
  const another = { status: 200, headers: { 'content-type': jsonMediaType }, body: '{"hello":1}' }
  return on(
    'getSpecByVersion',
    (response: ServedResponse) => ((readings += 1) === 1 ? response : another),
    ({ values, service }) => values?.path['version'] === service.versions.supported[1],
  )
}

const rail = schema('DepositRail_FedNowDepositInfo')

const withoutFedNow = all(
  remove(rail),
  omit(`${schema('DepositRail')}/oneOf`, `#${rail}`),
  remove(`${schema('DepositRail')}/discriminator/mapping/FedNow`),
)

/** Faults in the documents, their list and their content. */
export const documentFaults = faultsOf({
  'spec-documents/versions-list': fault(on('listSpecVersions', json(remove('/versions/1'))), {
    'versioning/error-body': 'the version error still lists it',
  })`
    leaves the second supported version out of /spec/versions`,
  'spec-documents/default': fault(on('listSpecVersions', newestAsDefault))`
    names the newest version as the default in /spec/versions`,
  'spec-documents/locations': fault(
    on('listSpecVersions', json(replace('/versions/*', (entry) => objectIn(entry)['version']))),
  )`leaves the locations out of /spec/versions`,
  'spec-documents/each-listed': fault(
    on('listSpecVersions', json(add('/versions/-', { version: '2027-01-01', url: '/spec/2027-01-01' }))),
  )`lists one more version, which has no document`,
  'spec-documents/no-key': fault(requiring('getLatestSpec', 'X-API-Key', 401))`
    requires a key for the latest document`,
  'spec-documents/dated': fault(forgetful)`answers without a document when the second version is read again`,
  'spec-documents/latest': fault(on('getLatestSpec', oldestDocument))`answers the oldest document at /spec`,
  'spec-documents/named-operations': fault(documents(remove('/paths/~1customers~1{id}~1abilities')))`
    leaves GET /customers/{id}/abilities out of every document`,
  'authentication/scheme': fault(documents(add('/components/securitySchemes/*/name', 'X-Token')))`
    documents another header for the key`,
  'authentication/sub-partner': fault(ofQuote(['X-SUB-PARTNER-ID'], add('/required', true)))`
    documents X-SUB-PARTNER-ID as required on the quote`,
  'documents/statements': fault(documents(optional('IdentificationError', 'docs_url'), isNewestVersion))`
    documents docs_url as optional in structured errors`,
  'documents/shown': fault(
    documents(omit('/paths/~1terms-and-conditions/get/parameters', '#/components/parameters/XApiVersion')),
  )`does not document X-API-Version for terms`,
  'enumerations/older-documents': fault(
    documents(omit(`${schema('Blockchain')}/enum`, 'Arc'), (version) => version === defaultVersion),
    { 'versioning/listed-changes': 'the next document has one blockchain more' },
  )`lists no Arc among the blockchains of the first document`,
  'enumerations/event-kinds': fault(
    documents(omit(`${schema('WebhookEventType')}/enum`, 'CustomerFiatAbilities'), isNewestVersion),
    { 'versioning/listed-changes': 'the document before has one topic more' },
  )`lists no topic CustomerFiatAbilities`,
  'autoramp/rail-document': fault(documents(withoutFedNow), {
    'answers/body': 'the served rail is not listed',
  })`lists no FedNow rail in any document`,
  'quote/additional-style': fault(
    ofQuote(['additional_in_currency_codes', 'additional_in_currency_chains'], add('/explode', true)),
  )`documents the additional currencies in the repeated-parameter form`,
  'quote/document-parameters': fault(ofQuote(['expiry_in_hours'], add('/required', false)))`
    documents expiry_in_hours as optional`,
  'quote/document-responses': fault(quoteResponses('500', { type: 'string' }))`
    documents 500 of the quote as {"type":"string"}`,
  'quote/document-shown': fault(ofQuote(['recipient_account'], remove('/deprecated')))`
    does not mark recipient_account as deprecated`,
})
