import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { documentOf, otherRoutes } from './document.js'
import { startServer } from '../../support/loopback.js'
import { Sender, type Sending, topicOf, type Webhook, type WrongSending } from './sending.js'

const versions = ['2025-03-13', '2026-08-01'] as const
const terms = { id: randomUUID(), display_name: 'Terms', url: 'https://terms.example/all' }
const rails = { eur: { sepa: 'Active', swift: 'Pending' }, usd: { ach: 'Unavailable' }, checked_at: 'now' }

interface Customer {
  readonly signsFirst: boolean
  isSigned: boolean
  isIdentified: boolean
}

interface Call {
  readonly id: string
  readonly version: string
  readonly body: unknown
  readonly world: World
}

type Answer = readonly [status: number, body?: unknown]

const field = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null ? String(Reflect.get(value, name)) : ''

/** The state of the service, and its events. */
class World {
  readonly customers = new Map<string, Customer>()
  /** Customers by identification, autoramp and transaction. */
  readonly owners = new Map<string, string>()
  /** The status of SWIFT by customer, once a provider reported it. */
  readonly rails = new Map<string, string>()
  /** Status by bank account. */
  readonly accounts = new Map<string, string>()
  /** Status by transaction. */
  readonly transactions = new Map<string, string>()
  /** Transactions that were announced, and arrive only after they were asked for. */
  readonly announced = new Set<string>()

  #asked = 0

  constructor(readonly sender: Sender) {}

