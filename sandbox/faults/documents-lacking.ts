import { defaultVersion, versionOf } from '../../versions/index.js'
import { isEditable, objectAt, schemaOf } from './edit.js'
import { documentFault, type Fault, type JsonObject } from './fault.js'
import { editQuoteParameters } from './parameters.js'

const withoutValue =
  (name: string, value: string) =>
  (document: JsonObject): void => {
    const schema = schemaOf(document, name)
    const { enum: values } = schema
    if (Array.isArray(values)) schema['enum'] = values.filter((one) => one !== value)
  }

/** Removes a header from the parameters of one operation. */
const withoutHeader =
  (path: string, method: string, component: string) =>
  (document: JsonObject): void => {
    const operation = objectAt(document, 'paths', path, method)
    const { parameters } = operation
    if (!Array.isArray(parameters)) return
    operation['parameters'] = parameters.filter(
      (one: unknown) => !isEditable(one) || one['$ref'] !== `#/components/parameters/${component}`,
    )
  }

const withoutLimit = (document: JsonObject): void =>
  editQuoteParameters(
    document,
    ({ name }) => name === 'recipient_account',
    (parameter) => {
      parameter['schema'] = { type: 'string' }
    },
  )

const withoutMark = (document: JsonObject): void =>
  editQuoteParameters(
    document,
    ({ name }) => name === 'recipient_account',
    (parameter) => {
      delete parameter['deprecated']
    },
  )

/** Faults of documents that omit something in the specification, or change something that no table lists. */
export const lackingDocumentFaults: readonly Fault[] = [
  documentFault(
    'quote/document-shown',
    undefined,
    'does not mark recipient_account as deprecated',
    withoutMark,
  ),
  documentFault('quote/document-shown', 'limit', 'documents no limit of recipient_account', withoutLimit),
  documentFault(
    'quote/document-shown',
    'fee',
    'documents deducted_fee as if it were not deprecated',
    (document) => {
      delete objectAt(schemaOf(document, 'Fee'), 'properties', 'deducted_fee')['deprecated']
    },
  ),
  documentFault(
    'documents/shown',
    undefined,
    'does not document X-API-Version for terms',
    withoutHeader('/terms-and-conditions', 'get', 'XApiVersion'),
  ),
  documentFault(
    'documents/shown',
    'flow',
    'documents no flow Swap of a currency',
    withoutValue('AutorampType', 'Swap'),
  ),
  documentFault('documents/shown', 'refund', 'documents refunds under another name', (document) => {
    const schemas = objectAt(document, 'components', 'schemas')
    const text = JSON.stringify(document).replaceAll('WebhookTransactionRefundedMessage', 'RefundMessage')
    delete schemas['WebhookTransactionRefundedMessage']
    Object.assign(document, JSON.parse(text))
  }),
  documentFault(
    'enumerations/older-documents',
    undefined,
    'lists no Arc among the blockchains of the first document',
    withoutValue('Blockchain', 'Arc'),
    (version) => version === defaultVersion,
  ),
  documentFault(
    'versioning/listed-changes',
    undefined,
    'documents no label of a webhook in the second version',
    (document) => {
      delete objectAt(schemaOf(document, 'UpdateWebhookRequest'), 'properties')['label']
    },
    (version) => version === versionOf('fednow-rail'),
  ),
]
