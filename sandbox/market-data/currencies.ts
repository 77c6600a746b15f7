import type { Handlers } from '../service/call.js'
import { chainNames, fiatCurrencies, tokens } from '../money/currencies.js'

const crypto = tokens.flatMap(({ token, name, chains }) =>
  chainNames
    .filter((chain) => chains.includes(chain))
    .map((chain) => ({
      code: token,
      chain,
      name,
      mint_only: false,
    })),
)

const ofCountries = fiatCurrencies.map(({ code, name, countries }) => ({
  code,
  name,
  countries: countries.map((country) => ({ code: country })),
}))

/** The currencies that the sandbox supports. */
export const currencyHandlers = {
  listCryptoCurrencies: () => ({ status: 200, body: crypto }),
  listFiatCurrencies: () => ({ status: 200, body: ofCountries }),
} satisfies Handlers
