import type { Letter, Sending, WrongSending } from './sending.js'
import { digestOf } from './sending.js'
import { abilities, inData, inMessage, omit, without, withoutStatus, type WrongSender } from './changes.js'
import { wrongAttempts } from './wrong-attempts.js'
import { wrongEnvelopes } from './wrong-envelopes.js'
import { wrongSubjects } from './wrong-subjects.js'
import { wrongSubscriptions } from './wrong-subscriptions.js'

const withHeader =
  (
    name: string,
    value: (letter: Letter, sending: Sending) => string | undefined,
  ): NonNullable<WrongSending['letter']> =>
  (letter, sending) => {
    const changed = value(letter, sending)
    const headers = Object.fromEntries(Object.entries(letter.headers).filter(([header]) => header !== name))
    return { ...letter, headers: changed === undefined ? headers : { ...headers, [name]: changed } }
  }

const signedOver = (of: (timestamp: string, letter: Letter) => string): NonNullable<WrongSending['letter']> =>
  withHeader('webhook-signature', (letter, sending) => {
    const timestamp = letter.headers['webhook-timestamp'] ?? ''
    return `v1=${digestOf(of(timestamp, letter), sending)}`
  })

const delivery: Readonly<Record<string, WrongSender>> = {
  'puts instead of posting': {
    breaks: ['webhooks/method'],
    wrong: { letter: (letter) => ({ ...letter, method: 'PUT' }) },
  },
  'sends text/plain': {
    breaks: ['webhooks/content-type'],
    wrong: { letter: withHeader('content-type', () => 'text/plain') },
  },
  'has no data': {
    breaks: ['webhooks/container', 'webhooks/customer-id'],
    sending: { message: 'beside data', id: 'container', described: false },
    wrong: {
      container: (container, { kind }) => (kind === 'new_autoramp' ? omit(container, 'data') : container),
    },
  },
  'has no message': {
    breaks: ['webhooks/container'],
    wrong: {
      container: inData((data, { kind }) => (kind === 'new_autoramp' ? omit(data, 'message') : data)),
    },
  },
  'has no message in a ping': {
    breaks: ['webhooks/container'],
    wrong: { container: inData((data, { kind }) => (kind === 'ping' ? omit(data, 'message') : data)) },
  },
  'names no customer in one kind': {
    breaks: ['webhooks/customer-id'],
    wrong: {
      container: inData((data, { kind }) =>
        kind === 'identification_status'
          ? { ...omit(data, 'customer_id'), owner: data['customer_id'] }
          : data,
      ),
    },
  },
  ...Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      `sends no ${name}`,
      { breaks: ['webhooks/headers'], wrong: { letter: withHeader(name, () => undefined) } },
    ]),
  ),
  'sends a signature with v1, and base64': {
    breaks: ['webhooks/signature-prefix'],
    sending: { digest: 'base64' },
    wrong: {
      letter: withHeader('webhook-signature', ({ headers }) =>
        (headers['webhook-signature'] ?? '').replace('v1=', 'v1,'),
      ),
    },
  },
  'sends a bare signature': {
    breaks: ['webhooks/signature-prefix'],
    wrong: {
      letter: withHeader('webhook-signature', ({ headers }) =>
        (headers['webhook-signature'] ?? '').replace('v1=', ''),
      ),
    },
  },
  'signs with a dot between': {
    breaks: ['webhooks/signature'],
    wrong: { letter: signedOver((timestamp, { body }) => `${timestamp}.${body}`) },
  },
  'signs as the convention has it': {
    breaks: ['webhooks/signature'],
    wrong: {
      letter: signedOver((timestamp, { body, headers }) => `${headers['webhook-id']}.${timestamp}.${body}`),
    },
  },
  'signs the body alone': {
    breaks: ['webhooks/signature'],
    wrong: { letter: signedOver((_timestamp, { body }) => body) },
  },
  'signs the message alone': {
    breaks: ['webhooks/signature'],
    wrong: {
      letter: signedOver((timestamp, { body }) => {
        const { data }: { readonly data: unknown } = JSON.parse(body)
        return timestamp + JSON.stringify(data)
      }),
    },
  },
  'signs under another secret': {
    breaks: ['webhooks/signature'],
    wrong: {
      letter: withHeader('webhook-signature', ({ headers, body }, sending) => {
        const other = { ...sending, secret: 'another-secret' }
        return `v1=${digestOf(`${headers['webhook-timestamp']}${body}`, other)}`
      }),
    },
  },
  'signs and then prints the body anew': {
    breaks: ['webhooks/signature'],
    wrong: {
      letter: (letter) => ({ ...letter, body: JSON.stringify(JSON.parse(letter.body), undefined, 1) }),
    },
  },
  'has a clock that is six minutes late': { breaks: ['webhooks/timestamp'], wrong: { age: 360 } },
  'has a clock that is an hour fast': { breaks: ['webhooks/timestamp'], wrong: { age: -3600 } },
  'sends an acknowledged event over and over': {
    breaks: ['webhooks/acknowledged'],
    wrong: { events: (event) => (event.kind === 'customer_created' ? [event, event, event] : [event]) },
  },
  'writes types like topics': {
    breaks: ['webhooks/type'],
    wrong: {
      container: (container, { kind }) =>
        kind === 'new_bank_account' ? { ...container, type: 'NewBankAccount' } : container,
    },
  },
}

