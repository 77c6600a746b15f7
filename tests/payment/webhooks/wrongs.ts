import {
  type Attempt,
  type Sending,
  type WrongSending,
  digestOf,
  type WrongRetry,
  type Container,
  type Webhook,
  type Event,
} from './sending.js'

/** A way to send wrongly, and the rules that report it. */
interface WrongSender {
  readonly breaks: readonly string[]
  readonly wrong: WrongSending
  /** Rules that must not report it although they look at the same events. */
  readonly spares?: readonly string[]
  readonly sending?: Partial<Sending>
  /** The wait for its deliveries, where that is longer than usual. */
  readonly waitMs?: number
}

const abilities = 'customer_fiat_abilities'

const withoutStatus =
  (kind: string, status: string): NonNullable<WrongSending['events']> =>
  (event) =>
    event.kind === kind && event.message['status'] === status ? [] : [event]

const inMessage =
  (kind: string, change: (message: Container) => Container): NonNullable<WrongSending['events']> =>
  (event) => [event.kind === kind ? { ...event, message: change(event.message) } : event]

const omit = (members: Container, name: string): Container =>
  Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))

const inData =
  <About extends readonly [event?: Event]>(change: (data: Container, ...about: About) => unknown) =>
  (container: Container, ...about: About): unknown => {
    const { data } = container
    return typeof data === 'object' && data !== null
      ? { ...container, data: change({ ...data }, ...about) }
      : container
  }

const gets = (webhook: Webhook, topic: string): boolean => webhook.enabled && webhook.topics.includes(topic)

const subscribed = (
  rule: string,
  wrong: WrongSending,
  operations: Sending['operations'] = 'registering',
): WrongSender => ({ breaks: [`webhooks/${rule}`], sending: { operations }, wrong })

const everyKind: WrongSending = { gets: ({ enabled }) => enabled }
const whenDisabled: WrongSending = { gets: ({ topics }, topic) => topics.includes(topic) }

/** Webhooks that get other kinds than theirs: webhooks of the suite, and of the user. */
const wrongSubscriptions: Readonly<Record<string, WrongSender>> = {
  'sends every kind to a webhook': subscribed('topics', everyKind),
  'sends every kind to a webhook of the user': subscribed('topics', everyKind, 'changing'),
  'sends all abilities to a webhook': subscribed('topics', {
    gets: (webhook, topic) => webhook.enabled && (gets(webhook, topic) || topic === 'CustomerFiatAbilities'),
  }),
  'sends nothing to a webhook with one topic': subscribed('topics', {
    gets: (webhook, topic) => gets(webhook, topic) && webhook.topics.length > 1,
  }),
  'sends new_bank_account to every webhook': subscribed('topics', {
    gets: (webhook, topic) => webhook.enabled && (gets(webhook, topic) || topic === 'NewBankAccount'),
  }),
  'sends transaction_status to every webhook of the user': subscribed(
    'topics',
    { gets: (webhook, topic) => webhook.enabled && (gets(webhook, topic) || topic === 'TransactionStatus') },
    'changing',
  ),
  'enables no webhook that was disabled': subscribed('disabled', { staysDisabled: true }),
  'lists webhooks with their secrets': subscribed('secret-once', { showsSecrets: true }),
  'sends no ping to a webhook without its topic': subscribed('ping-always', {
    pings: ({ topics }) => topics.includes('Ping'),
  }),
  'sends to a disabled webhook': subscribed('disabled', whenDisabled),
  'sends to a disabled webhook of the user': subscribed('disabled', whenDisabled, 'changing'),
  'lists topics in snake case': subscribed('topic-names', {
    topic: (topic) => topic.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
  }),
}

const other = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

const ofAnother = (kind: string): WrongSender => ({
  breaks: ['webhooks/subject'],
  wrong: { events: inMessage(kind, (message) => ({ ...message, id: other })) },
})

const withStatus = (kind: string, status: string): WrongSender => ({
  breaks: ['webhooks/status'],
  wrong: { events: inMessage(kind, (message) => ({ ...message, status })) },
})

const toAnother = (kind: string): WrongSender => ({
  breaks: ['webhooks/customer-id'],
  wrong: {
    container: inData((data, event) => (event.kind === kind ? { ...data, customer_id: other } : data)),
  },
})

