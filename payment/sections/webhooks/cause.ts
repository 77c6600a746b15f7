import {
  customerOf,
  type Delivery,
  kindOf,
  mentions,
  messageMembers,
} from '../../../conformance/exchange/delivery.js'

/** A resource of the service that events are about. */
export interface Resource {
  readonly sort: 'customer' | 'identification' | 'bank account' | 'autoramp' | 'transaction'
  readonly id: string
}

/** An action of the run that an event follows from. */
export interface Cause {
  /** The rule that wants the event. */
  readonly rule: string
  readonly kind: string
  /** Empty where the event is about no customer. */
  readonly customerId: string
  /** The subject of the event; undefined where no answer has its id. */
  readonly resource?: Resource | undefined
  /** The status that the resource has since, where the service shows it. */
  readonly status?: string | undefined
  /** A change that came later: an event since then with its status is of that change. */
  readonly overtaken?: { readonly since: number; readonly status: string } | undefined
  /** Unix time in milliseconds before it was done. */
  readonly since: number
  /** The action, in words. */
  readonly what: string
}

const isOfCustomer = (delivery: Delivery, customerId: string): boolean =>
  customerId === '' ||
  [customerId, undefined].includes(customerOf(delivery)) ||
  mentions(delivery, customerId)

/** The status in an event, where it has one. */
export function statusOf(delivery: Delivery): string | undefined {
  const { status } = messageMembers(delivery)
  return typeof status === 'string' ? status : undefined
}

const isOvertaken = ({ overtaken }: Omit<Cause, 'rule'>, delivery: Delivery): boolean =>
  overtaken !== undefined && delivery.arrivedAt >= overtaken.since && statusOf(delivery) === overtaken.status

/**
 * True for a delivery of the event that follows from a cause: one about its resource, or else one of its customer that is
 * about no other resource of the sort. One that names no customer can be of any.
 */
export function follows(cause: Omit<Cause, 'rule'>, resources: readonly Resource[]) {
  return (delivery: Delivery): boolean => {
    const { kind, customerId, resource, since } = cause
    if (delivery.arrivedAt < since || kindOf(delivery) !== kind || delivery.address !== '') return false
    if (isOvertaken(cause, delivery)) return false
    if (resource && mentions(delivery, resource.id)) return true
    const others = resources.filter(({ sort, id }) => sort === resource?.sort && id !== resource.id)
    return isOfCustomer(delivery, customerId) && !others.some(({ id }) => mentions(delivery, id))
  }
}

/** Collects what the run causes, and why the rest of it could not be done. */
export class CauseLog {
  readonly causes: Cause[] = []
  /** Why a rule could not be provoked, by rule: the ending of what stood in the way. */
  readonly reasons = new Map<string, Error>()
  readonly resources: Resource[] = []
  /** Transactions that pay out to a bank account. */
  readonly bankPayouts: string[] = []

  caused(rule: string, cause: Omit<Cause, 'rule'>): void {
    const { kind, resource, status, since } = cause
    for (const [index, before] of this.causes.entries()) {
      const isEarlier = before.kind === kind && before.since < since && before.overtaken === undefined
      const isOfThing = resource !== undefined && before.resource?.id === resource.id
      if (isEarlier && isOfThing && status !== undefined && before.status !== status)
        this.causes[index] = { ...before, overtaken: { since, status } }
    }
    this.causes.push({ ...cause, rule: `webhooks/${rule}` })
  }

  /** Adds a resource by its id, where an answer has one. */
  addResource(sort: Resource['sort'], id: string | undefined): Resource | undefined {
    if (id === undefined) return undefined
    const resource = { sort, id }
    this.resources.push(resource)
    return resource
  }

  missed(reason: Error, ...rules: readonly string[]): void {
    for (const rule of rules) this.reasons.set(`webhooks/${rule}`, reason)
  }
}
