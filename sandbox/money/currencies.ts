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

/** One fiat currency. `usd` is the price of one unit in US dollars before the seed's deviation. */
export interface FiatEntry {
  readonly code: string
  readonly name: string
  readonly scale: number
  readonly usd: string
  readonly countries: readonly string[]
  readonly deposit: DepositAccountType
}

/** One token. `peg` is the fiat currency that its price equals. */
export interface TokenEntry {
  readonly token: string
  readonly name: string
  readonly scale: number
  readonly usd: string
  readonly peg?: string
  readonly chains: readonly Chain[]
}

const fiat = (
  code: string,
  name: string,
  usd: string,
  deposit: DepositAccountType,
  countries: string,
): FiatEntry => ({ code, name, scale: 2, usd, deposit, countries: countries.split(' ') })

export const fiatCurrencies: readonly FiatEntry[] = [
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

export const tokens: readonly TokenEntry[] = [
  { token: 'USDC', name: 'USD Coin', scale: 6, usd: '1', peg: 'USD', chains: chainNames },
  { token: 'USDT', name: 'Tether USD', scale: 6, usd: '1', peg: 'USD', chains: chainNames },
  { token: 'EURC', name: 'Euro Coin', scale: 6, usd: '1.08', peg: 'EUR', chains: chainNames },
  { token: 'SOL', name: 'Solana', scale: 9, usd: '150', chains: ['Solana'] },
  { token: 'ETH', name: 'Ether', scale: 9, usd: '3000', chains: ['Ethereum', 'Arbitrum', 'Base'] },
]

/** The fiat currency with a code. */
export function fiatEntry(code: string): FiatEntry | undefined {
  return fiatCurrencies.find((entry) => entry.code === code)
}

/** The token on a blockchain, if it is known there. */
export function tokenEntry(token: string, chain: Chain): TokenEntry | undefined {
  return tokens.find((entry) => entry.token === token && entry.chains.includes(chain))
}
