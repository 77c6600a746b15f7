import { objectAt, schemaOf } from './edit.js'
import { documentFault, fault, type Fault, type JsonObject } from './fault.js'

const listAt = (schema: JsonObject, name: string): unknown[] => {
  const { [name]: list } = schema
  return Array.isArray(list) ? list : []
}

const newestAlone = (version: string, newest: string): boolean => version === newest
const earlier = (version: string, newest: string): boolean => version !== newest

const statement = (
  variant: string | undefined,
  does: string,
  applies: ((version: string, newest: string) => boolean) | undefined,
  change: (document: JsonObject) => void,
): Fault => documentFault('documents/statements', variant, does, change, applies)

const optional =
  (schema: string, name: string) =>
  (document: JsonObject): void => {
    const node = schemaOf(document, schema)
    node['required'] = listAt(node, 'required').filter((one) => one !== name)
  }

const required =
  (schema: string, name: string) =>
  (document: JsonObject): void => {
    const node = schemaOf(document, schema)
    node['required'] = [...listAt(node, 'required'), name]
  }

const without =
  (schema: string, name: string) =>
  (document: JsonObject): void => {
    optional(schema, name)(document)
    delete objectAt(schemaOf(document, schema), 'properties')[name]
  }

const details = 'BusinessQuestionnaireBusinessDetails'

/** Faults in the documents' statements about fields, responses and headers that the specification names. */
export const documentStatementFaults: readonly Fault[] = [
  statement(
    undefined,
    'has docs_url optional in structured errors',
    newestAlone,
    optional('IdentificationError', 'docs_url'),
  ),
  fault(
    'documents/statements:industry',
    'shows the industry in the newest document alone, and has it optional there',
    () => ({
      document: (document, version, newest) => {
        const change = version === newest ? optional : without
        for (const schema of [details, 'SolePropBusinessDetails']) change(schema, 'industry')(document)
      },
    }),
  ),
  statement(
    'industry-early',
    'requires the industry in earlier documents',
    earlier,
    required(details, 'industry'),
  ),
  statement(
    'industry-type',
    'has no industry_type in earlier documents',
    earlier,
    without(details, 'industry_type'),
  ),
  statement(
    'birth-state',
    'requires birth_place.state in the newest document',
    newestAlone,
    required('BirthPlace', 'state'),
  ),
  statement('conflict', 'lists no 409 for required signings in earlier documents', earlier, (document) => {
    const place = ['paths', '/customers/{id}/required-signings', 'get', 'responses'] as const
    delete objectAt(document, ...place)['409']
  }),
  statement(
    'currencies',
    'has no currencies in the abilities of the documents',
    undefined,
    without('CustomerAbilities', 'currencies'),
  ),
  statement(
    'transaction-status',
    'has no transaction_status in the message of that name',
    undefined,
    without('WebhookTransactionStatusMessage', 'transaction_status'),
  ),
  documentFault(
    'enumerations/event-kinds',
    undefined,
    'lists no topic CustomerFiatAbilities',
    (document) => {
      const topics = schemaOf(document, 'WebhookEventType')
      topics['enum'] = listAt(topics, 'enum').filter((topic) => topic !== 'CustomerFiatAbilities')
    },
    newestAlone,
  ),
  documentFault(
    'enumerations/event-kinds',
    'delivered',
    'tells no deliveries of refunds apart',
    (document) => {
      const container = schemaOf(document, 'WebhookContainer')
      delete objectAt(container, 'discriminator', 'mapping')['transaction_refunded']
    },
    newestAlone,
  ),
]
