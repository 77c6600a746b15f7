import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  customerOf,
  dataOf,
  type Delivery,
  messageMembers,
} from '../../../conformance/exchange/delivery.js'
import { isSnapshot, railStatuses, railStatusNames } from '../customers.js'
import { memberAt, isObject, walk } from '../../../document/index.js'
import { isSuccess, objectBody } from '../../../conformance/exchange/reading.js'
import { deliveriesOf } from './evidence.js'

const snapshots = ['fiat_deposit', 'fiat_payout'] as const

/** The nearest member of a name, wherever in the container it stands. */
const memberOf = (delivery: Delivery, name: string): unknown =>
  walk(contentOf(delivery)).find(([pointer]) => pointer.endsWith(`/${name}`))?.[1]

const ofAbilities =
  (judge: (delivery: Delivery, context: ScenarioContext) => void | Promise<void>): Scenario =>
  async (context) => {
    for (const delivery of await deliveriesOf(context, 'customer_fiat_abilities')) {
      await judge(delivery, context)
    }
  }

const id = (delivery: Delivery, context: ScenarioContext): void => {
  const ids = [contentOf(delivery), dataOf(delivery), messageMembers(delivery)].map((one) =>
    memberAt(one, 'id'),
  )
  const customer = customerOf(delivery)
  const isRight = customer !== undefined && ids.includes(customer)
  const message = 'customer_fiat_abilities: the event id is due to be the customer id of data.customer_id'
  context.expect(isRight, message, delivery.exchange)
}

const snapshot = (delivery: Delivery, context: ScenarioContext): void => {
  for (const name of snapshots) {
    const isThere = isSnapshot(memberOf(delivery, name))
    context.expect(isThere, `customer_fiat_abilities: ${name} is due in full`, delivery.exchange)
  }
}

const noCurrencies = (delivery: Delivery, context: ScenarioContext): void => {
  const came = memberOf(delivery, 'currencies') ?? null
  const message = 'customer_fiat_abilities: the currencies array is due to be left out, it came'
  context.expect(came === null, message, delivery.exchange)
}

/** `webhooks/abilities-status`. */
export const abilitiesStatus: Scenario = async (context) => {
  const all = await deliveriesOf(context, 'customer_fiat_abilities')
  const rails = all.flatMap((delivery) =>
    snapshots.flatMap((name) =>
      railStatuses(memberOf(delivery, name)).map(([, text]) => [delivery, name, text] as const),
    ),
  )
  if (rails.length === 0) throw new NotApplicable('no rail was found in fiat_deposit and fiat_payout')
  for (const [delivery, name, text] of rails) {
    const message = `customer_fiat_abilities: a rail of ${name} is "${text}", which is no rail status`
    context.expect(railStatusNames.has(text), message, delivery.exchange)
  }
}

/** Names of the currencies of a snapshot that is an object of objects; of another shape nothing is known. */
const currenciesOf = (value: unknown): readonly string[] =>
  isObject(value) ? Object.keys(value).filter((name) => isObject(value[name])) : []

/** True for a snapshot that is laid out by the same names as the abilities, or has nothing in it. */
const isAlike = (snapshot: Readonly<Record<string, unknown>>, currencies: readonly string[]): boolean =>
  Object.keys(snapshot).length === 0 || currencies.some((currency) => currency in snapshot)

const readAbilities = (context: ScenarioContext, customer: string): Promise<unknown> =>
  context.once(`webhooks abilities ${customer}`, async () => {
    const operation = context.operation('get', '/customers/{}/abilities')
    const exchange = await context.call(operation, { path: [customer], version: [context.under.version] })
    return isSuccess(exchange) ? objectBody(exchange) : undefined
  })

const namesIn = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : [])

/** Members of the abilities that a snapshot lacks: whole currencies, and rails of those that it has. */
const lackingIn = (came: Readonly<Record<string, unknown>>, known: unknown): readonly string[] =>
  currenciesOf(known).flatMap((currency) => {
    if (!(currency in came)) return [currency]
    const rails = namesIn(came[currency])
    return namesIn(memberAt(known, currency)).flatMap((rail) =>
      rails.includes(rail) ? [] : [`${currency} ${rail}`],
    )
  })

/** `webhooks/abilities-full`. */
export const abilitiesFull: Scenario = async (context) => {
  let judged = 0
  for (const delivery of await deliveriesOf(context, 'customer_fiat_abilities')) {
    const customer = customerOf(delivery)
    const known = customer === undefined ? undefined : await ifPossible(readAbilities(context, customer))
    for (const name of snapshots) {
      const came = memberOf(delivery, name)
      const due = memberAt(known, name)
      if (!isObject(came) || !isObject(due) || !isAlike(came, currenciesOf(due))) continue
      judged++
      const missing = lackingIn(came, due)
      const message = `customer_fiat_abilities: ${name} is due in full, ${missing.length} that the abilities have are missing`
      context.expect(missing.length === 0, message, delivery.exchange)
    }
  }
  if (judged === 0) throw new NotApplicable('no snapshot is laid out like the abilities of its customer')
}

/** `webhooks/abilities-id`. */
export const abilitiesId: Scenario = ofAbilities(id)

/** `webhooks/abilities-snapshot`. */
export const abilitiesSnapshot: Scenario = ofAbilities(snapshot)

/** `webhooks/abilities-without-currencies`. */
export const abilitiesWithoutCurrencies: Scenario = ofAbilities(noCurrencies)
