import type { ScenarioContext, Scenario } from '../../conformance/rules/context.js'
import type { JsonSchema } from '../../runtime/surface.js'
import { pointersListing } from '../schema/document-shape.js'
import { shapesIn } from '../documents/view.js'
import { answered, ifPossible, NotApplicable, unmet } from '../../conformance/model/outcome.js'
import type { Exchange } from '../../conformance/exchange/exchange.js'
import { brief } from '../../reporting/index.js'
import { memberAt, isObject, lastKey, objectOf, textsOf, walk } from '../../document/index.js'
import { isRefusal, isSuccess, objectBody, outcomeOf } from '../../conformance/exchange/reading.js'
import { createCustomer, customer, type CustomerKind } from '../fixtures/customer.js'
import { onboardedCustomer } from '../fixtures/onboarding.js'
import { flowQueries, type Query, type QuotedFlow, quotedFlows } from '../fixtures/quote.js'
import { isPending, readAccount } from '../fixtures/recipient.js'
import { type Steps, wherePossible } from '../fixtures/steps.js'
import { enumerations, flows } from '../tables/enumerations.js'
import { judged, notPromised, scenario, section } from '../statements/statement.js'

const abilitiesSchemas = (context: ScenarioContext): readonly JsonSchema[] => {
  const operation = context.operation('get', '/customers/{}/abilities')
  return Object.values(operation.responses['200']?.content ?? {}).map(({ schema }) => schema ?? true)
}

/** Pointers to rail statuses in the abilities of a customer, by the document. */
const railPointers = (context: ScenarioContext): ReadonlySet<string> => {
  const { schemas } = context.under.surface
  const isStatus = (one: unknown): boolean => railStatusNames.has(one)
  return new Set(abilitiesSchemas(context).flatMap((schema) => pointersListing(schema, schemas, isStatus)))
}

/** States, fiat rails. */
export const railStatusNames: ReadonlySet<unknown> = new Set(enumerations['Rail status'])
/** The members of abilities that show rails. */
export const snapshots = ['fiat_deposit', 'fiat_payout'] as const

const read = (context: ScenarioContext): Promise<Exchange> =>
  context.given('abilities', async () => {
    const operation = context.operation('get', '/customers/{}/abilities')
    const { id } = await customer(context, context.version)
    const exchange = await context.call(operation, { path: [id] })
    if (isRefusal(answered(exchange)))
      throw unmet(`the abilities of a customer are refused: ${outcomeOf(exchange)}`, exchange)
    return exchange
  })

/** The specification does not show the form of a snapshot, so any object or list will do. */
export function isSnapshot(value: unknown): boolean {
  return isObject(value) || Array.isArray(value)
}

const expectFields = (context: ScenarioContext, exchange: Exchange): void => {
  const body = objectBody(exchange)
  context.expect(isSuccess(exchange), `expected the abilities, got ${outcomeOf(exchange)}`, exchange)
  if (!isSuccess(exchange)) return
  for (const name of snapshots)
    context.expect(isSnapshot(body[name]), `the abilities must have ${name}`, exchange, `/${name}`)
  const message = 'the abilities must have a currencies array'
  context.expect(Array.isArray(body['currencies']), message, exchange, '/currencies')
}

const businesses = { fresh: createCustomer, onboarded: onboardedCustomer } as const

type Business = keyof typeof businesses

const ofBusiness = (context: ScenarioContext, which: Business): Promise<Exchange | undefined> =>
  context.given(`abilities of a ${which} business`, async () => {
    const operation = context.operation('get', '/customers/{}/abilities')
    const { id } = await businesses[which](context, context.version, 'Business')
    const exchange = await context.call(operation, { path: [id] })
    return isSuccess(exchange) ? exchange : undefined
  })

/** The abilities of a fresh and an onboarded customer, of both kinds: they open with onboarding. */
const readAll = async (context: ScenarioContext): Promise<readonly Exchange[]> => [
  await read(context),
  await readOnboarded(context),
  ...(await wherePossible(['fresh', 'onboarded'] as const, (which) => ofBusiness(context, which))),
]

/** The content of a snapshot may differ by onboarding and by kind of customer, but its fields do not. */
const abilitiesFields: Scenario = async (context) => {
  for (const exchange of await readAll(context)) expectFields(context, exchange)
}

const statusNames = /^(status|state|availability)$/i

/** Names of members that describe a rail or currency rather than its status. */
const describing =
  /(^|_)(currency|code|name|type|kind|id|provider|bank|country|label|title|description|note|reason|message|network|at)$/i

