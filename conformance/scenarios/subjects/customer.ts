import type { ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import type { Hint } from '../../engine/sample.js'
import type { Exchange } from '../../model/exchange.js'
import { idIn, isSuccess, listIn, objectBody, outcomeOf } from '../reading.js'

/** A customer on the service, and the answer that told of it. */
export interface Customer {
  readonly id: string
  readonly created?: Exchange
}

const versionHeader = (version: string): readonly string[] => (version === '' ? [] : [version])

/** Body for POST /customers: built from the served document, recognisable by its external id. */
export function customerBody(context: ScenarioContext): unknown {
  const operation = context.operation('post', '/customers')
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const mark = context.session.uuid()
  const hint: Hint = (place) => {
    const name = place.at(-1)
    if (name === 'email') return `contract.check+${mark}@example.com`
    if (name === 'external_id') return `rampart-${mark}`
    if (name === 'name') return 'Contract Check'
    return name === 'customer_type' || name === 'type' ? 'Person' : undefined
  }
  return context.sample(schema ?? true, hint)
}

/**
 * Creates a customer under a version; the empty text stands for no header.
 * @throws Skip when the service does not create it.
 */
export async function createCustomer(context: ScenarioContext, version: string): Promise<Required<Customer>> {
  const operation = context.operation('post', '/customers')
  const created = await context.call(operation, {
    body: customerBody(context),
    version: versionHeader(version),
  })
  const id = idIn(created)
  if (!isSuccess(created) || id === undefined) {
    throw new Skip(`no customer could be created under ${version || 'no version'}: ${outcomeOf(created)}`)
  }
  return { id, created }
}

/** The customer that rules of one version share; the user's own where one was given. */
export function customer(context: ScenarioContext, version: string): Promise<Customer> {
  const { customerId } = context.session.plan.subjects
  if (customerId !== undefined) return Promise.resolve({ id: customerId })
  return context.session.once(`customer ${version}`, () => createCustomer(context, version))
}

/** Signs what is outstanding until nothing is; gives the last answer of required-signings. */
export async function signEverything(
  context: ScenarioContext,
  id: string,
  version: string,
): Promise<Exchange> {
  const required = context.operation('get', '/customers/{}/required-signings')
  const sign = context.operation('post', '/customers/{}/signings')
  const header = versionHeader(version)
  for (let round = 0; round < 5; round++) {
    const outstanding = await context.call(required, { path: [id], version: header })
    const items = isSuccess(outstanding) ? (listIn(outstanding) ?? []) : []
    if (items.length === 0) return outstanding
    for (const item of items) {
      const contentId = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
      const body = { content_id: contentId, signed: true }
      const signed = await context.call(sign, { path: [id], version: header, body })
      if (!isSuccess(signed)) throw new Skip(`a required signing could not be signed: ${outcomeOf(signed)}`)
    }
  }
  throw new Skip('signings stay outstanding however often they are signed')
}

/** Has the customer identified through the sandbox controls. @throws Skip where those are missing or refuse. */
export async function identify(context: ScenarioContext, id: string, version: string): Promise<void> {
  const submit = context.operation('post', '/customers/{}/identifications/v2')
  const approve = context.operation('post', '/sandbox/identification/{}')
  const header = versionHeader(version)
  const submitted = await context.call(submit, { path: [id], version: header, body: { type: 'Link' } })
  const identification = idIn(submitted)
  if (!isSuccess(submitted) || identification === undefined) {
    throw new Skip(`no identification could be started: ${outcomeOf(submitted)}`)
  }
  const approved = await context.call(approve, {
    path: [identification],
    version: header,
    body: { approved: true },
  })
  if (!isSuccess(approved)) throw new Skip(`the identification could not be approved: ${outcomeOf(approved)}`)
}

const onboard = async (context: ScenarioContext, version: string): Promise<Customer> => {
  const fresh = await createCustomer(context, version)
  const signsFirst = version >= '2026-08-01'
  if (signsFirst) await signEverything(context, fresh.id, version)
  await identify(context, fresh.id, version)
  if (!signsFirst) await signEverything(context, fresh.id, version)
  return fresh
}

/** A customer that went through the whole onboarding under a version: signed and identified. */
export function onboardedCustomer(context: ScenarioContext, version: string): Promise<Customer> {
  const { customerId } = context.session.plan.subjects
  if (customerId !== undefined) return Promise.resolve({ id: customerId })
  return context.session.once(`onboarded customer ${version}`, () => onboard(context, version))
}

const onboardingStates = new Set(['UserRequired', 'SigningsRequired', 'IdentificationRequired', 'Active'])

/** The onboarding state that an answer tells: in `status` or `state`, or in any member that names one. */
export function stateIn(exchange: Exchange): string | undefined {
  const body = objectBody(exchange)
  const values = [body['status'], body['state'], ...Object.values(body)]
  const found = values.find((value) => typeof value === 'string' && onboardingStates.has(value))
  return typeof found === 'string' ? found : undefined
}
