import type { Operation, Surface } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/fail.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { readUntil, type Scenario, type ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  customerOf,
  dataOf,
  type Delivery,
  type EventKind,
  hasMessage,
  kindOf,
  mentions,
  messageMembers,
  messageOf,
  typeOf,
} from '../../../conformance/exchange/delivery.js'
import { isSuccess, objectBody, violationsOf } from '../../../conformance/exchange/reading.js'
import { isObject, memberAt, objectOf, walk } from '../../../document/index.js'
import { judged, notPromised, section } from '../../statements/statement.js'
import { messageNames, messageOfKind } from '../../tables/messages.js'
import { isSnapshot, railStatuses, railStatusNames, snapshots } from '../customers.js'
import { arrivals, type Judge, ofEach, ofEvents } from './event-rule.js'
import { deliveries, deliveriesByCause, deliveriesOf, evidence } from './evidence.js'
import { outstandingItems, readSignings } from '../../fixtures/onboarding.js'
import type { Steps } from '../../fixtures/steps.js'

/**
 * The forms of a delivery that the specification allows: the message beside data or inside it, wrapped in its name or
 * not, a ping without a customer (for other kinds, `webhooks/customer-id` judges that). A delivery that matches a
 * document in one form is valid.
 */
const formsOf = (delivery: Delivery): readonly unknown[] => {
  const content = contentOf(delivery)
  if (!isObject(content)) return [content]
  const { message: _beside, ...container } = content
  const data = isObject(content['data']) ? content['data'] : {}
  const messages = [messageOf(delivery), messageMembers(delivery)]
  const customer = { customer_id: '00000000-0000-4000-8000-000000000000' }
  const around = (message: unknown): unknown => ({ ...container, data: { ...customer, ...data, message } })
  return [content, ...messages.map(around)]
}

const validatorsOf = ({ requestBody }: Operation): readonly string[] =>
  Object.values(requestBody?.content ?? {}).flatMap(({ validator }) => validator ?? [])

/** The document's webhook for a kind: its own, or a shared one. */
const webhookFor = ({ webhooks }: Surface, kind: EventKind): Operation | undefined => {
  const all = Object.entries(webhooks)
  const own = all.find(([name, { path }]) => name === kind || path === kind)
  return own?.[1] ?? (all.length === 1 ? all[0]?.[1] : undefined)
}

/** A document that has a type for other messages but not for this one does not describe the kind. */
const knows = ({ schemas }: Surface, kind: EventKind): boolean => {
  const type = messageOfKind[kind]
  return type in schemas || !messageNames.some((name) => name !== 'WebhookContainer' && name in schemas)
}

interface Validators {
  readonly container: readonly Validator[]
  readonly message: readonly Validator[]
}

const validatorsFor = async (surface: Surface, kind: EventKind): Promise<Validators | undefined> => {
  const webhook = webhookFor(surface, kind)
  const ofMessage = surface.schemaValidators[messageOfKind[kind]]
  if (!webhook && !ofMessage) return undefined
  const load = (names: readonly string[]): Promise<readonly Validator[]> =>
    Promise.all(names.map((name) => surface.validator(name)))
  return {
    container: await load(webhook ? validatorsOf(webhook) : []),
    message: await load(ofMessage ? [ofMessage.request, ofMessage.response] : []),
  }
}

/** The first error of a value that no validator accepts in any form; undefined without validators. */
const refusal = (validators: readonly Validator[], forms: readonly unknown[]): string | undefined => {
  if (validators.length === 0) return undefined
  const errors = forms.map((form) => validators.map((validator) => violationsOf(validator, form)))
  if (errors.flat().some((list) => list.length === 0)) return undefined
  const [first] = errors.flat(2)
  return `${first?.instancePath ?? ''} ${first?.message ?? first?.keyword ?? 'is not as described'}`.trim()
}

