import { ofQuote, optional, schema } from '../../../sandbox/faults/documents.js'
import { type Change, documents, json, on, requiring, respond } from '../../../sandbox/faults/changes.js'
import { add, type Edit, objectIn, omit, remove, replace, type Hooks } from '../../../sandbox/faults/fault.js'
import { variantsOf } from './rows.js'
import { defaultVersion } from '../../../versions/index.js'

/** The text of a document, which is stored as bytes. */
const asText: Change = ({ body = '', ...response }) => ({
  ...response,
  body: typeof body === 'string' ? body : Buffer.from(body).toString('utf8'),
})

/** Omits something from the document at /spec that the newest dated one has. */
const latestWithout = (edit: Edit): Hooks =>
  on('getLatestSpec', (response, context) => json(edit)(asText(response, context), context))

const listed = { 'answers/body': 'the document lists the statuses' }

/** Faults in serving documents, and some in their content; tests/payment/documents/deviations.yaml has the others. */
export const documentVariants = variantsOf({
  'enumerations/identification-status': {
    'calls a declined identification Rejected': [
      on(
        'getIdentificationById 200',
        json(replace('/status', (was) => (was === 'Declined' ? 'Rejected' : was))),
      ),
      listed,
    ],
    'calls an archived identification Closed': [
      on(
        '* 2xx',
        json(replace('/status', (was) => (was === 'Archived' ? 'Closed' : was))),
        ({ operationId = '' }) => /identification/i.test(operationId),
      ),
      listed,
    ],
  },
  'enumerations/documents': {
    'lacks Arc in the Blockchain of the documents': [
      documents(omit(`${schema('Blockchain')}/enum`, 'Arc')),
      { 'enumerations/older-documents': 'earlier documents have the same list' },
    ],
  },
  'quote/document-limits': {
    'documents maxLength 64 for source_currency_code': ofQuote(
      ['source_currency_code'],
      add('/schema/maxLength', 64),
    ),
  },
  'quote/document-record': {
    'documents signature of SignedAutorampQuote as optional': documents(
      optional('SignedAutorampQuote', 'signature'),
    ),
  },
  'quote/document-types': {
    'documents fee_profile_id as a URI': ofQuote(
      ['fee_profile_id'],
      add('/schema', { type: 'string', format: 'uri' }),
    ),
  },
  'spec-documents/locations': {
    'gives the place of the oldest document as that of the second version': [
      on(
        'listSpecVersions',
        json(({ versions }) => {
          const [oldest, second] = Array.isArray(versions) ? versions.map(objectIn) : []
          Object.assign(second ?? {}, oldest, { version: second?.['version'] })
        }),
      ),
      {
        'autoramp/rail-document': 'the document of another version has no FedNow rail',
        'versioning/response-shapes': 'the document before it seems to lack the rail',
      },
    ],
    'swaps the places of two documents': on(
      'listSpecVersions',
      json((list) => {
        const swapped = { '2026-07-01': '/spec/2026-08-01', '2026-08-01': '/spec/2026-07-01' }
        const places = { '2025-03-13': '/spec/2025-03-13', ...swapped }
        Object.assign(list, { versions: Object.keys(places), places })
      }),
    ),
  },
  'spec-documents/no-key': {
    'requires a key for /spec/versions': requiring('listSpecVersions', 'X-API-Key', 401),
  },
  'spec-documents/versions-list': {
    'has no /spec/versions': on('listSpecVersions', respond(404, 'not found')),
  },
  'spec-documents/default': {
    'names a default that it does not list': on(
      'listSpecVersions',
      json((list) => Object.assign(list, { default: '2025-12-31' })),
    ),
    'names no default in /spec/versions': on('listSpecVersions', json(remove('/default'))),
  },
  'spec-documents/latest': {
    'leaves PUT /customers/{id} out of the document at /spec': latestWithout(
      remove('/paths/~1customers~1{id}/put'),
    ),
    'leaves the parameter fee_profile_id out of the document at /spec': latestWithout(
      omit('/paths/~1autoramps~1quote/get/parameters', 'fee_profile_id'),
    ),
    'leaves the webhooks out of the document at /spec': latestWithout(remove('/webhooks')),
    'lacks Arc in the Blockchain of the document at /spec': latestWithout(
      omit(`${schema('Blockchain')}/enum`, 'Arc'),
    ),
    'leaves the signature of a quote out of the document at /spec': latestWithout(
      remove(`${schema('SignedAutorampQuote')}/properties/signature`),
    ),
  },
  'spec-documents/named-operations': {
    'leaves every path out of the first document': [
      documents(add('/paths', {}), (version) => version === defaultVersion),
      {
        'documents/shown': 'what has no operations needs no key',
        'versioning/listed-changes': 'every operation of the next document is new',
      },
    ],
  },
})
