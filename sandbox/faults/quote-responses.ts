import { isEditable, objectAt } from './edit.js'
import { documentFault, type Fault, type JsonObject } from './fault.js'

const quoteOf = (document: JsonObject): JsonObject => objectAt(document, 'paths', '/autoramps/quote', 'get')

/** Changes the body of one status of the quote. */
const answering = (status: string, variant: string | undefined, schema: JsonObject): Fault =>
  documentFault(
    'quote/document-responses',
    variant,
    `documents ${status} of the quote as ${JSON.stringify(schema)}`,
    (document) => {
      const responses = objectAt(quoteOf(document), 'responses')
      responses[status] = { description: 'Refused', content: { 'application/json': { schema } } }
    },
  )

/** Faults in the documents' statements about the responses and parameters of the quote, and about keys. */
export const quoteResponseFaults: readonly Fault[] = [
  answering('500', undefined, { type: 'string' }),
  answering('500', 'trace-id', { type: 'object', properties: { message: { type: 'string' } } }),
  answering('404', 'not-found', { type: 'object' }),
  documentFault('quote/document-parameters', 'body', 'documents a body for the quote', (document) => {
    quoteOf(document)['requestBody'] = { content: { 'application/json': { schema: { type: 'object' } } } }
  }),
  documentFault('quote/document-parameters', 'version', 'documents X-API-Version as required', (document) => {
    const { parameters } = quoteOf(document)
    const list: readonly unknown[] = Array.isArray(parameters) ? parameters : []
    const shared = objectAt(document, 'components', 'parameters')
    for (const parameter of [...Object.values(shared), ...list]) {
      if (isEditable(parameter) && parameter['name'] === 'X-API-Version') parameter['required'] = true
    }
  }),
  documentFault(
    'quote/document-record',
    'intermediary-required',
    'documents intermediary_bic as required',
    (document) => {
      const schema = objectAt(document, 'components', 'schemas', 'BankAccountSWIFTIdentifier')
      const parts: readonly unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [schema]
      for (const part of parts.filter(isEditable)) {
        const names: readonly unknown[] = Array.isArray(part['required']) ? part['required'] : []
        if (isEditable(part['properties'])) part['required'] = [...names, 'intermediary_bic']
      }
    },
  ),
  documentFault(
    'quote/document-limits',
    'fps-digits',
    'documents digits in fps_payment_reference',
    (document) => {
      const quote = objectAt(document, 'components', 'schemas', 'SignedAutorampQuote')
      const parts: readonly unknown[] = Array.isArray(quote['allOf']) ? quote['allOf'] : [quote]
      for (const part of parts.filter(isEditable)) {
        const { properties } = part
        const text = isEditable(properties) ? properties['fps_payment_reference'] : undefined
        if (isEditable(text)) text['pattern'] = '^[A-Za-z0-9]*$'
      }
    },
  ),
  documentFault('terms/country-required', 'document', 'documents country as optional', (document) => {
    const { parameters } = objectAt(document, 'paths', '/terms-and-conditions', 'get')
    const list: readonly unknown[] = Array.isArray(parameters) ? parameters : []
    for (const parameter of list) {
      if (isEditable(parameter) && parameter['name'] === 'country') parameter['required'] = false
    }
  }),
  documentFault(
    'authentication/scheme',
    'open-terms',
    'documents the terms as open to anyone',
    (document) => {
      objectAt(document, 'paths', '/terms-and-conditions', 'get')['security'] = []
    },
  ),
]
