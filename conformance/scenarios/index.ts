import type { Scenario } from '../engine/context.js'
import { abilitiesScenarios } from './abilities.js'
import { authenticationScenarios } from './authentication.js'
import { autorampScenarios } from './autoramp.js'
import { customerScenarios } from './customers.js'
import { errorScenarios } from './errors.js'
import { replayScenarios } from './idempotency/replay.js'
import { idempotencyScopeScenarios } from './idempotency/scope.js'
import { quoteAdditionalScenarios } from './quote/additional.js'
import { quoteAnswerScenarios } from './quote/answers.js'
import { quoteExpiryScenarios } from './quote/expiry.js'
import { quoteFeeScenarios } from './quote/fee.js'
import { quoteParameterScenarios } from './quote/parameters.js'
import { quoteRefusalScenarios } from './quote/refusals.js'
import { quoteTextScenarios } from './quote/texts.js'
import { requiredSigningsScenarios } from './required-signings.js'
import { specDocumentScenarios } from './spec-documents.js'
import { termsScenarios } from './terms.js'
import { versionDocumentScenarios } from './versioning/documents.js'
import { versionErrorScenarios } from './versioning/errors.js'
import { versioningScenarios } from './versioning/served.js'
import { webhookScenarios } from './webhooks/index.js'

/** The steps of each area, one entry a file. No rule stands in two of them. */
export const scenarioSets: readonly Readonly<Record<string, Scenario>>[] = [
  versioningScenarios,
  versionErrorScenarios,
  versionDocumentScenarios,
  specDocumentScenarios,
  authenticationScenarios,
  errorScenarios,
  replayScenarios,
  idempotencyScopeScenarios,
  quoteAnswerScenarios,
  quoteFeeScenarios,
  quoteTextScenarios,
  quoteRefusalScenarios,
  quoteExpiryScenarios,
  quoteAdditionalScenarios,
  quoteParameterScenarios,
  termsScenarios,
  requiredSigningsScenarios,
  customerScenarios,
  abilitiesScenarios,
  autorampScenarios,
  webhookScenarios,
]

/** The steps of each rule of kind `scenario`, by rule id. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.assign({}, ...scenarioSets)
