import type { Sending } from './sending.js'

type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const body = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } })
const record = (members: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  required: Object.keys(members),
  properties: members,
})

/** Operations by route, with the body that each takes. */
const takes: Readonly<Record<string, Json | undefined>> = {
  'get /terms-and-conditions': undefined,
  'post /customers': record({ email: text }),
  'get /customers/{id}': undefined,
  'get /customers/{id}/required-signings': undefined,
  'post /customers/{id}/signings': record({ content_id: text, signed: { type: 'boolean' } }),
  'get /customers/{id}/abilities': undefined,
  'post /customers/{id}/identifications/v2': record({ type: text }),
  'post /sandbox/identification/{id}': record({ approved: { type: 'boolean' } }),
  'put /sandbox/customers/{id}/rails': record({
    currency: { enum: ['eur'] },
    status: { enum: ['Pending', 'Active'] },
  }),
  'post /addresses/fiat': record({ customer_id: text, iban: text }),
  'get /autoramps/quote': undefined,
  'post /autoramps': {},
  'get /autoramps/{id}': undefined,
  'put /sandbox/autoramp/{id}': text,
  'put /sandbox/fiat-verification/{id}': text,
  'post /sandbox/transaction': record({ autoramp_id: text, amount: text }),
  'put /sandbox/transaction/{id}/state': record({ state: text }),
  'post /sandbox/transaction/{id}/refund': undefined,
  'get /transactions/{id}': undefined,
}

const status = record({ status: text })

/** The controls of a sandbox under other routes, with objects for bodies. */
const otherControls: Readonly<Record<string, Json>> = {
  'post /sandbox/identification/{id}': record({ decision: { enum: ['Declined', 'Approved'] } }),
  'put /sandbox/autoramp/{id}': status,
  'put /sandbox/fiat-verification/{id}': status,
  'put /sandbox/transaction/{id}/state': record({ status: { enum: ['Pending', 'Failed', 'Completed'] } }),
}

/** Other routes of controls, by those that the public document has. */
export const otherRoutes: Readonly<Record<string, string>> = {
  '/sandbox/identification/{id}': '/sandbox/identifications/{id}/decision',
  '/sandbox/autoramp/{id}': '/sandbox/autoramps/{id}/status',
  '/sandbox/fiat-verification/{id}': '/sandbox/bank-accounts/{id}/status',
  '/sandbox/transaction': '/sandbox/deposits',
  '/sandbox/transaction/{id}/state': '/sandbox/deposits/{id}/status',
  '/sandbox/transaction/{id}/refund': '/sandbox/deposits/{id}/refunds',
}

const topics = { type: 'array', items: text }
const change = { type: 'object', properties: { topics, enabled: { type: 'boolean' } } }
const changeOfStatus = { type: 'object', properties: { topics, status: { enum: ['enabled', 'disabled'] } } }

/** Operations for webhooks: none, those that the public document has, and one that registers them too. */
const webhookOperations: Readonly<Record<Operations, Readonly<Record<string, Json | undefined>>>> = {
  none: {},
  changing: {
    'get /webhooks': undefined,
    'patch /webhooks/{id}': change,
    'post /webhooks/{id}/ping': record({ customer_id: text }),
  },
  registering: {
    'get /webhooks': undefined,
    'post /webhooks': record({ url: text, topics }),
    'patch /webhooks/{id}': change,
    'post /webhooks/{id}/ping': record({ customer_id: text }),
  },
  replacing: {
    'get /webhooks': undefined,
    'post /webhooks': record({ url: text, topics }),
    'put /webhooks/{id}': record({ url: text, topics, enabled: { type: 'boolean' } }),
    'post /webhooks/{id}/ping': record({ customer_id: text }),
  },
  'registering public ones': {
    'get /webhooks': undefined,
    'post /webhooks': record({ url: { type: 'string', pattern: '^https://' }, topics }),
    'patch /webhooks/{id}': changeOfStatus,
    'post /webhooks/{id}/ping': record({ customer_id: text }),
  },
}

export type Operations = 'none' | 'replacing' | 'changing' | 'registering' | 'registering public ones'

const id = { type: 'string', minLength: 1 }
const withId = (members: Readonly<Record<string, Json>>): Json => record({ id, ...members })

/** Webhook schemas as the public document has them: one container, and a type for some of the messages. */
const schemas: Json = {
  WebhookContainer: record({
    type: text,
    timestamp: text,
    data: record({ customer_id: text, message: { type: 'object' } }),
  }),
  WebhookEventMessage: withId({
    kind: {
      enum: ['Transaction', 'NewBankAccount', 'NewAutoramp', 'DepositAddressCreated', 'CustomerCreated'],
    },
  }),
  WebhookFiatAddressStatusMessage: withId({ status: { enum: ['RegistrationPending', 'Registered'] } }),
  WebhookCustomerStatusMessage: withId({
    status: { enum: ['SigningsRequired', 'IdentificationRequired', 'Active'] },
  }),
  WebhookIdentificationStatusMessage: withId({ status: { enum: ['Pending', 'Approved', 'Declined'] } }),
  WebhookTransactionStatusMessage: withId({ transaction_status: text }),
  WebhookPingMessage: withId({}),
}

/** The same, where the message of a ping is null. */
const withNullPings: Json = {
  ...schemas,
  WebhookContainer: record({ type: text, data: record({ message: { type: ['object', 'null'] } }) }),
  WebhookPingMessage: { type: 'null' },
}

const described = (isNull: boolean): Json => ({
  components: { schemas: isNull ? withNullPings : schemas },
  webhooks: {
    new_event: {
      post: {
        operationId: 'newEvent',
        requestBody: body({ $ref: '#/components/schemas/WebhookContainer' }),
        responses: { '200': { description: 'It was received.' } },
      },
    },
  },
})

/** What of the sent events a document describes. */
export type Described = boolean | 'null pings'

/** The document of a service that sends webhooks, with or without operations for them. */
export const documentOf = (
  version: string,
  { operations, described: what, controls }: Pick<Sending, 'operations' | 'described' | 'controls'>,
): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  const isOther = controls === 'other'
  const all = { ...takes, ...(isOther && otherControls), ...webhookOperations[operations] }
  for (const [route, schema] of Object.entries(all)) {
    const [method = '', published = ''] = route.split(' ')
    if (controls === 'none of autoramps' && published === '/sandbox/autoramp/{id}') continue
    const path = (isOther ? otherRoutes[published] : undefined) ?? published
    const parameters = path.includes('{') ? [{ name: 'id', in: 'path', required: true, schema: text }] : []
    const operation = {
      parameters,
      ...(schema && { requestBody: body(schema) }),
      responses: { default: { description: 'It.' } },
    }
    paths[path] = { ...paths[path], [method]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'A sender', version },
    servers: [{ url: '/api' }],
    paths,
    ...(what !== false && described(what === 'null pings')),
  }
}
