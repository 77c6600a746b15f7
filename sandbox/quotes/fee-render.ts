import type { Fee, FeeSettlement, NetworkFeeType, PaymentNetwork } from '../api/schemas.js'
import { type Decimal, sum, zero } from '../money/decimal.js'
import { type Money, wireAmount } from '../money/money.js'
import type { FeeProfileRecord } from '../state/records.js'
import { feeAmount, type FeeComponent, isCharged } from './fees.js'

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

interface NetworkLine {
  readonly type: NetworkFeeType
  readonly amount: Decimal
  readonly settlement: FeeSettlement
}

/** The amounts of a quote's fees, before rendering. */
interface Totals {
  readonly service: Decimal
  readonly partner: Decimal
  readonly banking: Decimal
  readonly charged: Decimal
  readonly network: readonly NetworkLine[]
  readonly bankingNetwork: PaymentNetwork | undefined
}

/** The remainder of the last cent that an exact amount out did not need, deducted at once. */
const dustLine = (amount: Decimal): NetworkLine => ({
  type: 'RailFee',
  amount,
  settlement: 'deductedImmediately',
})

const totalsOf = (
  parts: readonly FeeComponent[],
  amountIn: Decimal,
  dust: Decimal,
  source: Money,
): Totals => {
  const lines = parts.map((part) => ({ part, amount: feeAmount(part, amountIn, source) }))
  const total = (kind: FeeComponent['kind']): Decimal =>
    sum(lines.filter(({ part }) => part.kind === kind).map(({ amount }) => amount))
  const network = lines.flatMap(({ part, amount }) =>
    part.kind === 'network' ? [{ type: part.type, amount, settlement: part.settlement }] : [],
  )
  return {
    service: total('service'),
    partner: total('partner'),
    banking: total('banking'),
    charged: sum(lines.filter(({ part }) => isCharged(part)).map(({ amount }) => amount)).plus(dust),
    network: dust.gt(zero) ? [...network, dustLine(dust)] : network,
    bankingNetwork: lines.flatMap(({ part }) => (part.kind === 'banking' ? [part.network] : [])).at(-1),
  }
}

/**
 * The fees of a quote with every field filled, all in the source currency. Exactly:
 * `total_fee = iron_fee + partner_fee + network_fee + banking_fee`; `network_fee` and `partner_fee` are the sums of
 * their lists; `transaction_fee = deducted_fee =` everything deducted before converting, including rounding
 * (`RailFee`).
 */
export function renderFee(
  parts: readonly FeeComponent[],
  profile: FeeProfileRecord,
  amountIn: Decimal,
  dust: Decimal,
  source: Money,
): Fee {
  const { service, partner, banking, charged, network, bankingNetwork } = totalsOf(
    parts,
    amountIn,
    dust,
    source,
  )
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
    ...(bankingNetwork === undefined ? {} : { banking_fee_network: bankingNetwork }),
    transaction_fee: amount(charged),
    deducted_fee: amount(charged),
  }
}
