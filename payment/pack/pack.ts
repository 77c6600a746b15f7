import { catalogue } from '../statements/index.js'
import { observers } from '../observers/index.js'
import type { DocumentOutline, RulePack } from '../../conformance/rules/pack.js'
import { scenarios } from '../scenarios/index.js'
import { webhookSecretsIn } from '../scenarios/webhooks/endpoint.js'

/** Segments of paths that hardly another API has, whatever it puts before them. */
const ownSegments = /\/(autoramps?|required-signings)(\/|$)/

/** Paths that others have too, though not beside each other. */
const commonSegments = [/\/customers(\/|$)/, /\/(terms-and-conditions|identifications?|abilities)(\/|$)/]

const isPaymentApi = ({ operations }: DocumentOutline): boolean => {
  const has = (pattern: RegExp): boolean => operations.some(({ path }) => pattern.test(path))
  return has(ownSegments) || commonSegments.every(has)
}

/** The specification of the payment API as a pack: it comes with rampart, and by the same door as any other. */
export const paymentPack: RulePack = {
  name: 'payment-api',
  title: 'Specification of the payment API',
  appliesTo: (documents) => documents.some(isPaymentApi),
  rules: catalogue,
  observers,
  scenarios,
  secretsIn: webhookSecretsIn,
}
