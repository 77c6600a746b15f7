import { customerOf, type Delivery, kindOf, mentions, messageMembers } from '../../exchange/delivery.js'

/** Something on the service that events are about. */
export interface Thing {
  readonly sort: 'customer' | 'identification' | 'bank account' | 'autoramp' | 'transaction'
  readonly id: string
}

/** Something that the run did and that an event follows from. */
export interface Cause {
  /** The rule that wants the event. */
  readonly rule: string
  readonly kind: string
  /** Empty where the event is about no customer. */
  readonly customerId: string
  /** What the event is about; undefined where no answer told its id. */
  readonly thing?: Thing | undefined
  /** The status that the thing has since, where the service shows it. */
  readonly status?: string | undefined
  /** A change that came later: an event since then that says its status is of that change. */
  readonly overtaken?: { readonly since: number; readonly status: string } | undefined
  /** Unix time in milliseconds before it was done. */
  readonly since: number
  /** What was done, in words. */
  readonly what: string
}

const isOfCustomer = (delivery: Delivery, customerId: string): boolean =>
  customerId === '' ||
  [customerId, undefined].includes(customerOf(delivery)) ||
  mentions(delivery, customerId)

/** The status that an event says, where it says one. */
export function statusOf(delivery: Delivery): string | undefined {
  const { status } = messageMembers(delivery)
  return typeof status === 'string' ? status : undefined
}

const isOvertaken = ({ overtaken }: Omit<Cause, 'rule'>, delivery: Delivery): boolean =>
  overtaken !== undefined && delivery.arrivedAt >= overtaken.since && statusOf(delivery) === overtaken.status

/**
 * True for a delivery of the event that follows from a cause: one about its thing, or else one of its customer that is
 * about no other thing of the sort. One that names no customer can be of any.
 */
export function follows(cause: Omit<Cause, 'rule'>, things: readonly Thing[]) {
  return (delivery: Delivery): boolean => {
    const { kind, customerId, thing, since } = cause
    if (delivery.arrivedAt < since || kindOf(delivery) !== kind || delivery.address !== '') return false
    if (isOvertaken(cause, delivery)) return false
    if (thing && mentions(delivery, thing.id)) return true
    const others = things.filter(({ sort, id }) => sort === thing?.sort && id !== thing.id)
    return isOfCustomer(delivery, customerId) && !others.some(({ id }) => mentions(delivery, id))
  }
}

/** Collects what the run causes, and why the rest of it could not be done. */
export class CauseLog {
  readonly causes: Cause[] = []
  /** Why a rule could not be provoked, by rule: the ending of what stood in the way. */
  readonly reasons = new Map<string, Error>()
  readonly things: Thing[] = []
  /** Transactions that pay out to a bank account. */
  readonly bankPayouts: string[] = []

  caused(rule: string, cause: Omit<Cause, 'rule'>): void {
    const { kind, thing, status, since } = cause
    for (const [index, before] of this.causes.entries()) {
      const isEarlier = before.kind === kind && before.since < since && before.overtaken === undefined
      const isOfThing = thing !== undefined && before.thing?.id === thing.id
      if (isEarlier && isOfThing && status !== undefined && before.status !== status)
        this.causes[index] = { ...before, overtaken: { since, status } }
    }
    this.causes.push({ ...cause, rule: `webhooks/${rule}` })
  }

  /** Takes note of a thing by its id, where an answer told one. */
  knows(sort: Thing['sort'], id: string | undefined): Thing | undefined {
    if (id === undefined) return undefined
    const thing = { sort, id }
    this.things.push(thing)
    return thing
  }

  missed(reason: Error, ...rules: readonly string[]): void {
    for (const rule of rules) this.reasons.set(`webhooks/${rule}`, reason)
  }
}
