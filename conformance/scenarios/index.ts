import type { Scenario } from '../engine/context.js'
import { abilitiesScenarios } from './abilities.js'
import { authenticationScenarios } from './authentication.js'
import { autorampScenarios } from './autoramp.js'
import { customerScenarios } from './customers.js'
import { documentStatementScenarios } from './document-statements.js'
import { errorScenarios } from './errors.js'
import { eventKindScenarios } from './event-kinds.js'
import { furtherQuoteScenarios } from './further-quotes.js'
import { replayScenarios } from './idempotency/replay.js'
import { idempotencyScopeScenarios } from './idempotency/scope.js'
import { operationScenarios } from './operations/index.js'
import { identificationScenarios } from './identification/index.js'
import { quoteAdditionalScenarios } from './quote/additional.js'
import { quoteBankScenarios } from './quote/banks.js'
import { enumerationScenarios } from './enumerations.js'
import { quoteDocumentAnswerScenarios } from './quote/document-answers.js'
import { quoteDocumentScenarios } from './quote/documents.js'
import { quoteEchoScenarios } from './quote/echo.js'
import { quoteExactScenarios } from './quote/exact.js'
import { quoteExpiryScenarios } from './quote/expiry.js'
import { quoteFieldScenarios } from './quote/fields.js'
import { quoteOptionalScenarios } from './quote/optional.js'
import { quoteParameterScenarios } from './quote/parameters.js'
import { quoteRefusalScenarios } from './quote/refusals.js'
import { quoteRegisteredScenarios } from './quote/registered.js'
import { quoteSenderScenarios } from './quote/sender.js'
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
  quoteFieldScenarios,
  quoteBankScenarios,
  quoteExactScenarios,
  quoteEchoScenarios,
  quoteSenderScenarios,
  quoteTextScenarios,
  quoteRefusalScenarios,
  quoteExpiryScenarios,
  quoteAdditionalScenarios,
  quoteOptionalScenarios,
  quoteParameterScenarios,
  quoteRegisteredScenarios,
  quoteDocumentScenarios,
  quoteDocumentAnswerScenarios,
  enumerationScenarios,
  eventKindScenarios,
  documentStatementScenarios,
  termsScenarios,
  requiredSigningsScenarios,
  customerScenarios,
  abilitiesScenarios,
  autorampScenarios,
  furtherQuoteScenarios,
  operationScenarios,
  identificationScenarios,
  webhookScenarios,
]

/** The steps of each rule of kind `scenario`, by rule id. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.assign({}, ...scenarioSets)
