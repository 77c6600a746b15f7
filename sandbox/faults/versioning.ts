import type { Negotiation, VersionProblem } from '../pipeline/version.js'
import { editObject, objectAt, withHeader, withoutHeader } from './edit.js'
import type { Asked } from '../pipeline/fault-set.js'
import type { Fault } from './fault.js'

const DAY = 24 * 60 * 60 * 1000

const refusal = (
  reason: VersionProblem['reason'],
  served: string,
  { requested, supported }: Asked,
): Negotiation => ({
  served,
  problem: { error: 'unsupported_api_version', reason, requested: requested ?? '', supported },
})

/** The supported version that is at most a day away from the one asked for. */
const neighbour = ({ requested = '', supported }: Asked): string | undefined =>
  supported.find((version) => Math.abs(Date.parse(version) - Date.parse(requested)) <= DAY)

/** A negotiation whose refusals for one reason are given another. */
const reworded = (
  outcome: Negotiation,
  from: VersionProblem['reason'],
  to: VersionProblem['reason'],
): Negotiation =>
  outcome.problem?.reason === from ? { ...outcome, problem: { ...outcome.problem, reason: to } } : outcome

const BLIND_OPERATIONS = new Set(['getAutorampQuote', 'getCustomerRequiredSignings', 'getCustomerAbilities'])

/** Faults in choosing a version and in saying which was served. */
export const versioningFaults: readonly Fault[] = [
  {
    rule: 'versioning/supported',
    does: 'refuses the second supported version as unknown',
    hooks: () => ({
      negotiate: (outcome, asked) =>
        outcome.problem === undefined && asked.requested === asked.supported[1]
          ? refusal('version_unknown', asked.supported[0] ?? outcome.served, asked)
          : outcome,
    }),
  },
  {
    rule: 'versioning/default-absent',
    does: 'serves the newest version to callers without the header',
    hooks: () => ({
      negotiate: (outcome, { requested, newest }) => (requested === undefined ? { served: newest } : outcome),
    }),
  },
  {
    rule: 'versioning/default-empty',
    does: 'refuses an empty version header as malformed',
    hooks: () => ({
      negotiate: (outcome, asked) =>
        asked.requested === '' ? refusal('version_malformed', outcome.served, asked) : outcome,
    }),
  },
  {
    rule: 'versioning/echo',
    does: 'names another version than the one served in X-API-Version',
    hooks: () => ({
      answer: (answer, { service, version }) => {
        const other = service.versions.supported.findLast((entry) => entry !== version)
        const echoes = answer.headers['x-api-version'] !== undefined
        return echoes && other !== undefined ? withHeader(answer, 'x-api-version', other) : answer
      },
    }),
  },
  {
    rule: 'versioning/vary',
    does: 'leaves out Vary',
    hooks: () => ({ answer: (answer) => withoutHeader(answer, 'vary') }),
  },
  {
    rule: 'versioning/unknown-version',
    does: 'calls a valid date that is not supported malformed',
    hooks: () => ({
      negotiate: (outcome, asked) =>
        neighbour(asked) === undefined ? reworded(outcome, 'version_unknown', 'version_malformed') : outcome,
    }),
  },
  {
    rule: 'versioning/no-fallback',
    does: 'serves a supported version to callers who ask for the day before or after it',
    hooks: () => ({
      negotiate: (outcome, asked) => {
        const nearby = neighbour(asked)
        const unknown = outcome.problem?.reason === 'version_unknown'
        return unknown && nearby !== undefined ? { served: nearby } : outcome
      },
    }),
  },
  {
    rule: 'versioning/malformed-version',
    does: 'calls a malformed version unknown',
    hooks: () => ({ negotiate: (outcome) => reworded(outcome, 'version_malformed', 'version_unknown') }),
  },
  {
    rule: 'versioning/error-body',
    does: 'leaves the supported versions out of the version error',
    hooks: () => ({
      answer: (answer) =>
        editObject(answer, (body) => {
          if (body['error'] === 'unsupported_api_version') delete body['supported']
        }),
    }),
  },
  {
    rule: 'versioning/every-operation',
    does: 'ignores an unknown version on quotes, required signings and abilities',
    hooks: () => ({
      negotiate: (outcome, { operationId }) =>
        outcome.problem?.reason === 'version_unknown' && BLIND_OPERATIONS.has(operationId ?? '')
          ? { served: outcome.served }
          : outcome,
    }),
  },
  {
    rule: 'versioning/routes',
    does: 'renames a path in the newest document',
    hooks: () => ({
      document: (document, version, newest) => {
        if (version !== newest) return
        const paths = objectAt(document, 'paths')
        paths['/fiat-currencies'] = paths['/fiatcurrencies']
        delete paths['/fiatcurrencies']
      },
    }),
  },
  {
    rule: 'versioning/quote-shape',
    does: 'gives the quote of the newest version a field that the version before does not have',
    hooks: () => ({
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
  },
  {
    rule: 'versioning/fednow-rail',
    does: 'shows a FedNow rail on every version',
    hooks: () => ({ behaviours: { 'fednow-rail': true } }),
  },
]