/** Rail statuses in a snapshot: `{currency: {rail: status}}`, or the status member where a rail is an object. */
export function railStatuses(snapshot: unknown): (readonly [pointer: string, text: string])[] {
  const texts = walk(snapshot).flatMap(([pointer, value]) =>
    typeof value === 'string' ? [[pointer, value] as const] : [],
  )
  // Top-level members describe the snapshot as a whole.
  const inside = texts.filter(([pointer]) => pointer.split('/').length > 2)
  const named = inside.filter(([pointer]) => statusNames.test(lastKey(pointer)))
  if (named.length > 0) return named
  return inside.filter(
    ([pointer, text]) =>
      pointer.split('/').length === 3 && /^[A-Za-z_-]+$/.test(text) && !describing.test(lastKey(pointer)),
  )
}

const judgeRails = (context: ScenarioContext, exchange: Exchange): void => {
  const body = objectBody(exchange)
  const found = new Map<string, string>()
  for (const name of snapshots)
    for (const [pointer, text] of railStatuses(body[name])) found.set(`/${name}${pointer}`, text)
  for (const [pointer, text] of found) {
    const message = `a rail is "${text}", which is not a rail status`
    context.expect(railStatusNames.has(text), message, exchange, pointer)
  }
  // Values at documented rail statuses are judged too, except texts that may be further fields.
  for (const pointer of railPointers(context)) {
    const value = memberAt(body, ...pointer.split('/').slice(1))
    if (value === undefined || value === null || isObject(value) || found.has(pointer)) continue
    const message = `a rail is ${brief(value, 40)}, which is not a rail status`
    context.expect(railStatusNames.has(value), message, exchange, pointer)
  }
}

export const railStatus: Scenario = async (context) => {
  for (const exchange of await readAll(context)) judgeRails(context, exchange)
}

const flowHolder = /^flows?$/i

const isOpen = (status: unknown): boolean => /^(true|active|available)$/i.test(String(status))

/** A flow of a currency, in lower case; it is open if it is listed, or has true or an open status. */
interface Flow {
  readonly pointer: string
  readonly name: string
  readonly isOpen: boolean
}

/** Flows that an object has as members of its own. */
const flagsIn = (pointer: string, value: unknown): Flow[] =>
  Object.entries(objectOf(value))
    .filter(([name]) => flows.some((flow) => flow === name.toLowerCase()))
    .map(([name, status]) => ({ pointer, name, isOpen: isOpen(status) }))

/** Flows in the currencies: items of a list called flows, members of such an object, or of the currency itself. */
export function flowsIn(currencies: unknown): Flow[] {
  return walk(currencies).flatMap(([pointer, value]): Flow[] => {
    if (!flowHolder.test(lastKey(pointer))) return /\/flows?\//i.test(pointer) ? [] : flagsIn(pointer, value)
    if (Array.isArray(value)) return textsOf(value).map((name) => ({ pointer, name, isOpen: true }))
    return Object.entries(objectOf(value)).map(([name, status]) => {
      return { pointer, name, isOpen: isOpen(status) }
    })
  })
}

const availableFlows = (exchange: Exchange): ReadonlySet<string> => {
  const open = flowsIn(objectBody(exchange)['currencies']).filter(({ isOpen }) => isOpen)
  return new Set(open.map(({ name }) => name.toLowerCase()))
}

/** Names of the member with the flows of a currency, if the document shows one. */
const documentedHolders = (context: ScenarioContext): readonly string[] => {
  const shapes = (all: readonly JsonSchema[]) => all.flatMap((one) => shapesIn(context.under, one))
  const bodies = shapes(abilitiesSchemas(context))
  const currencies = shapes(bodies.flatMap(({ properties }) => properties.get('currencies') ?? []))
  const entries = shapes(currencies.flatMap(({ items }) => items))
  const names = entries.flatMap(({ properties }) => Array.from(properties.keys()))
  return names.filter((name) => flowHolder.test(name))
}

const expectHolders = (context: ScenarioContext, exchange: Exchange): void => {
  const { currencies } = objectBody(exchange)
  const holders = documentedHolders(context)
  if (holders.length === 0 || !Array.isArray(currencies)) return
  const without = currencies.findIndex(
    (entry: unknown) => isObject(entry) && !holders.some((name) => entry[name] !== undefined),
  )
  const message = 'a currency must have its flows, which the document shows; it has none'
  if (without !== -1) context.violate(message, exchange, `/currencies/${without}`)
}

