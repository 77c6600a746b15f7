import type { EventType } from '../api/event-types.js'
import { plusMinutes } from '../primitives/environment.js'
import type { Change } from '../state/store.js'
import { secretOf } from '../webhooks/delivery-client.js'
import { json, on } from './changes.js'
import { add, type Edit, isEditable, objectIn, remove, fault, faultsOf, type Hooks } from './fault.js'

const edited = (body: string, edit: Edit): string => {
  const container = objectIn(JSON.parse(body))
  edit(container, undefined)
  return JSON.stringify(container)
}

/** Edits the containers of one event kind, before they are signed. */
export function inContainer(type: EventType, edit: Edit): Hooks {
  return { deliveryBody: (body, { event }) => (event.type === type ? edited(body, edit) : body) }
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
      if (seen.has(event.id)) return edited(body, add('/data/message/attempt', 'another'))
      seen.add(event.id)
      return body
    },
  }
}

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

const idOfFirst = (): Hooks => {
  const first = firstOf<string>()
  return { attemptId: (id, webhookId, event) => first(`${webhookId} ${event.id}`, id) }
}

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

const withSecrets = json(({ items }, { service }) => {
  for (const item of Array.isArray(items) ? items.map(objectIn) : [])
    item['secret'] = secretOf(service.random, String(item['id']))
})

const documented = { 'webhooks/document': 'the document requires the member too' }
const abilities = 'customer_fiat_abilities'

