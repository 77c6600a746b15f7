import { isEnding } from '../../../conformance/model/outcome.js'
import { walk } from '../../../document/index.js'
import {
  contentOf,
  customerOf,
  type Delivery,
  kindOf,
  mentions,
  messageMembers,
} from '../../../conformance/exchange/delivery.js'
import { statusOfRecord } from '../../fixtures/steps.js'

/** The event kind of each cause, by the name of its rule. */
export const kindOfCause = {
  'customer-created': 'customer_created',
  'customer-status': 'customer_status',
  'abilities-signing': 'customer_fiat_abilities',
  'abilities-identification': 'customer_fiat_abilities',
  'abilities-changed': 'customer_fiat_abilities',
  'identification-status': 'identification_status',
  'new-bank-account': 'new_bank_account',
  'fiat-address-status': 'register_fiat_address_status',
  'fiat-address-straight': 'register_fiat_address_status',
  'new-autoramp': 'new_autoramp',
  'autoramp-status': 'register_autoramp_status',
  'deposit-address': 'deposit_address_created',
  transaction: 'transaction',
  'transaction-status': 'transaction_status',
  'transaction-refunded': 'transaction_refunded',
  ping: 'ping',
} as const

/** The longest silence in milliseconds, after which no more deliveries are expected. */
export const longestQuiet = 5_000

/** The name of a rule that expects an event, without its area. */
export type CauseRule = keyof typeof kindOfCause

/** Kinds of events about resources whose status the service changes too. */
const changedByService = new Set<string>([
  'identification_status',
  'register_fiat_address_status',
  'transaction_status',
])

/** A resource of the service that events are about. */
export interface Resource {
  readonly sort: 'customer' | 'identification' | 'bank account' | 'autoramp' | 'transaction'
  readonly id: string
}

/** An action of the run that causes an event. */
export interface Cause {
  /** The rule that expects the event. */
  readonly rule: CauseRule
  readonly kind: (typeof kindOfCause)[CauseRule]
  /** Empty where the event is not about a customer. */
  readonly customerId: string
  /** The subject of the event; undefined where no response has its id. */
  readonly resource?: Resource | undefined
  /** The status of the resource afterwards, if the service shows it. */
  readonly status?: string | undefined
  /** An id that the events name, where they are about no resource. */
  readonly named?: string
  /** Whether the event occurs once although others of its kind may be equal. */
  readonly isSingle?: boolean
  /** Later changes; an event after one of them with its status belongs to that. */
  readonly overtaken?: readonly { readonly since: number; readonly status: string }[]
  /** Unix time in milliseconds before the action. */
  readonly since: number
  /** The action, in words. */
  readonly what: string
}

const isOfCustomer = (delivery: Delivery, customerId: string): boolean =>
  customerId === '' ||
  [customerId, undefined].includes(customerOf(delivery)) ||
  mentions(delivery, customerId)

/** The status in an event, if any; of a transaction, `status` is the deprecated form. */
export function statusOf(delivery: Delivery): string | undefined {
  const message = messageMembers(delivery)
  const { transaction_status: status = statusOfRecord(message) } = message
  return typeof status === 'string' ? status : undefined
}

/** Names of members that are ids. */
export const idName = /^(id|uuid|[a-z_]+_(id|uuid))$/i

/** Ids in a delivery by member name, except the customer's. */
export function idsIn(delivery: Delivery, named = idName): readonly string[] {
  return walk(contentOf(delivery)).flatMap(([pointer, value]) => {
    const name = pointer.split('/').at(-1) ?? ''
    return typeof value === 'string' && named.test(name) && !/customer/i.test(name) ? [value] : []
  })
}

const isOvertaken = ({ overtaken = [] }: Cause, delivery: Delivery): boolean =>
  overtaken.some(({ since, status }) => delivery.arrivedAt >= since && statusOf(delivery) === status)

/** Collects the causes of events, and the reasons why other causes were impossible. */
export class CauseLog {
  readonly causes: Cause[] = []
  /** The ending that prevented the cause of a rule, by rule. */
  readonly reasons = new Map<CauseRule, Error>()
  readonly resources: Resource[] = []
  /** Transactions that pay out to a bank account. */
  readonly bankPayouts: string[] = []
  /** Whether an event was awaited in vain. */
  hasMissed = false