/** Events about other things than those that caused them. */
const wrongSubjects: Readonly<Record<string, WrongSender>> = {
  'gives new_autoramp the id of nothing': ofAnother('new_autoramp'),
  'says an old status in identification_status': withStatus('identification_status', 'Pending'),
  'says an old status in customer_status': withStatus('customer_status', 'SigningsRequired'),
  'says an invalid status in customer_status': {
    breaks: ['webhooks/document', 'webhooks/status'],
    wrong: { events: inMessage('customer_status', (message) => ({ ...message, status: 'Fine' })) },
  },
  'names another customer in identification_status': toAnother('identification_status'),
  'names another customer in transaction_status': toAnother('transaction_status'),
  'names another customer in new_bank_account': {
    ...toAnother('new_bank_account'),
    spares: ['webhooks/topics'],
    sending: { operations: 'changing' },
  },
}

const shaped = (
  breaks: readonly string[],
  container: NonNullable<WrongSender['wrong']['container']>,
): WrongSender => ({ breaks: breaks.map((rule) => `webhooks/${rule}`), wrong: { container } })

/** Only one kind, because without the others further rules would have nothing to judge. */
const ofOne =
  (change: (container: Container) => unknown): NonNullable<WrongSender['wrong']['container']> =>
  (container, { kind }) =>
    kind === 'new_autoramp' ? change(container) : container

const spelled = (change: (kind: string) => string): WrongSender =>
  shaped(['type'], (container, { kind }) => ({ ...container, type: change(kind) }))

/** Containers of another shape. */
const wrongEnvelopes: Readonly<Record<string, WrongSender>> = {
  'writes data as text': shaped(
    ['container', 'customer-id'],
    ofOne((container) => ({ ...container, data: JSON.stringify(container['data']) })),
  ),
  'writes the message as text': shaped(
    ['container'],
    ofOne((container) =>
      inData((data) => ({ ...data, message: JSON.stringify(data['message']) }))(container),
    ),
  ),
  'sends a list of containers': shaped(['container'], (container) => [container]),
  'puts the container into another': shaped(
    ['container', 'customer-id'],
    ofOne((container) => ({ type: container['type'], event: container })),
  ),
  'writes types with hyphens': spelled((kind) => kind.replaceAll('_', '-')),
  'writes types in capitals': spelled((kind) => kind.toUpperCase()),
  // Nothing of a kind can be awaited then, so the run does not take as long as the wait for each.
  'writes no types': { ...shaped(['type'], (container) => omit({ ...container }, 'type')), waitMs: 60_000 },
  'writes no types of pings, and sends no deposit addresses': {
    breaks: ['webhooks/deposit-address', 'webhooks/type'],
    wrong: {
      events: (event) => (event.kind === 'deposit_address_created' ? [] : [event]),
      container: (container, { kind }) => (kind === 'ping' ? omit(container, 'type') : container),
    },
  },
  'sends nothing of a deposit address that stands beside the rails': {
    breaks: ['webhooks/deposit-address'],
    sending: { depositAddress: true },
    wrong: { events: (event) => (event.kind === 'deposit_address_created' ? [] : [event]) },
  },
  'writes the timestamp in milliseconds': {
    breaks: ['webhooks/timestamp'],
    wrong: { timestamp: (seconds) => String(seconds * 1000) },
  },
  'writes the timestamp as a date': {
    breaks: ['webhooks/timestamp'],
    wrong: { timestamp: (seconds) => new Date(seconds * 1000).toISOString() },
  },
}

const retrying = (breaks: string, retry: WrongRetry, backoff = 60): WrongSender => ({
  breaks: [`webhooks/${breaks}`],
  wrong: { retry },
  sending: { backoff, parallel: true },
  waitMs: 1_500 + 2 * backoff,
})

// The repetition follows on the answer to the first, so it is the last that comes.
const twice = (kind: string): WrongSender => ({
  breaks: ['webhooks/acknowledged'],
  waitMs: 5_000,
  wrong: { events: (event) => (event.kind === kind ? [event, event] : [event]) },
})

/** Attempts after the first, and those that are missing. */
const wrongAttempts: Readonly<Record<string, WrongSender>> = {
  'says another status on a retry': retrying('retry-content', {
    event: (event) => ({ ...event, message: { ...event.message, kind: 'Transaction' } }),
  }),
  'retries after constant delays': retrying('backoff', { every: 1_200 }),
  'follows a redirection': retrying('retry', { followsRedirects: true }),
  'waits for an answer as long as it takes': {
    breaks: ['webhooks/retry'],
    wrong: { answerMs: 30_000 },
    waitMs: 8_000,
  },
  'sends an acknowledged transaction again': twice('transaction'),
  'sends an acknowledged status of an identification again': twice('identification_status'),
}

