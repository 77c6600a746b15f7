import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { answered, ifPossible, unmet } from '../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../conformance/exchange/exchange.js'
import { isSuccess, isVersionError, outcomeOf } from '../../conformance/exchange/reading.js'
import { createCustomer, type Customer, type CustomerKind } from '../fixtures/customer.js'
import {
  onboardedCustomer,
  outstandingItems,
  readSignings,
  type Signed,
  signEverything,
} from '../fixtures/onboarding.js'
import { defaultVersion, hasChange } from '../../versions/index.js'
import { type Steps, wherePossible } from '../fixtures/steps.js'

interface FreshCustomer {
  readonly customer: Customer
  readonly exchange: Exchange
}

/**
 * A customer of this run, with its outstanding signings at creation; never the user's own, which was created under an
 * unknown version, so that both 200 [] and 409 would be correct.
 * @throws an ending where none can be created, or the key may not read required signings
 */
export function fresh(context: ScenarioContext, kind: CustomerKind = 'Person'): Promise<FreshCustomer> {
  return context.given(`fresh outstanding ${kind}`, async () => {
    const customer = await createCustomer(context, context.version, kind)
    const exchange = await readSignings(context, customer)
    const { status } = exchange.response
    if (status === 401 || status === 403)
      throw unmet(`the key may not read required signings: ${outcomeOf(exchange)}`, exchange)
    return { customer, exchange: answered(exchange) }
  })
}

/** True for 200 with an empty list. */
export function isEmptyList({ response }: Exchange): boolean {
  const body = jsonBody(response)
  return response.status === 200 && Array.isArray(body) && body.length === 0
}

/** True when a response, whatever its form, can only mean that nothing is outstanding. */
export function saysNothing(exchange: Exchange): boolean {
  return exchange.response.status === 409 || (isSuccess(exchange) && outstandingItems(exchange).length === 0)
}

/** A person who signed everything, with the last response, shared by rules. */
export function signedWhole(context: ScenarioContext): Promise<Signed & { readonly id: string }> {
  return context.given('signed out', async () => {
    const { version } = context
    const isFirst = hasChange(version, 'signings-first')
    const onboarded = isFirst ? undefined : await ifPossible(onboardedCustomer(context, version))
    const customer = onboarded ?? (await createCustomer(context, version))
    return { id: customer.id, ...(await signEverything(context, customer)) }
  })
}

// Required signings belong to the customer, but other documents are due across the change.
const saysNothingElsewhere = async (context: ScenarioContext, id: string): Promise<boolean> => {
  const isAfter = (version: string): boolean => hasChange(version, 'empty-signings-list')
  const others = context.session.plan.supported.filter((version) => version !== context.version)
  for (const version of others.filter((one) => isAfter(one) === isAfter(context.version)))
    if (saysNothing(await readSignings(context, { id, version }))) return true
  return false
}

const unlikely = new Set([204, 400, 404, 410, 422])

/** True where a customer can be read by its id, so that 404 can only refer to its signings. */
const isReadable = async (context: ScenarioContext, id: string): Promise<boolean> => {
  const operation = context.find('get', '/customers/{}')
  return operation !== undefined && isSuccess(await context.call(operation, { path: [id] }))
}

const signedOut = async (context: ScenarioContext): Promise<Exchange> => {
  const { id, last, signed } = await signedWhole(context)
  if (signed > 0 || saysNothing(last) || (await saysNothingElsewhere(context, id))) return last
  // An existing customer has documents or has none, so an error status is wrong.
  if (unlikely.has(last.response.status) && (await isReadable(context, id))) return last
  throw unmet(`required signings are not served: ${outcomeOf(last)}`, last)
}

const settledBusiness = async (context: ScenarioContext): Promise<readonly Exchange[]> => {
  const { customer, exchange } = await fresh(context, 'Business')
  if (saysNothing(exchange)) return [exchange]
  const { last, signed } = await signEverything(context, customer)
  return signed > 0 || saysNothing(last) ? [last] : []
}

const settledOnboarded = async (context: ScenarioContext): Promise<readonly Exchange[]> =>
  wherePossible(['Person', 'Business'] as const, async (kind) => {
    const last = await readSignings(context, await onboardedCustomer(context, context.version, kind))
    return outstandingItems(last).length === 0 && isAnswer(last) ? last : undefined
  })

const isAnswer = (exchange: Exchange): boolean =>
  saysNothing(exchange) || unlikely.has(exchange.response.status)

/** A response under another version is a finding of the rules about the default only. */
const isServedByDefault = (exchange: Exchange): boolean => {
  const served = headerValue(exchange.response.headers, 'x-api-version') ?? defaultVersion
  return served === defaultVersion && !isVersionError(exchange)
}

/** The required signings under the default version, requested without the header and with an empty one. */
const settledByDefault = async (context: ScenarioContext): Promise<readonly Exchange[]> => {
  if (context.version !== defaultVersion) return []
  const kinds = ['Person', 'Business'] as const
  return (await wherePossible(kinds, (kind) => settledOfDefault(context, kind))).flat()
}

const settledOfDefault: Steps<[CustomerKind], readonly Exchange[]> = async (context, kind) => {
  const { customer, exchange } = await fresh(context, kind)
  if (!saysNothing(exchange)) return []
  const operation = context.operation('get', '/customers/{}/required-signings')
  const absent = await readSignings(context, { ...customer, version: '' })
  const empty = await context.call(operation, { path: [customer.id], version: [''] })
  return [absent, empty].filter((one) => isAnswer(one) && isServedByDefault(one))
}

const settled = async (context: ScenarioContext): Promise<readonly Exchange[]> => {
  const { exchange: first } = await fresh(context)
  const own = saysNothing(first) ? [first] : [await signedOut(context)]
  const last = saysNothing(first) ? await ifPossible(signedOut(context)) : undefined
  const others = [settledBusiness, settledOnboarded, settledByDefault]
  const more = await wherePossible(others, (make) => make(context))
  return [...own, ...(last ? [last] : []), ...more.flat()]
}

/** Judges every customer with nothing outstanding. */
export function expectWhenSettled(due: string, holds: (exchange: Exchange) => boolean): Scenario {
  return async (context) => {
    for (const exchange of await settled(context)) {
      const message = `with nothing outstanding, expected ${due}, got ${outcomeOf(exchange)}`
      context.expect(holds(exchange), message, exchange)
    }
  }
}
