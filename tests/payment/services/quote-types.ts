import { type Call, Refused } from './call.js'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const decimal = /^\d+(\.\d+)?$/
const whole = /^\d+$/
const truth = /^(true|false)$/
/** What a service that reads values in any letter case takes for a boolean. */
const anyTruth = /^(true|false|yes|no)$/i
const chains =
  /^(Solana|Ethereum|Polygon|Arbitrum|Base|Stellar|Citrea|Plasma|Avalanche|Moca|Monad|Tempo|Tron|Bsc|Seismic|Arc)$/

/** The type of every parameter: the specification's table, written as patterns. */
const types: Readonly<Record<string, RegExp>> = {
  customer_id: uuid,
  source_currency_code: /^.{1,32}$/,
  source_currency_chain: chains,
  destination_currency_code: /^.{1,32}$/,
  destination_currency_chain: chains,
  recipient_account_id: uuid,
  recipient_account: /^.{0,256}$/,
  amount_in: decimal,
  amount_out: decimal,
  rate_lock_duration_minutes: whole,
  rate_expiry_policy: /^(Return|Slippage)$/,
  slippage_tolerance_in_bips: decimal,
  expiry_in_hours: whole,
  is_third_party: truth,
  sender_account_number: /^.{0,256}$/,
  sender_mobile_number: /^.{0,256}$/,
  fee_profile_id: uuid,
  batch_payout: truth,
  pay_by_reference: truth,
}
const required = [
  'customer_id',
  'source_currency_code',
  'destination_currency_code',
  'rate_expiry_policy',
  'expiry_in_hours',
  'is_third_party',
]
/** Parameters of which a quote of crypto for euro has no use. */
const unused = /^(destination_currency_chain|sender_\w+)$/

const isUnused = (query: URLSearchParams, name: string): boolean =>
  unused.test(name) ||
  (name === 'rate_lock_duration_minutes' && query.get('rate_expiry_policy') === 'Slippage')

/** Refuses values that are not of the type of their parameter, and a request without what is required. */
export const requireTypes = ({ query, choices }: Call): void => {
  for (const name of required) if (!query.has(name)) throw new Refused(400, `${name} is missing`)
  for (const [name, type] of Object.entries(types)) {
    const value = query.get(name)
    if (choices.unused === 'ignored' && isUnused(query, name)) continue
    const loose = type === truth ? anyTruth : new RegExp(type, 'i')
    const taken = choices.letterCase === 'exact' ? type : loose
    if (value !== null && !taken.test(value)) throw new Refused(400, `${name} is wrong`)
  }
}
