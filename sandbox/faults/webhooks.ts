import type { Errand, Spoiling } from '../webhooks/delivery-client.js'
import type { EventType } from '../api/event-types.js'
import type { Letter } from '../webhooks/http-client.js'
import { isObject } from './edit.js'
import type { Fault, Hooks, JsonObject } from './fault.js'

export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Changes the containers of one kind in place, before they are signed. */
export const inContainer = (type: EventType, change: (container: JsonObject) => void): Hooks => ({
  container: (body, { event }) => {
    if (event.type !== type) return body
    const container = objectIn(JSON.parse(body))
    change(container)
    return JSON.stringify(container)
  },
})

export const inMessage = (type: EventType, change: (message: JsonObject) => void): (() => Hooks) => {
  return () => inContainer(type, ({ data }) => change(objectIn(objectIn(data)['message'])))
}

const inRails = (name: string, change: (rails: JsonObject) => void): (() => Hooks) =>
  inMessage('customer_fiat_abilities', (message) => change(objectIn(message[name])))

const onLetter = (letter: (letter: Letter, errand: Errand) => Letter): (() => Hooks) => {
  return () => ({ letter })
}

const withHeader = (
  { headers, ...letter }: Letter,
  name: string,
  value: (before: string) => string,
): Letter => ({ ...letter, headers: { ...headers, [name]: value(headers[name] ?? '') } })

/** Changes the message with every attempt but the first. */
const otherOnRetry = (): Hooks => {
  const seen = new Set<string>()
  const container: Spoiling['container'] = (body, { event }) => {
    if (!seen.has(event.id)) {
      seen.add(event.id)
      return body
    }
    const other = objectIn(JSON.parse(body))
    objectIn(objectIn(other['data'])['message'])['attempt'] = 'another'
    return JSON.stringify(other)
  }
  return { container }
}

const TIMES = 3

/** Takes the first acknowledgements of a new customer for none. */
const again = (): Hooks => {
  const counts = new Map<string, number>()
  return {
    counts: (acknowledged, { event }) => {
      const count = (counts.get(event.id) ?? 0) + 1
      counts.set(event.id, count)
      return acknowledged && (event.type !== 'customer_created' || count >= TIMES)
    },
  }
}

const deliveryFaults: readonly Fault[] = [
  {
    rule: 'webhooks/method',
    does: 'puts events',
    hooks: onLetter((letter) => ({ ...letter, method: 'PUT' })),
  },
  {
    rule: 'webhooks/content-type',
    does: 'sends events as text/plain',
    hooks: onLetter((letter) => withHeader(letter, 'content-type', () => 'text/plain')),
  },
  {
    rule: 'webhooks/container',
    does: 'sends new_autoramp without a message',
    hooks: () => inContainer('new_autoramp', ({ data }) => delete objectIn(data)['message']),
  },
  {
    rule: 'webhooks/customer-id',
    does: 'calls the customer of identification_status owner',
    hooks: () =>
      inContainer('identification_status', ({ data }) => {
        const members = objectIn(data)
        members['owner'] = members['customer_id']
        delete members['customer_id']
      }),
  },
  {
    rule: 'webhooks/headers',
    does: 'sends no webhook-id',
    hooks: onLetter(({ headers: { 'webhook-id': _id, ...headers }, ...letter }) => ({ ...letter, headers })),
  },
  {
    rule: 'webhooks/signature-prefix',
    does: 'writes v1 and a comma before signatures, as the convention has it',
    hooks: onLetter((letter) =>
      withHeader(letter, 'webhook-signature', (value) => value.replace('v1=', 'v1,')),
    ),
  },
  {
    rule: 'webhooks/signature',
    does: 'prints the body anew after it was signed',
    hooks: onLetter((letter) => ({
      ...letter,
      body: Buffer.from(JSON.stringify(JSON.parse(letter.body.toString()), undefined, 1)),
    })),
  },
  { rule: 'webhooks/timestamp', does: 'signs with a clock that is six minutes late' },
  {
    rule: 'webhooks/acknowledged',
    does: 'delivers customer_created three times, whatever is answered',
    hooks: again,
  },
  { rule: 'webhooks/retry-id', does: 'keeps the webhook-id when it tries again' },
  { rule: 'webhooks/retry-content', does: 'changes the message when it tries again', hooks: otherOnRetry },
  {
    rule: 'webhooks/type',
    does: 'writes the type of new_bank_account like its topic',
    hooks: () => inContainer('new_bank_account', (container) => (container['type'] = 'NewBankAccount')),
  },
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
  {
    rule: 'webhooks/abilities-id',
    does: 'gives customer_fiat_abilities an id of its own',
    hooks: inMessage(abilities, (message) => (message['id'] = '0b7e3f5c-5a0e-4f0b-8f7a-2f6f3f0a9d11')),
  },
  {
    rule: 'webhooks/abilities-snapshot',
    does: 'sends customer_fiat_abilities without fiat_payout',
    hooks: inMessage(abilities, (message) => delete message['fiat_payout']),
  },
  {
    rule: 'webhooks/abilities-full',
    does: 'leaves a currency out of customer_fiat_abilities',
    hooks: inRails('fiat_payout', (rails) => delete rails[Object.keys(rails)[0] ?? '']),
  },
  {
    rule: 'webhooks/abilities-without-currencies',
    does: 'sends the currencies along in customer_fiat_abilities',
    hooks: inMessage(abilities, (message) => (message['currencies'] = [])),
  },
  {
    rule: 'webhooks/abilities-status',
    does: 'has a rail that is Enabled in customer_fiat_abilities',
    hooks: inRails('fiat_deposit', (rails) => {
      const leaves = objectIn(Object.values(rails).find(isObject))
      leaves[Object.keys(leaves)[0] ?? ''] = 'Enabled'
    }),
  },
  {
    rule: 'webhooks/transaction-status-field',
    does: 'sends transaction_status with its deprecated status alone',
    hooks: inMessage('transaction_status', (message) => delete message['transaction_status']),
  },
  {
    rule: 'webhooks/transaction-hash',
    does: 'has a transaction_hash for a payout to a bank',
    hooks: inMessage('transaction_status', (message) => (message['transaction_hash'] = '0xabc')),
  },
]

/** Faults in deliveries, in their kinds, and in their messages. */
export const webhookFaults: readonly Fault[] = [...deliveryFaults, ...kindFaults, ...messageFaults]
