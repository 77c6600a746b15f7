import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { furtherServed, rateFor } from './further-quotes.js'
import {
  autorampId,
  autorampReads,
  quoteBody,
  createAutoramp,
  readUnder,
  whileOpen,
} from '../fixtures/autoramp.js'
import { jsonIn, shapesIn } from '../documents/view.js'
import { objectOf, walk, type Hint } from '../../document/index.js'
import {
  idIn,
  isSuccess,
  objectBody,
  outcomeOf,
  refusesVersion,
  sameDecimal,
} from '../../conformance/exchange/reading.js'
import { coins } from '../fixtures/currencies.js'
import { underOf } from '../fixtures/customer.js'
import { askQuote, quoteSubject } from '../fixtures/quote.js'
import { fiatRecipient, freshIban, sampleIbans } from '../fixtures/recipient.js'
import { inTurn, type Steps } from '../fixtures/steps.js'
import { railJudge } from '../documents/reads.js'
import { judged, notPromised, ofDocuments, open, scenario, section } from '../statements/statement.js'

/** Asks for an autoramp by market parameters, as in public documents. @throws NotApplicable where none are shown */
const askMarket = async (context: ScenarioContext, iban: string): Promise<Exchange> => {
  const operation = context.operation('post', '/autoramps')
  const isShown = shapesIn(context.under, jsonIn(operation.requestBody)).some(({ properties }) =>
    ['source_currencies', 'destination_currency'].every((name) => properties.has(name)),
  )
  if (!isShown) throw new NotApplicable('the document shows no autoramp that is made without a quote')
  const { customerId, source } = await quoteSubject(context)
  const body = {
    type: 'market',
    customer_id: customerId,
    source_currencies: [{ type: 'Crypto', token: source.token, blockchain: source.chain }],
    destination_currency: { type: 'Fiat', code: 'EUR' },
    recipient_account: { type: 'Fiat', account_identifier: { type: 'SEPA', iban } },
    is_third_party: false,
  }
  return context.call(operation, { body, isGuess: true })
}

/** An autoramp made from market parameters. @throws an ending where none can be made */
const marketAutoramp = async (context: ScenarioContext): Promise<string> => {
  const created = await askMarket(context, sampleIbans[0])
  const id = idIn(created, 'autoramp')
  if (isSuccess(created) && id !== undefined) return id
  throw new NotApplicable(`no autoramp is made without a quote: ${outcomeOf(created)}`)
}

const marketQuotes: Scenario = async (context) => {
  const operation = context.operation('post', '/autoramps/{}/quotes')
  await whileOpen(context, await marketAutoramp(context), async (id) => {
    const body = { ...objectBody(await rateFor(context, id)), autoramp_id: id }
    const exchange = await context.call(operation, { path: [id], body })
    const message = 'a further quote is taken for an autoramp that was not made from a quote'
    context.expect(!isSuccess(exchange), message, exchange)
  })
}

type Quote = Readonly<Record<string, unknown>>

/** A change of a quote that the service has not signed, and the text by which an autoramp shows it. */
interface Unsigned {
  readonly what: string
  readonly text: string
  readonly change: (quote: Quote) => Quote
}

/** No amount that a quote here is signed with. */
const unsignedAmount = '7319.53'

const unsignedSum = (what: string, name: string): Unsigned => ({
  what,
  text: unsignedAmount,
  change: (quote) => ({ [name]: { ...objectOf(quote[name]), amount: unsignedAmount } }),
})

const unsignedSums: readonly Unsigned[] = [
  unsignedSum('an amount out', 'amount_out'),
  unsignedSum('an amount in', 'amount_in'),
  { what: 'a rate', text: unsignedAmount, change: () => ({ rate: unsignedAmount }) },
]

/** Another account of the same customer, because one that is not registered is refused for that. */
const unsignedRecipient = async (context: ScenarioContext): Promise<Unsigned> => {
  const { customerId } = await quoteSubject(context)
  const iban = freshIban(context)
  await fiatRecipient(context, customerId, context.version, iban)
  const recipient = { type: 'Fiat', account_identifier: { type: 'SEPA', iban } }
  return { what: 'a recipient', text: iban, change: () => ({ recipient_account: recipient }) }
}

const changedQuote: Scenario = async (context) => {
  // A service that takes no quote at all refuses a changed one for another reason.
  await autorampId(context)
  const recipient = await ifPossible(unsignedRecipient(context))
  const changes = recipient ? [...unsignedSums, recipient] : unsignedSums
  const shown = await inTurn(changes, (change) => expectSigned(context, change))
  if (shown.includes(true)) return
  throw new NotApplicable('a changed quote is taken, and the autoramp does not show by which amount')
}

/** @returns false where a changed quote is taken, and the autoramp does not show the change */
const expectSigned: Steps<[Unsigned], boolean> = async (context, { what, text, change }) => {
  const operation = context.operation('post', '/autoramps')
  const quote = objectBody(await askQuote(context, await quoteSubject(context)))
  const exchange = await context.call(operation, {
    body: quoteBody(context, operation, { ...quote, ...change(quote) }),
    isGuess: true,
  })
  const id = isSuccess(exchange) ? idIn(exchange, 'autoramp') : undefined
  const isShown = walk(jsonBody(exchange.response)).some(
    ([, value]) =>
      sameDecimal(value, text) || (typeof value === 'string' && value.replaceAll(' ', '') === text),
  )
  if (id !== undefined) await whileOpen(context, id, async () => undefined)
  if (isSuccess(exchange) && !isShown) return false
  const message = `an autoramp is made by ${what} that the service has not signed`
  context.expect(!isSuccess(exchange), message, exchange)
  return true
}

