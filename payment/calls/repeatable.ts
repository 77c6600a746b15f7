import { defaultVersion, hasChange } from '../../versions/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { CallOptions } from '../../conformance/rules/request.js'
import type { ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable, unmet } from '../../conformance/model/outcome.js'
import type { Hint } from '../../document/index.js'
import { jsonBody } from '../../conformance/exchange/exchange.js'
import { createAutoramp } from '../fixtures/autoramp.js'
import { isSuccess, outcomeOf } from '../../conformance/exchange/reading.js'
import { createCustomer, customer, customerBody } from '../fixtures/customer.js'
import {
  linkBody,
  outstandingItems,
  readSignings,
  signEverything,
  signingOf,
  startIdentification,
} from '../fixtures/onboarding.js'
import { askQuote, quoteSubject, changed, type Query, type QuoteSubject } from '../fixtures/quote.js'
import { accountBody, freshIban, freshWallet, recipientHint, walletBody } from '../fixtures/recipient.js'

/** A call that posts a further quote. */
interface FurtherQuote {
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

const further = 'EURC'

/** The subject with a second currency, if such a quote is served, and the currency code of further quotes. */
const withSecond = async (
  context: ScenarioContext,
): Promise<{ readonly subject: QuoteSubject; readonly code: string }> => {
  const subject = await quoteSubject(context)
  const changes = {
    additional_in_currency_codes: [further],
    additional_in_currency_chains: [subject.source.chain],
  }
  if (!isSuccess(await askQuote(context, subject, changes))) return { subject, code: subject.source.token }
  return { subject: { ...subject, query: changed(subject.query, changes) }, code: further }
}

/** A further quote for an autoramp that accepts its currency. @throws an ending where none is served. */
const furtherQuote = async (context: ScenarioContext): Promise<FurtherQuote> => {
  const operation = context.operation('post', '/autoramps/{}/quotes')
  const ask = context.operation('get', '/autoramps/{}/quote')
  const { subject, code } = await withSecond(context)
  const id = await createAutoramp(context, subject)
  const names = new Set(ask.parameters.filter((one) => one.in === 'query').map(({ name }) => name))
  const wanted: Query = { ...subject.query, source_currency_code: code }
  const query = Object.fromEntries(Object.entries(wanted).filter(([name]) => names.has(name)))
  const quote = await context.call(ask, { path: [id], query })
  if (!isSuccess(quote)) throw unmet(`no further quote is served: ${outcomeOf(quote)}`, quote)
  const options = { path: [id], body: jsonBody(quote.response) }
  return { name: 'POST /autoramps/{}/quotes', operation, options }
}

/**
 * A POST that can be repeated; each build creates another thing. The service may refuse it because of the customer's
 * history, so a refusal proves nothing about the document.
 */
export interface Repeatable {
  /** Method and template, for messages. */
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

/** The version that a POST is built and sent under; rules about the service as a whole use the newest. */
const versionOf = ({ version, session }: ScenarioContext): string =>
  version === '*' ? session.newest.version : version

/** A version under which a customer can be identified without signing first. */
const identifiedUnder = ({ version }: ScenarioContext): string => (version === '*' ? defaultVersion : version)

const ofCustomers = async (context: ScenarioContext): Promise<Repeatable> => ({
  name: 'POST /customers',
  operation: context.operation('post', '/customers'),
  options: { body: customerBody(context) },
})

const ofAddresses = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/addresses/fiat')
  const { id } = await customer(context, versionOf(context))
  const body = accountBody(context, operation, id)
  return { name: 'POST /addresses/fiat', operation, options: { body, isGuess: true } }
}

const ofIdentifications = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const version = identifiedUnder(context)
  // A customer of its own, because a second identification is refused while one is pending.
  const { id } = await createCustomer(context, version)
  if (hasChange(version, 'signings-first')) await ifPossible(signEverything(context, id, version))
  const body = linkBody(context, operation)
  return {
    name: 'POST /customers/{}/identifications/v2',
    operation,
    options: { path: [id], body, version: [version], isGuess: true },
  }
}

