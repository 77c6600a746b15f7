import { onBusiness, refuse } from './rule.js'

/** business_details.industry is missing, where the version requires it (rule 1). */
export const industryRequired = onBusiness(({ questionnaire }, { behaviours }) =>
  behaviours.industryRequired && questionnaire.industry === undefined
    ? refuse('industry_required', 'business_details.industry is missing')
    : [],
)
