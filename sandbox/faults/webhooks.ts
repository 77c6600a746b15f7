import type { EventType } from '../api/event-types.js'
import { plusMinutes } from '../primitives/clock.js'
import type { Change } from '../state/store.js'
import { secretOf } from '../webhooks/delivery-client.js'
import { json, on } from './changes.js'
import { add, type Edit, isEditable, objectIn, remove, faultsOf, type Hooks } from './fault.js'

/** Edits the containers of one event kind, before they are signed. */
export function inContainer(type: EventType, edit: Edit): Hooks {
  return {
    deliveryBody: (body, { event }) => {
      if (event.type !== type) return body
      const container = objectIn(JSON.parse(body))
      edit(container, undefined)
      return JSON.stringify(container)
    },
  }
}

/** Edits the messages of one event kind. */
export function inMessage(type: EventType, edit: Edit): Hooks {
  return inContainer(type, ({ data }) => edit(objectIn(objectIn(data)['message']), undefined))
}

/** Gives an event the id of its customer. */
export function idOfCustomer(type: EventType): Hooks {
  return inContainer(type, ({ data }) => {
    const { customer_id: customer, message } = objectIn(data)
    objectIn(message)['id'] = customer
  })
}

/** Does not retry after a status; a failure without a response has none. */
export function settlesFor(status: number | undefined): Hooks {
  return { retries: (retries, attempt) => retries && attempt.status !== status }
}

/** Sends no events of a kind, or none that such a change causes. */
export function unsent(type: EventType, isCause?: (change: Change) => boolean): Hooks {
  return {
    receives: (receives, event) =>
      receives && !(event.type === type && (isCause === undefined || event.changes.some(isCause))),
  }
}

const withHeader = (name: string, make: (was: string) => string): Hooks => ({
  deliveryRequest: ({ headers, ...request }) => ({
    ...request,
    headers: { ...headers, [name]: make(headers[name] ?? '') },
  }),
})

const otherOnRetry = (): Hooks => {
  const seen = new Set<string>()
  return {
    deliveryBody: (body, { event }) => {
      const isRetry = seen.has(event.id)
      seen.add(event.id)
      if (!isRetry) return body
      const container = objectIn(JSON.parse(body))
      add('/data/message/attempt', 'another')(container, undefined)
      return JSON.stringify(container)
    },
  }
}

/** Returns the first value of each key. */
const firstOf = <Value>(): ((key: string, value: Value) => Value) => {
  const firsts = new Map<string, Value>()
  return (key, value) => {
    const first = firsts.get(key) ?? value
    firsts.set(key, first)
    return first
  }
}

const timeOfFirst = (): Hooks => {
  const first = firstOf<Date>()
  return { signedAt: (now, { event }) => first(event.id, now) }
}

/** Gives every attempt of an event the id of the first. */
const idOfFirst = (): Hooks => {
  const first = firstOf<string>()
  return { attemptId: (id, webhookId, event) => first(`${webhookId} ${event.id}`, id) }
}

/** Ignores the first acknowledgements of a new customer. */
const again = (): Hooks => {
  const counts = new Map<string, number>()
  return {
    counts: (acknowledged, { event }) => {
      const count = (counts.get(event.id) ?? 0) + 1
      counts.set(event.id, count)
      return acknowledged && (event.type !== 'customer_created' || count >= 3)
    },
  }
}

const documented = { 'webhooks/document': 'the document requires the member too' }
const abilities = 'customer_fiat_abilities'

