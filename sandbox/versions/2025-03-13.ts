import type { Behaviours } from './behaviours.js'

/** How the first version behaves: the ground on which later versions make their changes. */
export const firstBehaviours: Behaviours = {
  fedNowRail: false,
  signTermsFirst: false,
  globalTerms: false,
  emptySigningsAre200: false,
  structuredIdentificationErrors: false,
  industryRequired: false,
  companyDocumentsRequired: false,
  nestedCompaniesOweLess: false,
  companyStructureRules: false,
  tenPercentFallback: false,
  foundationPurposeLimited: false,
}
