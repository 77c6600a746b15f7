import { defaultVersion } from '../../versions/index.js'
import { type ServedResponse, jsonMediaType } from '../pipeline/response.js'
import { type Change, documents, isNewestVersion, json, on, parameters, respond } from './changes.js'
import { add, all, type Edit, objectIn, omit, remove, replace, faultsOf, type Hooks } from './fault.js'

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
export function quoteResponses(status: string, body: object): Hooks {
  const response = { description: 'Refused', content: { 'application/json': { schema: body } } }
  return documents(add(`/paths/~1autoramps~1quote/get/responses/${status}`, response))
}

/** The text of a document, which is stored as bytes. */
export const asText: Change = ({ body = '', ...response }) => ({
  ...response,
  body: typeof body === 'string' ? body : Buffer.from(body).toString('utf8'),
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

const rail = '#/components/schemas/DepositRail_FedNowDepositInfo'

/** Faults in the documents, their list and their content. */
export const documentFaults = faultsOf({
  'spec-documents/versions-list': [
    'leaves the second supported version out of /spec/versions',
    on('listSpecVersions', json(remove('/versions/1'))),
  ],
  'spec-documents/default': [
    'names the newest version as the default in /spec/versions',
    on(
      'listSpecVersions',
      json((list, { service }) => (list['default'] = service.versions.supported.at(-1))),
    ),
  ],
  'spec-documents/locations': [
    'leaves the locations out of /spec/versions',
    on('listSpecVersions', json(replace('/versions/*', (entry) => objectIn(entry)['version']))),
  ],
  'spec-documents/each-listed': [
    'lists one more version, which has no document',
    on('listSpecVersions', json(add('/versions/-', { version: '2027-01-01', url: '/spec/2027-01-01' }))),
  ],
  'spec-documents/no-key': [
    'requires a key for the latest document',
    on(
      'getLatestSpec',
      respond(401, "header 'X-API-Key' is required"),
      ({ headers }) => headers['x-api-key'] === undefined,
    ),
  ],
  'spec-documents/dated': ['answers without a document when the second version is read again', forgetful],
  'spec-documents/latest': [
    'answers the oldest document at /spec',
    on('getLatestSpec', (response, { service }) => {
      const body = service.documents.get(service.versions.supported[0] ?? '')
      return body === undefined ? response : { ...response, body }
    }),
  ],
  'spec-documents/named-operations': [
    'leaves GET /customers/{id}/abilities out of every document',
    documents(remove('/paths/~1customers~1{id}~1abilities')),
  ],
  'authentication/scheme': [
    'documents another header for the key',
    documents(add('/components/securitySchemes/*/name', 'X-Token')),
  ],
  'authentication/sub-partner': [
    'documents X-SUB-PARTNER-ID as required on the quote',
    ofQuote(['X-SUB-PARTNER-ID'], add('/required', true)),
  ],
  'documents/statements': [
    'documents docs_url as optional in structured errors',
    documents(optional('IdentificationError', 'docs_url'), isNewestVersion),
  ],
  'documents/shown': [
    'does not document X-API-Version for terms',
    documents(omit('/paths/~1terms-and-conditions/get/parameters', '#/components/parameters/XApiVersion')),
  ],
  'enumerations/older-documents': [
    'lists no Arc among the blockchains of the first document',
    documents(omit(`${schema('Blockchain')}/enum`, 'Arc'), (version) => version === defaultVersion),
    { 'versioning/listed-changes': 'the next document has one blockchain more' },
  ],
  'enumerations/event-kinds': [
    'lists no topic CustomerFiatAbilities',
    documents(omit(`${schema('WebhookEventType')}/enum`, 'CustomerFiatAbilities'), isNewestVersion),
    { 'versioning/listed-changes': 'the document before has one topic more' },
  ],
  'autoramp/rail-document': [
    'lists no FedNow rail in any document',
    documents(
      all(
        remove(rail.slice(1)),
        omit(`${schema('DepositRail')}/oneOf`, rail),
        remove(`${schema('DepositRail')}/discriminator/mapping/FedNow`),
      ),
    ),
    { 'answers/body': 'the served rail is not listed' },
  ],
  'quote/additional-style': [
    'documents the additional currencies in the repeated-parameter form',
    ofQuote(['additional_in_currency_codes', 'additional_in_currency_chains'], add('/explode', true)),
  ],
  'quote/document-parameters': [
    'documents expiry_in_hours as optional',
    ofQuote(['expiry_in_hours'], add('/required', false)),
  ],
  'quote/document-responses': [
    'documents 500 of the quote as {"type":"string"}',
    quoteResponses('500', { type: 'string' }),
  ],
  'quote/document-shown': [
    'does not mark recipient_account as deprecated',
    ofQuote(['recipient_account'], remove('/deprecated')),
  ],
})