const ofAutoramps = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/autoramps')
  const quote = await askQuote(context, await quoteSubject(context))
  if (!isSuccess(quote)) throw unmet(`no second quote is served: ${outcomeOf(quote)}`, quote)
  return { name: 'POST /autoramps', operation, options: { body: jsonBody(quote.response), isGuess: true } }
}

const ofWallets = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/addresses/crypto/attested')
  const { id } = await customer(context, versionOf(context))
  const body = walletBody(context, operation, id, freshWallet(context))
  return { name: 'POST /addresses/crypto/attested', operation, options: { body, isGuess: true } }
}

const ofPix = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/addresses/pix')
  const { id } = await customer(context, versionOf(context))
  const email = `contract.check+${context.session.uuid()}@example.com`
  const hint: Hint = (path, schema) =>
    path.at(-1) === 'key' ? email : recipientHint(id, freshIban(context))(path, schema)
  const body = context.sampleBody(operation, hint, ['EMAIL', 'Individual'])
  return { name: 'POST /addresses/pix', operation, options: { body, isGuess: true } }
}

const ofSignings = async (context: ScenarioContext): Promise<Repeatable> => {
  const version = versionOf(context)
  // In earlier versions, terms become due at a moment that the service chooses.
  if (!hasChange(version, 'signings-first'))
    throw new NotApplicable('nothing is outstanding for a fresh customer')
  const { id } = await createCustomer(context, version)
  const [item] = outstandingItems(await readSignings(context, id, version))
  if (item === undefined) throw new NotApplicable('nothing is outstanding for a fresh customer')
  return { name: 'POST /customers/{}/signings', ...signingOf(context, id, item) }
}

const ofSandbox = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/sandbox/identification/{}')
  const version = identifiedUnder(context)
  const { id } = await createCustomer(context, version)
  const identification = await startIdentification(context, id, version)
  if (identification === undefined) throw new NotApplicable('the identification that was started names no id')
  const options = { path: [identification], body: { approved: true }, version: [version] }
  return { name: 'POST /sandbox/identification/{}', operation, options }
}

const ofTransactions = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/sandbox/transaction')
  const id = await createAutoramp(context, await quoteSubject(context))
  const hint: Hint = (path) => ({ autoramp_id: id, amount: '100' })[path.at(-1) ?? '']
  return {
    name: 'POST /sandbox/transaction',
    operation,
    options: { body: context.sampleBody(operation, hint), isGuess: true },
  }
}

const makers = [
  ofCustomers,
  ofAddresses,
  ofWallets,
  ofPix,
  ofIdentifications,
  ofAutoramps,
  furtherQuote,
  ofSignings,
  ofSandbox,
  ofTransactions,
]

const takesKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')

/** True for a POST whose document declares the key, if it declares one for any POST. */
const isKeyed = (context: ScenarioContext, { operation }: Repeatable): boolean =>
  takesKey(operation) || ![...context.under.operations.routes.values()].some(takesKey)

/** One POST of each kind that can be built from the document, with or without a key. */
export async function postings(context: ScenarioContext): Promise<readonly Repeatable[]> {
  const made: Repeatable[] = []
  for (const make of makers) {
    const one = await ifPossible(make(context))
    if (one) made.push({ ...one, options: { version: [versionOf(context)], ...one.options } })
  }
  return made
}

/** One POST of each kind that takes a key. @throws an ending when there is none. */
export async function repeatables(context: ScenarioContext): Promise<readonly Repeatable[]> {
  const made = (await postings(context)).filter((one) => isKeyed(context, one))
  if (made.length === 0) throw new NotApplicable('the document has no POST that could be repeated')
  return made
}

/** Starts a hosted identification, which is independent of creations. @throws an ending when there is none. */
export const identificationStart = ofIdentifications

/** Creates a customer. @throws an ending when the document has no such operation. */
export const customerCreation = ofCustomers
