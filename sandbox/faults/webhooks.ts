import type { Delivery, DeliveryFaults } from '../webhooks/delivery-client.js'
import type { EventType } from '../api/event-types.js'
import type { DeliveryRequest } from '../webhooks/http-client.js'
import { isEditable } from './edit.js'
import { fault, type Fault, type Hooks, type JsonObject } from './fault.js'

/** The value if it is an object, otherwise an empty object. */
export function objectIn(value: unknown): JsonObject {
  return isEditable(value) ? value : {}
}

/** Changes the containers of one event kind in place, before they are signed. */
export function inContainer(type: EventType, change: (container: JsonObject) => void): Hooks {
  return {
    deliveryBody: (body, { event }) => {
      if (event.type !== type) return body
      const container = objectIn(JSON.parse(body))
      change(container)
      return JSON.stringify(container)
    },
  }
}

/** Changes the message of every event of a type. */
export function inMessage(type: EventType, change: (message: JsonObject) => void): () => Hooks {
  return () => inContainer(type, ({ data }) => change(objectIn(objectIn(data)['message'])))
}

const inRails = (name: string, change: (rails: JsonObject) => void): (() => Hooks) =>
  inMessage('customer_fiat_abilities', (message) => change(objectIn(message[name])))

const onRequest = (
  request: (request: DeliveryRequest, delivery: Delivery) => DeliveryRequest,
): (() => Hooks) => {
  return () => ({ deliveryRequest: request })
}

const withHeader = (
  { headers, ...request }: DeliveryRequest,
  name: string,
  value: (before: string) => string,
): DeliveryRequest => ({ ...request, headers: { ...headers, [name]: value(headers[name] ?? '') } })

/** Changes the message on every retry. */
const otherOnRetry = (): Hooks => {
  const seen = new Set<string>()
  const container: DeliveryFaults['deliveryBody'] = (body, { event }) => {
    if (!seen.has(event.id)) {
      seen.add(event.id)
      return body
    }
    const other = objectIn(JSON.parse(body))
    objectIn(objectIn(other['data'])['message'])['attempt'] = 'another'
    return JSON.stringify(other)
  }
  return { deliveryBody: container }
}

const times = 3

/** Ignores the first acknowledgements of a new customer. */
const again = (): Hooks => {
  const counts = new Map<string, number>()
  return {
    counts: (acknowledged, { event }) => {
      const count = (counts.get(event.id) ?? 0) + 1
      counts.set(event.id, count)
      return acknowledged && (event.type !== 'customer_created' || count >= times)
    },
  }
}

const deliveryFaults: readonly Fault[] = [
  fault(
    'webhooks/method',
    'puts events',
    onRequest((request) => ({ ...request, method: 'PUT' })),
  ),
  fault(
    'webhooks/content-type',
    'sends events as text/plain',
    onRequest((request) => withHeader(request, 'content-type', () => 'text/plain')),
  ),
  fault('webhooks/container', 'sends new_autoramp without a message', () =>
    inContainer('new_autoramp', ({ data }) => delete objectIn(data)['message']),
  ),
  fault('webhooks/customer-id', 'calls the customer of identification_status owner', () =>
    inContainer('identification_status', ({ data }) => {
      const members = objectIn(data)
      members['owner'] = members['customer_id']
      delete members['customer_id']
    }),
  ),
  fault(
    'webhooks/headers',
    'sends no webhook-id',
    onRequest(({ headers: { 'webhook-id': _id, ...headers }, ...request }) => ({
      ...request,
      headers,
    })),
  ),
  fault(
    'webhooks/signature-prefix',
    'writes v1 and a comma before signatures, as the convention has it',
    onRequest((request) => withHeader(request, 'webhook-signature', (value) => value.replace('v1=', 'v1,'))),
  ),
  fault(
    'webhooks/signature',
    'prints the body anew after it was signed',
    onRequest((request) => ({
      ...request,
      body: Buffer.from(JSON.stringify(JSON.parse(request.body.toString()), undefined, 1)),
    })),
  ),
  fault('webhooks/timestamp', 'signs with a clock that is six minutes late'),
  fault('webhooks/acknowledged', 'delivers customer_created three times, whatever is answered', again),
  fault('webhooks/retry-id', 'keeps the webhook-id when it tries again'),
  fault('webhooks/retry-content', 'changes the message when it tries again', otherOnRetry),
  fault('webhooks/type', 'writes the type of new_bank_account like its topic', () =>
    inContainer('new_bank_account', (container) => (container['type'] = 'NewBankAccount')),
  ),
]

const absent = (name: string, what: string): Fault => ({ rule: `webhooks/${name}`, does: `sends no ${what}` })

const kindFaults: readonly Fault[] = [
  absent('customer-created', 'customer_created'),
  absent('customer-status', 'customer_status'),
  absent('identification-status', 'identification_status'),
  absent('new-bank-account', 'new_bank_account'),
  absent('fiat-address-status', 'register_fiat_address_status'),
  absent('fiat-address-straight', 'register_fiat_address_status of an account that is Registered at once'),
  absent('new-autoramp', 'new_autoramp'),
  absent('autoramp-status', 'register_autoramp_status'),
  absent('deposit-address', 'deposit_address_created'),
  absent('transaction', 'transaction'),
  absent('transaction-status', 'transaction_status'),
  absent('ping', 'ping'),
  absent('abilities-signing', 'customer_fiat_abilities after a signing'),
  absent('abilities-identification', 'customer_fiat_abilities after an approval'),
]

const abilities = 'customer_fiat_abilities'

const messageFaults: readonly Fault[] = [
  fault(
    'webhooks/abilities-id',
    'gives customer_fiat_abilities an id of its own',
    inMessage(abilities, (message) => (message['id'] = '0b7e3f5c-5a0e-4f0b-8f7a-2f6f3f0a9d11')),
  ),
  fault(
    'webhooks/abilities-snapshot',
    'sends customer_fiat_abilities without fiat_payout',
    inMessage(abilities, (message) => delete message['fiat_payout']),
  ),
  fault(
    'webhooks/abilities-full',
    'leaves a currency out of customer_fiat_abilities',
    inRails('fiat_payout', (rails) => delete rails[Object.keys(rails)[0] ?? '']),
  ),
  fault(
    'webhooks/abilities-without-currencies',
    'sends the currencies along in customer_fiat_abilities',
    inMessage(abilities, (message) => (message['currencies'] = [])),
  ),
  fault(
    'webhooks/abilities-status',
    'has a rail that is Enabled in customer_fiat_abilities',
    inRails('fiat_deposit', (rails) => {
      const leaves = objectIn(Object.values(rails).find(isEditable))
      leaves[Object.keys(leaves)[0] ?? ''] = 'Enabled'
    }),
  ),
  fault(
    'webhooks/transaction-status-field',
    'sends transaction_status with its deprecated status alone',
    inMessage('transaction_status', (message) => delete message['transaction_status']),
  ),
  fault(
    'webhooks/transaction-hash',
    'has a transaction_hash for a payout to a bank',
    inMessage('transaction_status', (message) => (message['transaction_hash'] = '0xabc')),
  ),
]

/** Faults in deliveries, event kinds, and messages. */
export const webhookFaults: readonly Fault[] = [...deliveryFaults, ...kindFaults, ...messageFaults]
