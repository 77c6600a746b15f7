import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import type { Draft } from '../submission/draft.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { ErrorCase } from '../attempt/verdict.js'
import { type CodeTable, due, free } from './cases.js'
import { all, type Edit, remove, set } from './edits.js'

const { business, usBusiness, licensed, usLicensed, fundsFlow, usFundsFlow, sole, usSole } = recipes

const everyone = [business, usBusiness, sole, usSole]

const words = 'We sell accounting software to small companies and invoice them monthly, in euros and dollars.'

const described = (text: string): Edit => set(names.description, text)

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
    edit: remove(names.selfie, 0),
  },
]

const undisclosed = ({ whole }: Draft): void => {
  whole.remove(names.fundsDiagram).without(names.fundsDescription).without(names.fundsDocument)
}

const withoutIndustry = ({ whole }: Draft): void =>
  void whole.remove(names.industry).without(names.industryType)

const spaced = ({ whole }: Draft): void => {
  const text = whole.get(names.description)
  if (typeof text !== 'string') throw new NotApplicable('the description is no text')
  whole.set(names.description, `${'\n\t'.repeat(8)}${text.slice(0, 70).trim()}${'\t\n'.repeat(8)}`)
}

/** Codes about what a company does: its description, industry, licences and flow of funds. */
export const businessCodes: CodeTable = {
  business_description_insufficient: {
    innocent: everyone,
    cases: [
      due('a description of 79 characters', business, described(ofLength(79)), { about: 'company' }),
      due(
        'a description of 79 characters with spaces around them',
        business,
        described(`   ${ofLength(79)}   `),
        { about: 'company' },
      ),
      due('a description of 10 characters from a US company', usBusiness, described('We sell it'), {
        about: 'company',
      }),
      due(
        'a description of 10 characters in another industry',
        business,
        all(described('We sell it'), set(names.industry, 'Agriculture')),
        { about: 'company' },
      ),
      due('a description of 10 characters from a sole proprietorship', sole, described('We sell it'), {
        about: 'company',
      }),
      free('a description of exactly 80 characters', business, described(ofLength(80))),
      free(
        'a description of exactly 80 characters with spaces around them',
        business,
        described(`  ${ofLength(80)}  `),
      ),
      due('a description that is long by line breaks around it', business, spaced, { about: 'company' }),
    ],
  },
  industry_required: {
    innocent: everyone,
    precedents,
    cases: [
      due('a Business without an industry', business, withoutIndustry, { about: 'company' }),
      due('a US Business without an industry', usBusiness, withoutIndustry, { about: 'company' }),
      due('a sole proprietorship without an industry', sole, withoutIndustry, { about: 'company' }),
      due('a US sole proprietorship without an industry', usSole, withoutIndustry, { about: 'company' }),
    ],
  },
  miscellaneous_industry_deprecated: {
    innocent: everyone,
    cases: [
      due('the industry Miscellaneous', business, set(names.industry, 'Miscellaneous'), { about: 'company' }),
      due('the industry Miscellaneous of a US company', usBusiness, set(names.industry, 'Miscellaneous'), {
        about: 'company',
      }),
      due('the industry Miscellaneous of a sole proprietorship', sole, set(names.industry, 'Miscellaneous'), {
        about: 'company',
      }),
    ],
  },
  license_details_required: {
    innocent: [...everyone, licensed],
    cases: [
      due('licences without license_details', licensed, remove(names.licenseDetails), { about: 'company' }),
      free(
        'no licences and no license_details',
        licensed,
        ({ whole }) => void whole.set(names.hasLicenses, false).remove(names.licenseDetails),
      ),
      free('licences with license_details', licensed),
      due('licences of a US company without license_details', usLicensed, remove(names.licenseDetails), {
        about: 'company',
      }),
    ],
  },
  funds_flow_disclosure_required: {
    innocent: [...everyone, fundsFlow],
    cases: [
      due('funds sent for customers with nothing disclosed', fundsFlow, undisclosed, { about: 'company' }),
      due('funds sent for customers without a description', fundsFlow, remove(names.fundsDescription), {
        about: 'company',
      }),
      due('funds sent for customers without a flow-of-funds diagram', fundsFlow, remove(names.fundsDiagram), {
        about: 'company',
      }),
      due(
        'funds sent for customers without a source-of-funds document',
        fundsFlow,
        remove(names.fundsDocument),
        { about: 'company' },
      ),
      free('funds sent for customers with all three disclosed', fundsFlow),
      due('funds sent for customers by a US company with nothing disclosed', usFundsFlow, undisclosed, {
        about: 'company',
      }),
      free('no funds sent, with all three disclosed', fundsFlow, set(names.sendsFunds, false)),
    ],
  },
}
