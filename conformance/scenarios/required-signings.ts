import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable } from '../engine/outcome.js'
import { type Exchange, jsonBody } from '../model/exchange.js'
import { expectTermsItems } from './items.js'
import { isSuccess, listIn, outcomeOf } from './reading.js'
import { createCustomer, identify, onboardedCustomer, signEverything } from './subjects/customer.js'

const template = '/customers/{}/required-signings'

const read = (context: ScenarioContext, id: string): Promise<Exchange> =>
  context.call(context.operation('get', template), { path: [id] })

const freshOutstanding = (context: ScenarioContext): Promise<Exchange> =>
  context.session.once(`fresh outstanding ${context.version}`, async () => {
    const { id } = await createCustomer(context, context.version)
    return read(context, id)
  })

// Before 2026-08-01 the terms fall due with the identification, so a customer is taken that far first.
const outstanding = async (context: ScenarioContext): Promise<Exchange> => {
  if (context.version >= '2026-08-01') return freshOutstanding(context)
  const { id } = await createCustomer(context, context.version)
  await identify(context, id, context.version)
  return read(context, id)
}

const items: Scenario = async (context) => {
  const exchange = await outstanding(context)
  if (exchange.response.status === 409) throw new NotApplicable('nothing is outstanding for the customer')
  expectTermsItems(context, exchange)
}

/** A customer with nothing left to sign. Signing is enough where terms come first; else identification is due too. */
const settled = async (context: ScenarioContext): Promise<string> => {
  if (context.version < '2026-08-01') return (await onboardedCustomer(context, context.version)).id
  return context.session.once(`settled customer ${context.version}`, async () => {
    const { id } = await createCustomer(context, context.version)
    await signEverything(context, id, context.version)
    return id
  })
}

const emptyIs200: Scenario = async (context) => {
  const exchange = await read(context, await settled(context))
  const body = jsonBody(exchange.response)
  const holds = exchange.response.status === 200 && Array.isArray(body) && body.length === 0
  context.expect(holds, `with nothing outstanding 200 [] is due, ${outcomeOf(exchange)} came`, exchange)
}

const conflictWhenNone: Scenario = async (context) => {
  const exchange = await read(context, await settled(context))
  const holds = exchange.response.status === 409
  context.expect(holds, `with nothing outstanding 409 is due, ${outcomeOf(exchange)} came`, exchange)
}

const beforeIdentification: Scenario = async (context) => {
  const exchange = await freshOutstanding(context)
  const count = isSuccess(exchange) ? (listIn(exchange)?.length ?? 0) : 0
  context.expect(
    count > 0,
    `a customer not identified yet is due an outstanding document, ${outcomeOf(exchange)} came`,
    exchange,
  )
}

const oneDocument: Scenario = async (context) => {
  const exchange = await freshOutstanding(context)
  const count = listIn(exchange)?.length
  if (!isSuccess(exchange) || count === undefined || count === 0) {
    throw new NotApplicable('nothing is outstanding for a fresh customer')
  }
  context.expect(count === 1, `one global document is due, ${count} came`, exchange)
}

/** GET /customers/{id}/required-signings, before and from 2026-08-01. */
export const requiredSigningsScenarios: Readonly<Record<string, Scenario>> = {
  'required-signings/items': items,
  'required-signings/empty-is-200': emptyIs200,
  'required-signings/conflict-when-none': conflictWhenNone,
  'required-signings/before-identification': beforeIdentification,
  'required-signings/one-document': oneDocument,
}
