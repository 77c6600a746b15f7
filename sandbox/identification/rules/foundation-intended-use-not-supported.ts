import { foundationPurposes } from './test-values.js'
import { onBusiness, refuse } from './rule.js'

/**
 * A PrivateFoundation with a purpose outside the accepted set, where the version limits it (rule 7). A purpose that
 * is missing is for the document to refuse.
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
