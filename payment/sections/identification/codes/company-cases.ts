import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import type { Group } from '../submission/groups.js'
import { names } from '../submission/names.js'
import type { Code } from '../attempt/refusal.js'
import type { ErrorCase } from '../attempt/verdict.js'
import { type CasesByCode, due, free } from './cases.js'
import { bare, lacking, moveToUs } from './documents.js'

const { business, nested, sole, usSole, usLicensed, usFundsFlow, fundsFlow, edd, token } = recipes

const undisclosed = ({ whole }: Draft): void => {
  whole.remove(names.fundsDiagram).without(names.fundsDescription).without(names.fundsDocument)
}

const withoutIndustry = ({ whole }: Draft): void =>
  void whole.remove(names.industry).without(names.industryType)

const miscellaneous = ({ whole }: Draft): void => void whole.set(names.industry, 'Miscellaneous')

const spaced = ({ whole }: Draft): void => {
  const text = whole.get(names.description)
  if (typeof text !== 'string') throw new NotApplicable('the description is no text')
  whole.set(names.description, `${'\n\t'.repeat(8)}${text.slice(0, 70).trim()}${'\t\n'.repeat(8)}`)
}

/** A group that is owed by a company with another one below it, or by a sole proprietorship. */
const owed = (name: string, group: Group, code: Code): readonly ErrorCase[] => [
  { ...due(`a sole proprietorship without ${name}`, sole, lacking(group), [code]), orElse: bare.sole },
  {
    ...due(`a company with another below it, without ${name}`, nested, lacking(group), [code]),
    orElse: bare.both,
  },
]

/** Texts and documents that companies owe, in each kind of company. */
export const companyCases: CasesByCode = {
  business_description_insufficient: [
    due(
      'a description that is long by line breaks around it',
      business,
      spaced,
      ['business_description_insufficient'],
      'company',
    ),
  ],
  industry_required: [
    due(
      'a US sole proprietorship without an industry',
      usSole,
      withoutIndustry,
      ['industry_required'],
      'company',
    ),
  ],
  miscellaneous_industry_deprecated: [
    due(
      'the industry Miscellaneous of a sole proprietorship',
      sole,
      miscellaneous,
      ['miscellaneous_industry_deprecated'],
      'company',
    ),
  ],
  license_details_required: [
    due(
      'licences of a US company without license_details',
      usLicensed,
      ({ whole }) => void whole.remove(names.licenseDetails),
      ['license_details_required'],
      'company',
    ),
  ],
  funds_flow_disclosure_required: [
    due(
      'funds sent for customers by a US company with nothing disclosed',
      usFundsFlow,
      undisclosed,
      ['funds_flow_disclosure_required'],
      'company',
    ),
    free(
      'no funds sent, with all three disclosed',
      fundsFlow,
      ({ whole }) => void whole.set(names.sendsFunds, false),
    ),
  ],
  company_details_required: [
    due(
      'a US sole proprietorship without Company Details',
      usSole,
      lacking('details'),
      ['company_details_required'],
      'company',
    ),
    due(
      'a nested company of the US without Company Details',
      nested,
      (draft) => {
        moveToUs(draft)
        lacking('details', 1)(draft)
      },
      ['company_details_required'],
    ),
  ],
  legal_presence_required: [
    ...owed('Legal Presence', 'presence', 'legal_presence_required'),
    free('a nested company of the US, which owes no Legal Presence', nested, moveToUs),
  ],
  ownership_structure_required: [
    {
      ...due('a sole proprietorship without Ownership Structure', sole, lacking('ownership'), [
        'ownership_structure_required',
      ]),
      orElse: bare.sole,
    },
    free('a US sole proprietorship without Ownership Structure', usSole, lacking('ownership')),
  ],
  control_structure_required: [
    ...owed('Control Structure', 'control', 'control_structure_required'),
    free('a US sole proprietorship without Control Structure', usSole, lacking('control')),
    free('a nested company of the US, which owes no Control Structure', nested, moveToUs),
  ],
  proof_of_address_required_for_edd: [
    due(
      'a Person with an EDD questionnaire and an identity of the US, without documents',
      edd,
      ({ whole }) => void whole.remove(names.documents).setAll(names.identityCountry, (code) => inUs(code)),
      ['proof_of_address_required_for_edd'],
    ),
    free('a Token', token, () => undefined),
  ],
}

const inUs = (code: unknown): string => (typeof code === 'string' && code.length === 3 ? 'USA' : 'US')
