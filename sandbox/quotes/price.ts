import { serviceBips, railCurrency } from '../fee-profiles/fee-profiles.js'
import type { FeeSettlement, NetworkFeeType, PaymentNetwork, PayoutRoute, Fee } from '../api/schemas.js'
import { shareOf, isPegged, type RateTable, type Conversion, convertIn, convertOut } from '../money/rates.js'
import { type Chain, type DepositAccountType, fiatEntry, type Money, wireAmount } from '../money/money.js'
import { Decimal, roundUp, sum, zero, formatDecimal } from '../money/decimal.js'
import type { FeeProfileRecord } from '../state/records.js'
import { defined } from '../primitives/defined.js'
import { plusMinutes } from '../primitives/environment.js'
import type { QuoteRequest } from './request.js'
import { badRequest } from '../primitives/refusal.js'

/** One fee of a quote, in the source currency. */
type FeeComponent =
  | { readonly kind: 'service' | 'partner'; readonly bips: number; readonly settlement: FeeSettlement }
  | {
      readonly kind: 'network'
      readonly type: NetworkFeeType
      readonly fixed: Decimal
      readonly settlement: FeeSettlement
    }
  | { readonly kind: 'banking'; readonly network: PaymentNetwork; readonly fixed: Decimal }

/** Payout routes: the network, and its fee in US dollars. */
export const payouts: Readonly<Record<PayoutRoute, { network: PaymentNetwork; usd: string }>> = {
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

interface Exchange {
  readonly profile: FeeProfileRecord
  readonly source: Money
  readonly destination: Money
  /** The payout route of the account; undefined for a wallet. */
  readonly account: PayoutRoute | undefined
}

const networkFee = (
  entry: { type: NetworkFeeType; usd: string } | undefined,
  { source, profile }: Exchange,
): readonly FeeComponent[] => {
  if (entry === undefined) return []
  const { type, usd } = entry
  return [{ kind: 'network', type, fixed: fixedIn(usd, source), settlement: profile.networkSettlement }]
}

/** The profile's fee for transfers in this direction over this network, in the source currency. */
const agreedFee = (
  { profile, source }: Exchange,
  network: PaymentNetwork,
  transfer: 'PayIn' | 'PayOut',
): Decimal | undefined => {
  const fee = profile.bankingFees.find((entry) => entry.rail === network && entry.transfer === transfer)
  if (fee === undefined) return undefined
  const usd = new Decimal(fiatEntry(railCurrency(network))?.usd ?? 1)
  return roundUp(usd.times(fee.amount).div(source.usd), source.scale)
}

const payoutFees = (exchange: Exchange): readonly FeeComponent[] => {
  const { source, destination, account } = exchange
  if (destination.type === 'Crypto') return networkFee(gas[destination.chain], exchange)
  if (account === undefined) return []
  const { network, usd } = payouts[account]
  const fixed = agreedFee(exchange, network, 'PayOut') ?? fixedIn(usd, source)
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

const payInFees = (exchange: Exchange): readonly FeeComponent[] => {
  const { source } = exchange
  if (source.type === 'Crypto') return []
  const network = payInNetworks[source.deposit]
  const fixed = agreedFee(exchange, network, 'PayIn')
  const banking: readonly FeeComponent[] = fixed === undefined ? [] : [{ kind: 'banking', network, fixed }]
  return [...networkFee(payIns[source.code], exchange), ...banking]
}

/** Every fee of a conversion: the shares of service and partner, deposit and payout. */
const feeComponents = (exchange: Exchange): readonly FeeComponent[] => {
  const { settlement, partnerBips } = exchange.profile
  return [
    { kind: 'service', bips: serviceBips, settlement },
    { kind: 'partner', bips: partnerBips, settlement },
    ...payInFees(exchange),
    ...payoutFees(exchange),
  ]
}

/** The amount of one fee on a gross amount. */
const feeAmount = (part: FeeComponent, amountIn: Decimal, source: Money): Decimal =>
  'bips' in part ? shareOf(amountIn, part.bips, source.scale) : part.fixed

/** Whether a fee is deducted before conversion; bank fees always are. */
const isCharged = (part: FeeComponent): boolean =>
  !('settlement' in part) || part.settlement === 'deductedImmediately'

/** A network fee type of the deprecated list, whose enumeration is shorter than that of its replacement. */
type OldNetworkFeeType = Fee['network_fees'][number]['type']

const oldTypes: ReadonlySet<string> = new Set<OldNetworkFeeType>([
  'AchIn',
  'AchOut',
  'CitreaGas',
  'EthereumGas',
  'RailFee',
  'SepaIn',
  'SepaOut',
  'SolanaTransactionFee',
  'StellarTransactionFee',
  'SwiftIn',
  'SwiftOut',
  'WireIn',
  'WireOut',
])

const isOldType = (type: NetworkFeeType): type is OldNetworkFeeType => oldTypes.has(type)

/** The amounts of a quote's fees, before rendering. */
const totalsOf = (parts: readonly FeeComponent[], amountIn: Decimal, dust: Decimal, source: Money) => {
  const lines = parts.map((part) => ({ part, amount: feeAmount(part, amountIn, source) }))
  const total = (kind: FeeComponent['kind']): Decimal =>
    sum(lines.filter(({ part }) => part.kind === kind).map(({ amount }) => amount))
  const network = lines.flatMap(({ part, amount }) =>
    part.kind === 'network' ? [{ type: part.type, amount, settlement: part.settlement }] : [],
  )
  // The part of the last cent that an exact amount out did not need, deducted at once.
  const remainder = { type: 'RailFee' as const, amount: dust, settlement: 'deductedImmediately' as const }
  return {
    service: total('service'),
    partner: total('partner'),
    banking: total('banking'),
    charged: sum(lines.filter(({ part }) => isCharged(part)).map(({ amount }) => amount)).plus(dust),
    network: dust.gt(zero) ? [...network, remainder] : network,
    bankingNetwork: lines.flatMap(({ part }) => (part.kind === 'banking' ? [part.network] : [])).at(-1),
  }
}

/**
 * The fees of a quote with every field filled, all in the source currency. Exactly:
 * `total_fee = iron_fee + partner_fee + network_fee + banking_fee`; `network_fee` and `partner_fee` are the sums of
 * their lists; `transaction_fee = deducted_fee =` everything deducted before converting, including rounding
 * (`RailFee`).
 */
const renderFee = (
  parts: readonly FeeComponent[],
  profile: FeeProfileRecord,
  amountIn: Decimal,
  dust: Decimal,
  source: Money,
): Fee => {
  const totals = totalsOf(parts, amountIn, dust, source)
  const { service, partner, banking, charged, network, bankingNetwork } = totals
  const networkTotal = sum(network.map(({ amount }) => amount))
  const amount = (value: Decimal) => wireAmount(value, source)
  return {
    total_fee: amount(sum([service, partner, networkTotal, banking])),
    iron_fee: amount(service),
    iron_fee_settlement: profile.settlement,
    partner_fee: amount(partner),
    partner_fees: [{ label: 'partner', fee: amount(partner), settlement: profile.settlement }],
    network_fee: amount(networkTotal),
    network_fees: network.flatMap((line) =>
      isOldType(line.type) ? [{ type: line.type, ...amount(line.amount) }] : [],
    ),
    network_fees_with_settlement: network.map((line) => ({
      fee_type: line.type,
      fee_amount: amount(line.amount),
      settlement: line.settlement,
    })),
    banking_fee: amount(banking),
    ...defined({ banking_fee_network: bankingNetwork }),
    transaction_fee: amount(charged),
    deducted_fee: amount(charged),
  }
}

const longestLock = { pegged: 2 * 24 * 60, other: 10 } as const
const hour = 60

/** A missing or excessive lock is the longest for its currencies; under Return a quote ends with it. */
export function timesOf({ query, source, destination }: QuoteRequest, now: Date) {
  const longest = isPegged(source, destination) ? longestLock.pegged : longestLock.other
  const lock = Math.min(query.rate_lock_duration_minutes ?? longest, longest)
  const expiry = query.expiry_in_hours * hour
  return {
    rateLockUntil: plusMinutes(now, lock),
    validUntil: plusMinutes(now, query.rate_expiry_policy === 'Return' ? Math.min(expiry, lock) : expiry),
  }
}

/** A conversion to price: exactly one of the two amounts is given. */
interface PriceRequest extends Exchange {
  readonly amountIn: string | undefined
  readonly amountOut: string | undefined
}

/**
 * Prices a conversion. Exactly,
 * `amount_out = (amount_in - fee.transaction_fee) x rate`, cut to the places of the destination currency.
 * Throws `Refusal` 400 if the fees leave nothing to convert.
 */
export function priceOf(request: PriceRequest, rates: RateTable) {
  const { source, destination, profile } = request
  const rate = rates(source, destination)
  const parts = feeComponents(request)
  const charged = parts.filter(isCharged)
  const terms = {
    rate,
    sourceScale: source.scale,
    destinationScale: destination.scale,
    chargesOn: (amountIn: Decimal) => sum(charged.map((part) => feeAmount(part, amountIn, source))),
  }
  const conversion: Conversion =
    request.amountIn === undefined
      ? convertOut(new Decimal(request.amountOut ?? 0), terms)
      : convertIn(new Decimal(request.amountIn), terms)
  if (conversion.amountOut.lte(0)) throw badRequest('the amount is too small to cover the fees')
  return {
    amount_in: wireAmount(conversion.amountIn, source),
    amount_out: wireAmount(conversion.amountOut, destination),
    rate: formatDecimal(rate),
    fee: renderFee(parts, profile, conversion.amountIn, conversion.dust, source),
  }
}
