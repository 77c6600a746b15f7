import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { inFormOf } from '../submission/country.js'
import { names } from '../submission/names.js'
import { daysAgo } from '../submission/values.js'
import { type CasesByCode, due, free } from './cases.js'
import { directing, ownership, owner } from './ownership.js'

const { business, usBusiness } = recipes

const both =
  (...edits: readonly ((draft: Draft) => void)[]) =>
  (draft: Draft): void => {
    for (const edit of edits) edit(draft)
  }

/** Moves what the first beneficiary attests to the second. */
const secondAttests = (draft: Draft): void => {
  const [first, second] = draft.beneficiaries
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return
  for (const name of ['attesting_party', 'attested_at']) {
    Reflect.set(second, name, Reflect.get(first, name))
    Reflect.deleteProperty(first, name)
  }
}

const attestedDaysAgo = (days: number) => (draft: Draft) =>
  void draft.party(0).set(names.attestedAt, daysAgo(days))

const below = ['ubo_share_below_threshold'] as const
const attestation = ['attestation_invalid'] as const

/** Thresholds of owners, attestations and certifications, in each kind of company. */
export const ownerCases: CasesByCode = {
  ubo_share_below_threshold: [
    due(
      'an UltimateBeneficialOwner alone with 24.9% beside an owner of 60%',
      business,
      ownership(directing, 60, [owner], 24.9),
      below,
      1,
    ),
    due(
      'an UltimateBeneficialOwner alone with 9.99% where nobody has 25%',
      business,
      ownership(directing, 20, [owner], 9.99),
      below,
      1,
    ),
    due(
      'an UltimateBeneficialOwner alone with 10% beside an owner of exactly 25%',
      business,
      ownership(directing, 25, [owner], 10),
      below,
      1,
    ),
    due(
      'an UltimateBeneficialOwner alone with nothing',
      business,
      ownership(directing, 60, [owner], 0),
      below,
      1,
    ),
    due(
      'the first beneficiary, an UltimateBeneficialOwner alone with 15%',
      business,
      ownership([owner], 15, directing, 60),
      below,
      0,
    ),
    due(
      'an UltimateBeneficialOwner alone with 24% of a US company',
      usBusiness,
      ownership(directing, 60, [owner], 24),
      below,
      1,
    ),
    free(
      'an UltimateBeneficialOwner alone with exactly 25% of a US company',
      usBusiness,
      ownership(directing, 60, [owner], 25),
    ),
    free(
      'an UltimateBeneficialOwner alone with exactly 10% of a US company where nobody has 25%',
      usBusiness,
      ownership(directing, 20, [owner], 10),
    ),
    free(
      'an UltimateBeneficialOwner alone with 24% where nobody has 25%',
      business,
      ownership(directing, 20, [owner], 24),
    ),
    free(
      'an UltimateBeneficialOwner with 8% who is a Shareholder too',
      business,
      ownership(directing, 60, [owner, 'Shareholder'], 8),
    ),
    free(
      'an UltimateBeneficialOwner with 8% who is a Representative too',
      business,
      ownership(directing, 60, [owner, 'Representative'], 8),
    ),
    free(
      'an UltimateBeneficialOwner with 8% of a US company who is a Director too',
      usBusiness,
      ownership(directing, 60, directing, 8),
    ),
    free('a Shareholder with 8%', business, ownership(directing, 60, ['Shareholder'], 8)),
    free('a Director with 8%', business, ownership(directing, 60, ['Director'], 8)),
  ],
  attestation_invalid: [
    due('a US company attested in two days', usBusiness, attestedDaysAgo(-2), attestation),
    due(
      'a US company in which a Representative attests',
      usBusiness,
      both(ownership(directing, 60, ['Representative'], 5), secondAttests),
      attestation,
    ),
    free('a US company attested three months ago', usBusiness, attestedDaysAgo(92)),
    free(
      'a US company in which one of two Directors attests',
      usBusiness,
      (draft) => void draft.roles(1, ...directing),
    ),
    free(
      'a US company in which the second Director attests',
      usBusiness,
      both((draft) => void draft.roles(1, ...directing), secondAttests),
    ),
    free(
      'a US company in which one who is a Director alone attests',
      usBusiness,
      (draft) => void draft.roles(0, 'Director'),
    ),
  ],
  cdd_certification_invalid: [
    // No number of a document is promised to be due: "missing identity or tax number" can be read as no identity at all.
    free('a US company with an owner who has a Passport of Germany', usBusiness, (draft) => {
      const party = draft.party(1).set(names.documentType, 'Passport')
      party.setAll(names.identityCountry, (code) => inFormOf(code, 'DE'))
    }),
  ],
}
