import type { Handlers, Call } from '../service/service.js'
import { chainNames, fiatCurrencies, tokens, type Money, wireCurrency } from '../money/money.js'
import { amountProblem, pairProblem, readPair } from '../quotes/request.js'
import { assumedPayout } from '../quotes/handler.js'
import { priceOf } from '../quotes/price.js'
import { customerOf } from '../customer/customers.js'
import { feeProfile } from '../fee-profiles/fee-profiles.js'
import { badRequest } from '../primitives/refusal.js'
import { Decimal, formatDecimal, roundDown } from '../money/decimal.js'

const crypto = tokens.flatMap(({ token, name, chains }) =>
  chainNames
    .filter((chain) => chains.includes(chain))
    .map((chain) => ({ code: token, chain, name, mint_only: false })),
)

const ofCountries = fiatCurrencies.map(({ code, name, countries }) => ({
  code,
  name,
  countries: countries.map((country) => ({ code: country })),
}))

const ratePlaces = 12

const typeProblem = (name: string, type: 'fiat' | 'crypto', money: Money): string | undefined =>
  type === money.type.toLowerCase() ? undefined : `query parameter '${name}' does not match the currency`

const check = ({ query }: Call<'getExchangeRate'>, source: Money, destination: Money): void => {
  const problem =
    typeProblem('source_currency_type', query.source_currency_type, source) ??
    typeProblem('destination_currency_type', query.destination_currency_type, destination) ??
    pairProblem(source, destination) ??
    amountProblem("query parameter 'amount'", query.amount, source)
  if (problem !== undefined) throw badRequest(problem)
}

/** Currencies and exchange rates. */
export const marketDataHandlers = {
  listCryptoCurrencies: () => ({ status: 200, body: crypto }),
  listFiatCurrencies: () => ({ status: 200, body: ofCountries }),
  /** GET /exchange-rate: the amount after all fees, and the resulting rate. */
  getExchangeRate: (call) => {
    const { service, query } = call
    if (query.customer_id !== undefined) customerOf(call, query.customer_id)
    const { source, destination } = readPair(query)
    check(call, source, destination)
    const profile = feeProfile(call, undefined)
    const account = assumedPayout(destination)
    const request = { source, destination, amountIn: query.amount, amountOut: undefined, profile, account }
    const { amount_out: out, fee } = priceOf(request, service.rates)
    const effective = roundDown(new Decimal(out.amount).div(query.amount), ratePlaces)
    return {
      status: 200,
      body: {
        from: wireCurrency(source),
        to: wireCurrency(destination),
        effective_rate: formatDecimal(effective),
        out_amount: out,
        fee,
      },
    }
  },
} satisfies Handlers
