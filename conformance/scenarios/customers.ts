import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable, Skip } from '../engine/outcome.js'
import { refusesVersion } from '../model/version-error.js'
import { isSuccess, outcomeOf } from './reading.js'
import { createCustomer, type Customer, customerBody, versionHeader } from './subjects/customer.js'
import { stateIn, type ToldState } from './subjects/customer-state.js'

const firstState = (version: string): string =>
  version >= '2026-08-01' ? 'SigningsRequired' : 'IdentificationRequired'

const under = (version: string): string => (version === '' ? 'without a version' : `under ${version}`)

interface Fresh {
  readonly customer: Required<Customer>
  readonly told: ToldState
}

const create = async (context: ScenarioContext, version: string): Promise<Fresh> => {
  const customer = await context.once(`created ${version}`, () => createCustomer(context, version))
  const told = stateIn(context, customer.created)
  if (told) return { customer, told }
  throw new NotApplicable('the answer to POST /customers names no onboarding state, and none is promised')
}

const judgeOrder = async (context: ScenarioContext, version: string, due: string): Promise<void> => {
  const { customer, told } = await create(context, version)
  const message = `a customer created ${under(version)} is due to start in ${due}; it starts in ${told.state}`
  context.expect(told.state === due, message, customer.created, told.pointer)
}

const pinned: Scenario = async (context) => {
  const operation = context.operation('get', '/customers/{}')
  const { customer, told } = await create(context, context.version)
  const { supported } = context.session.plan
  for (const version of [...supported.filter((other) => other !== context.version), '']) {
    const exchange = await context.call(operation, { path: [customer.id], version: versionHeader(version) })
    const read = stateIn(context, exchange)
    const message = `a customer created under ${context.version} in ${told.state} reads ${read?.state} ${under(version)}`
    context.expect(read === undefined || read.state === told.state, message, exchange, read?.pointer)
  }
}

const createWithEmptyHeader = async (context: ScenarioContext): Promise<void> => {
  const operation = context.operation('post', '/customers')
  const created = await context.call(operation, { body: customerBody(context), version: [''] })
  const told = stateIn(context, created)
  const message = `a customer created with an empty version header is due to start in IdentificationRequired; it starts in ${told?.state}`
  context.expect(
    told === undefined || told.state === 'IdentificationRequired',
    message,
    created,
    told?.pointer,
  )
}

const onboardingDefault: Scenario = async (context) => {
  await judgeOrder(context, '', 'IdentificationRequired')
  await createWithEmptyHeader(context)
}

const readAcross: Scenario = async (context) => {
  const operation = context.operation('get', '/customers/{}')
  const { id } = await context.once(`created ${context.version}`, () =>
    createCustomer(context, context.version),
  )
  const own = await context.call(operation, { path: [id] })
  if (!isSuccess(own)) throw new Skip(`the customer just created is not served: ${outcomeOf(own)}`)
  for (const version of context.session.plan.supported) {
    if (version === context.version) continue
    const exchange = await context.call(operation, { path: [id], version: [version] })
    const message = `a customer created under ${context.version} is due under ${version}, ${exchange.response.status} came`
    context.expect(isSuccess(exchange) || refusesVersion(exchange), message, exchange)
  }
}

/** States, customer onboarding: the version of the creation decides the order, for good. */
export const customerScenarios: Readonly<Record<string, Scenario>> = {
  'customers/onboarding-order': (context) =>
    judgeOrder(context, context.version, firstState(context.version)),
  'customers/onboarding-default': onboardingDefault,
  'versioning/read-across': readAcross,
  'customers/pinned': pinned,
}
