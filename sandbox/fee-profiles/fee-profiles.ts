import { notFound, badRequest } from '../primitives/refusal.js'
import type { Service, BodyOf, Call, Handlers, OperationId } from '../service/service.js'
import type { FeeProfileRecord, BankingFee } from '../state/records.js'
import type { FeeProfile, PaymentNetwork } from '../api/schemas.js'
import { fiatEntry } from '../money/money.js'
import { parseDecimal, placesOf } from '../money/decimal.js'

type Owner = Pick<Call<OperationId>, 'service' | 'partnerId'>

/** The service's own share of every conversion, in basis points, which no partner can change. */
export const serviceBips = 25

const partnerBips = 10

type BuiltIn = readonly [FeeProfileRecord, FeeProfileRecord]

/** The built-in profiles of every partner: one deducts all fees at once, the other bills shares later. */
const makeBuiltIn = ({ service, partnerId }: Owner): BuiltIn => {
  const common = {
    partnerId,
    networkSettlement: 'deductedImmediately',
    partnerBips,
    bankingFees: [],
  } as const
  const idOf = (key: string): string => service.random.named(`fee-profile:${key}`)
  return [
    { ...common, id: idOf('default'), name: 'Default', settlement: 'deductedImmediately' },
    { ...common, id: idOf('settled-later'), name: 'Settled later', settlement: 'settledLater' },
  ]
}

/** Cached by service and partner, because deriving ids from the seed takes longer than the rest of a price. */
const known = new WeakMap<Service, Map<string, BuiltIn>>()

const builtIn = (owner: Owner): BuiltIn => {
  const { service, partnerId } = owner
  const ofService = known.get(service) ?? new Map<string, BuiltIn>()
  const profiles = ofService.get(partnerId) ?? makeBuiltIn(owner)
  known.set(service, ofService.set(partnerId, profiles))
  return profiles
}

/** All profiles of a partner: the default one first, then the created ones, oldest first. */
const profilesOf = (owner: Owner): readonly FeeProfileRecord[] => {
  const { service, partnerId } = owner
  return [...builtIn(owner), ...service.store.feeProfiles.walk({ partnerId }, { order: 'oldest-first' })]
}

const isDefault = (owner: Owner, { id }: FeeProfileRecord): boolean => id === builtIn(owner)[0].id

/** The profile with this id, or the default one if there is no id. Throws `Refusal` 404. */
export function feeProfile(owner: Owner, id: string | null | undefined): FeeProfileRecord {
  const profiles = builtIn(owner)
  if (id === undefined || id === null) return profiles[0]
  const { service, partnerId } = owner
  const profile = profiles.find((entry) => entry.id === id) ?? service.store.feeProfiles.find(partnerId, id)
  if (profile === undefined) throw notFound('fee profile')
  return profile
}

const currencies: Readonly<Partial<Record<PaymentNetwork, string>>> = {
  Sepa: 'EUR',
  Fps: 'GBP',
  Chaps: 'GBP',
  Pix: 'BRL',
  Spei: 'MXN',
}

/** The currency of a rail's fee; US dollars if the rail has no currency of its own. */
export function railCurrency(rail: PaymentNetwork): string {
  return currencies[rail] ?? 'USD'
}

const perTransaction = 'Per Transaction'

const amountIn = (code: string, amount: string) => ({ amount, currency: { type: 'Fiat' as const, code } })

const renderFeeProfile = (profile: FeeProfileRecord, isDefault: boolean): FeeProfile => ({
  id: profile.id,
  partner_id: profile.partnerId,
  name: profile.name,
  is_default: isDefault,
  profile_type: 'Transactional',
  iron_fee: { type: 'Bips', bips: serviceBips },
  iron_fee_billing_type: perTransaction,
  iron_fee_settlement: profile.settlement,
  min_fee: amountIn('USD', '0.00'),
  network_fee_enabled: true,
  network_fee_settlement: profile.networkSettlement,
  partner_fee_configs: [
    {
      billing_type: perTransaction,
      fee_type: { type: 'Bips', bips: profile.partnerBips },
      label: 'partner',
      settlement: profile.settlement,
    },
  ],
  non_transactional_partner_fee_configs: [],
  banking_fee_configs: profile.bankingFees.map(({ rail, transfer, amount }) => ({
    rail,
    fiat_transfer_type: transfer,
    fee_amount: amountIn(railCurrency(rail), amount),
    billing_type: perTransaction,
    settlement: 'deductedImmediately',
  })),
})

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
