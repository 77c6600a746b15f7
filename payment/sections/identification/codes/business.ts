import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import type { Draft } from '../submission/draft.js'
import type { CodeRule, ErrorCase } from '../attempt/verdict.js'

const { business, usBusiness, licensed, fundsFlow, sole, usSole } = recipes

const everyone = [business, usBusiness, sole, usSole]
const words = 'We sell accounting software to small companies and invoice them monthly, in euros and dollars.'

const described = (text: string) => (draft: Draft) => void draft.whole.set(names.description, text)

const ofLength = (length: number): string => words.slice(0, length).trimEnd().padEnd(length, '.')

/** The document may forbid these as it may a missing industry, and the specification has a code for them as well. */
const precedents: readonly ErrorCase[] = [
  {
    name: 'a description of 79 characters',
    recipe: business,
    due: ['business_description_insufficient'],
    edit: described(ofLength(79)),
  },
  {
    name: 'a Director without a selfie',
    recipe: business,
    due: ['selfie_required'],
    edit: (draft) => void draft.party(0).remove(names.selfie),
  },
]

/** Codes about what a company does: its description, industry, licences and flow of funds. */
export const businessCodes: readonly CodeRule[] = [
  {
    code: 'business_description_insufficient',
    innocent: everyone,
    cases: [
      {
        name: 'a description of 79 characters',
        recipe: business,
        about: 'company',
        due: ['business_description_insufficient'],
        edit: described(ofLength(79)),
      },
      {
        name: 'a description of 79 characters with spaces around them',
        recipe: business,
        about: 'company',
        due: ['business_description_insufficient'],
        edit: described(`   ${ofLength(79)}   `),
      },
      {
        name: 'a description of 10 characters from a US company',
        recipe: usBusiness,
        about: 'company',
        due: ['business_description_insufficient'],
        edit: described('We sell it'),
      },
      {
        name: 'a description of 10 characters in another industry',
        recipe: business,
        about: 'company',
        due: ['business_description_insufficient'],
        edit: (draft) => {
          described('We sell it')(draft)
          draft.whole.set(names.industry, 'Agriculture')
        },
      },
      {
        name: 'a description of 10 characters from a sole proprietorship',
        recipe: sole,
        about: 'company',
        due: ['business_description_insufficient'],
        edit: described('We sell it'),
      },
      {
        name: 'a description of exactly 80 characters',
        recipe: business,
        edit: described(ofLength(80)),
      },
      {
        name: 'a description of exactly 80 characters with spaces around them',
        recipe: business,
        edit: described(`  ${ofLength(80)}  `),
      },
    ],
  },
  {
    code: 'industry_required',
    innocent: everyone,
    precedents,
    cases: [
      {
        name: 'a Business without an industry',
        recipe: business,
        about: 'company',
        due: ['industry_required'],
        edit: ({ whole }) => void whole.remove(names.industry).without(names.industryType),
      },
      {
        name: 'a US Business without an industry',
        recipe: usBusiness,
        about: 'company',
        due: ['industry_required'],
        edit: ({ whole }) => void whole.remove(names.industry).without(names.industryType),
      },
      {
        name: 'a sole proprietorship without an industry',
        recipe: sole,
        about: 'company',
        due: ['industry_required'],
        edit: ({ whole }) => void whole.remove(names.industry).without(names.industryType),
      },
    ],
  },
  {
    code: 'miscellaneous_industry_deprecated',
    innocent: everyone,
    cases: [
      {
        name: 'the industry Miscellaneous',
        recipe: business,
        about: 'company',
        due: ['miscellaneous_industry_deprecated'],
        edit: ({ whole }) => void whole.set(names.industry, 'Miscellaneous'),
      },
      {
        name: 'the industry Miscellaneous of a US company',
        recipe: usBusiness,
        about: 'company',
        due: ['miscellaneous_industry_deprecated'],
        edit: ({ whole }) => void whole.set(names.industry, 'Miscellaneous'),
      },
    ],
  },
  {
    code: 'license_details_required',
    innocent: [...everyone, licensed],
    cases: [
      {
        name: 'licences without license_details',
        recipe: licensed,
        about: 'company',
        due: ['license_details_required'],
        edit: ({ whole }) => void whole.remove(names.licenseDetails),
      },
      {
        name: 'no licences and no license_details',
        recipe: licensed,
        edit: ({ whole }) => void whole.set(names.hasLicenses, false).remove(names.licenseDetails),
      },
      { name: 'licences with license_details', recipe: licensed },
    ],
  },
  {
    code: 'funds_flow_disclosure_required',
    innocent: [...everyone, fundsFlow],
    cases: [
      {
        name: 'funds sent for customers with nothing disclosed',
        recipe: fundsFlow,
        about: 'company',
        due: ['funds_flow_disclosure_required'],
        edit: ({ whole }) => {
          whole.remove(names.fundsDiagram).without(names.fundsDescription).without(names.fundsDocument)
        },
      },
      {
        name: 'funds sent for customers without a description',
        recipe: fundsFlow,
        about: 'company',
        due: ['funds_flow_disclosure_required'],
        edit: ({ whole }) => void whole.remove(names.fundsDescription),
      },
      {
        name: 'funds sent for customers without a flow-of-funds diagram',
        recipe: fundsFlow,
        about: 'company',
        due: ['funds_flow_disclosure_required'],
        edit: ({ whole }) => void whole.remove(names.fundsDiagram),
      },
      {
        name: 'funds sent for customers without a source-of-funds document',
        recipe: fundsFlow,
        about: 'company',
        due: ['funds_flow_disclosure_required'],
        edit: ({ whole }) => void whole.remove(names.fundsDocument),
      },
      { name: 'funds sent for customers with all three disclosed', recipe: fundsFlow },
    ],
  },
]
