import { at } from './answers.js'
import { editObject, isEditable, objectAt, schemaOf } from './edit.js'
import { documentFault, fault, type Fault, type JsonObject } from './fault.js'
import { editQuoteParameters } from './parameters.js'

/** Removes a member from a list of strings. */
const withoutMember = (holder: JsonObject, name: string, member: string): void => {
  const list = holder[name]
  if (Array.isArray(list)) holder[name] = list.filter((one) => one !== member)
}

/** The schema that declares the members of an object, looked for in its `allOf`. */
const objectPart = (schema: JsonObject): JsonObject => {
  if (isEditable(schema['properties'])) return schema
  const parts: readonly unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  return parts.filter(isEditable).find((part) => isEditable(part['properties'])) ?? schema
}

/** A document without one of the members of an enumeration. */
const lacking = (schema: string, member: string): Fault =>
  documentFault(
    'enumerations/documents',
    `${schema}-${member}`.toLowerCase(),
    `lacks ${member} in the ${schema} of the documents`,
    (document) => withoutMember(schemaOf(document, schema), 'enum', member),
  )

/** A document with a member that the enumeration does not have. */
const listing = (schema: string, member: string): Fault =>
  documentFault(
    'enumerations/documents',
    `${schema}-with-${member}`.toLowerCase(),
    `lists ${member} in the ${schema} of the documents`,
    (document) => {
      const holder = schemaOf(document, schema)
      if (Array.isArray(holder['enum'])) holder['enum'] = [...holder['enum'], member]
    },
  )

/** A document in which a required field of a record is optional. */
const freeing = (schema: string, field: string): Fault =>
  documentFault(
    'quote/document-record',
    `${schema}-${field}-optional`,
    `documents ${field} of ${schema} as optional`,
    (document) => withoutMember(objectPart(schemaOf(document, schema)), 'required', field),
  )

/** A document without a required field of a record. */
const losing = (schema: string, field: string): Fault =>
  documentFault(
    'quote/document-record',
    `${schema}-${field}-missing`,
    `does not document ${field} of ${schema}`,
    (document) => {
      const part = objectPart(schemaOf(document, schema))
      withoutMember(part, 'required', field)
      delete objectAt(part, 'properties')[field]
    },
  )

const onParameter = (
  rule: string,
  variant: string,
  name: string,
  does: string,
  edit: (schema: JsonObject, parameter: JsonObject) => void,
): Fault =>
  documentFault(rule, variant, does, (document) =>
    editQuoteParameters(
      document,
      (parameter) => parameter['name'] === name,
      (parameter) => {
        const schema = isEditable(parameter['schema']) ? { ...parameter['schema'] } : {}
        parameter['schema'] = schema
        edit(schema, parameter)
      },
    ),
  )

const limit = (name: string, keyword: string, value: unknown): Fault =>
  onParameter(
    'quote/document-limits',
    `${name.replaceAll('_', '-')}-${keyword}`.toLowerCase(),
    name,
    `documents ${keyword} ${String(value)} for ${name}`,
    (schema) => {
      schema[keyword] = value
    },
  )

const type = (name: string, as: JsonObject): Fault =>
  onParameter(
    'quote/document-types',
    name.replaceAll('_', '-'),
    name,
    `documents ${name} as ${Object.values(as).join(' ')}`,
    (schema) => {
      for (const key of Object.keys(schema)) delete schema[key]
      Object.assign(schema, as)
    },
  )

/** Changes the spelling of every identification status. */
const lowerStatus: Fault = fault(
  'enumerations/identification-status',
  'answers the status of an identification in lower case',
  () =>
    at('createCustomerIdentificationV2', 201, (answer) =>
      editObject(answer, (body) => {
        body['status'] = String(body['status']).toLowerCase()
      }),
    ),
)

/** Returns the former name of the declined status. */
const rejectedStatus: Fault = fault(
  'enumerations/identification-status:rejected',
  'calls a declined identification Rejected',
  () =>
    at('getIdentificationById', 200, (answer) =>
      editObject(answer, (body) => {
        if (body['status'] === 'Declined') body['status'] = 'Rejected'
      }),
    ),
)

/** Returns another name for the archived status. */
const closedStatus: Fault = fault(
  'enumerations/identification-status:closed',
  'calls an archived identification Closed',
  () => ({
    answer: (answer, { operationId }) =>
      /identification/i.test(operationId ?? '') && answer.status < 300
        ? editObject(answer, (body) => {
            if (body['status'] === 'Archived') body['status'] = 'Closed'
          })
        : answer,
  }),
)

/** Faults in the documents' statements about the quote and the specification's enumerations. */
export const quoteDocumentFaults: readonly Fault[] = [
  lowerStatus,
  rejectedStatus,
  closedStatus,
  lacking('Blockchain', 'Arc'),
  lacking('DepositAccountType', 'ChapsFps'),
  lacking('PaymentNetwork', 'Chats'),
  lacking('NetworkFeeType', 'SeismicExecutionFee'),
  lacking('FeeSettlement', 'settledLater'),
  lacking('RateExpiryPolicy', 'Return'),
  lacking('IdentificationStatus', 'Archived'),
  listing('Blockchain', 'Dogecoin'),
  listing('FeeSettlement', 'never'),
  freeing('SignedAutorampQuote', 'signature'),
  freeing('Fee', 'banking_fee'),
  freeing('Amount', 'currency'),
  freeing('PartnerFee', 'label'),
  losing('SignedAutorampQuote', 'is_third_party'),
  losing('NetworkFeeWithSettlement', 'fee_amount'),
  losing('Crypto', 'blockchain'),
  losing('BankAccountACHIdentifier', 'routing_number'),
  documentFault('quote/document-record', 'rate-number', 'documents the rate as a number', (document) => {
    objectAt(schemaOf(document, 'SignedAutorampQuote'), 'properties')['rate'] = { type: 'number' }
  }),
  limit('source_currency_code', 'maxLength', 64),
  limit('recipient_account', 'maxLength', 255),
  limit('expiry_in_hours', 'maximum', 48),
  limit('additional_in_currency_chains', 'maxItems', 17),
  limit('pay_by_reference', 'default', true),
  type('fee_profile_id', { type: 'string', format: 'uri' }),
  type('amount_out', { type: 'number' }),
  type('rate_lock_duration_minutes', { type: 'integer', format: 'int32' }),
  type('batch_payout', { type: 'string' }),
  documentFault('quote/document-parameters', 'unknown', 'does not document fee_profile_id', (document) => {
    const { parameters } = objectAt(document, 'paths', '/autoramps/quote', 'get')
    const isIt = (one: unknown): boolean => isEditable(one) && one['name'] === 'fee_profile_id'
    if (Array.isArray(parameters)) {
      objectAt(document, 'paths', '/autoramps/quote', 'get')['parameters'] = parameters.filter(
        (one) => !isIt(one),
      )
    }
  }),
]
