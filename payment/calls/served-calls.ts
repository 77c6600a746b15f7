import type { Method, Operation } from '../../runtime/surface.js'
import { type CallOptions, queryParameter } from '../../conformance/rules/request.js'
import type { ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible } from '../../conformance/model/outcome.js'
import {
  autorampId,
  cancelOperation,
  createAutoramp,
  simulateTransaction,
  transactionId,
} from '../fixtures/autoramp.js'
import { type NamedCall, postings } from './repeatable.js'
import { wherePossible } from '../fixtures/steps.js'
import { findControl } from '../fixtures/controls.js'
import { createCustomer, customer } from '../fixtures/customer.js'
import { startIdentification } from '../fixtures/onboarding.js'
import { addressId, fiatRecipient, freshIban, onAccount, registerWallet } from '../fixtures/recipient.js'
import { railQuotes } from '../fixtures/rails.js'
import { freshWallet } from '../fixtures/wallets.js'
import { marketReads, plainReads } from '../../conformance/rules/probe.js'
import { byAmountOut, changed, type Query, quoteSubject } from '../fixtures/quote.js'
import { defaultVersion } from '../../versions/index.js'
import { type Hint, memberAt } from '../../document/index.js'
import { jsonBody } from '../../conformance/exchange/exchange.js'
import { idIn, isSuccess, listIn } from '../../conformance/exchange/reading.js'

const mostIds = 2

const takesIds = ({ method, parameters }: Operation): boolean =>
  method === 'get' && parameters.some(({ in: location, name }) => location === 'query' && name === 'ids')

/** Ids for a read of several resources: those of a list on the collection, or unknown ones. */
const listedIds = (context: ScenarioContext, operation: Operation): Promise<readonly string[]> => {
  const collection = context.under.operations.relativePath(operation).replace(/\/ids$/, '')
  return context.given(`listed ids ${collection}`, async () => {
    const list = context.find('get', collection)
    const exchange = list === operation ? undefined : list && (await ifPossible(context.call(list)))
    const items = exchange && isSuccess(exchange) ? (listIn(exchange) ?? []) : []
    const ids = items.map((item) => memberAt(item, 'id')).filter((id) => typeof id === 'string')
    return ids.length > 0 ? ids.slice(0, mostIds) : [context.session.uuid()]
  })
}

