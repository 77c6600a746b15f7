import { type Decimal, formatDecimal } from './decimal.js'
import { badRequest } from '../primitives/refusal.js'
import type { AutorampType, Currency } from '../api/schemas.js'

/** Chains with known tokens, as the documents spell them. */
export const chainNames = [
  'Solana',
  'Ethereum',
  'Polygon',
  'Arbitrum',
  'Base',
  'Stellar',
  'Citrea',
  'Plasma',
  'Avalanche',
  'Moca',
  'Monad',
  'Tempo',
  'Tron',
  'Bsc',
  'Seismic',
  'Arc',
] as const

export type Chain = (typeof chainNames)[number]

/** Types of deposit accounts for fiat currencies, as the documents spell them. */
export type DepositAccountType = 'Iban' | 'AchWire' | 'ChapsFps' | 'Pix' | 'Spei' | 'AfricanBankTransfer'

/** One token. `peg` is the fiat currency that its price equals. */
interface Token {
  readonly token: string
  readonly name: string
  readonly scale: number
  readonly usd: string
  readonly peg?: string
  readonly chains: readonly Chain[]
}

/** A supported currency: a fiat one, or a token on one chain. */
export type Money =
  | FiatCurrency
  | (Token & { readonly type: 'Crypto'; readonly code: string; readonly chain: Chain })

const fiat = (code: string, name: string, usd: string, deposit: DepositAccountType, countries: string) => ({
  type: 'Fiat' as const,
  code,
  name,
  scale: 2,
  usd,
  peg: code,
  deposit,
  countries: countries.split(' '),
})

/** A fiat currency. `usd` is the price of one unit in US dollars before the seed's deviation. */
type FiatCurrency = Readonly<ReturnType<typeof fiat>>

export const fiatCurrencies: readonly FiatCurrency[] = [
  fiat('USD', 'US Dollar', '1', 'AchWire', 'US PR EC SV'),
  fiat('EUR', 'Euro', '1.08', 'Iban', 'DE FR ES IT NL AT BE IE PT FI'),
  fiat('GBP', 'Pound Sterling', '1.27', 'ChapsFps', 'GB'),
  fiat('BRL', 'Brazilian Real', '0.18', 'Pix', 'BR'),
  fiat('MXN', 'Mexican Peso', '0.054', 'Spei', 'MX'),
  fiat('NGN', 'Nigerian Naira', '0.00065', 'AfricanBankTransfer', 'NG'),
  fiat('KES', 'Kenyan Shilling', '0.0077', 'AfricanBankTransfer', 'KE'),
  fiat('GHS', 'Ghanaian Cedi', '0.081', 'AfricanBankTransfer', 'GH'),
  fiat('UGX', 'Ugandan Shilling', '0.00027', 'AfricanBankTransfer', 'UG'),
  fiat('TZS', 'Tanzanian Shilling', '0.00038', 'AfricanBankTransfer', 'TZ'),
  fiat('ZAR', 'South African Rand', '0.055', 'AfricanBankTransfer', 'ZA'),
]

export const tokens: readonly Token[] = [
  { token: 'USDC', name: 'USD Coin', scale: 6, usd: '1', peg: 'USD', chains: chainNames },
  { token: 'USDT', name: 'Tether USD', scale: 6, usd: '1', peg: 'USD', chains: chainNames },
  { token: 'EURC', name: 'Euro Coin', scale: 6, usd: '1.08', peg: 'EUR', chains: chainNames },
  { token: 'SOL', name: 'Solana', scale: 9, usd: '150', chains: ['Solana'] },
  { token: 'ETH', name: 'Ether', scale: 9, usd: '3000', chains: ['Ethereum', 'Arbitrum', 'Base'] },
]

/** The fiat currency with a code. */
export function fiatEntry(code: string): FiatCurrency | undefined {
  return fiatCurrencies.find((entry) => entry.code === code)
}

/** The token on a chain, or the fiat currency without one; `undefined` if it is not supported. */
export function moneyOf(code: string, chain: Chain | undefined): Money | undefined {
  if (chain === undefined) return fiatEntry(code)
  const token = tokens.find((entry) => entry.token === code && entry.chains.includes(chain))
  return token && { ...token, type: 'Crypto', code, chain }
}

/** The currency of a value in the documents' form; `undefined` if the sandbox does not support it. */
export function moneyOfWire(currency: Currency): Money | undefined {
  return currency.type === 'Fiat'
    ? moneyOf(currency.code, undefined)
    : moneyOf(currency.token, currency.blockchain)
}

/** The currency at a location of the body. Throws `Refusal` 400 if the service does not support it. */
export function supportedMoney(location: string, currency: Currency): Money {
  const money = moneyOfWire(currency)
  if (money === undefined) throw badRequest(`request body at ${location} is not a currency of this service`)
  return money
}

/** Whether two currencies are the same, on the same blockchain. */
export function sameMoney(one: Money, other: Money): boolean {
  return one.code === other.code && chainOf(one) === chainOf(other)
}

/** The blockchain of a token; undefined for a fiat currency. */
export function chainOf(money: Money): Chain | undefined {
  return money.type === 'Crypto' ? money.chain : undefined
}

/** A currency in the form of requests and responses. */
export function wireCurrency(money: Money): Currency {
  return money.type === 'Fiat'
    ? { type: 'Fiat', code: money.code }
    : { type: 'Crypto', token: money.code, blockchain: money.chain }
}

/** An amount in plain digits, with at least the decimal places of its currency. */
export function wireAmount(value: Decimal, money: Money) {
  return { amount: formatDecimal(value, money.scale), currency: wireCurrency(money) }
}

/** The type of a conversion, derived from its two currencies. */
export function rampTypeOf(source: Currency, destination: Currency): AutorampType {
  if (source.type === 'Fiat') return 'Onramp'
  return destination.type === 'Fiat' ? 'Offramp' : 'Swap'
}