/** Faults in events and their deliveries. */
export const webhookFaults = faultsOf({
  'webhooks/method': ['puts events', { deliveryRequest: (request) => ({ ...request, method: 'PUT' }) }],
  'webhooks/content-type': ['sends events as text/plain', withHeader('content-type', () => 'text/plain')],
  'webhooks/headers': [
    'sends no webhook-id',
    {
      deliveryRequest: ({ headers: { 'webhook-id': _id, ...headers }, ...request }) => ({
        ...request,
        headers,
      }),
    },
  ],
  'webhooks/signature-prefix': [
    'writes v1 and a comma before signatures, as the convention has it',
    withHeader('webhook-signature', (signature) => signature.replace('v1=', 'v1,')),
  ],
  'webhooks/signature': [
    'prints the body again after it was signed',
    {
      deliveryRequest: (request) => ({
        ...request,
        body: Buffer.from(JSON.stringify(JSON.parse(request.body.toString()), undefined, 1)),
      }),
    },
  ],
  'webhooks/timestamp': [
    'signs with a clock that is six minutes late',
    { signedAt: (now) => plusMinutes(now, -6) },
  ],
  'webhooks/acknowledged': ['delivers customer_created three times, whatever the response', again],
  'webhooks/retry': ['does not retry after 400', settlesFor(400)],
  'webhooks/retry-id': ['keeps the webhook-id in a retry', idOfFirst],
  'webhooks/retry-timestamp': ['signs every attempt with the time of the first', timeOfFirst],
  'webhooks/retry-content': ['changes the message in a retry', otherOnRetry],
  'webhooks/slow-answer': [
    'stops waiting for a response after a third of the time',
    { timeout: (timeout) => timeout / 3 },
  ],
  'webhooks/topics': [
    'delivers every kind to every webhook',
    { receives: (receives, { webhook }) => receives || webhook.enabled },
  ],
  'webhooks/ping-always': [
    'sends ping only to webhooks with its topic',
    {
      receives: (receives, { type, topic, webhook }) =>
        receives && (type !== 'ping' || webhook.topics.includes(topic)),
    },
  ],
  'webhooks/disabled': [
    'delivers to webhooks that are disabled',
    {
      receives: (receives, { topic, webhook }) => receives || webhook.topics.includes(topic),
      serves: () => true,
    },
  ],
  'webhooks/secret-once': [
    'lists webhooks with their secrets',
    on(
      'listWebhooks',
      json(({ items }, { service }) => {
        for (const item of Array.isArray(items) ? items.map(objectIn) : [])
          item['secret'] = secretOf(service.random, String(item['id']))
      }),
    ),
  ],
  'webhooks/topic-names': [
    'lists the topic CustomerCreated as customer_created',
    on('listWebhooks', json(add('/items/*/topics', ['customer_created']))),
    { 'answers/body': 'the document lists the right topics' },
  ],
  'webhooks/type': [
    'writes the type of new_bank_account like its topic',
    inContainer('new_bank_account', add('/type', 'NewBankAccount')),
  ],
  'webhooks/container': [
    'sends new_autoramp without a message',
    inContainer('new_autoramp', remove('/data/message')),
  ],
  'webhooks/document': [
    'sends new_autoramp without a timestamp in its container',
    inContainer('new_autoramp', remove('/timestamp')),
  ],
  'webhooks/customer-id': [
    'names the customer of identification_status owner',
    inContainer('identification_status', ({ data }) => {
      const members = objectIn(data)
      members['owner'] = members['customer_id']
      delete members['customer_id']
    }),
  ],
  'webhooks/subject': ['gives new_autoramp the id of the customer', idOfCustomer('new_autoramp')],
  'webhooks/status': [
    'sends an old status in register_autoramp_status',
    inMessage('register_autoramp_status', add('/status', 'Authorized')),
  ],
  'webhooks/customer-created': ['sends no customer_created', unsent('customer_created')],
  'webhooks/customer-status': ['sends no customer_status', unsent('customer_status')],
  'webhooks/identification-status': ['sends no identification_status', unsent('identification_status')],
  'webhooks/new-bank-account': ['sends no new_bank_account', unsent('new_bank_account')],
  'webhooks/fiat-address-status': [
    'sends no register_fiat_address_status',
    unsent('register_fiat_address_status'),
    {
      'webhooks/fiat-address-straight': 'no event of the kind is sent, whatever the status of the account',
    },
  ],
  'webhooks/fiat-address-straight': [
    'sends no register_fiat_address_status of an account that is Registered at once',
    unsent(
      'register_fiat_address_status',
      ({ of, before, after }) => of === 'fiatAddresses' && !before && after.status === 'Registered',
    ),
  ],
  'webhooks/new-autoramp': ['sends no new_autoramp', unsent('new_autoramp')],
  'webhooks/autoramp-status': ['sends no register_autoramp_status', unsent('register_autoramp_status')],
  'webhooks/deposit-address': ['sends no deposit_address_created', unsent('deposit_address_created')],
  'webhooks/transaction': ['sends no transaction', unsent('transaction')],
  'webhooks/transaction-status': ['sends no transaction_status', unsent('transaction_status')],
  'webhooks/ping': ['sends no ping', unsent('ping')],
  'webhooks/abilities-signing': [
    'sends no customer_fiat_abilities after a signing',
    unsent(abilities, ({ of }) => of === 'signings'),
  ],
  'webhooks/abilities-identification': [
    'sends no customer_fiat_abilities after an approval',
    unsent(abilities, ({ of, after }) => of === 'identifications' && after.status === 'Approved'),
  ],
  'webhooks/abilities-id': [
    'gives customer_fiat_abilities an id of its own',
    inMessage(abilities, add('/id', '0b7e3f5c-5a0e-4f0b-8f7a-2f6f3f0a9d11')),
  ],
  'webhooks/abilities-snapshot': [
    'sends customer_fiat_abilities without fiat_payout',
    inMessage(abilities, remove('/fiat_payout')),
    documented,
  ],
  'webhooks/abilities-full': [
    'leaves a currency out of customer_fiat_abilities',
    inMessage(abilities, ({ fiat_payout: rails }) => {
      delete objectIn(rails)[Object.keys(objectIn(rails))[0] ?? '']
    }),
  ],
  'webhooks/abilities-without-currencies': [
    'sends the currencies along in customer_fiat_abilities',
    inMessage(abilities, add('/currencies', [])),
  ],
  'webhooks/abilities-status': [
    'has a rail that is Enabled in customer_fiat_abilities',
    inMessage(abilities, ({ fiat_deposit: rails }) => {
      const rail = objectIn(Object.values(objectIn(rails)).find(isEditable))
      rail[Object.keys(rail)[0] ?? ''] = 'Enabled'
    }),
  ],
  'webhooks/transaction-status-field': [
    'sends transaction_status with only its deprecated status',
    inMessage('transaction_status', remove('/transaction_status')),
    documented,
  ],
  'webhooks/transaction-hash': [
    'has a transaction_hash for a payout to a bank',
    inMessage('transaction_status', add('/transaction_hash', '0xabc')),
  ],
})
