import type { Letter, Sending, WrongSending } from './sending.js'
import { digestOf } from './sending.js'
import { abilities, inData, inMessage, omit, withoutStatus, type WrongSender } from './changes.js'
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
  'has no data': {
    breaks: ['webhooks/container', 'webhooks/customer-id'],
    sending: { message: 'beside data', id: 'container', described: false },
    wrong: {
      container: (container, { kind }) => (kind === 'new_autoramp' ? omit(container, 'data') : container),
    },
  },
  'has no message in a ping': {
    breaks: ['webhooks/container'],
    wrong: { container: inData((data, { kind }) => (kind === 'ping' ? omit(data, 'message') : data)) },
  },
  ...Object.fromEntries(
    ['webhook-timestamp', 'webhook-signature'].map((name) => [
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
  'has a clock that is an hour fast': { breaks: ['webhooks/timestamp'], wrong: { age: -3600 } },
}

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
  'sends no abilities after a provider finished a rail': {
    breaks: ['webhooks/abilities-changed'],
    wrong: { events: (event) => (event.kind === abilities && event.after === 'provider' ? [] : [event]) },
  },
  'sends the abilities without fiat_deposit': {
    breaks: ['webhooks/abilities-snapshot'],
    wrong: { events: inMessage(abilities, (message) => omit(message, 'fiat_deposit')) },
  },
}

/** Ways to send wrongly that the sandbox has no fault for, by what the service then does; others are in tests/mutants. */
export const wrongSenders: Readonly<Record<string, WrongSender>> = {
  ...delivery,
  ...statuses,
  ...messages,
  ...wrongEnvelopes,
  ...wrongAttempts,
  ...wrongSubscriptions,
  ...wrongSubjects,
}
