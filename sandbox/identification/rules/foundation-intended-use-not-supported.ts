import { foundationPurposes } from './test-values.js'
import { onBusiness, refuse } from './rule.js'

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
