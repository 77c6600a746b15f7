import { inFormOf } from '../submission/country.js'
import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import { daysAgo } from '../submission/values.js'
import { type CasesByCode, due, free } from './cases.js'
import { directing, ownership, owner } from './ownership.js'

const { person, usPerson, edd, business, usBusiness, sole, usSole } = recipes

const faceless = ({ whole }: Draft): void => void whole.remove(names.selfie)
const partFaceless = (index: number) => (draft: Draft) => void draft.party(index).remove(names.selfie)
const agedBy = (days: number) => (draft: Draft) => void draft.whole.set(names.selfieAge, daysAgo(days))

/** A Person whose identity document is of a country, without a tax number. */
const untaxedOf = (country: string) => (draft: Draft) => {
  draft.whole.remove(names.tax).setAll(names.identityCountry, (code) => inFormOf(code, country))
}

const partUntaxedOf = (index: number, country: string) => (draft: Draft) => {
  const party = draft.party(index)
  party.remove(names.tax).setAll(names.identityCountry, (code) => inFormOf(code, country))
}

const selfie = ['selfie_required'] as const
const expired = ['selfie_expired'] as const
const tin = ['tin_required'] as const

/** Selfies and tax numbers of every kind of person and role. */
export const personCases: CasesByCode = {
  selfie_required: [
    due('a Person of the US without a selfie', usPerson, faceless, selfie),
    due('a Person with an EDD questionnaire without a selfie', edd, faceless, selfie),
    due(
      'a sole proprietor who is a Director, without a selfie',
      sole,
      (draft) => partFaceless(0)(draft.roles(0, ...directing)),
      selfie,
      0,
    ),
    free('a Representative without a selfie', business, (draft) =>
      partFaceless(1)(draft.roles(1, 'Representative')),
    ),
    free('a US UltimateBeneficialOwner without a selfie', usBusiness, partFaceless(1)),
    free('a sole proprietor without a selfie', sole, partFaceless(0)),
    free('a US sole proprietor without a selfie', usSole, partFaceless(0)),
  ],
  selfie_expired: [
    due('a Person of the US with a selfie of 8 months ago', usPerson, agedBy(244), expired),
    due('a Person with an EDD questionnaire and a selfie of 8 months ago', edd, agedBy(244), expired),
    due('a Person with a selfie of 7 months ago', person, agedBy(214), expired),
    due('a Person with a selfie of two years ago', person, agedBy(730), expired),
  ],
  tin_required: [
    due('a Person of France with an identity of the US and no tax number', person, untaxedOf('US'), tin),
    due(
      'a Person with an EDD questionnaire, an identity of the US and no tax number',
      edd,
      untaxedOf('US'),
      tin,
    ),
    due('the owner of a US sole proprietorship without a tax number', usSole, partUntaxedOf(0, 'US'), tin, 0),
    due(
      'an owner of a German company with an identity of the US and no tax number',
      business,
      (draft) => partUntaxedOf(1, 'US')(draft.roles(1, owner)),
      tin,
      1,
    ),
    due(
      'a Director with 8% of a German company without a tax number',
      business,
      (draft) => {
        ownership(directing, 60, directing, 8)(draft)
        partUntaxedOf(1, 'DE')(draft)
      },
      tin,
      1,
    ),
    due(
      'an owner of a US company with an identity of Germany and no tax number',
      usBusiness,
      partUntaxedOf(1, 'DE'),
      ['tin_required', 'cdd_certification_invalid'],
      1,
    ),
    free('a Person of the US with an identity of France and no tax number', usPerson, untaxedOf('FR')),
    free('a Person with an identity of Britain and no tax number', person, untaxedOf('GB')),
    free('a Person with an identity of Germany and no tax number', person, untaxedOf('DE')),
    free('a US Shareholder with 5% without a tax number', usBusiness, (draft) => {
      ownership(directing, 60, ['Shareholder'], 5)(draft)
      draft.party(1).remove(names.tax)
    }),
  ],
  invalid_request: [
    due(
      'a US Person with a phone number that is none',
      usPerson,
      ({ whole }) => void whole.set(names.phone, 'not a phone'),
      ['invalid_request'],
    ),
    due(
      'a company with an email that is none',
      business,
      ({ whole }) => void whole.set(names.email, 'not an email'),
      ['invalid_request'],
    ),
    due(
      'a beneficiary of a US company with an email that is none',
      usBusiness,
      (draft) => void draft.party(1).set(names.email, 'not an email'),
      ['invalid_request'],
      1,
    ),
  ],
}
