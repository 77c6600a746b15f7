import { beneficiaryIn } from '../submission/fields.js'
import {
  type Beneficiary,
  type BusinessSubmission,
  type Submission,
  companiesOf,
  isCompany,
} from '../submission/read.js'
import { companyDocuments, isCertified, isDirector, isUltimateOwner, namedIn } from './companies.js'
import { fileSizes, formats, requiredTexts } from './fields.js'
import { type Facts, onAny, onBeneficiary, onBusiness, onNaturalPerson, onPerson, type Rule } from './rule.js'

// Values that simulate facts of an account or a provider; docs/reference/sandbox.md lists them all.

/** With this email, the account's outsourcing agreement is not signed. */
export const unsignedAgreementEmail = 'agreement-not-signed@sandbox.example'

/** With this email, the account is not enabled for customers of the United Kingdom. */
export const ukNotEnabledEmail = 'uk-not-enabled@sandbox.example'

/** Industries on the prohibited list, which the specification does not show. */
export const prohibitedIndustries: ReadonlySet<string> = new Set(
  'AdultEntertainment ArmsAndMunitions NarcoticsAndDrugs ShellBanking'.split(' '),
)

/** The purposes that a PrivateFoundation may use its account for; the specification does not show the set. */
export const foundationPurposes: ReadonlySet<string> = new Set(
  'AssetProtection Investments TreasuryManagement'.split(' '),
)

const homeOf = (submission: Submission): string | undefined => {
  if (submission.kind === 'Person') return submission.residence
  return submission.kind === 'Business' ? submission.company.country : undefined
}

/** Limits that the specification mentions without showing them. */
export const mostDocuments = 10
export const mostBeneficiaries = 20

/** Whether `industry_type` can replace a missing `industry`, in one reading. */
export function isIndustryTypeEnough(
  submission: Submission,
  { usesAlternative }: Pick<Facts, 'usesAlternative'>,
): boolean {
  return (
    usesAlternative('industry-type-alone') &&
    submission.kind === 'Business' &&
    submission.questionnaire.industry === undefined &&
    submission.questionnaire.industryType !== undefined
  )
}

const shortest = 80

/** The number of code points, counted only as far as the rule needs. */
const lengthOf = (text: string): number => Array.from(text.slice(0, 2 * shortest)).length

/** Countries without ISO 3166-2 subdivisions, and two city states whose subdivisions are not places of birth. */
export const withoutSubdivisions: ReadonlySet<string> = new Set(
  `AI AQ AS AW AX BL BM BV CC CK CW CX EH FK FO GF GG GI GP GS GU HK HM IM IO JE KY MC MF MO MP MQ MS NC NF NU PF PM
   PN PR RE SG SJ SX TC TF TK VA VG VI YT`.split(/\s+/),
)

const cities: ReadonlySet<string> = new Set(['MC', 'SG'])

/** A state of birth is missing for a country with subdivisions (rule 2); in one reading the structure is invalid. */
const birthState = (isStructure: boolean): Rule =>
  onNaturalPerson(
    isStructure ? 'structure_invalid' : 'invalid_request',
    'birth_place.state is required for a country that has subdivisions',
    ({ birthPlace: { state, country } }) =>
      state === undefined &&
      country !== undefined &&
      (!withoutSubdivisions.has(country) || (isStructure && cities.has(country))),
  )

/** In one reading the missing numbers of persons are reported with the certification of the root company. */
const isReportedLater = (
  beneficiary: Beneficiary,
  { company }: BusinessSubmission,
  { behaviours, usesAlternative }: Facts,
): boolean =>
  usesAlternative('tax-number-by-certification') &&
  isCertified(company) &&
  !isCompany(beneficiary.holder) &&
  namedIn(company, behaviours).includes(beneficiary)

const miscellaneous: ReadonlySet<string> = new Set(['Other', 'NonProfitAndCharitable'])

