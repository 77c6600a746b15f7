import type { Scenario } from '../engine/context.js'
import { abilitiesScenarios } from './abilities.js'
import { authenticationScenarios } from './authentication.js'
import { autorampScenarios } from './autoramp.js'
import { customerScenarios } from './customers.js'
import { idempotencyScenarios } from './idempotency.js'
import { quoteAnswerScenarios } from './quote-answers.js'
import { quoteParameterScenarios } from './quote-parameters.js'
import { requiredSigningsScenarios } from './required-signings.js'
import { specDocumentScenarios } from './spec-documents.js'
import { termsScenarios } from './terms.js'
import { versioningScenarios } from './versioning.js'

/** The steps of each rule of kind `scenario`, by rule id. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...versioningScenarios,
  ...specDocumentScenarios,
  ...authenticationScenarios,
  ...idempotencyScenarios,
  ...quoteAnswerScenarios,
  ...quoteParameterScenarios,
  ...termsScenarios,
  ...requiredSigningsScenarios,
  ...customerScenarios,
  ...abilitiesScenarios,
  ...autorampScenarios,
}
