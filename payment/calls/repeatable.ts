import { defaultVersion, hasChange } from '../../versions/index.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import type { CallOptions } from '../../conformance/rules/request.js'
import type { ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { jsonBody } from '../../conformance/exchange/exchange.js'
import { createAutoramp, quoteBody, transactionCall } from '../fixtures/autoramp.js'
import { type ControlName, controlCall, controlOf } from '../fixtures/controls.js'
import { isSuccess } from '../../conformance/exchange/reading.js'
import { createCustomer, customer, customerBody } from '../fixtures/customer.js'
import {
  linkBody,
  outstandingItems,
  readSignings,
  signEverything,
  signingOf,
  startedIdentification,
} from '../fixtures/onboarding.js'
import {
  additionalOn,
  askQuote,
  changed,
  type Query,
  type QuoteSubject,
  quoteSubject,
} from '../fixtures/quote.js'
import { accountBody, pixBody, walletBody } from '../fixtures/recipient.js'
import { customerIn, operationLike } from '../fixtures/routes.js'
import { type Steps, succeeded, wherePossible } from '../fixtures/steps.js'
import { freshWallet } from '../fixtures/wallets.js'

/** A call, with its method and template for messages. */
export interface NamedCall {
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

const further = 'EURC'

/** The subject with a second currency, if such a quote is served, and the currency code of further quotes. */
const withSecond: Steps<[], { readonly subject: QuoteSubject; readonly code: string }> = async (context) => {
  const subject = await quoteSubject(context)
  const changes = additionalOn(subject.source.chain, further)
  if (!isSuccess(await askQuote(context, subject, changes))) return { subject, code: subject.source.token }
  return { subject: { ...subject, query: changed(subject.query, changes) }, code: further }
}

/** The version that a POST is built and sent under; rules about the service as a whole use the newest. */
const versionOf = ({ version, session }: ScenarioContext): string =>
  version === '*' ? session.newest.version : version

/** A version under which a customer can be identified without signing first. */
const identifiedUnder = ({ version }: ScenarioContext): string => (version === '*' ? defaultVersion : version)

const customerId = async (context: ScenarioContext): Promise<string> =>
  (await customer(context, versionOf(context))).id

type Options = (context: ScenarioContext, operation: Operation) => Promise<CallOptions>

const postedWallet: Options = async (context, operation) => {
  const id = await customerId(context)
  const body = walletBody(context, operation, id, await freshWallet(context))
  return { path: customerIn(operation, id), body, isGuess: true }
}

/**
 * The builders of POSTs that can be repeated, by template; each build creates another thing. Where the service may
 * refuse one because of the customer's history, a refusal proves nothing about the document: such a call is a guess.
 */
const posts = {
  '/customers': async (context) => ({ body: customerBody(context) }),
  '/addresses/fiat': async (context, operation) => {
    const id = await customerId(context)
    return { path: customerIn(operation, id), body: accountBody(context, { customerId: id }), isGuess: true }
  },
  '/addresses/crypto/attested': postedWallet,
  '/addresses/crypto/selfhosted': postedWallet,
  '/addresses/crypto/hosted': postedWallet,
  '/addresses/pix': async (context) => ({
    body: pixBody(context, await customerId(context)),
    isGuess: true,
  }),
  '/customers/{}/identifications/v2': async (context, operation) => {
    const version = identifiedUnder(context)
    // A customer of its own, because a second identification is refused while one is pending.
    const fresh = await createCustomer(context, version)
    if (hasChange(version, 'signings-first')) await ifPossible(signEverything(context, fresh))
    return { path: [fresh.id], body: linkBody(context, operation), version: [version], isGuess: true }
  },
  '/autoramps': async (context, operation) => {
    const quote = await askQuote(context, await quoteSubject(context))
    const signed = jsonBody(succeeded(quote, 'no second quote is served').response)
    return { body: quoteBody(context, operation, signed), isGuess: true }
  },
  // A further quote for an autoramp that accepts its currency.
  '/autoramps/{}/quotes': async (context) => {
    const ask = context.operation('get', '/autoramps/{}/quote')
    const { subject, code } = await withSecond(context)
    const path = [await createAutoramp(context, subject)]
    const names = new Set(ask.parameters.filter((one) => one.in === 'query').map(({ name }) => name))
    const wanted: Query = { ...subject.query, source_currency_code: code }
    const query = Object.fromEntries(Object.entries(wanted).filter(([name]) => names.has(name)))
    const quote = succeeded(await context.call(ask, { path, query }), 'no further quote is served')
    return { path, body: jsonBody(quote.response) }
  },
  '/fee-profiles': async (context, operation) => ({ body: context.sampleBody(operation), isGuess: true }),
} as const satisfies Readonly<Record<string, Options>>

/** The same of controls, whatever their routes are. */
const controlPosts = {
  identification: async (context, operation) => {
    const version = identifiedUnder(context)
    const id = await startedIdentification(context, await createCustomer(context, version))
    return { ...controlCall(context, operation, id, 'Approved', { approved: true }), version: [version] }
  },
  transaction: async (context) => {
    const id = await createAutoramp(context, await quoteSubject(context))
    return { ...(await transactionCall(context, id)), isGuess: true }
  },
} as const satisfies Partial<Record<ControlName, Options>>

/** One POST that can be repeated. @throws an ending when the document has no such operation. */
export async function posting(context: ScenarioContext, template: keyof typeof posts): Promise<NamedCall> {
  const operation = operationLike(context, 'post', template)
  const make: Options = posts[template]
  return { name: `POST ${template}`, operation, options: await make(context, operation) }
}

const simulation = async (
  context: ScenarioContext,
  control: keyof typeof controlPosts,
): Promise<NamedCall> => {
  const operation = controlOf(context, control)
  const path = context.under.operations.relativePath(operation)
  if (operation.method !== 'post') throw new NotApplicable(`${path} of the document is no POST`)
  const make: Options = controlPosts[control]
  return { name: `POST ${path}`, operation, options: await make(context, operation) }
}

const signing = async (context: ScenarioContext): Promise<NamedCall> => {
  const version = versionOf(context)
  const none = new NotApplicable('nothing is outstanding for a fresh customer')
  // In earlier versions, terms become due at a moment that the service chooses.
  if (!hasChange(version, 'signings-first')) throw none
  const fresh = await createCustomer(context, version)
  const [item] = outstandingItems(await readSignings(context, fresh))
  if (item === undefined) throw none
  return { name: 'POST /customers/{}/signings', ...signingOf(context, fresh.id, item) }
}

/** A call that may be sent again: a customer gets another body, because the refused one may have been created. */
export async function renewed(context: ScenarioContext, call: NamedCall): Promise<NamedCall> {
  return call.name === 'POST /customers' ? posting(context, '/customers') : call
}

const makers = [
  ...(Object.keys(posts) as (keyof typeof posts)[]).map(
    (template) => (context: ScenarioContext) => posting(context, template),
  ),
  ...(Object.keys(controlPosts) as (keyof typeof controlPosts)[]).map(
    (control) => (context: ScenarioContext) => simulation(context, control),
  ),
  signing,
]

/** The idempotency key among the parameters of an operation. */
export function keyOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ name }) => name.toLowerCase() === 'idempotency-key')
}

/** One POST of each kind that can be built from the document, with or without a key. */
export async function postings(context: ScenarioContext): Promise<readonly NamedCall[]> {
  return wherePossible(makers, async (make) => {
    const { options, ...call } = await make(context)
    return { ...call, options: { version: [versionOf(context)], ...options } }
  })
}

/** Each POST whose document declares the key, if it declares one for any. @throws an ending when there is none. */
export async function repeatables(context: ScenarioContext): Promise<readonly NamedCall[]> {
  const isNeverDeclared = ![...context.under.operations.routes.values()].some(keyOf)
  const made = (await postings(context)).filter(({ operation }) => isNeverDeclared || keyOf(operation))
  if (made.length === 0) throw new NotApplicable('the document has no POST that could be repeated')
  return made
}
