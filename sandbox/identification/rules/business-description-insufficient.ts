import { onBusiness, refuse } from './rule.js'

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
