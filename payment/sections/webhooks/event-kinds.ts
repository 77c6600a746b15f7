import type { Operation, Surface } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/validator.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  type Delivery,
  kindOf,
  messageMembers,
  messageOf,
  typeOf,
  mentions,
} from '../../../conformance/exchange/delivery.js'
import { isObject } from '../../../document/index.js'
import { violationsOf } from '../../../conformance/exchange/validation.js'
import { deliveries, deliveriesOf, evidence, expectArrival } from './evidence.js'
import { eventKindJudge } from '../../documents/event-kinds.js'
import { contradictions } from '../../documents/index.js'
import { webhooksType } from './delivery.js'
import { topicNames } from './subscriptions.js'
import { webhooksStatus, webhooksSubject } from './subjects.js'
import {
  abilitiesFull,
  abilitiesId,
  abilitiesSnapshot,
  abilitiesStatus,
  abilitiesWithoutCurrencies,
} from './abilities.js'
import { ofEvents } from './deliveries.js'
import { judged, notPromised, ofDocuments, section, unobservable } from '../../statements/statement.js'
import { table } from '../../tables/markdown.js'
import { eventKinds, messageNames, topicOf } from '../../tables/messages.js'

/** Message types: the message of each kind, by the name that the specification gives it. */
const messageTypes: Readonly<Record<string, string>> = {
  transaction: 'WebhookEventMessage',
  new_autoramp: 'WebhookEventMessage',
  new_bank_account: 'WebhookEventMessage',
  deposit_address_created: 'WebhookEventMessage',
  customer_created: 'WebhookEventMessage',
  transaction_status: 'WebhookTransactionStatusMessage',
  transaction_refunded: 'WebhookTransactionRefundedMessage',
  register_fiat_address_status: 'WebhookFiatAddressStatusMessage',
  customer_status: 'WebhookCustomerStatusMessage',
  customer_fiat_abilities: 'WebhookCustomerFiatAbilitiesMessage',
  register_autoramp_status: 'WebhookAutorampStatusMessage',
  identification_status: 'WebhookIdentificationStatusMessage',
  ping: 'WebhookPingMessage',
}

/**
 * The forms of a delivery that the specification allows for: the message beside data or in it, wrapped by its name or
 * not, a ping with no customer (of other kinds, that is a matter of `webhooks/customer-id`). A document that shows one
 * of them is kept by all.
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

/** The webhook of the document that a kind is described by: its own, or the one that all share. */
const webhookFor = ({ webhooks }: Surface, kind: string): Operation | undefined => {
  const all = Object.entries(webhooks)
  const own = all.find(([name, { path }]) => name === kind || path === kind)
  return own?.[1] ?? (all.length === 1 ? all[0]?.[1] : undefined)
}

/** A document that has a type for some messages and none for this one does not know the kind. */
const knows = ({ schemas }: Surface, kind: string): boolean => {
  const type = messageTypes[kind] ?? ''
  return type in schemas || !Object.values(messageTypes).some((name) => name in schemas)
}

interface Judge {
  readonly container: readonly Validator[]
  readonly message: readonly Validator[]
}

