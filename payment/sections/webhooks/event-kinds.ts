import type { Scenario } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import {
  eventKinds,
  type Delivery,
  kindOf,
  mentions,
  messageMembers,
  typeOf,
} from '../../../conformance/exchange/delivery.js'
import { eventKindJudge } from '../../documents/event-kinds.js'
import { ofDocuments, section } from '../../statements/statement.js'
import { topicOf } from '../../tables/messages.js'
import { idName, idsIn, type Resource, statusOf } from './cause.js'
import { listedWebhook } from './endpoint.js'
import { arrivals, ofEach, ofEvents } from './event-rule.js'
import { deliveries, deliveriesByCause, evidence, requireCaughtUp } from './evidence.js'

const letters = (text: string): string => text.replaceAll(/[^a-z]/gi, '').toLowerCase()

const topicNames: Scenario = async (context) => {
  const { endpoint } = await evidence(context)
  const { topics } = (await listedWebhook(context, endpoint.receiver.url)) ?? {}
  const listed = Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : []
  if (listed.length === 0) throw new NotApplicable('no operation lists the topics of the webhook')
  for (const topic of listed) {
    const kind = eventKinds.find((one) => letters(one) === letters(topic))
    const message = `the topic of ${kind ?? ''} must be its name in PascalCase, got ${topic}`
    context.expect(kind === undefined || topic === topicOf(kind), message)
  }
}

/** These may have other ids than the run knows, so only the id of another known resource is wrong. */
const mayBeUnknown = new Set([
  'transaction',
  'transaction_status',
  'transaction_refunded',
  'deposit_address_created',
])

/** In events about a customer, the message may have no id, and the container may have an id of its own. */
const otherCustomer = (
  delivery: Delivery,
  { id }: Resource,
  resources: readonly Resource[],
): string | undefined => {
  const { id: named = id } = messageMembers(delivery)
  if (named === id || typeof named !== 'string') return undefined
  const other = resources.find((resource) => resource.id === named)
  return other ? `another ${other.sort}` : 'nothing that is known'
}

const otherResource = (
  delivery: Delivery,
  resource: Resource,
  resources: readonly Resource[],
): string | undefined => {
  if (resource.sort === 'customer') return otherCustomer(delivery, resource, resources)
  const isLenient = mayBeUnknown.has(kindOf(delivery) ?? '')
  const ids = idsIn(delivery, isLenient ? /^id$/ : idName)
  if (ids.length === 0 || mentions(delivery, resource.id)) return undefined
  const other = resources.find(({ id }) => ids.includes(id))
  if (other) return `a ${other.sort}`
  return isLenient ? undefined : 'nothing that is known'
}

/** An event concerns the resource of its cause. Abilities have their own rule. */
const rightSubject: Scenario = async (context) => {
  const { log, until } = await evidence(context)
  const { resources } = log
  for (const { cause, came } of await deliveriesByCause(context)) {
    const { kind, resource, what, since, customerId } = cause
    if (kind === 'customer_fiat_abilities' || !resource || came.length === 0) continue
    const others = came.map((delivery) => otherResource(delivery, resource, resources))
    // Reported only if no delivery names the resource, because others of the kind may have other causes.
    const isWrong = others.every((other) => other !== undefined)
    if (isWrong) await requireCaughtUp(context, { since, until, ids: [customerId, resource.id] })
    const message = `${kind}: ${what}, and the event must be about the ${resource.sort}; its id is of ${others[0]}`
    context.expect(!isWrong, message, came[0]?.exchange)
  }
}

const newStatus: Scenario = async (context) => {
  const { log, until } = await evidence(context)
  const all = await deliveries(context)
  for (const { cause, came } of await deliveriesByCause(context)) {
    const statuses = came.map(statusOf)
    if (log.isMissing(cause, all)) continue
    if (cause.status === undefined || statuses.every((status) => status === undefined)) continue
    const { kind, what, status, since, customerId, resource } = cause
    const message = `${kind}: ${what}, and the event must have ${status}, got ${statuses.join(', ')}`
    const isThere = statuses.includes(status)
    if (!isThere) await requireCaughtUp(context, { since, until, ids: [customerId, resource?.id] })
    context.expect(isThere, message, came.at(-1)?.exchange)
  }
}

/** Events: kinds. */
export const eventKindSection = section(
  'Events, event kinds',
  `A kind of event has a delivered type, and a topic by which webhooks subscribe to it.\n\n{{event kinds}}`,
  {
    'webhooks/type': ofEach((delivery) =>
      typeOf(delivery) === undefined
        ? 'the container must have one of the 13 types in snake_case, and has none'
        : undefined,
    )`
      Types are those listed
      The delivered type is one of the 13, in snake_case.`,
    'webhooks/topic-names': ofEvents(topicNames, { also: ['webhooks/topics', 'enumerations/event-kinds'] })`
      Topics are in PascalCase
      The subscription topic is the name of the delivered type in PascalCase.`,
    'enumerations/event-kinds': ofDocuments({
      versions: { from: 'structured-errors' },
      judge: eventKindJudge,
    })`
      The documents list the event kinds
      Where a document lists delivered types or topics, none of the event kinds is missing, and topics are in PascalCase.`,
    'webhooks/subject': ofEvents(rightSubject)`
      An event is about its cause
      An event is about the customer, autoramp, bank account, transaction or identification that its kind names.
      no event came of anything whose id is known`,
    'webhooks/status': ofEvents(newStatus)`
      A status event has the new status
      An event about a change of a status has the status that the service shows afterwards.
      no event came with a status that the service shows`,
    ...arrivals({
      'customer-created': 'comes when a customer is created.',
      'customer-status': 'comes when the status of a customer changes.',
      'abilities-changed': 'comes when the rails of a customer change.',
      'identification-status': 'comes when the status of an identification changes.',
      'new-bank-account': 'comes when a bank account is registered.',
      'fiat-address-status': `comes for every registration of a fiat address.
        - It comes when the status of the address changes.`,
      'fiat-address-straight': 'also comes for a fiat address that goes straight to Registered.',
      'new-autoramp': 'comes when an autoramp is created.',
      'autoramp-status': 'comes when the status of an autoramp changes.',
      'deposit-address': 'comes when an autoramp receives a deposit address.',
      transaction: 'comes when a new transaction happens.',
      'transaction-status': 'comes when the status of a transaction changes.',
      'transaction-refunded': `comes when a refund is recorded.
        - A control of the sandbox records one, where there is one.`,
    }),
    ...arrivals({ ping: 'comes when the Ping action is used.' }),
  },
)
