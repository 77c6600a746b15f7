import type { BodyOf, Handlers } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { fiatEntry } from '../money/currencies.js'
import { parseDecimal, placesOf } from '../money/decimal.js'
import type { BankingFee } from '../state/records.js'
import { isDefault, profilesOf } from './profiles.js'
import { railCurrency, renderFeeProfile } from './render.js'

/** Half of an amount, since more would leave nothing to convert. */
const mostBips = 5000

type Creation = BodyOf<'createFeeProfile'>

const readBankingFee = (config: Creation['banking_fee_configs'][number], index: number): BankingFee => {
  const { rail, fiat_transfer_type: transfer, fee_amount: text } = config
  const amount = parseDecimal(text)
  const places = fiatEntry(railCurrency(rail))?.scale ?? 0
  if (amount === undefined || amount.lt(0) || placesOf(amount) > places)
    throw badRequest(
      `request body at /banking_fee_configs/${index}/fee_amount must be a decimal of at least zero with at most ${places} places`,
    )
  return { rail, transfer, amount: amount.toFixed(places) }
}

/** Reading and creating the partner's fee profiles. */
export const feeProfileHandlers = {
  getFeeProfiles: (call) => {
    const { fee_profile_ids: ids, is_default: wanted } = call.query
    const items = profilesOf(call)
      .filter(({ id }) => ids === undefined || ids.includes(id))
      .map((profile) => renderFeeProfile(profile, isDefault(call, profile)))
      .filter((profile) => wanted === undefined || profile.is_default === wanted)
    return { status: 200, body: { items } }
  },
  createFeeProfile: ({ service, partnerId, body }) => {
    if (body.transaction_fee_bips > mostBips)
      throw badRequest(`request body at /transaction_fee_bips must be at most ${mostBips}`)
    const profile = {
      id: service.random.uuid('fee-profile'),
      partnerId,
      name: body.name,
      settlement: 'deductedImmediately' as const,
      networkSettlement: body.network_fee_settlement,
      partnerBips: body.transaction_fee_bips,
      bankingFees: body.banking_fee_configs.map(readBankingFee),
    }
    service.store.feeProfiles.save(profile)
    return { status: 201, body: renderFeeProfile(profile, false) }
  },
} satisfies Handlers
