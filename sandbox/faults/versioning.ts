import { versionOf } from '../../versions/index.js'
import type { NegotiationContext, ResponseContext } from '../pipeline/fault-set.js'
import type { Negotiation, VersionProblem } from '../pipeline/response.js'
import {
  blindOn,
  both,
  customerOf,
  documents,
  header,
  isNewest,
  isNewestVersion,
  isSecond,
  json,
  on,
  respond,
  serving,
  type When,
  withoutHeader,
} from './changes.js'
import { add, all, type Edit, objectIn, remove, fault, faultsOf, type Hooks } from './fault.js'

const day = 24 * 60 * 60 * 1000

const refusal = (
  reason: VersionProblem['reason'],
  served: string,
  { requested, supported }: NegotiationContext,
): Negotiation => ({
  served,
  problem: { error: 'unsupported_api_version', reason, requested: requested ?? '', supported },
})

/** Refuses a supported version as malformed or unknown. */
export function refusing(
  reason: VersionProblem['reason'],
  when: (asked: NegotiationContext) => boolean,
): Hooks {
  return {
    negotiate: (outcome, asked) =>
      outcome.problem === undefined && when(asked) ? refusal(reason, outcome.served, asked) : outcome,
  }
}

const renamedPath: Edit = (document) => {
  const paths = objectIn(document['paths'])
  paths['/fiat-currencies'] = paths['/fiatcurrencies']
  delete paths['/fiatcurrencies']
}

const isOfOtherVersion: When = (about) => customerOf(about)?.version !== about.version

/** The supported version that is at most a day away from the requested one. */
const neighbour = (requested: string, supported: readonly string[]): string | undefined =>
  supported.find((version) => Math.abs(Date.parse(version) - Date.parse(requested)) <= day)

/** States another reason for refusals that have one. */
const reworded = (
  from: VersionProblem['reason'],
  to: VersionProblem['reason'],
  when: (asked: NegotiationContext) => boolean = () => true,
): Hooks => ({
  negotiate: (outcome, asked) =>
    outcome.problem?.reason === from && when(asked)
      ? { ...outcome, problem: { ...outcome.problem, reason: to } }
      : outcome,
})

/** Edits the body of version errors. */
export function inVersionError(edit: Edit): Hooks {
  const editing = json((error, about) => {
    if (error['error'] === 'unsupported_api_version') edit(error, about)
  })
  return on('* 400', editing)
}

const anotherVersion = ({ service: { versions }, version = '' }: ResponseContext): string =>
  versions.supported.findLast((one) => one !== version) ?? version

const isLonely = ({ requested = '', supported }: NegotiationContext): boolean =>
  neighbour(requested, supported) === undefined

const isUnknownPath: When = ({ operationId }) => operationId === undefined

/** Documents a required member of a schema only in the newest version. */
const documentsMember = (schema: string, name: string, type: string): Hooks => {
  const place = `/components/schemas/${schema}`
  const edit = all(add(`${place}/properties/${name}`, { type }), add(`${place}/required/-`, name))
  return documents(edit, isNewestVersion)
}

const everyPath = { 'versioning/unknown-path': 'it is required on every path' }

/** Faults in negotiating a version, and in its headers and errors. */
export const versioningFaults = faultsOf({
  'versioning/supported': fault({
    negotiate: (outcome, asked) =>
      outcome.problem === undefined && asked.requested === asked.supported[1]
        ? refusal('version_unknown', asked.supported[0] ?? outcome.served, asked)
        : outcome,
  })`refuses the second supported version as unknown`,
  'versioning/default-absent': fault(
    {
      negotiate: (outcome, { requested, newest }) => (requested === undefined ? { served: newest } : outcome),
    },
    {
      'versioning/echo': 'the named version is not the expected one',
      'customers/onboarding-default': 'a customer created without a version gets the order of the newest',
      'versioning/fednow-rail': 'an autoramp that is read without a version has a rail of the newest',
      'answers/body': 'the oldest document has no such rail',
    },
  )`serves the newest version to callers without the header`,
  'versioning/default-empty': fault(refusing('version_malformed', ({ requested }) => requested === ''))`
    refuses an empty version header as malformed`,
  'versioning/echo': fault(
    on('*', header('x-api-version', anotherVersion), (_, { headers }) => 'x-api-version' in headers),
    everyPath,
  )`names a version other than the one served in X-API-Version`,
  'versioning/vary': fault(on('*', withoutHeader('vary')), everyPath)`leaves out Vary`,
  'versioning/unknown-path': fault(on('*', withoutHeader('x-api-version'), isUnknownPath))`
    names no version on a path without an operation`,
  'versioning/unknown-version': fault(reworded('version_unknown', 'version_malformed', isLonely))`
    reports a valid unsupported date as malformed`,
  'versioning/no-fallback': fault(serving(neighbour, 'version_unknown'))`
    serves a supported version to callers who ask for the day before or after it`,
  'versioning/malformed-version': fault(reworded('version_malformed', 'version_unknown'))`
    reports a malformed version as unknown`,
  'versioning/error-body': fault(inVersionError(remove('/supported')))`
    leaves the supported versions out of the version error`,
  'versioning/every-operation': fault(
    blindOn('getAutorampQuote', 'getCustomerRequiredSignings', 'getCustomerAbilities'),
  )`ignores an unknown version on quotes, required signings and abilities`,
  'versioning/served-routes': fault(on('getCustomerAbilities', respond(404, 'no such path'), isSecond))`
    does not find the abilities of a customer under the second version`,
  'versioning/routes': fault(documents(renamedPath, isNewestVersion), {
    'versioning/listed-changes': 'the other path is new',
  })`renames a path in the newest document`,
  'versioning/quote-shape': fault(
    {
      ...documentsMember('SignedAutorampQuote', 'settlement_days', 'integer'),
      ...on('getAutorampQuote 200', json(add('/settlement_days', 1)), isNewest),
    },
    { 'versioning/listed-changes': 'the quote is a part of bodies too' },
  )`gives the quote of the newest version a field that the version before does not have`,
  'versioning/response-shapes': fault({
    ...documentsMember('CustomerAbilities', 'reviewed', 'boolean'),
    ...on('getCustomerAbilities 200', json(add('/reviewed', true)), isNewest),
  })`gives the abilities of the newest version a field that the version before does not have`,
  'versioning/fednow-rail': fault(
    { behaviours: { 'fednow-rail': true } },
    { 'answers/body': 'older documents have no such rail' },
  )`shows a FedNow rail on every version`,
  'versioning/read-across': fault(
    on('getCustomerById 200', respond(404, 'customer not found'), both(isNewest, isOfOtherVersion)),
  )`does not find customers of other versions under the newest one`,
  'versioning/listed-changes': fault(
    documents(
      remove('/components/schemas/UpdateWebhookRequest/properties/label'),
      (version) => version === versionOf('fednow-rail'),
    ),
  )`documents no label of a webhook in the second version`,
})
