import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import { daysAgo } from '../submission/values.js'
import type { CodeRule } from '../attempt/verdict.js'
import { directing, ownership, owner } from './ownership.js'

const { business, usBusiness, sole, usSole, nested } = recipes

const everyone = [business, usBusiness, sole, usSole, nested]

const attest = (draft: Draft, index: number, value: unknown): void => {
  draft.party(index).set(names.attesting, value)
}

/** Copies what the first beneficiary attests to another one. */
const bothAttest = (draft: Draft): void => {
  const [first, second] = draft.beneficiaries
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return
  for (const name of ['attesting_party', 'attested_at']) Reflect.set(second, name, Reflect.get(first, name))
}

/** A missing tax number has a code of its own and hinders the certification: which of both comes is open. */
const uncertified = ['tin_required', 'cdd_certification_invalid'] as const

/** Codes about owners: their shares, who attests, and what the certification of a US company needs of them. */
export const ownerCodes: readonly CodeRule[] = [
  {
    code: 'ubo_share_below_threshold',
    innocent: everyone,
    cases: [
      {
        name: 'an UltimateBeneficialOwner alone with 24% beside an owner of 60%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: ownership(directing, 60, [owner], 24),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 24.99% beside an owner of 60%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: ownership(directing, 60, [owner], 24.99),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 15% beside an owner of exactly 25%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: ownership(directing, 25, [owner], 15),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 9% where nobody has 25%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: ownership(directing, 20, [owner], 9),
      },
      {
        name: 'an UltimateBeneficialOwner alone with exactly 25%',
        recipe: business,
        edit: ownership(directing, 60, [owner], 25),
      },
      {
        name: 'an UltimateBeneficialOwner alone with exactly 10% where nobody has 25%',
        recipe: business,
        edit: ownership(directing, 20, [owner], 10),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 15% where nobody has 25%',
        recipe: business,
        edit: ownership(directing, 20, [owner], 15),
      },
      {
        name: 'an UltimateBeneficialOwner with 8% who is a Director too',
        recipe: business,
        edit: ownership(directing, 60, directing, 8),
      },
    ],
  },
  {
    code: 'attestation_invalid',
    innocent: everyone,
    cases: [
      {
        name: 'a US company in which nobody attests',
        recipe: usBusiness,
        due: ['attestation_invalid'],
        edit: (draft) => void draft.party(0).remove(names.attesting),
      },
      {
        name: 'a US company with attesting_party false',
        recipe: usBusiness,
        due: ['attestation_invalid'],
        edit: (draft) => attest(draft, 0, false),
      },
      {
        name: 'a US company in which two Directors attest',
        recipe: usBusiness,
        due: ['attestation_invalid'],
        edit: (draft) => {
          draft.roles(1, ...directing)
          bothAttest(draft)
        },
      },
      {
        name: 'a US company in which one who is no Director attests',
        recipe: usBusiness,
        due: ['attestation_invalid'],
        edit: (draft) => {
          bothAttest(draft)
          draft.party(0).remove(names.attesting).without(names.attestedAt)
        },
      },
      {
        name: 'a US company attested without a moment',
        recipe: usBusiness,
        due: ['attestation_invalid'],
        edit: (draft) => void draft.party(0).remove(names.attestedAt),
      },
      {
        name: 'a US company attested in the future',
        recipe: usBusiness,
        due: ['attestation_invalid'],
        edit: (draft) => void draft.party(0).set(names.attestedAt, daysAgo(-30)),
      },
      { name: 'a German company in which nobody attests', recipe: business },
      { name: 'a US sole proprietorship in which nobody attests', recipe: usSole },
    ],
  },
  {
    code: 'cdd_certification_invalid',
    cases: [
      {
        name: 'a US company with an owner of 40% without a tax number',
        recipe: usBusiness,
        due: uncertified,
        edit: (draft) => void draft.party(1).remove(names.tax),
      },
      {
        name: 'a US company with an owner of exactly 25% without a tax number',
        recipe: usBusiness,
        due: uncertified,
        edit: (draft) => void draft.share(1, 25).party(1).remove(names.tax),
      },
      {
        name: 'a US company with an owner of 15% without a tax number, where nobody has 25%',
        recipe: usBusiness,
        due: uncertified,
        edit: (draft) => {
          ownership(directing, 20, directing, 15)(draft)
          draft.party(1).remove(names.tax)
        },
      },
      {
        name: 'a German company with an owner without an identity number',
        recipe: business,
        edit: (draft) => void draft.party(1).remove(names.documentNumber),
      },
      {
        name: 'a US sole proprietorship with an owner without an identity number',
        recipe: usSole,
        edit: (draft) => void draft.party(0).remove(names.documentNumber),
      },
    ],
  },
]
