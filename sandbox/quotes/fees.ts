import { serviceBips } from '../fee-profiles/profiles.js'
import { railCurrency } from '../fee-profiles/render.js'
import type { FeeSettlement, NetworkFeeType, PaymentNetwork, PayoutRoute } from '../api/schemas.js'
import { shareOf } from '../money/conversion.js'
import { type Chain, type DepositAccountType, fiatEntry } from '../money/currencies.js'
import { Decimal, roundUp } from '../money/decimal.js'
import type { Money } from '../money/money.js'
import type { FeeProfileRecord } from '../state/records.js'

/** One fee of a quote, in the source currency. */
export type FeeComponent =
  | { readonly kind: 'service' | 'partner'; readonly bips: number; readonly settlement: FeeSettlement }
  | {
      readonly kind: 'network'
      readonly type: NetworkFeeType
      readonly fixed: Decimal
      readonly settlement: FeeSettlement
    }
  | { readonly kind: 'banking'; readonly network: PaymentNetwork; readonly fixed: Decimal }

/** Payout routes: the network, and its fee in US dollars. */
const payouts: Readonly<Record<PayoutRoute, { network: PaymentNetwork; usd: string }>> = {
  SEPA: { network: 'Sepa', usd: '0.25' },
  ACH: { network: 'Ach', usd: '0.30' },
  Wire: { network: 'Wire', usd: '15' },
  RTP: { network: 'Rtp', usd: '0.75' },
  FEDNOW: { network: 'Fednow', usd: '0.75' },
  SWIFT: { network: 'Swift', usd: '20' },
  CHAPS: { network: 'Chaps', usd: '12' },
  FPS: { network: 'Fps', usd: '0.20' },
  Pix: { network: 'Pix', usd: '0.05' },
}

/** Fees for payouts on a chain, in US dollars. A chain without a fee type is free. */
const gas: Readonly<Partial<Record<Chain, { type: NetworkFeeType; usd: string }>>> = {
  Solana: { type: 'SolanaTransactionFee', usd: '0.01' },
  Ethereum: { type: 'EthereumGas', usd: '1.20' },
  Polygon: { type: 'PolygonGas', usd: '0.02' },
  Base: { type: 'BaseGas', usd: '0.03' },
  Stellar: { type: 'StellarTransactionFee', usd: '0.01' },
  Citrea: { type: 'CitreaGas', usd: '0.05' },
  Avalanche: { type: 'AvalancheGas', usd: '0.04' },
  Tron: { type: 'TronGas', usd: '0.90' },
  Bsc: { type: 'BscGas', usd: '0.06' },
  Seismic: { type: 'SeismicExecutionFee', usd: '0.02' },
}

/** Fees for bank deposits, in US dollars. */
const payIns: Readonly<Record<string, { type: NetworkFeeType; usd: string }>> = {
  EUR: { type: 'SepaIn', usd: '0.10' },
  USD: { type: 'AchIn', usd: '0.15' },
  GBP: { type: 'FpsIn', usd: '0.10' },
}

/** Cached by fee and currency, both of which are in fixed tables. */
const fixedFees = new Map<string, Decimal>()

const fixedIn = (usd: string, source: Money): Decimal => {
  const key = `${usd} ${source.code}`
  const fee = fixedFees.get(key) ?? roundUp(new Decimal(usd).div(source.usd), source.scale)
  fixedFees.set(key, fee)
  return fee
}

/** A conversion whose fees are computed. */
interface Conversion {
  readonly profile: FeeProfileRecord
  readonly source: Money
  readonly destination: Money
  /** The payout route of the account; undefined for a wallet. */
  readonly account: PayoutRoute | undefined
}

const networkFee = (
  entry: { type: NetworkFeeType; usd: string } | undefined,
  { source, profile }: Conversion,
): readonly FeeComponent[] => {
  if (entry === undefined) return []
  const { type, usd } = entry
  return [{ kind: 'network', type, fixed: fixedIn(usd, source), settlement: profile.networkSettlement }]
}

/** The profile's fee for transfers in this direction over this network, in the source currency. */
const agreedFee = (
  { profile, source }: Conversion,
  network: PaymentNetwork,
  transfer: 'PayIn' | 'PayOut',
): Decimal | undefined => {
  const fee = profile.bankingFees.find((entry) => entry.rail === network && entry.transfer === transfer)
  if (fee === undefined) return undefined
  const usd = new Decimal(fiatEntry(railCurrency(network))?.usd ?? 1)
  return roundUp(usd.times(fee.amount).div(source.usd), source.scale)
}

const payoutFees = (conversion: Conversion): readonly FeeComponent[] => {
  const { source, destination, account } = conversion
  if (destination.type === 'Crypto') return networkFee(gas[destination.chain], conversion)
  if (account === undefined) return []
  const { network, usd } = payouts[account]
  const fixed = agreedFee(conversion, network, 'PayOut') ?? fixedIn(usd, source)
  return [{ kind: 'banking', network, fixed }]
}

const payInNetworks: Readonly<Record<DepositAccountType, PaymentNetwork>> = {
  Iban: 'Sepa',
  AchWire: 'Ach',
  ChapsFps: 'Fps',
  Pix: 'Pix',
  Spei: 'Spei',
  AfricanBankTransfer: 'AfricanBankTransfer',
}

const payInFees = (conversion: Conversion): readonly FeeComponent[] => {
  const { source } = conversion
  if (source.type === 'Crypto') return []
  const network = payInNetworks[source.deposit]
  const fixed = agreedFee(conversion, network, 'PayIn')
  const banking: readonly FeeComponent[] = fixed === undefined ? [] : [{ kind: 'banking', network, fixed }]
  return [...networkFee(payIns[source.code], conversion), ...banking]
}

/** Every fee of a conversion: the shares of service and partner, deposit and payout. */
export function feeComponents(conversion: Conversion): readonly FeeComponent[] {
  const { settlement, partnerBips } = conversion.profile
  return [
    { kind: 'service', bips: serviceBips, settlement },
    { kind: 'partner', bips: partnerBips, settlement },
    ...payInFees(conversion),
    ...payoutFees(conversion),
  ]
}

/** The amount of one fee on a gross amount. */
export function feeAmount(part: FeeComponent, amountIn: Decimal, source: Money): Decimal {
  return 'bips' in part ? shareOf(amountIn, part.bips, source.scale) : part.fixed
}

/** Whether a fee is deducted before conversion; bank fees always are. */
export function isCharged(part: FeeComponent): boolean {
  return !('settlement' in part) || part.settlement === 'deductedImmediately'
}