const withHeader =
  (
    name: string,
    value: (attempt: Attempt, sending: Sending) => string | undefined,
  ): NonNullable<WrongSending['attempt']> =>
  (attempt, sending) => {
    const changed = value(attempt, sending)
    const headers = Object.fromEntries(Object.entries(attempt.headers).filter(([header]) => header !== name))
    return { ...attempt, headers: changed === undefined ? headers : { ...headers, [name]: changed } }
  }

/** Signs something else, or under another secret. */
const signing = (
  of: (timestamp: string, body: string, id: string) => string,
  secret?: string,
): WrongSender => ({
  breaks: ['webhooks/signature'],
  wrong: {
    attempt: withHeader('webhook-signature', ({ headers, body }, sending) => {
      const { 'webhook-timestamp': timestamp = '', 'webhook-id': id = '' } = headers
      return `v1=${digestOf(of(timestamp, body, id), { ...sending, secret: secret ?? sending.secret })}`
    }),
  },
})

const prefixed = (prefix: string): WrongSender => ({
  breaks: ['webhooks/signature-prefix'],
  wrong: {
    attempt: withHeader('webhook-signature', ({ headers }) =>
      headers['webhook-signature']?.replace('v1=', prefix),
    ),
  },
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
  'has null as the message of a ping': {
    breaks: ['webhooks/document'],
    wrong: { container: inData((data, { kind }) => (kind === 'ping' ? { ...data, message: null } : data)) },
  },
  ...Object.fromEntries(
    ['webhook-timestamp', 'webhook-signature'].map((name) => [
      `sends no ${name}`,
      { breaks: ['webhooks/headers'], wrong: { attempt: withHeader(name, () => undefined) } },
    ]),
  ),
  'sends a signature with v1, and base64': { ...prefixed('v1,'), sending: { digest: 'base64' } },
  'sends a bare signature': prefixed(''),
  'signs with a dot between': signing((timestamp, body) => `${timestamp}.${body}`),
  'signs as the convention has it': signing((timestamp, body, id) => `${id}.${timestamp}.${body}`),
  'signs the body alone': signing((_timestamp, body) => body),
  'signs the message alone': signing(
    (timestamp, body) => timestamp + JSON.stringify((JSON.parse(body) as Container)['data']),
  ),
  'signs under another secret': signing((timestamp, body) => timestamp + body, 'another-secret'),
  'has a clock that is an hour fast': { breaks: ['webhooks/timestamp'], wrong: { age: -3600 } },
}

const absentStatus = (kind: string, status: string, rule: string): readonly [string, WrongSender] => [
  `sends no ${kind} of ${status}`,
  { breaks: [`webhooks/${rule}`], wrong: { events: withoutStatus(kind, status) } },
]

const statuses: Readonly<Record<string, WrongSender>> = Object.fromEntries([
  absentStatus('register_fiat_address_status', 'RegistrationPending', 'fiat-address-status'),
  [
    'sends no register_fiat_address_status of an account that waits, where others do not',
    {
      breaks: ['webhooks/fiat-address-status'],
      sending: { straight: 1 },
      wrong: { events: withoutStatus('register_fiat_address_status', 'RegistrationPending') },
    },
  ],
  absentStatus('register_autoramp_status', 'Approved', 'autoramp-status'),
  absentStatus('register_autoramp_status', 'Cancelled', 'autoramp-status'),
  [
    'sends no register_autoramp_status of what it moves by itself',
    {
      breaks: ['webhooks/autoramp-status'],
      sending: { controls: 'none of autoramps' },
      wrong: { events: withoutStatus('register_autoramp_status', 'DepositAccountAdded') },
    },
  ],
])

const messages: Readonly<Record<string, WrongSender>> = {
  'sends no abilities after a provider finished a rail': {
    breaks: ['webhooks/abilities-changed'],
    wrong: { events: (event) => (event.kind === abilities && event.after === 'provider' ? [] : [event]) },
  },
  'sends no transaction_refunded': {
    breaks: ['webhooks/transaction-refunded'],
    wrong: { events: (event) => (event.kind === 'transaction_refunded' ? [] : [event]) },
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