/** The validators of a kind by the document of one version. */
const judgeFor = async (surface: Surface, kind: string): Promise<Judge | undefined> => {
  const webhook = webhookFor(surface, kind)
  const ofMessage = surface.schemaValidators[messageTypes[kind] ?? '']
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

const judgesOf = async (context: ScenarioContext, kind: string): Promise<readonly Judge[]> => {
  const known = [...context.session.versions.values()].filter(({ surface }) => knows(surface, kind))
  const judges = await Promise.all(known.map(({ surface }) => judgeFor(surface, kind)))
  return judges.filter((judge) => judge !== undefined)
}

const wrongWith = (delivery: Delivery, { container, message }: Judge): string | undefined => {
  const inContainer = refusal(container, formsOf(delivery))
  if (inContainer !== undefined) return `the container: ${inContainer}`
  const inMessage = refusal(message, [messageMembers(delivery), messageOf(delivery)])
  return inMessage === undefined ? undefined : `the message: ${inMessage}`
}

/** No version is stated for a delivery: it is as described when one document describes it. */
const webhooksDocument: Scenario = async (context) => {
  let judged = 0
  for (const delivery of await deliveries(context)) {
    const kind = kindOf(delivery)
    // `webhooks/container` judges values that are no container with a message, `webhooks/type` unknown types.
    if (
      kind === undefined ||
      typeOf(delivery) === undefined ||
      !isObject(contentOf(delivery)) ||
      !isObject(messageOf(delivery))
    )
      continue
    const judges = await judgesOf(context, kind)
    if (judges.length === 0) continue
    judged++
    const wrong = judges.map((judge) => wrongWith(delivery, judge))
    const message = `${kind}: the delivery is not as the document describes it: ${wrong[0]}`
    context.expect(wrong.includes(undefined), message, delivery.exchange)
  }
  if (judged === 0) throw new NotApplicable('the document describes no webhook')
}

const transactionStatusField: Scenario = async (context) => {
  for (const delivery of await deliveriesOf(context, 'transaction_status')) {
    const isThere = typeof messageMembers(delivery)['transaction_status'] === 'string'
    context.expect(
      isThere,
      'transaction_status: the message is due to have transaction_status',
      delivery.exchange,
    )
  }
}

const transactionHash: Scenario = async (context) => {
  const { bankPayouts } = (await evidence(context)).log
  const own = (await deliveriesOf(context, 'transaction_status')).filter((delivery) =>
    bankPayouts.some((id) => mentions(delivery, id)),
  )
  if (own.length === 0)
    throw new NotApplicable('no delivery names a transaction that pays out to a bank account')
  for (const delivery of own) {
    const came = messageMembers(delivery)['transaction_hash'] ?? null
    const message =
      'transaction_status: transaction_hash is due for payouts to a blockchain alone, it came for one to a bank'
    context.expect(came === null || came === '', message, delivery.exchange)
  }
}

const kindTable = table(
  ['Delivered type', 'Topic'],
  eventKinds.map((kind) => [`\`${kind}\``, `\`${topicOf(kind)}\``]),
)

/** Events: kinds and message types. */
export const eventKindSections = [
  section(
    'Events, event kinds',
    `A kind of event has a delivered type, and a topic by which webhooks subscribe to it.\n\n${kindTable}`,
    {
      'webhooks/type': ofEvents(
        'Types are those listed',
        'The delivered type is one of the 13, in snake_case.',
        { run: webhooksType },
      ),
      'webhooks/topic-names': ofEvents(
        'Topics are in PascalCase',
        'The subscription topic is the name of the delivered type in PascalCase.',
        { also: ['webhooks/topics', 'enumerations/event-kinds'], run: topicNames },
      ),
      'enumerations/event-kinds': ofDocuments(
        'The documents list the event kinds',
        'Where a document lists delivered types or topics, none of the event kinds is missing.',
        { versions: { from: 'structured-errors' }, judge: contradictions(eventKindJudge) },
      ),
      'webhooks/subject': ofEvents(
        'An event is about what it follows from',
        'An event is about the customer, autoramp, bank account, transaction or identification that its kind names.',
        { run: webhooksSubject },
      ),
      'webhooks/status': ofEvents(
        'A status event has the new status',
        'An event about a change of a status says the status that the service shows since.',
        { run: webhooksStatus },
      ),
      'webhooks/customer-created': ofEvents(
        'customer_created',
        'customer_created comes when a customer was created.',
        { run: expectArrival('webhooks/customer-created') },
      ),
      'webhooks/customer-status': ofEvents(
        'customer_status',
        'customer_status comes when the status of a customer changed.',
        { run: expectArrival('webhooks/customer-status') },
      ),
      'webhooks/abilities-changed': ofEvents(
        'customer_fiat_abilities',
        'customer_fiat_abilities comes when the rails of a customer changed.',
        {
          also: ['webhooks/abilities-signing', 'webhooks/abilities-identification'],
          run: expectArrival('webhooks/abilities-changed'),
        },
      ),
      'webhooks/identification-status': ofEvents(
        'identification_status',
        'identification_status comes when the status of an identification changed.',
        { run: expectArrival('webhooks/identification-status') },
      ),
      'webhooks/new-bank-account': ofEvents(
        'new_bank_account',
        'new_bank_account comes when a bank account was registered.',
        { run: expectArrival('webhooks/new-bank-account') },
      ),
      'webhooks/fiat-address-status': ofEvents(
        'register_fiat_address_status',
        'register_fiat_address_status comes for every registration of a fiat address.',
        {
          details: ['It comes when the status of the address changed.'],
          run: expectArrival('webhooks/fiat-address-status'),
        },
      ),
      'webhooks/fiat-address-straight': ofEvents(
        'register_fiat_address_status at once',
        'register_fiat_address_status comes also for a fiat address that goes straight to Registered.',
        { run: expectArrival('webhooks/fiat-address-straight') },
      ),
      'webhooks/new-autoramp': ofEvents('new_autoramp', 'new_autoramp comes when an autoramp was created.', {
        run: expectArrival('webhooks/new-autoramp'),
      }),
      'webhooks/autoramp-status': ofEvents(
        'register_autoramp_status',
        'register_autoramp_status comes when the status of an autoramp changed.',
        { run: expectArrival('webhooks/autoramp-status') },
      ),
      'webhooks/deposit-address': ofEvents(
        'deposit_address_created',
        'deposit_address_created comes when an autoramp received a deposit address.',
        { run: expectArrival('webhooks/deposit-address') },
      ),
      'webhooks/transaction': ofEvents('transaction', 'transaction comes when a new transaction happened.', {
        run: expectArrival('webhooks/transaction'),
      }),
      'webhooks/transaction-status': ofEvents(
        'transaction_status',
        'transaction_status comes when the status of a transaction changed.',
        { run: expectArrival('webhooks/transaction-status') },
      ),
      refund: unobservable(
        'transaction_refunded comes when a refund was recorded.',
        'no operation that records a refund is shown',
      ),
      'webhooks/ping': ofEvents('ping', 'ping comes when the Ping action is used.', {
        run: expectArrival('webhooks/ping'),
      }),
    },
  ),
  section(
    'Events, message types',
    `The message of a container is one of ${messageNames
      .slice(1)
      .map((name) => `\`${name}\``)
      .join(', ')}. WebhookEventMessage is that of general events.`,
    {
      names: judged('The documents name the container and each message type.', ['documents/shown']),
      'webhooks/document': ofEvents(
        'Deliveries are as described',
        'A delivery is as the document describes its webhook and its message type.',
        { run: webhooksDocument },
      ),
      'webhooks/transaction-status-field': ofEvents(
        'transaction_status has its field',
        'The message of transaction_status has the field transaction_status, of which status is the deprecated form.',
        { also: ['documents/statements', 'documents/shown'], run: transactionStatusField },
      ),
      'webhooks/transaction-hash': ofEvents(
        'A hash for blockchains alone',
        'transaction_hash is present only when the payout destination is a blockchain address.',
        { also: ['documents/statements'], run: transactionHash },
      ),
      'webhooks/abilities-id': ofEvents(
        'Fiat abilities have the id of the customer',
        'The event id of customer_fiat_abilities equals the customer id and data.customer_id.',
        { run: abilitiesId },
      ),
      'webhooks/abilities-snapshot': ofEvents(
        'Fiat abilities are a snapshot',
        'Each customer_fiat_abilities carries fiat_deposit and fiat_payout.',
        { run: abilitiesSnapshot },
      ),
      'webhooks/abilities-full': ofEvents(
        'The snapshot is full',
        'The snapshot is no difference: every currency key is present.',
        { run: abilitiesFull },
      ),
      'same-snapshot': notPromised('The same snapshot can arrive twice.', 'it can, and need not'),
      'webhooks/abilities-without-currencies': ofEvents(
        'The snapshot has no currencies array',
        'customer_fiat_abilities excludes the currencies array.',
        { also: ['documents/statements'], run: abilitiesWithoutCurrencies },
      ),
      'webhooks/abilities-status': ofEvents(
        'Rails have a listed status',
        'Each rail leaf of the snapshot is Active, Pending, Unavailable, Blocked or Maintenance.',
        { run: abilitiesStatus },
      ),
      'rail-names': notPromised('Names of the rails per currency.', 'not shown in the specification'),
      'webhooks/abilities-signing': ofEvents(
        'A signing sends the abilities',
        'customer_fiat_abilities is sent when a signing is recorded.',
        { run: expectArrival('webhooks/abilities-signing') },
      ),
      'webhooks/abilities-identification': ofEvents(
        'An approval sends the abilities',
        'customer_fiat_abilities is sent when an identification is approved.',
        { run: expectArrival('webhooks/abilities-identification') },
      ),
      'abilities-review': judged(
        'customer_fiat_abilities is sent when a compliance review changes the customer.',
        ['webhooks/abilities-changed'],
        ['A control of the sandbox stands in for compliance, where there is one.'],
      ),
      'abilities-provider': judged(
        'customer_fiat_abilities is sent when a banking provider finishes a rail.',
        ['webhooks/abilities-changed'],
        ['A control of the sandbox stands in for the provider, where there is one.'],
      ),
      'other-fields': notPromised(
        'Fields of the container and of each message that the document does not describe.',
        'not shown in the specification',
      ),
    },
  ),
] as const