const registeredAccount: Scenario = async (context) => {
  await whileOpen(context, await marketAutoramp(context), async () => {
    const exchange = await askMarket(context, freshIban(context))
    const message = 'an autoramp pays a bank account that is not registered to the customer'
    context.expect(!isSuccess(exchange), message, exchange)
  })
}

const autorampRead: Scenario = async (context) => {
  for (const { reads } of await autorampReads(context)) {
    for (const [version, exchange] of reads) {
      const message = `the autoramp just created must be found ${underOf(version)}, got ${exchange.response.status}`
      // A refused version is a finding of versioning/supported only.
      context.expect(isSuccess(exchange) || refusesVersion(exchange), message, exchange)
    }
  }
}

const autorampSame: Scenario = async (context) => {
  for (const { id, customerId, reads } of await autorampReads(context)) {
    for (const exchange of reads.values()) {
      if (!isSuccess(exchange)) {
        context.refused ??= exchange
        continue
      }
      const owner = objectBody(exchange)['customer_id']
      const stranger = 'the customer_id of an autoramp is not that of its quote'
      const isOwned = String(owner).toLowerCase() === customerId.toLowerCase()
      if (typeof owner === 'string') context.expect(isOwned, stranger, exchange, '/customer_id')
      const isIt = walk(jsonBody(exchange.response)).some(([, value]) => String(value) === id)
      const isNamed = idIn(exchange, 'autoramp') !== undefined
      if (isNamed) context.expect(isIt, 'reading an autoramp by its id returns another one', exchange)
    }
  }
}

const unknownId: Scenario = async (context) => {
  const exchange = await readUnder(context, context.session.uuid(), context.version)
  context.expect(!isSuccess(exchange), 'reading an id that no autoramp has succeeds', exchange)
}

const depositRails: Scenario = async (context) => {
  const reads = (await autorampReads(context)).flatMap((one) => Array.from(one.reads.values()))
  for (const exchange of reads) {
    const [, rails] = walk(jsonBody(exchange.response)).find(([at]) => at.endsWith('/deposit_rails')) ?? []
    const message = 'deposit_rails of an autoramp is not an array'
    if (rails !== undefined && rails !== null)
      context.expect(Array.isArray(rails), message, exchange, '/deposit_rails')
  }
}

const furtherQuotes: Scenario = async (context) => {
  const operation = context.operation('post', '/autoramps/{}/quotes')
  const coin = (await coins(context)).find(({ token }) => token !== 'USDC')
  await whileOpen(context, await createAutoramp(context, await quoteSubject(context)), async (id) => {
    const hint: Hint = (path) =>
      ({ token: coin?.token, blockchain: coin?.chain, autoramp_id: id })[path.at(-1) ?? '']
    const body = context.sampleBody(operation, hint, ['Crypto'])
    const { response } = await context.call(operation, { path: [id], body })
    context.note(`served: ${response.status} for a further quote in a currency that was not named`)
  })
}

const needs = ['writes'] as const
// Public documents ask for registered accounts, and the description of a raw account contradicts it.
const registering = { severity: 'warning', needs: ['customer', 'writes'] } as const

/** Endpoints: autoramps and their further quotes. */
export const autorampSections = [
  section(
    'Endpoints, GET /autoramps/{id}',
    'Reads an autoramp. POST /autoramps/{id}/quotes returns further quotes on an autoramp that was made from a quote, one for a currency that the quote named in additional_in_currencies.',
    {
      'autoramp/read': scenario({ needs, run: autorampRead })`
        An autoramp can be read
        GET /autoramps/{id} reads an autoramp, under every version.`,
      'autoramp/same': scenario({ needs, run: autorampSame })`
        The requested autoramp is read
        GET /autoramps/{id} reads the autoramp that has the id, with the customer that it was made for.
        no autoramp is read that names its id or its customer`,
      'autoramp/unknown-id': scenario({ needs, run: unknownId })`
        An unknown id is refused
        GET /autoramps/{id} is refused for an id that no autoramp has.`,
      'autoramp/deposit-rails': scenario({ needs, run: depositRails })`
        Deposit rails are a list
        deposit_rails of an autoramp is an array.
        no autoramp here has deposit_rails`,
      'autoramp/rail-document': ofDocuments({ needs, also: ['versioning/fednow-rail'], judge: railJudge })`
        The documents list FedNow in time
        The document lists a FedNow member of deposit_rails from 2026-07-01 on and not before.`,
      'other-rails': notPromised`
        deposit_rails can have Iban, AchWire and Swift.
        the list of members is open`,
      'enabled-accounts': notPromised`
        FedNow is there only where the account is enabled.
        how an account is enabled is not shown`,
      'autoramp/further-served': scenario({ needs: ['customer', 'writes'], run: furtherServed })`
        Additional currencies get further quotes
        POST /autoramps/{id}/quotes returns a further quote for a currency of additional_in_currencies, and for no other.`,
      'autoramp/market-quotes': scenario({ needs: ['customer', 'writes'], run: marketQuotes })`
        Only quoted autoramps get further quotes
        POST /autoramps/{id}/quotes is for autoramps that were made from a quote, and for no others.`,
      'autoramp/changed-quote': scenario({ needs, run: changedQuote })`
        A changed quote makes no autoramp
        A quote is signed: POST /autoramps is refused for one with another amount, rate or recipient than was signed.`,
      'autoramp/registered-account': scenario({ ...registering, run: registeredAccount })`
        Autoramps pay registered accounts
        An address is registered before it is used in any flow: POST /autoramps is refused for a bank account that is not.`,
      'autoramp/further-quotes': open({ versions: 'all', needs, run: furtherQuotes })`
        The shape of further quotes
        The request and the response of POST /autoramps/{id}/quotes.
        its request and response are not shown`,
      documents: judged('spec-documents/named-operations')`The documents have both operations.`,
    },
  ),
] as const
