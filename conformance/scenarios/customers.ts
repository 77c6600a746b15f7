import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable } from '../engine/outcome.js'
import type { Exchange } from '../model/exchange.js'
import { createCustomer, stateIn } from './subjects/customer.js'

const firstState = (version: string): string =>
  version >= '2026-08-01' ? 'SigningsRequired' : 'IdentificationRequired'

const created = (context: ScenarioContext, version: string): Promise<{ id: string; created: Exchange }> =>
  context.session.once(`created ${version}`, () => createCustomer(context, version))

const readState = (exchange: Exchange): string => {
  const state = stateIn(exchange)
  if (state === undefined) throw new NotApplicable('no member of the answer names an onboarding state')
  return state
}

const judgeOrder = async (context: ScenarioContext, version: string, due: string): Promise<void> => {
  const customer = await created(context, version)
  const state = readState(customer.created)
  const under = version === '' ? 'without a version' : `under ${version}`
  context.expect(
    state === due,
    `a customer created ${under} is due to start in ${due}; it starts in ${state}`,
    customer.created,
    '/status',
  )
}

const pinned: Scenario = async (context) => {
  const operation = context.operation('get', '/customers/{}')
  const customer = await created(context, context.version)
  const before = readState(customer.created)
  const others = [...context.session.plan.supported.filter((version) => version !== context.version), '']
  for (const version of others) {
    const exchange = await context.call(operation, {
      path: [customer.id],
      version: version === '' ? [] : [version],
    })
    const state = stateIn(exchange)
    if (state === undefined) continue
    const under = version === '' ? 'without a version' : `under ${version}`
    context.expect(
      state === before,
      `a customer created under ${context.version} in ${before} reads ${state} ${under}`,
      exchange,
      '/status',
    )
  }
}

/** States, customer onboarding: the version of the creation decides the order, for good. */
export const customerScenarios: Readonly<Record<string, Scenario>> = {
  'customers/onboarding-order': (context) =>
    judgeOrder(context, context.version, firstState(context.version)),
  'customers/onboarding-default': (context) => judgeOrder(context, '', 'IdentificationRequired'),
  'customers/pinned': pinned,
}
