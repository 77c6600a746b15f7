import { onBusiness, refuse } from './rule.js'

const SHORTEST = 80

/** business_model_description has fewer than 80 characters after trimming, whatever the industry. */
export const businessDescriptionInsufficient = onBusiness(({ questionnaire: { description = '' } }) =>
  Array.from(description.trim()).length < SHORTEST
    ? refuse(
        'business_description_insufficient',
        `business_model_description needs at least ${SHORTEST} characters`,
      )
    : [],
)
