import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  customerOf,
  type Delivery,
  kindOf,
  mentions,
  messageMembers,
} from '../../../conformance/exchange/delivery.js'
import { walk } from '../../../document/index.js'
import { type Cause, statusOf, type Resource } from './cause.js'
import { deliveries, evidence, type CauseDeliveries, deliveriesByCause } from './evidence.js'

const idName = /^(id|uuid|[a-z_]+_(id|uuid))$/i

/** Texts that stand in a delivery under the name of an id, but for that of the customer. */
const idsIn = (delivery: Delivery, named = idName): readonly string[] =>
  walk(contentOf(delivery)).flatMap(([pointer, value]) => {
    const name = pointer.split('/').at(-1) ?? ''
    return typeof value === 'string' && named.test(name) && !/customer/i.test(name) ? [value] : []
  })

/**
 * A transaction need not be known by the id of its simulation, and a deposit address may have an id of its own: of
 * these, only an id that is known to be another resource's is wrong.
 */
const mayBeUnknown = new Set(['transaction', 'transaction_status', 'deposit_address_created'])

/** Of events about a customer, the message may have no id, and the container one of its own. */
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

/** The resource that a delivery is wrongly about, or undefined. */
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

/** Only where none of what followed names the resource: more of the kind may have come for other reasons. */
const judgeSubject = (
  context: ScenarioContext,
  { cause, came }: CauseDeliveries,
  all: readonly Resource[],
): boolean => {
  const { resource, kind, what } = cause
  if (!resource || came.length === 0) return false
  const others = came.map((delivery) => otherResource(delivery, resource, all))
  const index = others.findIndex((other) => other !== undefined)
  if (others.every((other) => other !== undefined)) {
    const message = `${kind}: ${what}, and the event is due to be about the ${resource.sort}; its id is of ${others[index]}`
    context.violate(message, came[index]?.exchange)
  }
  return true
}

/** `webhooks/subject`. */
export const webhooksSubject: Scenario = async (context) => {
  const { log } = await evidence(context)
  // The abilities have a rule of their own.
  const all = (await deliveriesByCause(context)).filter(
    ({ cause }) => cause.kind !== 'customer_fiat_abilities',
  )
  const judged = all.filter((one) => judgeSubject(context, one, log.resources))
  if (judged.length === 0) throw new NotApplicable('no event came of anything whose id is known')
}

const wrongCustomer = ({ resource, customerId }: Cause, delivery: Delivery): boolean => {
  if (!resource || resource.sort === 'customer' || !mentions(delivery, resource.id)) return false
  return ![customerId, undefined].includes(customerOf(delivery))
}

/** Every event but ping names its customer, and what belongs to one customer is not reported of another. */
export const customerId: Scenario = async (context) => {
  for (const delivery of await deliveries(context)) {
    const isThere = kindOf(delivery) === 'ping' || customerOf(delivery) !== undefined
    const name = kindOf(delivery) ?? 'a delivery of no known type'
    context.expect(isThere, `${name}: data.customer_id is due`, delivery.exchange)
  }
  const { log } = await evidence(context)
  for (const { cause, came } of await deliveriesByCause(context)) {
    const wrong = came.find((delivery) => wrongCustomer(cause, delivery))
    const message = `${cause.kind}: data.customer_id is due to be the customer whose ${cause.resource?.sort} it is, that of another came`
    context.expect(wrong === undefined, message, wrong?.exchange)
  }
  judgeCustomers(context, log.resources, await deliveries(context))
}

/** Of an event about a customer, the customer is the one that it is about. */
const judgeCustomers = (
  context: ScenarioContext,
  resources: readonly Resource[],
  all: readonly Delivery[],
): void => {
  const known = new Set(resources.flatMap(({ sort, id }) => (sort === 'customer' ? [id] : [])))
  for (const delivery of all) {
    const kind = kindOf(delivery) ?? ''
    if (!/^customer_(created|status)$/.test(kind)) continue
    const about = idsIn(delivery).find((id) => known.has(id))
    const named = customerOf(delivery)
    const message = `${kind}: data.customer_id is due to be the customer that it is about, another came`
    context.expect(about === undefined || named === undefined || about === named, message, delivery.exchange)
  }
}

/** `webhooks/status`. */
export const webhooksStatus: Scenario = async (context) => {
  const all = (await deliveriesByCause(context)).filter(
    ({ cause, came }) => cause.status !== undefined && came.some((one) => statusOf(one) !== undefined),
  )
  if (all.length === 0) throw new NotApplicable('no event came with a status that the service shows')
  for (const { cause, came } of all) {
    const isThere = came.some((delivery) => statusOf(delivery) === cause.status)
    const message = `${cause.kind}: ${cause.what}, and the event is due to say ${cause.status}; ${came.map(statusOf).join(', ')} came`
    context.expect(isThere, message, came.at(-1)?.exchange)
  }
}