const judgesOf = async (context: ScenarioContext, kind: EventKind): Promise<readonly Validators[]> => {
  const known = [...context.session.versions.values()].filter(({ surface }) => knows(surface, kind))
  const judges = await Promise.all(known.map(({ surface }) => validatorsFor(surface, kind)))
  return judges.filter((judge) => judge !== undefined)
}

const wrongWith = (delivery: Delivery, { container, message }: Validators): string | undefined => {
  const inContainer = refusal(container, formsOf(delivery))
  if (inContainer !== undefined) return `the container: ${inContainer}`
  const inMessage = refusal(message, [messageMembers(delivery), messageOf(delivery) ?? null])
  return inMessage === undefined ? undefined : `the message: ${inMessage}`
}

/** The version of a delivery is not stated, so matching one document suffices. */
const asDescribed: Scenario = async (context) => {
  for (const delivery of await deliveries(context)) {
    const kind = kindOf(delivery)
    // `webhooks/container` judges malformed containers, `webhooks/type` unknown types.
    if (kind === undefined || typeOf(delivery) === undefined) continue
    const isWhole = isObject(messageOf(delivery)) || (kind === 'ping' && hasMessage(delivery))
    if (!isObject(contentOf(delivery)) || !isWhole) continue
    const judges = await judgesOf(context, kind)
    if (judges.length === 0) continue
    const wrong = judges.map((judge) => wrongWith(delivery, judge))
    const message = `${kind}: the delivery is not as the document describes it: ${wrong[0]}`
    context.expect(wrong.includes(undefined), message, delivery.exchange)
  }
}

/** Only payouts to a blockchain have a hash. */
const noHashOfBank: Scenario = async (context) => {
  const { bankPayouts } = (await evidence(context)).log
  const all = await deliveriesOf(context, 'transaction_status')
  const own = all.filter((delivery) => bankPayouts.some((id) => mentions(delivery, id)))
  if (own.length === 0)
    throw new NotApplicable('no delivery names a transaction that pays out to a bank account')
  for (const delivery of own) {
    const hash = messageMembers(delivery)['transaction_hash'] ?? ''
    const due = 'only payouts to a blockchain have a transaction_hash, and one to a bank has it'
    context.expect(hash === '', `transaction_status: ${due}`, delivery.exchange)
  }
}

const ofAbilities = { kind: 'customer_fiat_abilities' } as const

const memberOf = (delivery: Delivery, name: string): unknown =>
  walk(contentOf(delivery)).find(([pointer]) => pointer.endsWith(`/${name}`))?.[1]

const hasCustomerId: Judge = (delivery) => {
  const holders = [contentOf(delivery), dataOf(delivery), messageMembers(delivery)]
  const customer = customerOf(delivery)
  return customer !== undefined && holders.some((one) => memberAt(one, 'id') === customer)
    ? undefined
    : 'the event id must be the customer id of data.customer_id'
}

const hasListedStatus: Scenario = async (context) => {
  for (const delivery of await deliveriesOf(context, ofAbilities.kind))
    for (const name of snapshots)
      for (const [, text] of railStatuses(memberOf(delivery, name))) {
        const message = `${ofAbilities.kind}: a rail of ${name} is "${text}", which is not a rail status`
        context.expect(railStatusNames.has(text), message, delivery.exchange)
      }
}

/** Currency names in a snapshot that is an object of objects; another form is unknown. */
const currenciesOf = (value: unknown): readonly string[] =>
  isObject(value) ? Object.keys(value).filter((name) => isObject(value[name])) : []

/** True for a snapshot with the structure of the abilities, or an empty one. */
const isAlike = (snapshot: Readonly<Record<string, unknown>>, currencies: readonly string[]): boolean =>
  Object.keys(snapshot).length === 0 || currencies.some((currency) => currency in snapshot)

const callAbilities = (context: ScenarioContext, customer: string): Promise<Exchange> => {
  const operation = context.operation('get', '/customers/{}/abilities')
  return context.call(operation, { path: [customer], version: [context.under.version] })
}

