import { catalogue } from './specification.js'
import {
  type DocumentOutline,
  type Registry,
  registryFor,
  type RulePack,
} from '../../conformance/rules/registry.js'
import { webhookSecretsIn } from '../sections/webhooks/endpoint.js'
import { isElsewhere, type Served } from '../../conformance/model/observation.js'
import type { Tolerances } from '../../conformance/model/case.js'
import { defaultVersion, hasChange } from '../../versions/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import type { Hint } from '../../document/index.js'
import { type CallOptions, queryParameter } from '../../conformance/rules/request.js'
import { ifPossible } from '../../conformance/model/outcome.js'
import { idIn, isSuccess } from '../../conformance/exchange/reading.js'
import { shapesOf } from '../schema/document-shape.js'
import { createAutoramp } from '../fixtures/autoramp.js'
import { findControl } from '../fixtures/controls.js'
import { coins } from '../fixtures/currencies.js'
import { customer } from '../fixtures/customer.js'
import { onrampQuery, quoteSubject } from '../fixtures/quote.js'
import { fiatRecipient, freshIban, walletRecipient } from '../fixtures/recipient.js'
import { documentPack } from '../../conformance/rules/document-pack.js'

/** Values that schemas leave open. */
const hint: Hint = (path) => {
  const name = path.at(-1) ?? ''
  if (/(^|[_-])ur[il]$/i.test(name)) return 'https://example.com/'
  return { code: path.at(-2) === 'currency' ? 'EUR' : undefined, amount: '100' }[name]
}

const send = async (context: ScenarioContext, operation: Operation | undefined, options: CallOptions) => {
  if (!operation) return undefined
  const body = operation.requestBody && { body: context.sampleBody(operation, hint, ['Fiat', 'Link']) }
  const exchange = await context.call(operation, { ...options, ...body, isGuess: true })
  return isSuccess(exchange) ? exchange : undefined
}

const bankAccount: Scenario = async (context) => {
  const { id } = await customer(context, context.version)
  await fiatRecipient(context, id, context.version, freshIban(context))
}

/** An enumerated value of a parameter, as spelled in the document. */
const spelled = ({ under }: ScenarioContext, operation: Operation, name: string, kind: string): string => {
  const { schema } = queryParameter(operation, name) ?? {}
  const values = shapesOf(schema, under.surface.schemas).flatMap((one) =>
    Array.from(one.values ?? [], String),
  )
  return values.find((one) => one.toLowerCase() === kind) ?? kind
}

/** Crypto to euros: a document cannot express that code, kind and chain of a currency must match. */
const exchangeRate: Scenario = async (context) => {
  const operation = context.find('get', '/exchange-rate')
  const [coin] = await coins(context)
  if (!operation || !coin) return
  await send(context, operation, {
    query: {
      source_currency_code: coin.token,
      source_currency_type: spelled(context, operation, 'source_currency_type', 'crypto'),
      source_currency_chain: coin.chain,
      destination_currency_code: 'EUR',
      destination_currency_type: spelled(context, operation, 'destination_currency_type', 'fiat'),
      amount: '100',
    },
  })
}

/** An open autoramp from euros to crypto, with its payment and authentication code. */
const autoramp: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const recipient = await walletRecipient(context, subject.customerId)
  const id = await createAutoramp(context, { ...subject, query: onrampQuery(subject, 'EUR', recipient) })
  const paying = context.find('post', '/autoramps/{}/payments/open-banking')
  const paid = await send(context, paying, { path: [id] })
  const payment = paid && idIn(paid, '(iron_)?payment')
  const reading = context.find('get', '/autoramps/payments/open-banking/{}')
  if (payment !== undefined) await send(context, reading, { path: [payment] })
  // Codes are sent to people, so they are requested only where the document has the sandbox controls.
  if (!findControl(context, 'autoramp')) return
  const asked = await send(context, context.find('post', '/autoramps/{}/retry-auth'), { path: [id] })
  const code = asked && idIn(asked, 'code|authentication')
  if (code === undefined) return
  await send(context, context.find('get', '/authentication-codes/entity/{}'), { path: [id] })
  await send(context, context.find('put', '/authentication-codes/{}'), { path: [code] })
}

/** Makes calls that the documents do not show how to make, for cases to start from. */
const prepare: Scenario = async (context) => {
  for (const call of [bankAccount, exchangeRate, autoramp]) await ifPossible(call(context))
}

/** The statuses that any operation may return (Errors, General). */
const general = new Set([400, 401, 403, 404, 500])

/**
 * Deviations from the documents that the specification allows the payment API, for `judgeExchange`: the table of errors
 * alone has the 409 of required signings; whether a string is JSON or text, and whether null or absence means nothing,
 * is open.
 */
export function tolerancesOf(served: Served): Tolerances {
  const { route, version = '', mayServe } = served
  const isEarlier = [version, ...mayServe].some((one) => !hasChange(one, 'empty-signings-list'))
  const mayConflict = route === 'get /customers/{}/required-signings' && isEarlier
  return {
    isGeneral: (_, status) => general.has(status) || (status === 409 && mayConflict),
    isElsewhere: isElsewhere(served),
    isTextPlain: true,
    isNullAbsent: true,
  }
}

/** Path segments that are unique to this API, after any prefix. */
const ownSegments = /\/(autoramps?|required-signings)(\/|$)/

/** Path segments that other APIs have too, but not all of them together. */
const commonSegments = [/\/customers(\/|$)/, /\/(terms-and-conditions|identifications?|abilities)(\/|$)/]

/** The rules depend on dates, so an undated document is judged like that of any other service. */
const isPaymentApi = ({ operations, version }: DocumentOutline): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return false
  const has = (pattern: RegExp): boolean => operations.some(({ path }) => pattern.test(path))
  return has(ownSegments) || commonSegments.every(has)
}

/** The specification of the payment API as a pack, built in and registered like any other. */
export const paymentPack: RulePack = {
  name: 'payment-api',
  appliesTo: (documents) => documents.some(isPaymentApi),
  service: { keyHeader: 'X-API-Key', carrier: { in: 'header', name: 'X-API-Version' }, defaultVersion },
  rules: catalogue,
  prepare,
  secretsIn: webhookSecretsIn,
  tolerances: tolerancesOf,
  // The specification closes its list of errors, defines the formats of values in its tables, and states that the
  // documents show the full surface with correct locations. What the service accepts, and which version it serves,
  // depends on more than the documents, so the pack's own rules judge that.
  severities: {
    'versions/echo': 'off',
    'versions/unknown': 'off',
    'versions/elsewhere': 'off',
    'requests/stricter-than-documented': 'off',
    'answers/undeclared-refusal': 'error',
    'answers/format': 'error',
    'methods/undeclared': 'error',
    'state/readable': 'error',
    'state/gone': 'error',
  },
}

/** The rules of documents and of the specification. */
export const registry: Registry = registryFor([documentPack, paymentPack])