  /** Whether the next customer is refused. */
  isRefusing(): boolean {
    return this.sender.wrong.refuses?.(this.#asked++) === true
  }

  own(customer: string): string {
    const id = randomUUID()
    this.owners.set(id, customer)
    return id
  }

  tell(kind: string, customer: string, message: Readonly<Record<string, unknown>>, only?: string): void {
    this.sender.send({ kind, customer, message }, only)
  }

  railsOf(customer: string) {
    const { eur, usd } = rails
    return { eur: { ...eur, swift: this.rails.get(customer) ?? eur.swift }, usd }
  }

  tellAbilities(customer: string, after: 'signing' | 'approval' | 'provider'): void {
    const message = { fiat_deposit: this.railsOf(customer), fiat_payout: this.railsOf(customer) }
    this.sender.send({ kind: 'customer_fiat_abilities', customer, message, after })
  }

  tellState(customer: string): void {
    this.tell('customer_status', customer, { id: customer, status: this.state(customer) })
  }

  state(id: string): string {
    const customer = this.customers.get(id)
    if (!customer) return 'Unknown'
    const { signsFirst, isSigned, isIdentified } = customer
    const order = [
      [isSigned, 'SigningsRequired'],
      [isIdentified, 'IdentificationRequired'],
    ] as const
    const open = (signsFirst ? order : order.toReversed()).find(([isDone]) => !isDone)
    return open?.[1] ?? 'Active'
  }
}

const createCustomer = ({ version, world }: Call): Answer => {
  if (world.isRefusing()) return [422, 'not this one']
  const id = randomUUID()
  world.customers.set(id, { signsFirst: version >= '2026-08-01', isSigned: false, isIdentified: false })
  world.tell('customer_created', id, { id, kind: 'CustomerCreated' })
  return [201, { id, status: world.state(id) }]
}

const sign = ({ id, world }: Call): Answer => {
  const customer = world.customers.get(id)
  if (!customer) return [404, 'unknown']
  customer.isSigned = true
  world.tellState(id)
  world.tellAbilities(id, 'signing')
  return [201, { id: randomUUID() }]
}

const approveIdentification = ({ id, body, world }: Call): Answer => {
  const owner = world.owners.get(id) ?? ''
  const customer = world.customers.get(owner)
  if (!customer) return [404, 'unknown']
  if (field(body, 'approved') === 'false') {
    world.tell('identification_status', owner, { id, status: 'Declined' })
    return [201, { id, status: 'Declined' }]
  }
  customer.isIdentified = true
  world.tell('identification_status', owner, { id, status: 'Approved' })
  world.tellState(owner)
  world.tellAbilities(owner, 'approval')
  return [201, { id, status: 'Approved' }]
}

const finishRail = ({ id, body, world }: Call): Answer => {
  world.rails.set(id, field(body, 'status'))
  world.tellAbilities(id, 'provider')
  return [200, body]
}

const registerAccount = ({ body, world }: Call): Answer => {
  const customer = field(body, 'customer_id')
  const id = world.own(customer)
  const { accounts } = world
  const isStraight = accounts.size % 4 === world.sender.sending.straight
  const status = isStraight ? 'Registered' : 'RegistrationPending'
  accounts.set(id, status)
  world.tell('new_bank_account', customer, { id, kind: 'NewBankAccount' })
  world.tell('register_fiat_address_status', customer, { id, status })
  return [200, { id, status }]
}

const verifyAccount = ({ id, body, world }: Call): Answer => {
  const status = String(body)
  world.accounts.set(id, status)
  world.tell('register_fiat_address_status', world.owners.get(id) ?? '', { id, status })
  return [200, { id, status }]
}

const createAutoramp = ({ body, world }: Call): Answer => {
  const customer = field(body, 'customer_id')
  const id = world.own(customer)
  world.tell('new_autoramp', customer, { id, kind: 'NewAutoramp' })
  world.tell('deposit_address_created', customer, { id, kind: 'DepositAddressCreated' })
  const status = movedStatus(world)
  if (status !== undefined) world.tell('register_autoramp_status', customer, { id, status })
  return [201, { id, status: 'Authorized' }]
}

/** The status of autoramps that no control moves. */
const movedStatus = ({ sender: { sending } }: World): string | undefined =>
  sending.controls === 'none of autoramps' ? 'DepositAccountAdded' : undefined

const readAutoramp = ({ id, world }: Call): Answer => [
  200,
  {
    id,
    status: movedStatus(world),
    ...(world.sender.sending.depositAddress
      ? { deposit_rails: [], deposit_address: '0x5e4d' }
      : { deposit_rails: [{ type: 'Crypto' }] }),
  },
]

const changeAutoramp = ({ id, body, world }: Call): Answer => {
  world.tell('register_autoramp_status', world.owners.get(id) ?? '', { id, status: body })
  return [200, { id, status: body }]
}

const simulate = ({ body, world }: Call): Answer => {
  const customer = world.owners.get(field(body, 'autoramp_id')) ?? ''
  const id = world.own(customer)
  world.transactions.set(id, 'Pending')
  if (world.sender.sending.transactions === 'in a moment') world.announced.add(id)
  world.tell('transaction', customer, { id, kind: 'Transaction' })
  return [201, { id }]
}

const changeTransaction = ({ id, body, world }: Call): Answer => {
  if (world.announced.delete(id)) return [404, 'no such transaction']
  const status = field(body, 'state')
  if (!world.sender.wrong.keepsTransactions) world.transactions.set(id, status)
  world.tell('transaction_status', world.owners.get(id) ?? '', {
    id,
    status,
    transaction_status: status,
    transaction_hash: null,
  })
  return [200, { id }]
}

/** Only what was completed is refunded. */
const refundTransaction = ({ id, world }: Call): Answer => {
  if (world.transactions.get(id) !== 'Completed') return [409, 'nothing was paid']
  world.transactions.set(id, 'Refunded')
  const customer = world.owners.get(id) ?? ''
  world.tell('transaction_refunded', customer, { id: randomUUID(), transaction_id: id })
  return [202]
}

const everyTopic = [
  'transaction',
  'new_autoramp',
  'new_bank_account',
  'deposit_address_created',
  'customer_created',
  'transaction_status',
  'transaction_refunded',
  'register_fiat_address_status',
  'customer_status',
  'customer_fiat_abilities',
  'register_autoramp_status',
  'identification_status',
  'ping',
].map(topicOf)

const list = (value: unknown, name: string): readonly string[] => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : []
  return Array.isArray(found) ? found.map(String) : []
}

