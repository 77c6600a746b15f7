import { notFound } from '../http/refusal.js'
import type { FeeSettlement } from '../model.js'
import type { Chance } from '../state/chance.js'

/** What a quote under a profile costs: shares in basis points, and when they are settled. */
export interface FeeProfile {
  readonly id: string
  readonly settlement: FeeSettlement
  readonly serviceBips: number
  readonly partnerBips: number
}

/** The two profiles of every partner: the default one takes all fees at once, the other bills shares later. */
const profilesOf = (chance: Chance): readonly [FeeProfile, FeeProfile] => [
  {
    id: chance.named('fee-profile:default'),
    settlement: 'deductedImmediately',
    serviceBips: 25,
    partnerBips: 10,
  },
  {
    id: chance.named('fee-profile:settled-later'),
    settlement: 'settledLater',
    serviceBips: 25,
    partnerBips: 10,
  },
]

/** The profile with this id, or the default one without an id. Throws `Refusal` 404. */
export const feeProfile = (chance: Chance, id: string | null | undefined): FeeProfile => {
  const profiles = profilesOf(chance)
  if (id === undefined || id === null) return profiles[0]
  const profile = profiles.find((entry) => entry.id === id)
  if (profile === undefined) throw notFound('fee profile')
  return profile
}

/** Ids of both profiles, the default first, for people who want to try them. */
export const feeProfileIds = (chance: Chance): readonly string[] => profilesOf(chance).map(({ id }) => id)
