import type { Delivery } from '../../model/delivery.js'
import { customerOf, kindOf, mentions } from '../../model/delivery.js'

/** Something that the run did and that an event follows from. */
export interface Cause {
  /** The rule that wants the event. */
  readonly rule: string
  readonly kind: string
  /** Empty where the event is about no customer. */
  readonly customerId: string
  /** Unix time in milliseconds before it was done. */
  readonly since: number
  /** What was done, in words. */
  readonly what: string
}

/** True for a delivery of the event that follows from a cause; one that names no customer can be of any. */
export const follows =
  ({ kind, customerId, since }: Cause) =>
  (delivery: Delivery): boolean =>
    delivery.arrivedAt >= since &&
    kindOf(delivery) === kind &&
    (customerId === '' ||
      [customerId, undefined].includes(customerOf(delivery)) ||
      mentions(delivery, customerId))

/** What one round through the service caused. */
export interface Tour {
  readonly since: number
  readonly causes: readonly Cause[]
  /** Why a rule could not be provoked, by rule. */
  readonly reasons: ReadonlyMap<string, string>
  /** Until when deliveries are waited for. */
  readonly deadline: number
  /** Transactions that pay out to a bank account. */
  readonly bankPayouts: readonly string[]
}

/** Collects what a round causes, and why the rest of it could not be done. */
export class TourLog {
  readonly since = Date.now()
  readonly causes: Cause[] = []
  readonly reasons = new Map<string, string>()
  readonly bankPayouts: string[] = []

  caused(rule: string, kind: string, customerId: string, since: number, what: string): void {
    this.causes.push({ rule: `webhooks/${rule}`, kind, customerId, since, what })
  }

  missed(reason: string, ...rules: readonly string[]): void {
    for (const rule of rules) this.reasons.set(`webhooks/${rule}`, reason)
  }
}
