import type { AlsoBroken } from './also-broken.js'
import { abilitiesAlsoBroken } from './abilities.js'
import { authenticationAlsoBroken } from './authentication.js'
import { autorampAlsoBroken } from './autoramp.js'
import { customersAlsoBroken } from './customers.js'
import { documentsAlsoBroken } from './documents.js'
import { enumerationsAlsoBroken } from './enumerations.js'
import { errorsAlsoBroken } from './errors.js'
import { idempotencyAlsoBroken } from './idempotency.js'
import { identificationAlsoBroken } from './identification.js'
import { operationsAlsoBroken } from './operations.js'
import { quoteAlsoBroken } from './quote.js'
import { requiredSigningsAlsoBroken } from './required-signings.js'
import { specDocumentsAlsoBroken } from './spec-documents.js'
import { termsAlsoBroken } from './terms.js'
import { versioningAlsoBroken } from './versioning.js'
import { webhooksAlsoBroken } from './webhooks.js'

export { shownBy } from './shown-by.js'

/** What every fault breaks besides its own rule. */
export const alsoBroken: AlsoBroken = {
  ...operationsAlsoBroken,
  ...versioningAlsoBroken,
  ...specDocumentsAlsoBroken,
  ...authenticationAlsoBroken,
  ...idempotencyAlsoBroken,
  ...documentsAlsoBroken,
  ...errorsAlsoBroken,
  ...enumerationsAlsoBroken,
  ...quoteAlsoBroken,
  ...termsAlsoBroken,
  ...requiredSigningsAlsoBroken,
  ...customersAlsoBroken,
  ...abilitiesAlsoBroken,
  ...autorampAlsoBroken,
  ...identificationAlsoBroken,
  ...webhooksAlsoBroken,
}

/** Rules for which no fault can exist, each with the reason. */
export const withoutFault: Readonly<Record<string, string>> = {
  'customers/new-terms':
    'no document has a control that publishes terms; tests/payment/wrongs.test.ts breaks it',
  'webhooks/abilities-changed':
    'no document has a control of rails; tests/payment/webhooks/wrongs.test.ts breaks it',
}
