import type { Handlers } from '../service/call.js'
import { CHAINS, FIAT, TOKENS } from '../money/currencies.js'

const CRYPTO = TOKENS.flatMap(({ token, name, chains }) =>
  CHAINS.filter((chain) => chains.includes(chain)).map((chain) => ({
    code: token,
    chain,
    name,
    mint_only: false,
  })),
)

const OF_COUNTRIES = FIAT.map(({ code, name, countries }) => ({
  code,
  name,
  countries: countries.map((country) => ({ code: country })),
}))

/** The currencies that the sandbox deals in. */
export const currencyHandlers = {
  listCryptoCurrencies: () => ({ status: 200, body: CRYPTO }),
  listFiatCurrencies: () => ({ status: 200, body: OF_COUNTRIES }),
} satisfies Handlers
