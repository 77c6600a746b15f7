import { type Fault, faultName } from './fault.js'
import { generalFaults } from './general.js'
import { idempotencyFaults } from './idempotency.js'
import { identificationBusinessFaults } from './identification-business.js'
import { identificationFormFaults } from './identification-forms.js'
import { identificationKindFaults } from './identification-kinds.js'
import { identificationOwnerFaults } from './identification-owners.js'
import { identificationPersonFaults } from './identification-persons.js'
import { identificationStructureFaults } from './identification-structure.js'
import { identityDocumentFaults } from './identity-documents.js'
import { onboardingFaults } from './onboarding.js'
import { operationDataFaults } from './operation-data.js'
import { operationFaults } from './operations.js'
import { missedCodeFaults } from './missed-codes.js'
import { parameterFaults } from './parameters.js'
import { partialAnswerFaults } from './partial-answers.js'
import { partialQueryFaults } from './partial-queries.js'
import { partialQuoteFaults } from './partial-quotes.js'
import { partialVersionFaults } from './partial-versions.js'
import { strayCodeFaults } from './stray-codes.js'
import { autorampFaults } from './autoramp.js'
import { bankNumberFaults } from './bank-numbers.js'
import { callFaults } from './calls.js'
import { documentStatementFaults } from './document-statements.js'
import { lackingDocumentFaults } from './documents-lacking.js'
import { quoteAnswerFaults } from './quote-answers.js'
import { quoteDocumentFaults } from './quote-documents.js'
import { quoteFieldFaults } from './quote-fields.js'
import { quoteRecipientFaults } from './quote-recipients.js'
import { quoteRefusalFaults } from './quote-refusals.js'
import { quoteRequestFaults } from './quote-requests.js'
import { quoteResponseFaults } from './quote-responses.js'
import { quoteSometimesFaults } from './quote-sometimes.js'
import { sandboxControlFaults } from './sandbox-controls.js'
import { specificationFaults } from './specification.js'
import { versioningVariants } from './versioning-variants.js'
import { versioningFaults } from './versioning.js'
import { unnamedOperationFaults } from './unnamed-operations.js'
import { webhookAttemptFaults } from './webhook-attempts.js'
import { webhookFaults } from './webhooks.js'

export { type Fault, faultName } from './fault.js'
export { combineFaults } from './set.js'

/** Every fault that can be enabled, in the order of names. */
export const knownFaults: readonly Fault[] = [
  ...versioningFaults,
  ...versioningVariants,
  ...callFaults,
  ...idempotencyFaults,
  ...specificationFaults,
  ...parameterFaults,
  ...generalFaults,
  ...autorampFaults,
  ...bankNumberFaults,
  ...documentStatementFaults,
  ...lackingDocumentFaults,
  ...quoteAnswerFaults,
  ...quoteDocumentFaults,
  ...quoteFieldFaults,
  ...quoteRecipientFaults,
  ...quoteRefusalFaults,
  ...quoteRequestFaults,
  ...quoteResponseFaults,
  ...quoteSometimesFaults,
  ...onboardingFaults,
  ...operationFaults,
  ...unnamedOperationFaults,
  ...sandboxControlFaults,
  ...identificationPersonFaults,
  ...identificationStructureFaults,
  ...identificationBusinessFaults,
  ...identityDocumentFaults,
  ...identificationOwnerFaults,
  ...identificationFormFaults,
  ...identificationKindFaults,
  ...operationDataFaults,
  ...missedCodeFaults,
  ...strayCodeFaults,
  ...partialAnswerFaults,
  ...partialQueryFaults,
  ...partialQuoteFaults,
  ...partialVersionFaults,
  ...webhookFaults,
  ...webhookAttemptFaults,
].sort((one, other) => (faultName(one) < faultName(other) ? -1 : 1))

/** Thrown for the name of an unknown fault. `known` holds the valid names. */
export class UnknownFaultError extends Error {
  override readonly name = 'UnknownFaultError'

  constructor(
    readonly unknown: readonly string[],
    readonly known: readonly string[],
  ) {
    super(`no fault is named ${unknown.join(', ')}; known are ${known.join(', ')}`)
  }
}

/** The faults with these names. Throws `UnknownFaultError` if one does not exist. */
export function faultsNamed(names: readonly string[]): readonly Fault[] {
  const known = knownFaults.map(faultName)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new UnknownFaultError(unknown, known)
  return knownFaults.filter((fault) => names.includes(faultName(fault)))
}