const registerWebhook = ({ body, world }: Call): Answer => {
  const id = randomUUID()
  if (
    !['registering', 'replacing'].includes(world.sender.sending.operations) &&
    !field(body, 'url').startsWith('https://')
  )
    return [400, 'the URL is not public']
  const topics = list(body, 'topics')
  world.sender.webhooks.push({ id, url: field(body, 'url'), topics, enabled: true })
  return [201, { id, secret: world.sender.sending.secret }]
}

const listWebhooks = ({ world: { sender } }: Call): Answer => {
  const { topic = (name: string) => name, showsSecrets } = sender.wrong
  const more = showsSecrets && { secret: sender.sending.secret }
  return [200, { items: sender.webhooks.map((one) => ({ ...one, ...more, topics: one.topics.map(topic) })) }]
}

const changeWebhook = ({ id, body, world }: Call): Answer => {
  const webhook = world.sender.webhooks.find((one) => one.id === id)
  if (!webhook) return [404, 'unknown']
  if (field(body, 'topics') !== 'undefined') webhook.topics = list(body, 'topics')
  const status = field(body, 'status')
  const enabled = status === 'undefined' ? field(body, 'enabled') : String(status === 'enabled')
  if (enabled !== 'undefined')
    webhook.enabled = enabled === 'true' && (webhook.enabled || world.sender.wrong.staysDisabled !== true)
  return [200, { ...webhook, enabled: enabled === 'true' }]
}

/** The whole of a webhook is needed. */
const replaceWebhook = (call: Call): Answer =>
  ['url', 'topics', 'enabled'].some((name) => field(call.body, name) === 'undefined')
    ? [400, 'url, topics and enabled are required']
    : changeWebhook(call)

const ping = ({ id, body, world }: Call): Answer => {
  world.tell('ping', field(body, 'customer_id'), { id: randomUUID() }, id)
  return [200, true]
}

const routes: readonly (readonly [RegExp, (call: Call) => Answer])[] = [
  [/^GET \/terms-and-conditions$/, () => [200, [terms]]],
  [/^POST \/customers$/, createCustomer],
  [/^GET \/customers\/([^/]+)$/, ({ id, world }) => [200, { id, status: world.state(id) }]],
  [
    /^GET \/customers\/([^/]+)\/required-signings$/,
    ({ id, world }) => [200, world.customers.get(id)?.isSigned === true ? [] : [terms]],
  ],
  [/^POST \/customers\/([^/]+)\/signings$/, sign],
  [
    /^GET \/customers\/([^/]+)\/abilities$/,
    ({ id, world }) => {
      const customer = world.customers.get(id)
      if (customer && world.sender.wrong.publishes) {
        customer.isSigned = false
        world.rails.set(id, 'Blocked')
      }
      const snapshot = { ...rails, ...world.railsOf(id) }
      return [200, { fiat_deposit: snapshot, fiat_payout: snapshot, currencies: [] }]
    },
  ],
  [/^PUT \/sandbox\/customers\/([^/]+)\/rails$/, finishRail],
  [
    /^POST \/customers\/([^/]+)\/identifications\/v2$/,
    ({ id, world }) => [201, { id: world.own(id), status: 'Pending' }],
  ],
  [/^POST \/sandbox\/identification\/([^/]+)$/, approveIdentification],
  [/^POST \/addresses\/fiat$/, registerAccount],
  [/^POST \/autoramps$/, createAutoramp],
  [/^GET \/autoramps\/(?!quote)([^/]+)$/, readAutoramp],
  [/^PUT \/sandbox\/autoramp\/([^/]+)$/, changeAutoramp],
  [/^POST \/sandbox\/transaction$/, simulate],
  [/^PUT \/sandbox\/transaction\/([^/]+)\/state$/, changeTransaction],
  [/^POST \/sandbox\/transaction\/([^/]+)\/refund$/, refundTransaction],
  [/^GET \/transactions\/([^/]+)$/, ({ id, world }) => [200, { id, status: world.transactions.get(id) }]],
  [/^PUT \/sandbox\/fiat-verification\/([^/]+)$/, verifyAccount],
  [/^POST \/webhooks$/, registerWebhook],
  [/^GET \/webhooks$/, listWebhooks],
  [/^PATCH \/webhooks\/([^/]+)$/, changeWebhook],
  [/^PUT \/webhooks\/([^/]+)$/, replaceWebhook],
  [/^POST \/webhooks\/([^/]+)\/ping$/, ping],
]