const readAbilities = (context: ScenarioContext, customer: string): Promise<unknown> =>
  context.once(`webhooks abilities ${customer}`, async () => {
    const exchange = await callAbilities(context, customer)
    return isSuccess(exchange) ? objectBody(exchange) : undefined
  })

const namesIn = (value: unknown): readonly string[] =>
  Object.entries(objectOf(value)).flatMap(([name, member]) => (member === null ? [] : [name]))

const lackingIn = (came: Readonly<Record<string, unknown>>, known: unknown): readonly string[] =>
  currenciesOf(known).flatMap((currency) => {
    if (!(currency in came)) return [currency]
    const rails = namesIn(came[currency])
    return namesIn(memberAt(known, currency)).flatMap((rail) =>
      rails.includes(rail) ? [] : [`${currency} ${rail}`],
    )
  })

/** The statuses of rails, without those that other rules name because the specification has no such status. */
const knownStatuses = (rails: unknown): ReturnType<typeof railStatuses> =>
  railStatuses(rails).filter(([, status]) => railStatusNames.has(status))

/** The rails whose status in a delivered snapshot differs from that in the abilities. */
const staleIn = (delivery: Delivery, known: unknown): readonly string[] =>
  snapshots.flatMap((name) => {
    const due = new Map(knownStatuses(memberAt(known, name)))
    return knownStatuses(memberOf(delivery, name)).flatMap(([at, status]) =>
      (due.get(at) ?? status) === status ? [] : [`${name}${at}`],
    )
  })

/** The snapshots after signings and approvals, by customer. Customers with a missing snapshot are left out. */
const snapshotsAfter: Steps<[], ReadonlyMap<string, readonly Delivery[]>> = async (context) => {
  const found = new Map<string, readonly Delivery[]>()
  const lost = new Set<string>()
  for (const { cause, came } of await deliveriesByCause(context)) {
    const { rule, customerId } = cause
    if (rule !== 'abilities-signing' && rule !== 'abilities-identification') continue
    if (came.length === 0) lost.add(customerId)
    found.set(customerId, [...(found.get(customerId) ?? []), ...came])
  }
  for (const customerId of lost) found.delete(customerId)
  return found
}

/** New terms may close rails, and are none of the causes that send a snapshot. */
const hasToSign = async (context: ScenarioContext, id: string): Promise<boolean> => {
  const items = await ifPossible(readSignings(context, { id, version: context.under.version }))
  return items !== undefined && outstandingItems(items).length > 0
}

/** Expects one snapshot to equal the abilities, because snapshots come in any order, and abilities may show late. */
const expectCurrent: Steps<[string, readonly Delivery[]]> = async (context, customerId, own) => {
  if (!context.find('get', '/customers/{}/abilities')) return
  let stale: readonly string[] = []
  const isCurrent = (exchange: Exchange): boolean => {
    const all = own.map((delivery) => staleIn(delivery, objectBody(exchange)))
    stale = all.find(({ length }) => length === 0) ?? all.at(-1) ?? []
    return stale.length === 0
  }
  const read = await readUntil(context, () => callAbilities(context, customerId), isCurrent)
  if (stale.length > 0 && (await hasToSign(context, customerId))) return
  const message = `${ofAbilities.kind}: no snapshot equals the abilities: ${stale[0]} differs`
  context.expect(stale.length === 0 || !isSuccess(read), message, own.at(-1)?.exchange)
}

