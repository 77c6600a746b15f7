import { catalogue, observers, scenarios } from './specification.js'
import type { DocumentOutline, RulePack } from '../../conformance/rules/registry.js'
import { tolerancesOf } from './tolerances.js'
import { prepare } from './prepare.js'
import { webhookSecretsIn } from '../sections/webhooks/endpoint.js'

/** Path segments that are unique to this API, after any prefix. */
const ownSegments = /\/(autoramps?|required-signings)(\/|$)/

/** Path segments that other APIs have too, but not all of them together. */
const commonSegments = [/\/customers(\/|$)/, /\/(terms-and-conditions|identifications?|abilities)(\/|$)/]

/** The rules depend on dates, so an undated document is judged like that of any other service. */
const isPaymentApi = ({ operations, version }: DocumentOutline): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return false
  const has = (pattern: RegExp): boolean => operations.some(({ path }) => pattern.test(path))
  return has(ownSegments) || commonSegments.every(has)
}

/** The specification of the payment API as a pack, built in and registered like any other. */
export const paymentPack: RulePack = {
  name: 'payment-api',
  title: 'Specification of the payment API',
  appliesTo: (documents) => documents.some(isPaymentApi),
  service: { versionHeader: 'X-API-Version', keyHeader: 'X-API-Key' },
  rules: catalogue,
  observers,
  scenarios,
  prepare,
  secretsIn: webhookSecretsIn,
  tolerances: tolerancesOf,
  // The specification closes its list of errors, defines the formats of values in its tables, and states that the
  // documents show the full surface with correct locations. What the service accepts, and which version it serves,
  // depends on more than the documents, so the pack's own rules judge that.
  severities: {
    'versions/echo': 'off',
    'versions/unknown': 'off',
    'versions/elsewhere': 'off',
    'requests/stricter-than-documented': 'off',
    'answers/undeclared-refusal': 'error',
    'answers/format': 'error',
    'methods/undeclared': 'error',
    'state/readable': 'error',
    'state/gone': 'error',
  },
}