const pattern = (route: string): RegExp => new RegExp(`^${route.replace('{id}', '([^/]+)')}$`)

/** Other routes of controls, with the published ones. */
const published = Object.entries(otherRoutes).map(
  ([route, other]) => [pattern(other), route, pattern(route)] as const,
)

/** The published path of a control under another route. */
const publishedPath = (path: string): string => {
  const [other, route] = published.find(([one]) => one.test(path)) ?? []
  return other && route !== undefined ? path.replace(other, route.replace('{id}', '$1')) : path
}

/** The body of a control under its published route, from one under another. */
const publishedBody = (path: string, body: unknown): unknown => {
  if (path.startsWith('/sandbox/identification/')) return { approved: field(body, 'decision') === 'Approved' }
  if (path.endsWith('/state')) return { state: field(body, 'status') }
  return path.endsWith('/transaction') ? body : field(body, 'status')
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const body = await text(request)
  return body === '' ? undefined : JSON.parse(body)
}

const answer = async (request: IncomingMessage, world: World): Promise<Answer> => {
  const url = new URL(request.url ?? '/', 'http://service.example')
  if (url.pathname === '/spec/versions') {
    return [
      200,
      { default: versions[0], versions: versions.map((version) => ({ version, url: `/spec/${version}` })) },
    ]
  }
  if (url.pathname.startsWith('/spec/')) {
    return [200, documentOf(url.pathname.slice('/spec/'.length), world.sender.sending)]
  }
  const asked = url.pathname.replace(/^\/api/, '')
  const isOther = world.sender.sending.controls === 'other'
  if (isOther && published.some(([, , route]) => route.test(asked))) return [404, 'nothing is here']
  const path = isOther ? publishedPath(asked) : asked
  if (path === '/autoramps/quote') {
    return [200, { quote_id: randomUUID(), customer_id: url.searchParams.get('customer_id') }]
  }
  for (const [pattern, handle] of routes) {
    const found = pattern.exec(`${request.method} ${path}`)
    if (!found) continue
    const version = String(request.headers['x-api-version'] ?? versions[0])
    const body = await readBody(request)
    return handle({
      id: found[1] ?? '',
      version,
      body: path === asked ? body : publishedBody(path, body),
      world,
    })
  }
  return [404, 'nothing is here']
}

interface RunningSender {
  readonly baseUrl: string
  readonly specUrl: string
  /** Registers a webhook by hand. */
  readonly lead: (url: string) => void
  readonly webhooks: readonly Webhook[]
  readonly close: () => Promise<void>
}

/** Starts a service that sends webhooks: right in all that the specification promises but for what is `wrong`. */
export const startSender = async (sending: Sending, wrong: WrongSending = {}): Promise<RunningSender> => {
  const sender = new Sender(sending, wrong)
  const world = new World(sender)
  let end: () => void | Promise<void> = () => undefined
  const { url: specUrl } = await startServer(
    (request, response) =>
      void answer(request, world).then(([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      ),
    (closing) => (end = closing),
  )
  return {
    specUrl,
    baseUrl: `${specUrl}/api`,
    lead: (url) => {
      sender.webhooks.push({ id: randomUUID(), url, topics: everyTopic, enabled: true })
    },
    webhooks: sender.webhooks,
    close: async () => {
      await sender.close()
      await end()
    },
  }
}