// Flows open with onboarding, so an onboarded customer is read if there can be one.
const readOnboarded = (context: ScenarioContext): Promise<Exchange> =>
  context.given('onboarded abilities', async () => {
    const onboarded = await ifPossible(onboardedCustomer(context, context.version))
    if (!onboarded) return read(context)
    const operation = context.operation('get', '/customers/{}/abilities')
    const exchange = answered(await context.call(operation, { path: [onboarded.id] }))
    return isRefusal(exchange) ? read(context) : exchange
  })

/** While a bank account is pending, its quotes may be refused for that. */
const awaitsAccount = async (context: ScenarioContext, query: Query): Promise<boolean> => {
  const { customer_id: owner, recipient_account_id: account } = query
  if (typeof owner !== 'string' || typeof account !== 'string') return true
  return isPending(await readAccount(context, owner, account))
}

/** The last response to quotes of a flow up to the first success; none while an address is pending. */
const askFlow: Steps<[QuotedFlow, CustomerKind], Exchange | undefined> = async (context, flow, kind) => {
  const operation = context.operation('get', '/autoramps/quote')
  let last: Exchange | undefined
  for (const query of await flowQueries(context, flow, context.version, kind)) {
    last = await context.call(operation, { query })
    if (isSuccess(last)) return last
    if (await awaitsAccount(context, query)) return undefined
  }
  return last
}

/** The last response to quotes of each flow that the abilities of an onboarded customer offer. */
const askOffered = async (context: ScenarioContext, abilities: Exchange, kind: CustomerKind) => {
  const offered = availableFlows(abilities)
  const flows = quotedFlows.filter((one) => offered.has(one))
  return wherePossible(flows, async (flow) => {
    const last = await askFlow(context, flow, kind)
    return last && { flow, kind, last }
  })
}

/**
 * `abilities/offered`: single currency pairs may be closed, so a flow counts as refused if all tried pairs are, while
 * other flows are served, or the same one to another kind of customer.
 */
const abilitiesOffered: Scenario = async (context) => {
  const abilities = await readOnboarded(context)
  const offered = availableFlows(abilities)
  if (!quotedFlows.some((flow) => offered.has(flow)))
    throw new NotApplicable('the abilities show no flow that a quote could be asked for')
  const business = await ifPossible(ofBusiness(context, 'onboarded'))
  const asked = [
    ...(await askOffered(context, abilities, 'Person')),
    ...(business ? await askOffered(context, business, 'Business') : []),
  ]
  const served = asked.filter(({ last }) => isSuccess(last))
  if (served.length === 0) throw new NotApplicable('no quote of any flow is served to the customer')
  for (const { flow, kind, last } of asked) {
    const message = `the abilities offer the flow ${flow} to a ${kind}; each quote of it is refused`
    context.expect(!isRefusal(last) || last.response.status === 429, message, last)
  }
}

const abilitiesFlows: Scenario = async (context) => {
  for (const exchange of await readAll(context)) {
    expectHolders(context, exchange)
    for (const { pointer, name } of flowsIn(objectBody(exchange)['currencies'])) {
      const message = `a currency has the flow "${name}", which is none of the five`
      const isKnown = flows.some((flow) => flow === name.toLowerCase())
      context.expect(isKnown, message, exchange, `/currencies${pointer}`)
    }
  }
}

const needs = ['customer'] as const
const unsure = { severity: 'warning' } as const

/** Endpoints: customers and their abilities. */
export const customerSections = [
  section(
    'Endpoints, GET /customers/{id}/abilities',
    'Shows what a customer can pay in and out in fiat, by currency and rail, and which flows each currency has.',
    {
      'abilities/fields': scenario({ needs, run: abilitiesFields })`
        Abilities have their fields
        The response has fiat_deposit, fiat_payout and a currencies array.`,
      'abilities/flows': scenario({ ...unsure, needs, also: ['documents/shown'], run: abilitiesFlows })`
        The flows are the five named ones
        The flows of a currency are mint, redeem, onramp, offramp and swap.
        no list of flows was found in the currencies`,
      'abilities/offered': scenario({ ...unsure, needs: ['customer', 'writes'], run: abilitiesOffered })`
        Flows that are available are quoted
        A flow that the abilities show as available to a customer is quoted: onramp, offramp and swap.`,
      shape: notPromised`
        The full shape of the response.
        not shown in the specification`,
    },
  ),
  section('Endpoints, POST /customers', 'Creates a customer.', {
    creation: judged('customers/onboarding-order', 'idempotency/optional')`A customer is created.`,
    version: judged('customers/onboarding-order')`
      The X-API-Version sent here decides the onboarding order of the customer.`,
    bodies: notPromised`
      The bodies of request and response.
      not shown in the specification`,
  }),
] as const
