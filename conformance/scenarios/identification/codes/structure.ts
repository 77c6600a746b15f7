import type { Draft } from '../draft.js'
import { recipes, type Role } from '../facts.js'
import { names } from '../names.js'
import { daysAgo } from '../values.js'
import type { Family } from '../verdict.js'

const { business, usBusiness, sole, usSole, nested } = recipes

const everyone = [business, usBusiness, sole, usSole, nested]
const owner: Role = 'UltimateBeneficialOwner'
const directing = ['Director', owner] as const

/** Roles and shares of the first two beneficiaries. */
const owned =
  (first: readonly Role[], share: number, second: readonly Role[], other: number) =>
  (draft: Draft): void => {
    draft
      .roles(0, ...first)
      .share(0, share)
      .roles(1, ...second)
      .share(1, other)
  }

const attest = (draft: Draft, index: number, value: unknown): void => {
  draft.party(index).set(names.attesting, value)
}

/** Copies what the first beneficiary attests to another one. */
const bothAttest = (draft: Draft): void => {
  const [first, second] = draft.beneficiaries
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return
  for (const name of ['attesting_party', 'attested_at']) Reflect.set(second, name, Reflect.get(first, name))
}

/** Codes about who owns and directs a company. */
export const structureFamilies: readonly Family[] = [
  {
    code: 'structure_invalid',
    innocent: everyone,
    members: [
      {
        name: 'a company without a Director',
        recipe: business,
        due: ['structure_invalid'],
        edit: (draft) => void draft.roles(0, owner),
      },
      {
        name: 'a company whose only Director belongs to a nested company',
        recipe: nested,
        due: ['structure_invalid'],
        edit: (draft) => {
          draft.roles(0, owner)
          const [below] = draft.below(1)
          if (typeof below === 'object' && below !== null) Reflect.set(below, 'roles', [...directing])
        },
      },
      {
        name: 'a company in which nobody owns 10%',
        recipe: business,
        due: ['structure_invalid'],
        edit: owned(directing, 9, ['Shareholder'], 9),
      },
      {
        name: 'a company in which the largest owner has 9.99%',
        recipe: business,
        due: ['structure_invalid'],
        edit: owned(directing, 9.99, ['Shareholder'], 5),
      },
      {
        name: 'a US company in which nobody owns 10%',
        recipe: usBusiness,
        due: ['structure_invalid'],
        edit: owned(directing, 9, directing, 9),
      },
      {
        name: 'a company in which a Representative alone owns 25%',
        recipe: business,
        due: ['structure_invalid'],
        edit: owned(directing, 5, ['Representative'], 60),
      },
      {
        name: 'owners of 60% and 60%',
        recipe: business,
        due: ['structure_invalid'],
        edit: owned(directing, 60, [owner], 60),
      },
      {
        name: 'owners of 60% and 41%',
        recipe: business,
        due: ['structure_invalid'],
        edit: owned(directing, 60, [owner], 41),
      },
      {
        name: 'a sole proprietorship with two beneficiaries',
        recipe: sole,
        due: ['structure_invalid'],
        edit: (draft) => {
          draft.beneficiaries.push(structuredClone(draft.beneficiaries[0]))
          draft
            .roles(1, 'Representative')
            .party(1)
            .without(/^share_percentage$/)
        },
      },
      {
        name: 'a sole proprietorship of which 50% is owned',
        recipe: sole,
        due: ['structure_invalid'],
        edit: (draft) => void draft.share(0, 50),
      },
      {
        name: 'a sole proprietorship of which 99% is owned',
        recipe: sole,
        due: ['structure_invalid'],
        edit: (draft) => void draft.share(0, 99),
      },
      {
        name: 'a US sole proprietorship of which 50% is owned',
        recipe: usSole,
        due: ['structure_invalid'],
        edit: (draft) => void draft.share(0, 50),
      },
      { name: 'an owner of exactly 25%', recipe: business, edit: owned(directing, 25, ['Director'], 5) },
      {
        name: 'an owner of exactly 10% where nobody has 25%',
        recipe: business,
        edit: owned(directing, 10, ['Director'], 5),
      },
      { name: 'owners of exactly 100%', recipe: business, edit: owned(directing, 60, [owner], 40) },
      {
        name: 'an owner of 95% beside a Director with 8%',
        recipe: business,
        edit: owned([owner], 95, ['Director'], 8),
      },
      {
        name: 'an owner of 60% beside a Representative with 60%',
        recipe: business,
        edit: owned(directing, 60, ['Representative'], 60),
      },
      { name: 'a sole proprietorship without a Director', recipe: sole },
    ],
  },
  {
    code: 'ubo_share_below_threshold',
    innocent: everyone,
    members: [
      {
        name: 'an UltimateBeneficialOwner alone with 24% beside an owner of 60%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: owned(directing, 60, [owner], 24),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 24.99% beside an owner of 60%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: owned(directing, 60, [owner], 24.99),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 15% beside an owner of exactly 25%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: owned(directing, 25, [owner], 15),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 9% where nobody has 25%',
        about: 1,
        recipe: business,
        due: ['ubo_share_below_threshold'],
        edit: owned(directing, 20, [owner], 9),
      },
      {
        name: 'an UltimateBeneficialOwner alone with exactly 25%',
        recipe: business,
        edit: owned(directing, 60, [owner], 25),
      },
      {
        name: 'an UltimateBeneficialOwner alone with exactly 10% where nobody has 25%',
        recipe: business,
        edit: owned(directing, 20, [owner], 10),
      },
      {
        name: 'an UltimateBeneficialOwner alone with 15% where nobody has 25%',
        recipe: business,
        edit: owned(directing, 20, [owner], 15),
      },
      {
        name: 'an UltimateBeneficialOwner with 8% who is a Director too',
        recipe: business,
        edit: owned(directing, 60, directing, 8),
      },
    ],
  },
  {
    code: 'attestation_invalid',
    innocent: everyone,
    members: [
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
    members: [
      {
        name: 'a US company with an owner of 40% without an identity number',
        recipe: usBusiness,
        due: ['cdd_certification_invalid'],
        edit: (draft) => void draft.party(1).remove(names.documentNumber),
      },
      {
        name: 'a US company with an owner of exactly 25% without an identity number',
        recipe: usBusiness,
        due: ['cdd_certification_invalid'],
        edit: (draft) => void draft.share(1, 25).party(1).remove(names.documentNumber),
      },
      {
        name: 'a US company with an owner of 15% without an identity number, where nobody has 25%',
        recipe: usBusiness,
        due: ['cdd_certification_invalid'],
        edit: (draft) => {
          owned(directing, 20, directing, 15)(draft)
          draft.party(1).remove(names.documentNumber)
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
