import type { Operation } from '../../runtime/surface.js'
import type { CallOptions } from '../../conformance/rules/request.js'
import type { ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible } from '../../conformance/model/outcome.js'
import { autorampId } from '../fixtures/autoramp.js'
import { postings } from './repeatable.js'
import { customer } from '../fixtures/customer.js'
import { marketReads, plainReads } from '../../conformance/rules/probe.js'
import { quoteSubject } from '../fixtures/quote.js'
import { defaultVersion } from '../../versions/index.js'
import { memberAt } from '../../document/index.js'
import { isSuccess, listIn } from '../../conformance/exchange/reading.js'

const mostIds = 2

/** True for an operation that reads several resources by their ids. */
const takesIds = ({ method, parameters }: Operation): boolean =>
  method === 'get' && parameters.some(({ in: location, name }) => location === 'query' && name === 'ids')

/** Ids for a read of several resources: those of a list on the collection, or unknown ones. */
const listedIds = (context: ScenarioContext, operation: Operation): Promise<readonly string[]> => {
  const collection = context.under.operations.relativePath(operation).replace(/\/ids$/, '')
  return context.given(`listed ids ${collection}`, async () => {
    const list = context.find('get', collection)
    const answer = list === operation ? undefined : list && (await ifPossible(context.call(list)))
    const items = answer && isSuccess(answer) ? (listIn(answer) ?? []) : []
    const ids = items.map((item) => memberAt(item, 'id')).filter((id) => typeof id === 'string')
    return ids.length > 0 ? ids.slice(0, mostIds) : [context.session.uuid()]
  })
}

/** A call that the service serves to every authorized caller. */
export interface ServedCall {
  /** Method and template, for messages. */
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

const customerReads = [
  '/customers/{}',
  '/customers/{}/required-signings',
  '/customers/{}/abilities',
  '/customers/{}/identifications',
  '/customers/{}/signings',
  '/addresses/fiat/{}',
  '/addresses/crypto/{}',
] as const

const ofCustomer = async (context: ScenarioContext): Promise<ServedCall[]> => {
  const { id } = await customer(context, defaultVersion)
  return customerReads.flatMap((template) => {
    const operation = context.find('get', template)
    return operation ? [{ name: `GET ${template}`, operation, options: { path: [id] } }] : []
  })
}

const ofQuote = async (context: ScenarioContext): Promise<ServedCall[]> => {
  const { operation, query } = await quoteSubject(context)
  return [{ name: 'GET /autoramps/quote', operation, options: { query } }]
}

const ofAutoramp = async (context: ScenarioContext): Promise<ServedCall[]> => {
  const operation = context.operation('get', '/autoramps/{}')
  return [{ name: 'GET /autoramps/{}', operation, options: { path: [await autorampId(context)] } }]
}

const mostReads = 24

const queryFor = async (context: ScenarioContext, operation: Operation): Promise<CallOptions['query']> => {
  if (operation.parameters.some(({ name }) => name === 'country')) return { country: 'DEU' }
  return takesIds(operation) ? { ids: await listedIds(context, operation) } : undefined
}

const asReads = (context: ScenarioContext, operations: readonly Operation[]): Promise<ServedCall[]> =>
  Promise.all(
    operations.slice(0, mostReads).map(async (operation) => {
      const query = await queryFor(context, operation)
      const name = `GET ${context.under.operations.relativePath(operation)}`
      return { name, operation, options: query === undefined ? {} : { query } }
    }),
  )

const collect = async (context: ScenarioContext): Promise<readonly ServedCall[]> => {
  const all = await asReads(context, plainReads(context))
  for (const more of [ofCustomer, ofQuote, ofAutoramp, postings])
    all.push(...((await ifPossible(more(context))) ?? []))
  return all
}

/**
 * Calls of every available kind: plain reads, reads of a customer and an autoramp, a quote, and one POST of each kind.
 * Rules share them and send them so that a correct service refuses them all.
 */
export function servedCalls(context: ScenarioContext): Promise<readonly ServedCall[]> {
  return context.given('askable', () => collect(context))
}

/** Reads of token and market data. */
export function marketDataCalls(context: ScenarioContext): Promise<readonly ServedCall[]> {
  return asReads(context, marketReads(context))
}
