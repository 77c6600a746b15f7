import { onBusiness, refuse } from './rule.js'

/** The industry was submitted as Miscellaneous. An industry_type that resolves to it passes. */
export const miscellaneousIndustryDeprecated = onBusiness(({ questionnaire }) =>
  questionnaire.industry === 'Miscellaneous'
    ? refuse('miscellaneous_industry_deprecated', 'the industry Miscellaneous is not accepted any more')
    : [],
)
