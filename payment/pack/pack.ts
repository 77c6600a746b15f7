import { catalogue, observers, scenarios } from './specification.js'
import type { DocumentOutline, RulePack } from '../../conformance/rules/registry.js'
import { tolerancesOf } from './tolerances.js'
import { prepare } from './prepare.js'
import { webhookSecretsIn } from '../sections/webhooks/endpoint.js'

/** Segments of paths that hardly another API has, whatever it puts before them. */
const ownSegments = /\/(autoramps?|required-signings)(\/|$)/

/** Paths that others have too, though not beside each other. */
const commonSegments = [/\/customers(\/|$)/, /\/(terms-and-conditions|identifications?|abilities)(\/|$)/]

/** Its rules hang on dates: a document that has none is judged as any other. */
const isPaymentApi = ({ operations, version }: DocumentOutline): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return false
  const has = (pattern: RegExp): boolean => operations.some(({ path }) => pattern.test(path))
  return has(ownSegments) || commonSegments.every(has)
}

/** The specification of the payment API as a pack: it comes with rampart, and by the same door as any other. */
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
  // The specification closes its list of errors, names the formats of values in its own tables, and says that the
  // documents show the full surface, and that things are where they say. What it takes, and which version it serves,
  // hangs on more than the documents, which its own rules know.
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
