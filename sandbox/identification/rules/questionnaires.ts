import type { Submission, Questionnaire } from '../submission/model.js'
import { type Facts, onBusiness, refuse } from './rule.js'
import { prohibitedIndustries, foundationPurposes } from './test-values.js'

/**
 * Whether the `industry_type` of a submission can replace its `industry`, because the version does not require it.
 */
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

/** business_details.industry is missing, where the version requires it (rule 1). */
export const industryRequired = onBusiness((submission, facts) =>
  facts.behaviours['industry-required'] &&
  submission.questionnaire.industry === undefined &&
  !isIndustryTypeEnough(submission, facts)
    ? refuse('industry_required', 'business_details.industry is missing')
    : [],
)

const shortest = 80

/** The number of code points, counted only as far as the rule needs. */
const lengthOf = (text: string): number => Array.from(text.slice(0, 2 * shortest)).length

/** business_model_description has fewer than 80 characters after trimming, whatever the industry. */
export const businessDescriptionInsufficient = onBusiness(({ questionnaire: { description = '' } }) =>
  lengthOf(description.trim()) < shortest
    ? refuse(
        'business_description_insufficient',
        `business_model_description needs at least ${shortest} characters`,
      )
    : [],
)

/** has_licenses_or_registrations is true, and license_details is missing or empty. */
export const licenseDetailsRequired = onBusiness(({ questionnaire: { hasLicenses, licenseDetailsGiven } }) =>
  hasLicenses && !licenseDetailsGiven
    ? refuse('license_details_required', 'license_details is required with has_licenses_or_registrations')
    : [],
)

/**
 * sends_funds_on_customer_behalf is true, but description, diagram and source of funds document are not all given.
 */
export const fundsFlowDisclosureRequired = onBusiness(
  ({ questionnaire: { sendsFundsForCustomers, fundsFlow } }) =>
    sendsFundsForCustomers && fundsFlow.includes(undefined)
      ? refuse(
          'funds_flow_disclosure_required',
          'sends_funds_on_customer_behalf needs a description, a flow of funds diagram and a source of funds document',
        )
      : [],
)

/** The industry was submitted as Miscellaneous. An industry_type that resolves to it passes. */
export const miscellaneousIndustryDeprecated = onBusiness(({ questionnaire }) =>
  questionnaire.industry === 'Miscellaneous'
    ? refuse('miscellaneous_industry_deprecated', 'the industry Miscellaneous is not accepted any more')
    : [],
)

const miscellaneous: ReadonlySet<string> = new Set(['Other', 'NonProfitAndCharitable'])

/**
 * The resolved industry: `industry` takes precedence over `industry_type`, two values of which mean Miscellaneous.
 */
const resolve = ({ industry, industryType = '' }: Questionnaire): string =>
  industry ?? (miscellaneous.has(industryType) ? 'Miscellaneous' : industryType)

/** The resolved industry is on the prohibited list. */
export const prohibitedIndustry = onBusiness(({ questionnaire }) =>
  prohibitedIndustries.has(resolve(questionnaire))
    ? refuse('prohibited_industry', 'the industry is prohibited')
    : [],
)

/**
 * A PrivateFoundation has a purpose outside of the accepted set, if the version restricts it (rule 7). A missing
 * purpose is left to the document.
 */
export const foundationIntendedUseNotSupported = onBusiness(
  ({ company, questionnaire: { purpose } }, { behaviours }) =>
    behaviours['foundation-purposes'] &&
    company.type === 'PrivateFoundation' &&
    purpose !== undefined &&
    !foundationPurposes.has(purpose)
      ? refuse(
          'foundation_intended_use_not_supported',
          'purpose_and_intended_use is not supported for a PrivateFoundation',
        )
      : [],
)
