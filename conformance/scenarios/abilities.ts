import type { Scenario, ScenarioContext } from '../engine/context.js'
import type { Exchange } from '../model/exchange.js'
import { isObject, isSuccess, objectBody, outcomeOf } from './reading.js'
import { customer } from './subjects/customer.js'

const statuses = ['Active', 'Pending', 'Unavailable', 'Blocked', 'Maintenance']

const read = (context: ScenarioContext): Promise<Exchange> =>
  context.session.once(`abilities ${context.version}`, async () => {
    const operation = context.operation('get', '/customers/{}/abilities')
    const { id } = await customer(context, context.version)
    return context.call(operation, { path: [id] })
  })

const fields: Scenario = async (context) => {
  const exchange = await read(context)
  const body = objectBody(exchange)
  context.expect(isSuccess(exchange), `the abilities are due, ${outcomeOf(exchange)} came`, exchange)
  if (!isSuccess(exchange)) return
  for (const name of ['fiat_deposit', 'fiat_payout']) {
    context.expect(isObject(body[name]), `${name} is due in the abilities`, exchange, `/${name}`)
  }
  context.expect(
    Array.isArray(body['currencies']),
    'a currencies array is due in the abilities',
    exchange,
    '/currencies',
  )
}

const leaves = (value: unknown, path: string): [string, unknown][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}/${name}`))
    : [[path, value]]

// Names of currencies and rails are not shown: only the leaves are looked at.
const railStatus: Scenario = async (context) => {
  const exchange = await read(context)
  const body = objectBody(exchange)
  for (const name of ['fiat_deposit', 'fiat_payout']) {
    for (const [path, value] of leaves(body[name], `/${name}`)) {
      const known = value === undefined || statuses.some((status) => status === value)
      context.expect(known, `a rail is ${JSON.stringify(value)}, which is no rail status`, exchange, path)
    }
  }
}

/** GET /customers/{id}/abilities. */
export const abilitiesScenarios: Readonly<Record<string, Scenario>> = {
  'abilities/fields': fields,
  'abilities/rail-status': railStatus,
}
