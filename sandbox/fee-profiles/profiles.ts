import { notFound } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import type { FeeProfileRecord } from '../state/records.js'

/** The owner of profiles. */
interface Owner {
  readonly service: Service
  readonly partnerId: string
}

/** The service's own share of every conversion, in basis points, which no partner can change. */
export const serviceBips = 25

const partnerBips = 10

type BuiltIn = readonly [FeeProfileRecord, FeeProfileRecord]

/**
 * The two built-in profiles of every partner: the default one deducts all fees at once, the other one bills shares
 * later.
 */
const makeBuiltIn = ({ service, partnerId }: Owner): BuiltIn => {
  const profile = (
    key: string,
    name: string,
    settlement: FeeProfileRecord['settlement'],
  ): FeeProfileRecord => ({
    id: service.random.named(`fee-profile:${key}`),
    partnerId,
    name,
    settlement,
    networkSettlement: 'deductedImmediately',
    partnerBips: partnerBips,
    bankingFees: [],
  })
  return [
    profile('default', 'Default', 'deductedImmediately'),
    profile('settled-later', 'Settled later', 'settledLater'),
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
export function profilesOf(owner: Owner): readonly FeeProfileRecord[] {
  const { service, partnerId } = owner
  return [...builtIn(owner), ...service.store.feeProfiles.walk({ partnerId }, { order: 'oldest-first' })]
}

/** Whether a profile is the owner's default. */
export function isDefault(owner: Owner, { id }: FeeProfileRecord): boolean {
  return id === builtIn(owner)[0].id
}

/** The profile with this id, or the default one if there is no id. Throws `Refusal` 404. */
export function feeProfile(owner: Owner, id: string | null | undefined): FeeProfileRecord {
  const profiles = builtIn(owner)
  if (id === undefined || id === null) return profiles[0]
  const { service, partnerId } = owner
  const profile = profiles.find((entry) => entry.id === id) ?? service.store.feeProfiles.find(partnerId, id)
  if (profile === undefined) throw notFound('fee profile')
  return profile
}
