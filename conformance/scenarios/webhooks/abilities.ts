import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { ifPossible, Skip } from '../../engine/outcome.js'
import { contentOf, customerOf, dataOf, type Delivery, kindOf, messageMembers } from '../../model/delivery.js'
import { isSnapshot, railStatuses, railStatusNames } from '../abilities.js'
import { dig, isObject, isSuccess, objectBody, walk } from '../reading.js'
import { deliveries } from './arrivals.js'

const snapshots = ['fiat_deposit', 'fiat_payout'] as const

/** The deliveries of a kind. @throws Skip when none came. */
export const deliveriesOf = async (context: ScenarioContext, kind: string): Promise<readonly Delivery[]> => {
  const own = (await deliveries(context)).filter((delivery) => kindOf(delivery) === kind)
  if (own.length === 0)
    throw new Skip(`no delivery of type ${kind} came; subscribe the webhook to all events`)
  return own
}

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
  const ids = [contentOf(delivery), dataOf(delivery), messageMembers(delivery)].map((one) => dig(one, 'id'))
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
  const came = memberOf(delivery, 'currencies')
  const message = 'customer_fiat_abilities: the currencies array is due to be left out, it came'
  context.expect(!Array.isArray(came), message, delivery.exchange)
}

const status = (delivery: Delivery, context: ScenarioContext): void => {
  for (const name of snapshots) {
    for (const [, text] of railStatuses(memberOf(delivery, name))) {
      const message = `customer_fiat_abilities: a rail of ${name} is "${text}", which is no rail status`
      context.expect(railStatusNames.has(text), message, delivery.exchange)
    }
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

const full = async (delivery: Delivery, context: ScenarioContext): Promise<void> => {
  const customer = customerOf(delivery)
  const known = customer === undefined ? undefined : await ifPossible(readAbilities(context, customer))
  for (const name of snapshots) {
    const came = memberOf(delivery, name)
    const due = currenciesOf(dig(known, name))
    if (!isObject(came) || !isAlike(came, due)) continue
    const missing = due.filter((currency) => !(currency in came))
    const message = `customer_fiat_abilities: every currency is due in ${name}, ${missing.length} that the abilities have are missing`
    context.expect(missing.length === 0, message, delivery.exchange)
  }
}

/** Events, message types: the snapshot of a customer's fiat abilities. */
export const abilitiesEventScenarios: Readonly<Record<string, Scenario>> = {
  'webhooks/abilities-id': ofAbilities(id),
  'webhooks/abilities-snapshot': ofAbilities(snapshot),
  'webhooks/abilities-without-currencies': ofAbilities(noCurrencies),
  'webhooks/abilities-status': ofAbilities(status),
  'webhooks/abilities-full': ofAbilities(full),
}
