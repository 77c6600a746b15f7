import type { Submission } from '../submission/model.js'
import { type Facts, onBusiness, refuse } from './rule.js'

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