/** A read of what one customer has, or is. */
const isOfCustomer = (route: string, { parameters }: Operation): boolean => {
  const inPath = parameters.filter((one) => one.in === 'path')
  const isNamed = inPath.length === 1 && inPath[0]?.name === 'customer_id'
  return isNamed || /^get \/customers\/\{\}(\/(?!external)[^{]+)?$/.test(route)
}

const ofCustomer = async (context: ScenarioContext): Promise<NamedCall[]> => {
  const { id } = await customer(context, defaultVersion)
  return [...context.under.operations.routes].flatMap(([route, operation]) =>
    operation.method === 'get' && isOfCustomer(route, operation)
      ? [{ name: route.replace('get', 'GET'), operation, options: { path: [id] } }]
      : [],
  )
}

const ofQuote = async (context: ScenarioContext): Promise<NamedCall[]> => {
  const { operation, query } = await quoteSubject(context)
  const preview = context.find('get', '/autoramps/quotes-preview')
  const names = new Set(preview?.parameters.map(({ name }) => name))
  const shared = Object.fromEntries(Object.entries(query).filter(([name]) => names.has(name)))
  const quotes = [
    { name: 'GET /autoramps/quote', operation, options: { query } },
    {
      name: 'GET /autoramps/quote for amount_out',
      operation,
      options: { query: changed(query, byAmountOut) },
    },
  ]
  if (!preview) return quotes
  return [
    ...quotes,
    { name: 'GET /autoramps/quotes-preview', operation: preview, options: { query: shared } },
  ]
}

const ofAutoramp = async (context: ScenarioContext): Promise<NamedCall[]> => {
  const operation = context.operation('get', '/autoramps/{}')
  return [{ name: 'GET /autoramps/{}', operation, options: { path: [await autorampId(context)] } }]
}

const mostReads = 24

const queryFor = async (context: ScenarioContext, operation: Operation): Promise<CallOptions['query']> => {
  if (operation.parameters.some(({ name }) => name === 'country')) return { country: 'DEU' }
  return takesIds(operation) ? { ids: await listedIds(context, operation) } : undefined
}

const asReads = (context: ScenarioContext, operations: readonly Operation[]): Promise<NamedCall[]> =>
  Promise.all(
    operations.slice(0, mostReads).map(async (operation) => {
      const query = await queryFor(context, operation)
      const name = `GET ${context.under.operations.relativePath(operation)}`
      return { name, operation, options: query === undefined ? {} : { query } }
    }),
  )

/** Reads below a resource, or by a name of it. */
const ofOthers = async (context: ScenarioContext): Promise<NamedCall[]> => {
  const subject = await quoteSubject(context)
  const external_id = `rampart-${context.session.uuid()}`
  const autoramp = await ifPossible(
    createAutoramp(context, { ...subject, query: { ...subject.query, external_id } }),
  )
  const { created } = await createCustomer(context, defaultVersion)
  const holder = memberAt(jsonBody(created.response), 'external_id')
  const limit = { customer_id: subject.customerId, deposit_account_type: 'Wallet', is_third_party: 'false' }
  const candidates: readonly (readonly [string, readonly unknown[], Query?])[] = [
    ['/customers/{}/external', [holder]],
    ['/autoramps/{}/external', [autoramp && external_id]],
    ['/autoramps/{}/quote', [autoramp], subject.query],
    ['/autoramps/{}/payments/open-banking', [autoramp]],
    ['/autoramps/check-limit', [], limit],
    ['/country_subdivisions/{}', ['US']],
  ]
  return candidates.flatMap(([template, ids, wanted]): NamedCall[] => {
    const operation = context.find('get', template)
    const path = ids.filter((one) => typeof one === 'string')
    if (!operation || path.length < ids.length) return []
    const known = Object.entries(wanted ?? {}).filter(([name]) => queryParameter(operation, name))
    const query = wanted && Object.fromEntries(known)
    return [{ name: `GET ${template}`, operation, options: { path, ...(query && { query }) } }]
  })
}

const collect = async (context: ScenarioContext): Promise<readonly NamedCall[]> => {
  const reads = await asReads(context, plainReads(context))
  const makers = [ofCustomer, ofQuote, ofAutoramp, ofOthers, postings]
  const more = await wherePossible(makers, (make) => make(context))
  return [...reads, ...more.flat()]
}

/** Calls of every kind, for requests that a correct service refuses: reads, a quote, one POST of each kind. */
export function servedCalls(context: ScenarioContext): Promise<readonly NamedCall[]> {
  return context.given('askable', () => collect(context))
}

/** Reads of token and market data. */
export function marketDataCalls(context: ScenarioContext): Promise<readonly NamedCall[]> {
  return asReads(context, marketReads(context))
}

const walletId = async (context: ScenarioContext, customerId: string): Promise<string | undefined> => {
  const registered = await registerWallet(context, customerId, await freshWallet(context))
  return registered && idIn(registered, addressId)
}

const pixId = async (context: ScenarioContext): Promise<string | undefined> => {
  const quote = (await railQuotes(context)).find(({ type }) => type === 'Pix')
  return quote && idIn(quote.registered, addressId)
}

const simulatedId = async (context: ScenarioContext, autoramp: string): Promise<string | undefined> =>
  idIn(await simulateTransaction(context, autoramp), transactionId)

type Candidate = readonly [Operation | undefined, ids: readonly (string | undefined)[]]

const changing = async (context: ScenarioContext): Promise<readonly NamedCall[]> => {
  const fresh = await createCustomer(context, defaultVersion)
  const identification = await ifPossible(startIdentification(context, fresh))
  const subject = await ifPossible(quoteSubject(context))
  // A fresh, uncancelled one, because a finished one is refused regardless of headers.
  const autoramp = subject && (await ifPossible(createAutoramp(context, subject)))
  const account =
    subject &&
    (await ifPossible(fiatRecipient(context, subject.customerId, defaultVersion, freshIban(context))))
  const wallet = subject && (await ifPossible(walletId(context, subject.customerId)))
  const pix = await ifPossible(pixId(context))
  const transaction = autoramp && (await ifPossible(simulatedId(context, autoramp)))
  const owner: Hint = (path) => (path.at(-1) === 'customer_id' ? subject?.customerId : undefined)
  const find = (method: Method, template: string): Operation | undefined => context.find(method, template)
  const ofAccount = (method: 'get' | 'delete'): Candidate => {
    const on = subject && account && onAccount(context, method, [subject.customerId, account])
    return on ? [on.operation, on.path] : [undefined, []]
  }
  const candidates: readonly Candidate[] = [
    [find('put', '/customers/{}'), [fresh.id]],
    [find('put', '/customers/{}/archive'), [fresh.id]],
    [find('get', '/identifications/{}'), [identification]],
    [find('put', '/identifications/{}/archive'), [identification]],
    [find('patch', '/autoramps/{}'), [autoramp]],
    [cancelOperation(context), [autoramp]],
    [findControl(context, 'autoramp'), [autoramp]],
    [findControl(context, 'bankAccount'), [account]],
    [find('put', '/addresses/crypto/{}/disabled'), [wallet]],
    [find('get', '/addresses/pix/{}/{}'), [subject?.customerId, pix]],
    [find('delete', '/addresses/pix/{}/{}'), [subject?.customerId, pix]],
    [find('get', '/identifications/{}/compliance-questionnaire'), [identification]],
    [findControl(context, 'transactionState'), [transaction]],
    ofAccount('get'),
    ofAccount('delete'),
    [find('post', '/fee-profiles'), []],
  ]
  return candidates.flatMap(([operation, ids]): NamedCall[] => {
    const path = ids.filter((one) => one !== undefined)
    if (!operation || path.length < ids.length) return []
    const body = operation.requestBody && { body: context.sampleBody(operation, owner) }
    const options = { path, isGuess: true, ...body }
    const name = `${operation.method.toUpperCase()} ${context.under.operations.relativePath(operation)}`
    return [{ name, operation, options }]
  })
}

/** Calls that would change things made for this purpose, and a read of one, for requests that are refused. */
export function changingCalls(context: ScenarioContext): Promise<readonly NamedCall[]> {
  return context.given('changing', async () => (await ifPossible(changing(context))) ?? [])
}
