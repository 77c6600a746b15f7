import { type Fault, knownFaults } from '../../../sandbox/index.js'
import { callVariants } from './calls.js'
import { documentVariants } from './documents.js'
import { identificationVariants } from './identification.js'
import { onboardingVariants } from './onboarding.js'
import { quoteFieldVariants } from './quote-fields.js'
import { quoteVariants } from './quotes.js'
import { versioningVariants } from './versioning.js'
import { webhookVariants } from './webhooks.js'

/** Faults for tests only: further ones of the rules that the sandbox has faults of. */
const variants: readonly Fault[] = [
  ...versioningVariants,
  ...callVariants,
  ...documentVariants,
  ...onboardingVariants,
  ...quoteVariants,
  ...quoteFieldVariants,
  ...identificationVariants,
  ...webhookVariants,
]

/** Every fault: each has to be found by the rule that it breaks. */
export const mutants: readonly Fault[] = [...knownFaults, ...variants]
