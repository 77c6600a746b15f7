import { abilitiesRules } from './abilities.js'
import { authenticationRules } from './authentication.js'
import { autorampRules } from './autoramp.js'
import { customersRules } from './customers.js'
import { documentsRules } from './documents.js'
import { enumerationsRules } from './enumerations.js'
import { errorsRules } from './errors.js'
import { idempotencyRules } from './idempotency.js'
import { operationsRules } from './operations.js'
import { identificationRules } from './identification.js'
import { quoteAdditionalRules } from './quote-additional.js'
import { quoteParameterRules } from './quote-parameters.js'
import { quoteRecordRules } from './quote-record.js'
import { quoteRules } from './quote.js'
import { requiredSigningsRules } from './required-signings.js'
import { specDocumentsRules } from './spec-documents.js'
import { termsRules } from './terms.js'
import { versioningRules } from './versioning.js'
import { webhooksRules } from './webhooks.js'
import type { Rule } from './rule.js'

export {
  appliesTo,
  datesOf,
  type Need,
  type Rule,
  scopeText,
  type Severity,
  type VersionScope,
} from './rule.js'

/** Every rule, in the order of the areas and of the specification within each. */
export const catalogue: readonly Rule[] = [
  ...versioningRules,
  ...specDocumentsRules,
  ...authenticationRules,
  ...idempotencyRules,
  ...documentsRules,
  ...errorsRules,
  ...enumerationsRules,
  ...quoteRecordRules,
  ...quoteRules,
  ...quoteParameterRules,
  ...quoteAdditionalRules,
  ...termsRules,
  ...requiredSigningsRules,
  ...customersRules,
  ...abilitiesRules,
  ...autorampRules,
  ...operationsRules,
  ...identificationRules,
  ...webhooksRules,
]
