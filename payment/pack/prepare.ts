import type { Operation } from '../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import type { Hint } from '../../document/index.js'
import type { ParameterValue } from '../../conformance/rules/request.js'
import { ifPossible } from '../../conformance/model/outcome.js'
import { idIn, isSuccess } from '../../conformance/exchange/reading.js'
import { shapesOf } from '../schema/document-shape.js'
import { createAutoramp } from '../fixtures/autoramp.js'
import { coins } from '../fixtures/currencies.js'
import { customer } from '../fixtures/customer.js'
import { onrampQuery, quoteSubject } from '../fixtures/quote.js'
import { fiatRecipient, freshIban, walletRecipient } from '../fixtures/recipient.js'

/** Values that schemas leave open. */
const hint: Hint = (path) => {
  const name = path.at(-1) ?? ''
  if (/(^|[_-])ur[il]$/i.test(name)) return 'https://example.com/'
  return { code: path.at(-2) === 'currency' ? 'EUR' : undefined, amount: '100' }[name]
}

const send = async (
  context: ScenarioContext,
  operation: Operation | undefined,
  { path = [], query }: { path?: readonly string[]; query?: Readonly<Record<string, ParameterValue>> } = {},
) => {
  if (!operation) return undefined
  const body = operation.requestBody && context.sampleBody(operation, hint, ['Fiat', 'Link'])
  const exchange = await context.call(operation, {
    path,
    ...(query && { query }),
    ...(body !== undefined && { body }),
    isGuess: true,
  })
  return isSuccess(exchange) ? exchange : undefined
}

const bankAccount: Scenario = async (context) => {
  const { id } = await customer(context, context.version)
  await fiatRecipient(context, id, context.version, freshIban(context))
}

/** An enumerated value of a parameter, as spelled in the document. */
const spelled = (
  { under }: ScenarioContext,
  { parameters }: Operation,
  name: string,
  kind: string,
): string => {
  const schema = parameters.find((one) => one.name === name)?.schema
  const values = shapesOf(schema, under.surface.schemas).flatMap((one) => Array.from(one.values ?? []))
  const texts = values.filter((one) => typeof one === 'string')
  return texts.find((one) => one.toLowerCase() === kind) ?? kind
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
  const paid = await send(context, context.find('post', '/autoramps/{}/payments/open-banking'), {
    path: [id],
  })
  const payment = paid && idIn(paid, '(iron_)?payment')
  const reading = context.find('get', '/autoramps/payments/open-banking/{}')
  if (payment !== undefined) await send(context, reading, { path: [payment] })
  // Codes are sent to people, so they are requested only where the document has the sandbox controls.
  if (!context.find('put', '/sandbox/autoramp/{}')) return
  const asked = await send(context, context.find('post', '/autoramps/{}/retry-auth'), { path: [id] })
  const code = asked && idIn(asked, 'code|authentication')
  if (code === undefined) return
  await send(context, context.find('get', '/authentication-codes/entity/{}'), { path: [id] })
  await send(context, context.find('put', '/authentication-codes/{}'), { path: [code] })
}

/**
 * Makes calls that the documents do not show how to make. Cases start from them and from the things that they create.
 */
export const prepare: Scenario = async (context) => {
  for (const call of [bankAccount, exchangeRate, autoramp]) await ifPossible(call(context))
}
