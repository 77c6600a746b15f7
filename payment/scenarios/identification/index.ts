import type { Scenario } from '../../../conformance/rules/context.js'
import { identificationVersionScenarios } from './versions.js'
import { descriptionLength } from './description.js'
import { identificationErrorScenarios } from './errors.js'
import { recipes } from './submission/facts.js'
import { codeRules, ruleOf } from './code-rules.js'
import { foundationPurpose } from './foundation.js'
import { identificationKindScenarios } from './kinds.js'
import { decided, resumeUrl } from './link-record.js'
import { duplicateUpload, prohibitedCountry, provokedCode } from './provoked.js'
import { companyDocumentScenarios } from './company-documents.js'
import { judgeCode } from './attempt/verdict.js'

const { person, business, token } = recipes

const byCode = Object.fromEntries(codeRules.map((codeRule) => [ruleOf(codeRule.code), judgeCode(codeRule)]))

/** POST /customers/{id}/identifications/v2: one rule for each code, and those about kinds, bodies and versions. */
export const identificationScenarios: Readonly<Record<string, Scenario>> = {
  ...byCode,
  ...identificationErrorScenarios,
  ...identificationKindScenarios,
  ...identificationVersionScenarios,
  ...companyDocumentScenarios,
  'identification/prohibited-industry': provokedCode('prohibited_industry', [business]),
  'identification/business-description-insufficient': descriptionLength,
  'identification/resume-url': resumeUrl,
  'enumerations/decided-identifications': decided,
  'identification/foundation-intended-use-not-supported': foundationPurpose,
  'identification/ubo-country-prohibited': prohibitedCountry,
  'identification/outsourcing-agreement-not-signed': provokedCode('outsourcing_agreement_not_signed', [
    person,
    business,
    token,
  ]),
  'identification/uk-customers-not-enabled': provokedCode('uk_customers_not_enabled', [person, business]),
  'identification/duplicate-upload-blocked': duplicateUpload,
  'identification/provider-rejected-document': provokedCode('provider_rejected_document', [person, business]),
  'identification/reuse-rejected': provokedCode('reuse_rejected', [token]),
}