/** Rules for missing or malformed values, in order of precedence. */
export const missing = {
  // The account is checked before the submission; links are exempt.
  outsourcingAgreementNotSigned: onAny(
    'outsourcing_agreement_not_signed',
    (submission, { customerEmail }) =>
      submission.kind !== 'Link' &&
      [customerEmail, submission.email].includes(unsignedAgreementEmail) &&
      'the outsourcing agreement of the account is not signed',
  ),
  ukCustomersNotEnabled: onAny(
    'uk_customers_not_enabled',
    (submission, { customerEmail }) =>
      homeOf(submission) === 'GB' &&
      [customerEmail, submission.email].includes(ukNotEnabledEmail) &&
      'the account is not enabled for customers of the United Kingdom',
  ),

  // Has a code of its own, and would otherwise be reported as an empty text: the certification requires it.
  cddTaxNumberOfCompany: onBusiness(
    'cdd_certification_invalid',
    ({ company }) =>
      isCertified(company) &&
      company.taxNumber === undefined &&
      'the tax identification number of the company is missing',
  ),

  // Meaningless values would mislead every later rule.
  requiredTexts,
  roles: onBeneficiary(
    'invalid_request',
    'roles of a beneficiary must not be empty',
    ({ roles }) => roles.length === 0,
  ),
  formats,
  fileSizes,
  personDocuments: onPerson(
    'invalid_request',
    ({ documentTypes }) => documentTypes.length > mostDocuments && `more than ${mostDocuments} documents`,
  ),
  companySizes: onBusiness('invalid_request', (submission) => {
    for (const { company, index } of companiesOf(submission)) {
      if (company.documentTypes.length > mostDocuments) return [`more than ${mostDocuments} documents`, index]
      if (company.beneficiaries.length > mostBeneficiaries)
        return [`more than ${mostBeneficiaries} beneficiaries`, index]
    }
    return undefined
  }),

  // Missing members: checked before the document, which requires many of them too, but without a code.
  selfieOfPerson: onPerson(
    'selfie_required',
    ({ identity }) => identity.selfie === undefined && 'the selfie is missing',
  ),
  selfieOfDirector: onNaturalPerson(
    'selfie_required',
    'the selfie of a Director is missing',
    ({ identity }, beneficiary) => isDirector(beneficiary) && identity.selfie === undefined,
  ),
  tinOfPerson: onPerson(
    'tin_required',
    ({ identity, taxNumber }) =>
      identity.country === 'US' && taxNumber === undefined && 'the tax identification number is missing',
  ),
  tinOfBeneficiary: onBeneficiary(
    'tin_required',
    'the tax identification number of a Director or UltimateBeneficialOwner is missing',
    (beneficiary, submission, facts) =>
      (isDirector(beneficiary) || isUltimateOwner(beneficiary)) &&
      beneficiary.holder.taxNumber === undefined &&
      !isReportedLater(beneficiary, submission, facts),
  ),
  // Rule 1.
  industryRequired: onBusiness(
    'industry_required',
    (submission, facts) =>
      facts.behaviours['industry-required'] &&
      submission.questionnaire.industry === undefined &&
      !isIndustryTypeEnough(submission, facts) &&
      'business_details.industry is missing',
  ),
  businessDescriptionInsufficient: onBusiness(
    'business_description_insufficient',
    ({ questionnaire: { description = '' } }) =>
      lengthOf(description.trim()) < shortest &&
      `business_model_description needs at least ${shortest} characters`,
  ),
  licenseDetailsRequired: onBusiness(
    'license_details_required',
    ({ questionnaire: { hasLicenses, licenseDetailsGiven } }) =>
      hasLicenses && !licenseDetailsGiven && 'license_details is required with has_licenses_or_registrations',
  ),
  fundsFlowDisclosureRequired: onBusiness(
    'funds_flow_disclosure_required',
    ({ questionnaire: { sendsFundsForCustomers, fundsFlow } }) =>
      sendsFundsForCustomers &&
      fundsFlow.includes(undefined) &&
      'sends_funds_on_customer_behalf needs a description, a flow of funds diagram and a source of funds document',
  ),
  proofOfAddressRequiredForEdd: onPerson(
    'proof_of_address_required_for_edd',
    ({ hasEddQuestionnaire, documentTypes }) =>
      hasEddQuestionnaire &&
      !documentTypes.includes('ProofOfAddress') &&
      'an edd_questionnaire needs a document of type ProofOfAddress',
  ),
  birthState: (submission, facts) =>
    birthState(facts.usesAlternative('birth-state-in-structure'))(submission, facts),
  companyDocuments,

  // Members with enumerated values: an unknown value is reported first. An industry_type that resolves to
  // Miscellaneous passes.
  miscellaneousIndustryDeprecated: onBusiness(
    'miscellaneous_industry_deprecated',
    ({ questionnaire }) =>
      questionnaire.industry === 'Miscellaneous' && 'the industry Miscellaneous is no longer accepted',
  ),
  prohibitedIndustry: onBusiness(
    'prohibited_industry',
    ({ questionnaire: { industryType = '', industry } }) => {
      // `industry` takes precedence over `industry_type`, two values of which mean Miscellaneous.
      const resolved = industry ?? (miscellaneous.has(industryType) ? 'Miscellaneous' : industryType)
      return prohibitedIndustries.has(resolved) && 'the industry is prohibited'
    },
  ),
  // Rule 7. A missing purpose is left to the document.
  foundationIntendedUseNotSupported: onBusiness(
    'foundation_intended_use_not_supported',
    ({ company, questionnaire: { purpose } }, { behaviours }) =>
      behaviours['foundation-purposes'] &&
      company.type === 'PrivateFoundation' &&
      purpose !== undefined &&
      !foundationPurposes.has(purpose) &&
      'purpose_and_intended_use is not supported for a PrivateFoundation',
  ),
  document: onAny(
    'invalid_request',
    ({ kind }, { violation }) =>
      kind !== 'Link' && violation !== undefined && [violation, beneficiaryIn(violation)],
  ),
} satisfies Readonly<Record<string, Rule>>