/** A snapshot contains everything in its customer's abilities. */
const isFull: Scenario = async (context) => {
  let judged = 0
  for (const delivery of await deliveriesOf(context, ofAbilities.kind)) {
    const customer = customerOf(delivery)
    const known = customer === undefined ? undefined : await ifPossible(readAbilities(context, customer))
    for (const name of snapshots) {
      const came = memberOf(delivery, name)
      const due = memberAt(known, name)
      if (!isObject(came) || !isObject(due) || !isAlike(came, currenciesOf(due))) continue
      judged++
      const missing = lackingIn(came, due)
      const message = `${ofAbilities.kind}: ${name} must be sent in full; ${missing.length} that the abilities have are missing`
      context.expect(missing.length === 0, message, delivery.exchange)
    }
  }
  for (const [customer, own] of await snapshotsAfter(context)) await expectCurrent(context, customer, own)
  if (judged === 0) throw new NotApplicable('no snapshot is laid out like the abilities of its customer')
}

/** Events: message types. */
export const messageTypeSection = section(
  'Events, message types',
  `The message of a container is one of ${messageNames
    .slice(1)
    .map((name) => `\`${name}\``)
    .join(', ')}. WebhookEventMessage is that of general events.`,
  {
    names: judged('documents/shown')`The documents name the container and each message type.`,
    'webhooks/document': ofEvents(asDescribed)`
      Deliveries are as described
      A delivery is as the document describes its webhook and its message type.
      the document describes no webhook`,
    'webhooks/transaction-status-field': ofEach(
      (delivery) =>
        typeof messageMembers(delivery)['transaction_status'] === 'string'
          ? undefined
          : 'the message must have transaction_status',
      { kind: 'transaction_status', also: ['documents/statements', 'documents/shown'] },
    )`
      transaction_status has its field
      The message of transaction_status has the field transaction_status, of which status is the deprecated form.`,
    'webhooks/transaction-hash': ofEvents(noHashOfBank, { also: ['documents/statements'] })`
      A hash for blockchains alone
      transaction_hash is present only when the payout destination is a blockchain address.`,
    'webhooks/abilities-id': ofEach(hasCustomerId, ofAbilities)`
      Fiat abilities have the id of the customer
      The event id of customer_fiat_abilities equals the customer id and data.customer_id.`,
    'webhooks/abilities-snapshot': ofEach(
      (delivery) =>
        snapshots.flatMap((name) =>
          isSnapshot(memberOf(delivery, name)) ? [] : [`${name} must be sent in full`],
        ),
      ofAbilities,
    )`
      Fiat abilities are a snapshot
      Each customer_fiat_abilities carries fiat_deposit and fiat_payout.`,
    'webhooks/abilities-full': ofEvents(isFull)`
      The snapshot is full
      The snapshot is not a difference: every currency key is present.
      - It is that of the abilities after the change.`,
    'same-snapshot': notPromised`
      The same snapshot can arrive twice.
      it can, and need not`,
    'webhooks/abilities-without-currencies': ofEach(
      (delivery) =>
        (memberOf(delivery, 'currencies') ?? null) === null
          ? undefined
          : 'the currencies array must be left out, and is there',
      { ...ofAbilities, also: ['documents/statements'] },
    )`
      The snapshot has no currencies array
      customer_fiat_abilities excludes the currencies array.`,
    'webhooks/abilities-status': ofEvents(hasListedStatus)`
      Rails have a listed status
      Each rail leaf of the snapshot is Active, Pending, Unavailable, Blocked or Maintenance.
      no rail was found in fiat_deposit and fiat_payout`,
    'rail-names': notPromised`
      Names of the rails per currency.
      not shown in the specification`,
    ...arrivals({
      'abilities-signing': 'is sent when a signing is recorded.',
      'abilities-identification': 'is sent when an identification is approved.',
    }),
    'abilities-review': judged('webhooks/abilities-changed')`
      customer_fiat_abilities is sent when a compliance review changes the customer.
      - A control of the sandbox simulates the review, where there is one.`,
    'abilities-provider': judged('webhooks/abilities-changed')`
      customer_fiat_abilities is sent when a banking provider finishes a rail.
      - A control of the sandbox simulates the provider, where there is one.`,
    'other-fields': notPromised`
      Fields of the container and of each message that the document does not describe.
      not shown in the specification`,
  },
)
