import type { Submission } from '../submission/model.js'
import { type Facts, onBusiness, refuse } from './rule.js'

/** True for a submission whose `industry_type` stands for its `industry`, where the version does not insist on it. */
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
