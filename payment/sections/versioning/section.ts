import { headerValue, headerValues, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isMarketData } from '../../../conformance/rules/probe.js'
import { isVersionError, refusesVersion, variesByVersion } from '../../../conformance/exchange/reading.js'
import {
  callName,
  isElsewhere,
  type Observation,
  type Observer,
} from '../../../conformance/model/observation.js'
import { isObject, walk } from '../../../document/index.js'
import { hasChange, versionOf } from '../../../versions/index.js'
import {
  answerShapeJudge,
  isSpecification,
  listedChangeJudge,
  quoteShapeJudge,
  routeJudge,
} from '../../documents/versions.js'
import {
  defaultAbsent,
  defaultEmpty,
  duplicatedHeader,
  errorEcho,
  everyOperation,
  impossibleDate,
  marketData,
  servedRoutes,
  unknownPath,
} from './served.js'
import { readAcross } from '../states.js'
import { errorBody, malformedVersion, noFallback, unknownVersion } from './errors.js'
import {
  definition,
  judged,
  observer,
  ofDocuments,
  open,
  scenario,
  section,
  unobservable,
} from '../../statements/statement.js'

const ignoresVersions = ({ route = '', operation }: Observation): boolean =>
  isMarketData({ tags: operation?.tags ?? [], path: route.slice(route.indexOf(' ') + 1) })

const isApiAnswer = ({ exchange, route = '' }: Observation): boolean =>
  exchange.target === 'api' && !exchange.isReplay && !isSpecification(route)

/** `versioning/supported`, Versioning 2: judges requests for a listed version. */
export const supported: Observer = (observation) => {
  const { exchange, version } = observation
  const names = headerValue(exchange.request.headers, 'x-api-version')
  if (!isApiAnswer(observation) || version === undefined || names !== version) return undefined
  const message = `version ${version} is supported and was refused by ${callName(observation)}`
  return refusesVersion(exchange) ? [{ message, exchange }] : []
}

/** `versioning/echo`, Versioning 4: judged where the specification states which version is served. */
export const echo: Observer = (observation) => {
  const { exchange, version } = observation
  if (!isApiAnswer(observation) || version === undefined || ignoresVersions(observation)) return undefined
  // A version error serves no version, so no echo is stated.
  if (isVersionError(exchange)) return undefined
  const lines = headerValues(exchange.response.headers, 'x-api-version')
  const served = lines.flatMap((line) => line.split(',')).map((value) => value.trim())
  const [first] = served
  const isServed = first === version || observation.mayServe.some((one) => one === first)
  if (isServed && served.every((value) => value === first)) return []
  const came = served.length === 0 ? 'no X-API-Version' : `X-API-Version: ${served.join(', ')}`
  return [{ message: `${version} must be served and echoed, got ${came}`, exchange }]
}

/** `versioning/vary`, Versioning 4. */
export const vary: Observer = (observation) => {
  const { exchange } = observation
  if (!isApiAnswer(observation) || ignoresVersions(observation)) return undefined
  if (variesByVersion(exchange)) return []
  const value = headerValue(exchange.response.headers, 'vary')
  const came = value === undefined ? 'no Vary' : `Vary: ${value}`
  return [{ message: `expected Vary: X-API-Version, got ${came}`, exchange }]
}

/** The names of rails, whichever member of a rail has its name. */
const railTypes = (body: unknown): unknown[] =>
  walk(body).flatMap(([pointer, value]) => {
    const rails = pointer.endsWith('/deposit_rails') && Array.isArray(value) ? value : []
    return rails.flatMap((rail: unknown) => (isObject(rail) ? Object.values(rail) : rail))
  })

/** `versioning/fednow-rail`, change table: judges responses with deposit rails. */
export const fednowRail: Observer = (observation) => {
  const { exchange, version } = observation
  if (isElsewhere(observation)) return undefined
  if (exchange.target !== 'api' || version === undefined || hasChange(version, 'fednow-rail'))
    return undefined
  const rails = railTypes(jsonBody(exchange.response))
  if (rails.length === 0) return undefined
  const message = `deposit_rails has a FedNow member under ${version}; it was added in ${versionOf('fednow-rail')}`
  return rails.includes('FedNow') ? [{ message, exchange }] : []
}

const service = { versions: 'service' } as const
const byDefault = { ...service, also: ['customers/onboarding-default'] } as const
const reordered = { versions: { from: 'signings-first' } } as const
const twoStates = 'only two states of one document show it; rampart diff judges them'

