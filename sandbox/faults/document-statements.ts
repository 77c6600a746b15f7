import { objectAt } from './edit.js'
import { fault, type Fault, withoutVariant, type JsonObject } from './fault.js'

const schemaOf = (document: JsonObject, name: string): JsonObject =>
  objectAt(document, 'components', 'schemas', name)

const listAt = (schema: JsonObject, name: string): unknown[] => {
  const { [name]: list } = schema
  return Array.isArray(list) ? list : []
}

/** Changes the documents of some versions. */
const inDocuments = (
  rule: string,
  variant: string,
  does: string,
  applies: (version: string, newest: string) => boolean,
  change: (document: JsonObject) => void,
): Fault => ({
  rule,
  variant,
  does,
  hooks: () => ({
    document: (document, version, newest) => {
      if (applies(version, newest)) change(document)
    },
  }),
})

const newestAlone = (version: string, newest: string): boolean => version === newest
const earlier = (version: string, newest: string): boolean => version !== newest
const all = (): boolean => true

const statement = (
  variant: string,
  does: string,
  applies: (version: string, newest: string) => boolean,
  change: (document: JsonObject) => void,
): Fault => inDocuments('documents/statements', variant, does, applies, change)

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

/** Faults in what the documents say of fields, answers and headers that the specification names. */
export const documentStatementFaults: readonly Fault[] = [
  withoutVariant(
    statement(
      '',
      'has docs_url optional in structured errors',
      newestAlone,
      optional('IdentificationError', 'docs_url'),
    ),
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
    all,
    without('CustomerAbilities', 'currencies'),
  ),
  statement(
    'transaction-status',
    'has no transaction_status in the message of that name',
    all,
    without('WebhookTransactionStatusMessage', 'transaction_status'),
  ),
  withoutVariant(
    inDocuments(
      'enumerations/event-kinds',
      '',
      'lists no topic CustomerFiatAbilities',
      newestAlone,
      (document) => {
        const topics = schemaOf(document, 'WebhookEventType')
        topics['enum'] = listAt(topics, 'enum').filter((topic) => topic !== 'CustomerFiatAbilities')
      },
    ),
  ),
  inDocuments(
    'enumerations/event-kinds',
    'delivered',
    'tells no deliveries of refunds apart',
    newestAlone,
    (document) => {
      delete objectAt(schemaOf(document, 'WebhookContainer'), 'discriminator', 'mapping')[
        'transaction_refunded'
      ]
    },
  ),
]
