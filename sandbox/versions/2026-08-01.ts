import type { VersionChanges } from './behaviours.js'

export const termsComeFirst: VersionChanges = {
  version: '2026-08-01',
  changes: {
    signTermsFirst: true,
    globalTerms: true,
    emptySigningsAre200: true,
    structuredIdentificationErrors: true,
    industryRequired: true,
    companyDocumentsRequired: true,
    nestedCompaniesOweLess: true,
    companyStructureRules: true,
    tenPercentFallback: true,
    foundationPurposeLimited: true,
  },
}