const absent = (kind: string, ...rules: readonly string[]): readonly [string, WrongSender] => [
  `sends no ${kind}`,
  { breaks: rules.map((rule) => `webhooks/${rule}`), wrong: { events: without(kind) } },
]

const kinds: Readonly<Record<string, WrongSender>> = Object.fromEntries([
  absent('customer_created', 'customer-created'),
  absent('customer_status', 'customer-status'),
  absent('identification_status', 'identification-status'),
  absent('new_bank_account', 'new-bank-account'),
  absent('register_fiat_address_status', 'fiat-address-status', 'fiat-address-straight'),
  absent('new_autoramp', 'new-autoramp'),
  absent('register_autoramp_status', 'autoramp-status'),
  absent('deposit_address_created', 'deposit-address'),
  absent('transaction', 'transaction'),
  absent('transaction_status', 'transaction-status'),
  absent('ping', 'ping'),
  absent(abilities, 'abilities-signing', 'abilities-identification', 'abilities-changed'),
])

const absentStatus = (kind: string, status: string, rule: string): readonly [string, WrongSender] => [
  `sends no ${kind} of ${status}`,
  { breaks: [`webhooks/${rule}`], wrong: { events: withoutStatus(kind, status) } },
]

const statuses: Readonly<Record<string, WrongSender>> = Object.fromEntries([
  absentStatus('register_fiat_address_status', 'RegistrationPending', 'fiat-address-status'),
  absentStatus('register_autoramp_status', 'Approved', 'autoramp-status'),
  absentStatus('register_autoramp_status', 'Cancelled', 'autoramp-status'),
])

const messages: Readonly<Record<string, WrongSender>> = {
  'gives the abilities an id of their own': {
    breaks: ['webhooks/abilities-id'],
    wrong: {
      container: inData((data, { kind }) =>
        kind === abilities ? { ...data, message: { ...Object(data['message']), id: 'event-1' } } : data,
      ),
    },
  },
  'sends no abilities after a signing': {
    breaks: ['webhooks/abilities-signing'],
    wrong: { events: (event) => (event.kind === abilities && event.after === 'signing' ? [] : [event]) },
  },
  'sends no abilities after an approval': {
    breaks: ['webhooks/abilities-identification'],
    wrong: { events: (event) => (event.kind === abilities && event.after === 'approval' ? [] : [event]) },
  },
  'sends no abilities after a provider finished a rail': {
    breaks: ['webhooks/abilities-changed'],
    wrong: { events: (event) => (event.kind === abilities && event.after === 'provider' ? [] : [event]) },
  },
  ...Object.fromEntries(
    ['fiat_deposit', 'fiat_payout'].map((name) => [
      `sends the abilities without ${name}`,
      {
        breaks: ['webhooks/abilities-snapshot'],
        wrong: { events: inMessage(abilities, (message) => omit(message, name)) },
      },
    ]),
  ),
  'sends the difference of the abilities': {
    breaks: ['webhooks/abilities-full'],
    wrong: {
      events: inMessage(abilities, (message) => ({ ...message, fiat_payout: { eur: { sepa: 'Active' } } })),
    },
  },
  'sends the currencies along': {
    breaks: ['webhooks/abilities-without-currencies'],
    wrong: { events: inMessage(abilities, (message) => ({ ...message, currencies: [] })) },
  },
  'has a rail that is Enabled': {
    breaks: ['webhooks/abilities-status'],
    wrong: {
      events: inMessage(abilities, (message) => ({
        ...message,
        fiat_deposit: { eur: { sepa: 'Enabled', swift: 'Active' }, usd: { ach: 'Active' } },
      })),
    },
  },
  'has the deprecated status alone': {
    breaks: ['webhooks/document', 'webhooks/transaction-status-field'],
    wrong: { events: inMessage('transaction_status', (message) => omit(message, 'transaction_status')) },
  },
  'has a hash for a payout to a bank': {
    breaks: ['webhooks/transaction-hash'],
    wrong: {
      events: inMessage('transaction_status', (message) => ({ ...message, transaction_hash: '0xabc' })),
    },
  },
}

/** Ways to send wrongly, by what the service then does. */
export const wrongSenders: Readonly<Record<string, WrongSender>> = {
  ...delivery,
  ...kinds,
  ...statuses,
  ...messages,
  ...wrongEnvelopes,
  ...wrongAttempts,
  ...wrongSubscriptions,
  ...wrongSubjects,
}
