import type { Scenario } from '../../../conformance/rules/context.js'
import { Skip } from '../../../conformance/model/outcome.js'
import { type Delivery, kindOf } from '../../../conformance/exchange/delivery.js'
import { type RuleOptions, scenario, type Statements } from '../../statements/statement.js'
import { type CauseRule, kindOfCause } from './cause.js'
import { kindsOf } from './endpoint.js'
import { deliveries, deliveriesByCause, deliveriesOf, evidence, requireCaughtUp } from './evidence.js'

type More = Pick<RuleOptions, 'also' | 'severity'>

/** Returns the faults of one delivery; none if it is right. */
export type Judge = (delivery: Delivery) => string | readonly string[] | undefined

/** The kind of a delivery, for messages. */
export function nameOf(delivery: Delivery): string {
  return kindOf(delivery) ?? 'a delivery of no known type'
}

/** A rule about events: judged once for the service, if there is a receiver and a cause. */
export function ofEvents(run: Scenario, more: More = {}): ReturnType<typeof scenario> {
  return scenario({ versions: 'service', needs: ['writes', 'receiver'], ...more, run })
}

/** A rule about every delivery, or every one of a kind. */
export function ofEach(
  judge: Judge,
  { kind, ...more }: More & { readonly kind?: string } = {},
): ReturnType<typeof scenario> {
  return ofEvents(async (context) => {
    const all = kind === undefined ? await deliveries(context) : await deliveriesOf(context, kind)
    for (const delivery of all)
      for (const wrong of [judge(delivery) ?? []].flat())
        context.violate(`${nameOf(delivery)}: ${wrong}`, delivery.exchange)
  }, more)
}

/** Titles of rules about events, where they are not the name of the kind. */
const titles: Readonly<Partial<Record<CauseRule, string>>> = {
  'abilities-signing': 'A signing sends the abilities',
  'abilities-identification': 'An approval sends the abilities',
  'fiat-address-straight': 'register_fiat_address_status at once',
}

const changedAbilities = ['webhooks/abilities-signing', 'webhooks/abilities-identification'] as const

/**
 * Expects the event of a cause. No schedule is promised: if nothing arrived, or the webhook does not receive the kind,
 * there is no verdict; if events of earlier or later causes arrived, it is missing.
 */
const arrival =
  (rule: CauseRule): Scenario =>
  async (context) => {
    const kind = kindOfCause[rule]
    const { endpoint, log, until } = await evidence(context)
    const kinds = kindsOf(endpoint)
    const due = await deliveriesByCause(context, rule)
    if (due.length === 0) throw log.reasons.get(rule) ?? new Skip('nothing that this run did causes it')
    if (kinds && !kinds.has(kind))
      throw new Skip(`the webhook does not get ${kind}; subscribe it`, 'receiver')
    const all = await deliveries(context)
    for (const { cause, came } of due) {
      const message = `${cause.what}: expected a delivery of type ${kind}; in the time given only others came`
      const ids = [cause.customerId, cause.resource?.id]
      const isThere = came.length > 0 && !log.isMissing(cause, all)
      if (!isThere) await requireCaughtUp(context, { since: cause.since, until, ids })
      context.expect(isThere, message)
    }
  }

/** Rules that expect events, each by its cause and the condition, as the statement has it after the name of the kind. */
export function arrivals(conditions: Readonly<Partial<Record<CauseRule, string>>>): Statements {
  const rules = Object.keys(kindOfCause).filter((rule): rule is CauseRule => rule in conditions)
  const entries = rules.map((rule) => {
    const more = rule === 'abilities-changed' ? { also: changedAbilities } : {}
    const kind = kindOfCause[rule]
    return [
      `webhooks/${rule}`,
      ofEvents(arrival(rule), more)`${titles[rule] ?? kind}
      ${kind} ${conditions[rule] ?? ''}`,
    ] as const
  })
  return Object.fromEntries(entries)
}
