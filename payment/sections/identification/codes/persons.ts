import { type Draft, Section } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import { daysAgo } from '../submission/values.js'
import type { CodeRule } from '../attempt/verdict.js'

const { person, usPerson, edd, business, usBusiness, sole, usSole, nested } = recipes

const everyone = [person, usPerson, edd, business, usBusiness, sole, usSole, nested]

const month = 30.44

const agedSelfie = (months: number, index?: number) => (draft: Draft) =>
  void (index === undefined ? draft.whole : draft.party(index)).set(names.selfieAge, daysAgo(months * month))

/** Codes about natural persons: selfies, tax numbers, proofs of address. */
export const personCodes: readonly CodeRule[] = [
  {
    code: 'selfie_required',
    innocent: everyone,
    cases: [
      {
        name: 'a Person without a selfie',
        recipe: person,
        due: ['selfie_required'],
        edit: ({ whole }) => void whole.remove(names.selfie),
      },
      {
        name: 'a Director without a selfie',
        about: 0,
        recipe: business,
        due: ['selfie_required'],
        edit: (draft) => void draft.party(0).remove(names.selfie),
      },
      {
        name: 'a Director of a US company without a selfie',
        about: 0,
        recipe: usBusiness,
        due: ['selfie_required'],
        edit: (draft) => void draft.party(0).remove(names.selfie),
      },
      {
        name: 'a second Director without a selfie',
        about: 1,
        recipe: business,
        due: ['selfie_required'],
        edit: (draft) => void draft.roles(1, 'Director').party(1).remove(names.selfie),
      },
      {
        name: 'a Shareholder without a selfie',
        recipe: business,
        edit: (draft) => void draft.party(1).remove(names.selfie),
      },
      {
        name: 'an UltimateBeneficialOwner without a selfie',
        recipe: business,
        edit: (draft) => void draft.roles(1, 'UltimateBeneficialOwner').party(1).remove(names.selfie),
      },
    ],
  },
  {
    code: 'selfie_expired',
    innocent: everyone,
    cases: [
      {
        name: 'a Person with a selfie of 8 months ago',
        recipe: person,
        due: ['selfie_expired'],
        edit: agedSelfie(8),
      },
      { name: 'a Person with a selfie of 5 months ago', recipe: person, edit: agedSelfie(5) },
      { name: 'a Director with a selfie of 8 months ago', recipe: business, edit: agedSelfie(8, 0) },
    ],
  },
  {
    code: 'tin_required',
    innocent: everyone,
    cases: [
      {
        name: 'a Person with an identity of the US and no tax number',
        recipe: usPerson,
        due: ['tin_required'],
        edit: ({ whole }) => void whole.remove(names.tax),
      },
      {
        name: 'a Director of a German company without a tax number',
        about: 0,
        recipe: business,
        due: ['tin_required'],
        edit: (draft) => {
          draft.roles(1, 'UltimateBeneficialOwner').roles(0, 'Director').party(0).remove(names.tax)
        },
      },
      {
        name: 'an UltimateBeneficialOwner of a German company without a tax number',
        about: 1,
        recipe: business,
        due: ['tin_required'],
        edit: (draft) => void draft.roles(1, 'UltimateBeneficialOwner').party(1).remove(names.tax),
      },
      {
        name: 'a US Director without a tax number',
        about: 0,
        recipe: usBusiness,
        due: ['tin_required', 'cdd_certification_invalid'],
        edit: (draft) => void draft.party(0).remove(names.tax),
      },
      {
        name: 'a US UltimateBeneficialOwner without a tax number',
        about: 1,
        recipe: usBusiness,
        due: ['tin_required', 'cdd_certification_invalid'],
        edit: (draft) => void draft.party(1).remove(names.tax),
      },
      {
        name: 'the owner of a sole proprietorship without a tax number',
        about: 0,
        recipe: sole,
        due: ['tin_required'],
        edit: (draft) => void draft.party(0).remove(names.tax),
      },
      {
        name: 'a Person with an identity of France and no tax number',
        recipe: person,
        edit: ({ whole }) => void whole.remove(names.tax),
      },
      {
        name: 'a Shareholder without a tax number',
        recipe: business,
        edit: (draft) => void draft.party(1).remove(names.tax),
      },
      {
        name: 'a Representative without a tax number',
        recipe: business,
        edit: (draft) => void draft.roles(1, 'Representative').party(1).remove(names.tax),
      },
    ],
  },
  {
    code: 'proof_of_address_required_for_edd',
    innocent: [person, usPerson, edd],
    cases: [
      {
        name: 'a Person with an EDD questionnaire and no documents',
        recipe: edd,
        due: ['proof_of_address_required_for_edd'],
        edit: ({ whole }) => void whole.remove(names.documents),
      },
      {
        name: 'a Person with an EDD questionnaire and another document',
        recipe: edd,
        due: ['proof_of_address_required_for_edd', 'invalid_request'],
        edit: (draft) => {
          for (const document of draft.documents())
            new Section(document).setAll(names.documentKind, () => 'Other')
        },
      },
      {
        name: 'a Person with neither EDD questionnaire nor documents',
        recipe: edd,
        edit: ({ whole }) => void whole.remove(names.edd).without(names.documents),
      },
    ],
  },
]
