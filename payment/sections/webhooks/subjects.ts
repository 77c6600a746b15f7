import type { Scenario } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  type Delivery,
  kindOf,
  mentions,
  messageMembers,
} from '../../../conformance/exchange/delivery.js'
import { walk } from '../../../document/index.js'
import { type Resource, statusOf } from './cause.js'
import { deliveriesByCause, evidence } from './evidence.js'

const idName = /^(id|uuid|[a-z_]+_(id|uuid))$/i

/** Texts that stand in a delivery under the name of an id, but for that of the customer. */
export function idsIn(delivery: Delivery, named = idName): readonly string[] {
  return walk(contentOf(delivery)).flatMap(([pointer, value]) => {
    const name = pointer.split('/').at(-1) ?? ''
    return typeof value === 'string' && named.test(name) && !/customer/i.test(name) ? [value] : []
  })
}

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

/** An event is about the resource of its cause. The abilities have a rule of their own. */
export const rightSubject: Scenario = async (context) => {
  const { resources } = (await evidence(context)).log
  let judged = 0
  for (const { cause, came } of await deliveriesByCause(context)) {
    const { kind, resource, what } = cause
    if (kind === 'customer_fiat_abilities' || !resource || came.length === 0) continue
    judged++
    const others = came.map((delivery) => otherResource(delivery, resource, resources))
    // Only where none of what followed names the resource: more of the kind may have come for other reasons.
    const isWrong = others.every((other) => other !== undefined)
    const message = `${kind}: ${what}, and the event is due to be about the ${resource.sort}; its id is of ${others[0]}`
    context.expect(!isWrong, message, came[0]?.exchange)
  }
  if (judged === 0) throw new NotApplicable('no event came of anything whose id is known')
}

/** An event about a change of a status has the status that the service shows since. */
export const newStatus: Scenario = async (context) => {
  let judged = 0
  for (const { cause, came } of await deliveriesByCause(context)) {
    const statuses = came.map(statusOf)
    if (cause.status === undefined || statuses.every((status) => status === undefined)) continue
    judged++
    const message = `${cause.kind}: ${cause.what}, and the event is due to say ${cause.status}; ${statuses.join(', ')} came`
    context.expect(statuses.includes(cause.status), message, came.at(-1)?.exchange)
  }
  if (judged === 0) throw new NotApplicable('no event came with a status that the service shows')
}