/** Faults in events and their deliveries. */
export const webhookFaults = faultsOf({
  'webhooks/method': fault({ deliveryRequest: (request) => ({ ...request, method: 'PUT' }) })`puts events`,
  'webhooks/content-type': fault(withHeader('content-type', () => 'text/plain'))`sends events as text/plain`,
  'webhooks/headers': fault({
    deliveryRequest: ({ headers: { 'webhook-id': _id, ...headers }, ...request }) => ({
      ...request,
      headers,
    }),
  })`sends no webhook-id`,
  'webhooks/signature-prefix': fault(
    withHeader('webhook-signature', (signature) => signature.replace('v1=', 'v1,')),
  )`writes v1 and a comma before signatures, as the convention has it`,
  'webhooks/signature': fault({
    deliveryRequest: (request) => ({
      ...request,
      body: Buffer.from(JSON.stringify(JSON.parse(request.body.toString()), undefined, 1)),
    }),
  })`prints the body again after it was signed`,
  'webhooks/timestamp': fault({ signedAt: (now) => plusMinutes(now, -6) })`
    signs with a clock that is six minutes late`,
  'webhooks/acknowledged': fault(again)`delivers customer_created three times, whatever the response`,
  'webhooks/retry': fault(settlesFor(400))`does not retry after 400`,
  'webhooks/retry-id': fault(idOfFirst)`keeps the webhook-id in a retry`,
  'webhooks/retry-timestamp': fault(timeOfFirst)`signs every attempt with the time of the first`,
  'webhooks/retry-content': fault(otherOnRetry)`changes the message in a retry`,
  'webhooks/backoff': fault({ backoff: () => 1_000 })`retries after the same delay each time`,
  'webhooks/slow-answer': fault({ timeout: (timeout) => timeout / 3 })`
    stops waiting for a response after a third of the time`,
  'webhooks/topics': fault({ receives: (receives, { webhook }) => receives || webhook.enabled })`
    delivers every kind to every webhook`,
  'webhooks/ping-always': fault({
    receives: (receives, { type, topic, webhook }) =>
      receives && (type !== 'ping' || webhook.topics.includes(topic)),
  })`sends ping only to webhooks with its topic`,
  'webhooks/disabled': fault({
    receives: (receives, { topic, webhook }) => receives || webhook.topics.includes(topic),
    serves: () => true,
  })`delivers to webhooks that are disabled`,
  'webhooks/secret-once': fault(on('listWebhooks', withSecrets))`lists webhooks with their secrets`,
  'webhooks/topic-names': fault(on('listWebhooks', json(add('/items/*/topics', ['customer_created']))), {
    'answers/body': 'the document lists the right topics',
  })`lists the topic CustomerCreated as customer_created`,
  'webhooks/type': fault(inContainer('new_bank_account', add('/type', 'NewBankAccount')))`
    writes the type of new_bank_account like its topic`,
  'webhooks/container': fault(inContainer('new_autoramp', remove('/data/message')))`
    sends new_autoramp without a message`,
  'webhooks/document': fault(inContainer('new_autoramp', remove('/timestamp')))`
    sends new_autoramp without a timestamp in its container`,
  'webhooks/customer-id': fault(
    inContainer('identification_status', ({ data }) => {
      const members = objectIn(data)
      members['owner'] = members['customer_id']
      delete members['customer_id']
    }),
  )`names the customer of identification_status owner`,
  'webhooks/subject': fault(idOfCustomer('new_autoramp'))`gives new_autoramp the id of the customer`,
  'webhooks/status': fault(inMessage('register_autoramp_status', add('/status', 'Authorized')))`
    sends an old status in register_autoramp_status`,
  'webhooks/customer-created': fault(unsent('customer_created'))`sends no customer_created`,
  'webhooks/customer-status': fault(unsent('customer_status'))`sends no customer_status`,
  'webhooks/identification-status': fault(unsent('identification_status'))`sends no identification_status`,
  'webhooks/new-bank-account': fault(unsent('new_bank_account'))`sends no new_bank_account`,
  'webhooks/fiat-address-status': fault(unsent('register_fiat_address_status'), {
    'webhooks/fiat-address-straight': 'no event of the kind is sent, whatever the status of the account',
  })`sends no register_fiat_address_status`,
  'webhooks/fiat-address-straight': fault(
    unsent(
      'register_fiat_address_status',
      ({ of, before, after }) => of === 'fiatAddresses' && !before && after.status === 'Registered',
    ),
  )`sends no register_fiat_address_status of an account that is Registered at once`,
  'webhooks/new-autoramp': fault(unsent('new_autoramp'))`sends no new_autoramp`,
  'webhooks/autoramp-status': fault(unsent('register_autoramp_status'))`sends no register_autoramp_status`,
  'webhooks/deposit-address': fault(unsent('deposit_address_created'))`sends no deposit_address_created`,
  'webhooks/transaction': fault(unsent('transaction'))`sends no transaction`,
  'webhooks/transaction-status': fault(unsent('transaction_status'))`sends no transaction_status`,
  'webhooks/ping': fault(unsent('ping'))`sends no ping`,
  'webhooks/abilities-signing': fault(unsent(abilities, ({ of }) => of === 'signings'))`
    sends no customer_fiat_abilities after a signing`,
  'webhooks/abilities-identification': fault(
    unsent(abilities, ({ of, after }) => of === 'identifications' && after.status === 'Approved'),
  )`sends no customer_fiat_abilities after an approval`,
  'webhooks/abilities-id': fault(inMessage(abilities, add('/id', '0b7e3f5c-5a0e-4f0b-8f7a-2f6f3f0a9d11')))`
    gives customer_fiat_abilities an id of its own`,
  'webhooks/abilities-snapshot': fault(inMessage(abilities, remove('/fiat_payout')), documented)`
    sends customer_fiat_abilities without fiat_payout`,
  'webhooks/abilities-full': fault(
    inMessage(abilities, ({ fiat_payout: rails }) => {
      delete objectIn(rails)[Object.keys(objectIn(rails))[0] ?? '']
    }),
  )`leaves a currency out of customer_fiat_abilities`,
  'webhooks/abilities-without-currencies': fault(inMessage(abilities, add('/currencies', [])))`
    sends the currencies along in customer_fiat_abilities`,
  'webhooks/abilities-status': fault(
    inMessage(abilities, ({ fiat_deposit: rails }) => {
      const rail = objectIn(Object.values(objectIn(rails)).find(isEditable))
      rail[Object.keys(rail)[0] ?? ''] = 'Enabled'
    }),
  )`has a rail that is Enabled in customer_fiat_abilities`,
  'webhooks/transaction-status-field': fault(
    inMessage('transaction_status', remove('/transaction_status')),
    documented,
  )`sends transaction_status with only its deprecated status`,
  'webhooks/transaction-hash': fault(inMessage('transaction_status', add('/transaction_hash', '0xabc')))`
    has a transaction_hash for a payout to a bank`,
})
