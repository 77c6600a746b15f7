import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import type { ParameterValue } from '../../engine/serialize.js'
import type { Exchange } from '../../model/exchange.js'
import { isObject, listIn, outcomeOf } from '../reading.js'
import { enumerations } from '../spec-table.js'
import { type Customer, customer, onboardedCustomer } from './customer.js'
import { fiatRecipient } from './recipient.js'

export type Query = Readonly<Record<string, ParameterValue>>

/** A quote request that the service is known to serve, and its answer. */
export interface QuoteSubject {
  readonly operation: Operation
  readonly query: Query
  readonly exchange: Exchange
  readonly customerId: string
}

interface Pair {
  readonly token: string
  readonly chain: string
}

const commonPairs: readonly Pair[] = ['Ethereum', 'Polygon', 'Base', 'Solana'].map((chain) => ({
  token: 'USDC',
  chain,
}))

const listedPairs = async (context: ScenarioContext): Promise<readonly Pair[]> => {
  const operation = context.find('get', '/cryptocurrencies')
  const answer = operation && (await context.call(operation))
  return (answer ? (listIn(answer) ?? []) : [])
    .filter(isObject)
    .filter((coin) => coin['mint_only'] !== true)
    .map((coin) => ({ token: String(coin['code']), chain: String(coin['chain']) }))
    .filter(({ chain }) => enumerations.Blockchain.includes(chain))
}

/** Currencies to try as a source, the likeliest first. */
export const cryptoPairs = (context: ScenarioContext): Promise<readonly Pair[]> =>
  context.session.once(`crypto pairs ${context.version}`, async () => {
    const listed = await listedPairs(context)
    const stable = listed.filter(({ token }) => token === 'USDC')
    return [...stable, ...commonPairs, ...listed].filter(
      (pair, index, all) =>
        all.findIndex(({ token, chain }) => token === pair.token && chain === pair.chain) === index,
    )
  })

const preferOnboarded = (context: ScenarioContext, version: string): Promise<Customer> =>
  onboardedCustomer(context, version).catch((error: unknown) => {
    if (error instanceof Skip) return customer(context, version)
    throw error
  })

const baseQuery = (customerId: string, { token, chain }: Pair, recipientId: string): Query => ({
  customer_id: customerId,
  source_currency_code: token,
  source_currency_chain: chain,
  destination_currency_code: 'EUR',
  recipient_account_id: recipientId,
  amount_in: '100',
  rate_expiry_policy: 'Slippage',
  slippage_tolerance_in_bips: '50',
  expiry_in_hours: '1',
  is_third_party: 'false',
})

const find = async (context: ScenarioContext): Promise<QuoteSubject> => {
  const operation = context.operation('get', '/autoramps/quote')
  const version = context.version === '*' ? '2025-03-13' : context.version
  const { id } = await preferOnboarded(context, version)
  const recipientId = await fiatRecipient(context, id, version)
  const pairs = (await cryptoPairs(context)).slice(0, 6)
  let last: Exchange | undefined
  for (const pair of pairs) {
    const query = baseQuery(id, pair, recipientId)
    last = await context.call(operation, { query, version: [version] })
    if (last.response.status === 200) return { operation, query, exchange: last, customerId: id }
  }
  const answer = last ? outcomeOf(last) : 'nothing could be tried'
  throw new Skip(
    `no plain quote is served (${answer}); name a customer and a recipient that one is served for`,
  )
}

/** A served quote of crypto for euro under the version at hand, found once. @throws Skip when none is. */
export function quoteSubject(context: ScenarioContext): Promise<QuoteSubject> {
  return context.session.once(`quote ${context.version}`, () => find(context))
}

/** Asks for the subject's quote with some parameters changed; undefined leaves one out. */
export function askQuote(
  context: ScenarioContext,
  { operation, query }: QuoteSubject,
  changes: Readonly<Record<string, ParameterValue | undefined>> = {},
): Promise<Exchange> {
  const entries = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined)
  return context.call(operation, { query: Object.fromEntries(entries) as Query, exactQuery: true })
}