  caused(rule: CauseRule, cause: Omit<Cause, 'rule' | 'kind'>): Cause {
    const { resource, status, since } = cause
    const kind = kindOfCause[rule]
    for (const [index, before] of this.causes.entries()) {
      const isEarlier = before.kind === kind && before.since < since
      const isOfThing = resource !== undefined && before.resource?.id === resource.id
      if (isEarlier && isOfThing && status !== undefined && before.status !== status)
        this.causes[index] = { ...before, overtaken: [...(before.overtaken ?? []), { since, status }] }
    }
    const own = { ...cause, rule, kind }
    this.causes.push(own)
    return own
  }

  /**
   * Milliseconds to wait for an event: after one that was awaited in vain, several times as long as those that came took,
   * because a service that lacks one kind, or names another customer in all of them, would be waited for each time.
   */
  patienceMs(all: readonly Delivery[], waitMs: number): number {
    if (!this.hasMissed) return waitMs
    const delays = this.causes.flatMap((cause) => {
      const first = all.find((one) => this.follows(cause, one))
      return first ? [first.arrivedAt - cause.since] : []
    })
    return Math.min(waitMs, Math.max(longestQuiet, 4 * Math.max(0, ...delays)))
  }

  /** Adds a resource, if the response has its id. */
  addResource(sort: Resource['sort'], id: string): Resource
  addResource(sort: Resource['sort'], id: string | undefined): Resource | undefined
  addResource(sort: Resource['sort'], id: string | undefined): Resource | undefined {
    if (id === undefined) return undefined
    const resource = { sort, id }
    this.resources.push(resource)
    return resource
  }

  /** The statuses of the events about the resource of a cause. */
  #statuses({ kind, resource }: Cause, all: readonly Delivery[]): readonly (string | undefined)[] {
    const own = all.filter((one) => resource && kindOf(one) === kind && mentions(one, resource.id))
    return own.map(statusOf)
  }

  /** Whether events of a kind are also caused by changes that the run does not make, such as a first status. */
  #hasFurther(kind: Cause['kind'], all: readonly Delivery[]): boolean {
    return this.causes.some((cause) => {
      const statuses = cause.kind === kind ? this.#statuses(cause, all) : []
      return statuses.includes(cause.status ?? '') && new Set(statuses).size > 1
    })
  }

  /**
   * Whether the event of a changed status is missing, and those about the resource are of other changes: they have
   * other statuses, each of them once. A status that occurs twice, or a kind without events of other changes, shows
   * an old status in place of the new one.
   */
  isMissing(cause: Cause, all: readonly Delivery[]): boolean {
    const { kind, status } = cause
    if (status === undefined || !changedByService.has(kind)) return false
    const statuses = this.#statuses(cause, all)
    const isAnother = statuses.every((one) => one !== undefined && one !== status)
    const isOnce = statuses.length > 0 && new Set(statuses).size === statuses.length
    return isAnother && isOnce && this.#hasFurther(kind, all)
  }

  /** Runs a step; its ending becomes the reason of the rules that expect its events. */
  async attempt<T>(rules: readonly CauseRule[], step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step()
    } catch (error) {
      if (!isEnding(error)) throw error
      for (const rule of rules) this.reasons.set(rule, error)
      return undefined
    }
  }

  /** True for a delivery of the resource, or else of the customer (or nobody) and no other resource of the sort. */
  follows(cause: Cause, delivery: Delivery): boolean {
    const { kind, customerId, resource, since } = cause
    if (delivery.arrivedAt < since || kindOf(delivery) !== kind || delivery.address !== '') return false
    if (isOvertaken(cause, delivery)) return false
    if (resource && mentions(delivery, resource.id)) return true
    if (!isOfCustomer(delivery, customerId)) return false
    const others = this.resources.filter(({ sort, id }) => sort === resource?.sort && id !== resource.id)
    return !others.some(({ id }) => mentions(delivery, id))
  }
}
