import type { Negotiation, VersionProblem } from '../pipeline/version.js'
import { editObject, objectAt, withHeader, withoutHeader } from './edit.js'
import type { NegotiationContext } from '../pipeline/fault-set.js'
import { fault, type Fault } from './fault.js'

const day = 24 * 60 * 60 * 1000

const refusal = (
  reason: VersionProblem['reason'],
  served: string,
  { requested, supported }: NegotiationContext,
): Negotiation => ({
  served,
  problem: { error: 'unsupported_api_version', reason, requested: requested ?? '', supported },
})

/** The supported version that is at most a day away from the requested one. */
const neighbour = ({ requested = '', supported }: NegotiationContext): string | undefined =>
  supported.find((version) => Math.abs(Date.parse(version) - Date.parse(requested)) <= day)

/** A negotiation in which refusals for one reason state another. */
const reworded = (
  outcome: Negotiation,
  from: VersionProblem['reason'],
  to: VersionProblem['reason'],
): Negotiation =>
  outcome.problem?.reason === from ? { ...outcome, problem: { ...outcome.problem, reason: to } } : outcome

const blindOperations = new Set(['getAutorampQuote', 'getCustomerRequiredSignings', 'getCustomerAbilities'])

/** Faults in negotiating a version and in reporting which was served. */
export const versioningFaults: readonly Fault[] = [
  fault('versioning/supported', 'refuses the second supported version as unknown', () => ({
    negotiate: (outcome, asked) =>
      outcome.problem === undefined && asked.requested === asked.supported[1]
        ? refusal('version_unknown', asked.supported[0] ?? outcome.served, asked)
        : outcome,
  })),
  fault('versioning/default-absent', 'serves the newest version to callers without the header', () => ({
    negotiate: (outcome, { requested, newest }) => (requested === undefined ? { served: newest } : outcome),
  })),
  fault('versioning/default-empty', 'refuses an empty version header as malformed', () => ({
    negotiate: (outcome, asked) =>
      asked.requested === '' ? refusal('version_malformed', outcome.served, asked) : outcome,
  })),
  fault('versioning/echo', 'names another version than the one served in X-API-Version', () => ({
    answer: (answer, { service, version }) => {
      const other = service.versions.supported.findLast((entry) => entry !== version)
      const echoes = answer.headers['x-api-version'] !== undefined
      return echoes && other !== undefined ? withHeader(answer, 'x-api-version', other) : answer
    },
  })),
  fault('versioning/vary', 'leaves out Vary', () => ({ answer: (answer) => withoutHeader(answer, 'vary') })),
  fault('versioning/unknown-version', 'calls a valid date that is not supported malformed', () => ({
    negotiate: (outcome, asked) =>
      neighbour(asked) === undefined ? reworded(outcome, 'version_unknown', 'version_malformed') : outcome,
  })),
  fault(
    'versioning/no-fallback',
    'serves a supported version to callers who ask for the day before or after it',
    () => ({
      negotiate: (outcome, asked) => {
        const nearby = neighbour(asked)
        const unknown = outcome.problem?.reason === 'version_unknown'
        return unknown && nearby !== undefined ? { served: nearby } : outcome
      },
    }),
  ),
  fault('versioning/malformed-version', 'calls a malformed version unknown', () => ({
    negotiate: (outcome) => reworded(outcome, 'version_malformed', 'version_unknown'),
  })),
  fault('versioning/error-body', 'leaves the supported versions out of the version error', () => ({
    answer: (answer) =>
      editObject(answer, (body) => {
        if (body['error'] === 'unsupported_api_version') delete body['supported']
      }),
  })),
  fault(
    'versioning/every-operation',
    'ignores an unknown version on quotes, required signings and abilities',
    () => ({
      negotiate: (outcome, { operationId }) =>
        outcome.problem?.reason === 'version_unknown' && blindOperations.has(operationId ?? '')
          ? { served: outcome.served }
          : outcome,
    }),
  ),
  fault('versioning/routes', 'renames a path in the newest document', () => ({
    document: (document, version, newest) => {
      if (version !== newest) return
      const paths = objectAt(document, 'paths')
      paths['/fiat-currencies'] = paths['/fiatcurrencies']
      delete paths['/fiatcurrencies']
    },
  })),
  fault(
    'versioning/quote-shape',
    'gives the quote of the newest version a field that the version before does not have',
    () => ({
      document: (document, version, newest) => {
        if (version !== newest) return
        const quote = objectAt(document, 'components', 'schemas', 'SignedAutorampQuote')
        objectAt(quote, 'properties')['settlement_days'] = { type: 'integer' }
        if (Array.isArray(quote['required'])) quote['required'].push('settlement_days')
      },
      answer: (answer, { operationId, version, service }) =>
        operationId === 'getAutorampQuote' &&
        answer.status === 200 &&
        version === service.versions.supported.at(-1)
          ? editObject(answer, (quote) => Object.assign(quote, { settlement_days: 1 }))
          : answer,
    }),
  ),
  fault('versioning/fednow-rail', 'shows a FedNow rail on every version', () => ({
    behaviours: { 'fednow-rail': true },
  })),
]