/** Versioning: header, supported versions, echo, refusals, minting, change table. */
export const versioningSections = [
  section(
    'Versioning 1',
    'A version is a date. A request asks for one by the header X-API-Version, as a canonical ISO date, YYYY-MM-DD.',
    {
      'canonical-date': judged('versioning/supported', 'versioning/malformed-version')`
        X-API-Version takes a canonical ISO date.`,
      'versioning/every-operation': scenario({ ...service, run: everyOperation })`
        Every operation reads the version
        Every endpoint under /api reads X-API-Version: an unknown version is refused on the quote, terms, required signings, abilities, autoramps, addresses, every plain read and every kind of POST alike.`,
      'versioning/routes': ofDocuments({ judge: routeJudge })`
        Routes stay
        Routes do not change between versions: every operation of the previous version is one of this version.`,
      'versioning/served-routes': scenario({ ...service, needs: ['api-key'], run: servedRoutes })`
        Routes are served under every version
        Routes do not change between versions: what is found under one is found under all.`,
      'versioning/read-across': scenario({ needs: ['writes'], run: readAcross })`
        Created under one version, read under another
        Routes and resources are the same in every version: a customer created under one can be read under every other one.`,
      'versioning/duplicated-header': open({ run: duplicatedHeader })`
        Two version headers
        The response to a request with two X-API-Version headers.
        the specification mentions one header`,
    },
  ),
  section('Versioning 2', '', {
    'versioning/supported': observer({ also: ['spec-documents/versions-list'], observe: supported })`
      Supported versions are served
      Versions 2025-03-13, 2026-07-01 and 2026-08-01 are supported: a request that names one is served, and not refused with the version error.`,
  }),
  section('Versioning 3', '', {
    'versioning/default-absent': scenario({ ...byDefault, run: defaultAbsent })`
      No header means 2025-03-13
      When X-API-Version is absent, version 2025-03-13 is served.`,
    'versioning/default-empty': scenario({ ...byDefault, run: defaultEmpty })`
      An empty header means 2025-03-13
      When X-API-Version is empty, version 2025-03-13 is served.`,
  }),
  section('Versioning 4', '', {
    'versioning/echo': observer({ observe: echo })`
      The version served is echoed
      Every /api response but an idempotent replay carries X-API-Version with the version actually served.
      - A refusal names it as well.`,
    'versioning/vary': observer({ observe: vary })`
      Responses vary by version
      Every /api response but an idempotent replay carries Vary: X-API-Version.`,
    'versioning/unknown-path': scenario({ ...service, severity: 'warning', run: unknownPath })`
      Refusals of unknown paths name the version
      Every /api response carries the version served and Vary: X-API-Version, also the refusal of a path or a method that no operation has.`,
    replay: judged('idempotency/replay-headers')`An idempotent replay names none.`,
    'versioning/error-echo': open({ run: errorEcho })`
      The echo on a version error
      Which version a version error echoes, if any.
      no version is served on a version error, so none is stated to be echoed`,
  }),
  section(
    'Versioning 5',
    'A version that is not served is refused with 400 and an object, the version error.',
    {
      'versioning/unknown-version': scenario({ ...service, run: unknownVersion })`
        An unknown version is refused
        A valid date that is not supported is answered 400 with reason version_unknown.`,
      'versioning/malformed-version': scenario({ ...service, run: malformedVersion })`
        A malformed version is refused
        A value that is not a canonical YYYY-MM-DD is answered 400 with reason version_malformed.
        - A date without zero padding is not canonical.`,
      'versioning/impossible-date': open({ run: impossibleDate })`
        An impossible date
        A canonical value such as 2026-02-30 is refused; whether as unknown or as malformed is open.
        both reasons fit; that it is refused is judged by versioning/no-fallback`,
      'versioning/no-fallback': scenario({ ...service, run: noFallback })`
        No fallback to a nearby version
        A date beside a supported one, or an impossible date, is refused and never served as its neighbour.`,
      'versioning/error-body': scenario({ ...service, run: errorBody })`
        The version error has its four members
        The version error is an object with error unsupported_api_version, reason, requested (the value sent) and supported (the supported dates).`,
    },
  ),
  section('Versioning 6', 'A new version is minted only for changes that break a client.', {
    'versioning/minting': open()`
      When a version is minted
      A response field removed or renamed, a new variant, a request body changing shape mint a version.
      judged between two states of one document, not on a running service`,
    unminted: unobservable`
      A new optional response field, a new endpoint and a new value in an open-ended field mint none.
      ${twoStates}`,
  }),
  section('Versioning 7', '', {
    'versioning/market-data': open({ run: marketData })`
      Token and market data ignore the version
      Token and market-data endpoints have no version-gated shapes and ignore the header.
      Versioning 1, 4 and 5 say that every endpoint reads the header, and which endpoints are meant is not listed`,
  }),
  section('Versioning, change table', '{{changes}}', {
    initial: definition`
      2025-03-13 is the initial version.
      it names the first of the list`,
    'served-by-default': judged('versioning/default-absent')`2025-03-13 is served without the header.`,
    'versioning/fednow-rail': observer({
      versions: { until: 'fednow-rail' },
      also: ['autoramp/rail-document'],
      observe: fednowRail,
    })`
      No FedNow rail before 2026-07-01
      deposit_rails can include a FedNow member from version 2026-07-01 on.`,
    'enabled-accounts': unobservable`
      FedNow is served where the account is enabled.
      which accounts are enabled cannot be seen`,
    'stated-elsewhere': judged(
      'customers/onboarding-order',
      'customers/pinned',
      'required-signings/empty-is-200',
      'required-signings/conflict-when-none',
      'required-signings/one-document',
      'required-signings/before-identification',
      'required-signings/any-point',
      'identification/error-array',
      'identification/industry-required',
      'identification/birth-state',
      'identification/documents-together',
      'identification/structure-invalid',
      'identification/foundation-intended-use-not-supported',
    )`
      The changes of 2026-08-01 are those that the sections above state.`,
    'versioning/quote-shape': ofDocuments({ ...reordered, judge: quoteShapeJudge })`
      The quote keeps its shape in 2026-08-01
      Response shapes of 2026-08-01 are those of 2026-07-01 but for the changes listed; the quote is not among them.`,
    'versioning/response-shapes': ofDocuments({ ...reordered, judge: answerShapeJudge })`
      Responses keep their shape in 2026-08-01
      Response shapes of 2026-08-01 are those of 2026-07-01 but for the changes listed; terms, signings, abilities and autoramps are not among them.`,
    'versioning/listed-changes': ofDocuments({
      versions: { from: 'fednow-rail' },
      severity: 'warning',
      judge: listedChangeJudge,
    })`
      Documents change as the table lists
      Between two versions no operation, response, body or required parameter of a document changes but for what the change table lists, and for further optional fields.`,
  }),
] as const
