import { type CallerCredentials, routeOf, writeRequest } from '../requests/write-request.js'
import { headerValue } from '../exchange/exchange.js'
import { isBusy, isOutage, isSuccess } from '../exchange/reading.js'
import type { Client } from '../client/client.js'
import { type Api, type Case, type Observed, type ExploreViolation, nameOf } from '../model/case.js'
import { type Explorer, Stopped, type ExploreSettings } from '../model/explorer.js'
import { ifPossible } from '../model/outcome.js'
import type { VersionCarrier } from '../model/plan.js'
import { withVersions } from '../session/version-under-test.js'
import type { Operation } from '../../runtime/surface.js'
import { ExploreSession } from './explore-session.js'
import { foldByCause, type Knowledge } from '../causes/fold.js'
import { causeKey, type Taken } from '../causes/violations.js'
import type { ExploredDocument } from './document-results.js'
import { declaresRefusal } from './permission.js'
import { OperationCases } from './operation-cases.js'
import { explorePhases } from './phases.js'
import type { Session } from '../session/session.js'

/** Adds a version to the credentials, so that every request carries it. */
const withVersion = (by: CallerCredentials, carrier: VersionCarrier, version: string): CallerCredentials => ({
  fresh: () => by.fresh?.(),
  apply: (operation, kind) => withVersions(by.apply(operation, kind), carrier, [version]),
})

/** A tested version, with its last successful read of each operation. */
interface VersionSide {
  readonly explorer: Pick<Explorer, 'api' | 'judged' | 'violate'>
  readonly credentials: CallerCredentials
  readonly accepted: readonly Observed[]
}

/** Repeats a call as another version, or at the base URL of another; undefined if no response can be judged. */
type Ask = (side: VersionSide, call: Observed, version: string, api?: Api) => Promise<Observed | undefined>

/** The most operations of each document that are tested in each way. */
const mostOperations = 8
/** A date before any such service. */
const unknownVersion = '1900-01-01'

const report = (
  { explorer }: VersionSide,
  by: Observed,
  holds: boolean,
  violation: Omit<ExploreViolation, 'steps'>,
): void => {
  explorer.judged(violation.rule, by)
  if (!holds) explorer.violate({ ...violation, steps: [by] })
}

/** A response that names a version must name the requested one. */
const judgeEcho = async (ask: Ask, side: VersionSide, header: string): Promise<void> => {
  const { version } = side.explorer.api
  for (const one of side.accepted.slice(0, mostOperations)) {
    const observed = await ask(side, one, version)
    if (!observed) continue
    const named = headerValue(observed.exchange.response.headers, header)
    if (named === undefined) continue
    report(side, observed, named === version, {
      rule: 'versions/echo',
      message: `a request for ${version} is answered with ${header}: ${named}`,
      expected: `${header}: ${version}`,
      cause: `${version} as ${named}`,
    })
  }
}

const judgeUnknown = async (ask: Ask, side: VersionSide): Promise<void> => {
  for (const one of side.accepted.slice(0, 2)) {
    const observed = await ask(side, one, unknownVersion)
    if (!observed) continue
    const { status } = observed.exchange.response
    report(side, observed, !isSuccess(observed.exchange) && status < 500, {
      rule: 'versions/unknown',
      message: `a request for version ${unknownVersion}, which does not exist, is answered with ${status}`,
      expected: 'A refusal with 4xx that names the supported versions.',
      cause: status < 500 ? 'an unknown version is served' : 'an unknown version breaks the service',
    })
  }
}

/** An operation that a version's document lacks must not succeed under it. */
const judgeElsewhere = async (ask: Ask, side: VersionSide, other: Api): Promise<void> => {
  const { api } = side.explorer
  const there = new Set(Object.values(other.surface.operations).map((one) => routeOf(other, one)))
  const missing = side.accepted.filter((one) => !there.has(routeOf(api, one.case.call.operation)))
  for (const one of missing.slice(0, mostOperations)) {
    const observed = await ask(side, one, other.version, { ...api, baseUrl: other.baseUrl })
    if (!observed || isOutage(observed.exchange)) continue
    const name = nameOf(one.case.call.operation)
    report(side, observed, !isSuccess(observed.exchange), {
      rule: 'versions/elsewhere',
      message: `${name} is carried out under ${other.version}, which does not have it`,
      expected: `A refusal with 404 under ${other.version}, or the operation in its document.`,
      cause: `${name} under ${other.version}`,
    })
  }
}

/** Judges how a service handles versions, by repeating successful reads as the right version, an unknown one and others. */
const negotiate = async (
  sides: readonly VersionSide[],
  client: Client,
  carrier: VersionCarrier,
  signal: AbortSignal,
): Promise<void> => {
  const ask: Ask = async (side, { case: sent }, version, api = side.explorer.api) => {
    if (signal.aborted) return undefined
    const asked: Case = { ...sent, expectation: 'open' }
    const request = writeRequest(asked.call, api, withVersion(side.credentials, carrier, version))
    const { operation } = sent.call
    const answered = await ifPossible(client.send(request, { operation, isGuess: true }))
    if (!answered || answered.noAnswer !== undefined || isBusy(answered.exchange.response)) return undefined
    return { api, case: asked, ...answered }
  }
  for (const side of sides) {
    await judgeEcho(ask, side, carrier.name)
    await judgeUnknown(ask, side)
    for (const other of sides) if (other !== side) await judgeElsewhere(ask, side, other.explorer.api)
  }
}

/** The documents of the service, from which cases are generated. */
export interface Documents {
  readonly apis: readonly ExploredApi[]
  readonly settings: ExploreSettings
  /** Called after every case with its operation, for progress. */
  readonly onCase?: (operation: Operation) => void
}

/** A document with the credentials of its security schemes. */
interface ExploredApi {
  readonly api: Api
  readonly credentials: CallerCredentials
  /** The operations of this shard; all when it is absent. */
  readonly part?: ReadonlySet<Operation>
}

const hasNone =
  (credentials: CallerCredentials) =>
  (operation: Operation): boolean =>
    Object.values(credentials.apply(operation, 'own')).every((fields) => fields.length === 0)

export type Explored = Omit<ExploredDocument, 'source'>

/** The most time that a document takes from the following ones to confirm its suspicions. */
const mostOvertimeMs = 4_000

/** The time after the deadline for which the last responses are awaited. */
const cutMs = 1_000

/** The largest share of the time that is left for deleting, where it is slow. */
const mostDeleting = 0.5

/** The test of one document, and its outcome once the service was probed. */
interface Visit {
  readonly explorer: ExploreSession
  readonly credentials: CallerCredentials
  /** @param taken the wrong values that the service accepted, whatever the version */
  readonly outcome: (taken: readonly Taken[]) => Explored
}

const visit = async (
  session: Session,
  { api, credentials, part }: ExploredApi,
  { settings, onCase }: Documents,
  signal: AbortSignal,
  [budgetMs, ends]: readonly [number, number],
): Promise<Visit> => {
  const { client } = session
  const { carrier } = session.plan.service
  const began = Date.now()
  const deadline = began + budgetMs
  const learned = session.learned.get(api.version)
  if (!learned) throw new RangeError(`the run has no version ${api.version}`)
  await learned.adopt()
  const explorer = new ExploreSession({
    session,
    learned,
    settings,
    credentials: carrier ? withVersion(credentials, carrier, api.version) : credentials,
    isAnonymous: hasNone(credentials),
    signal,
    deadline,
    overtimeMs: Math.max(0, Math.min(mostOvertimeMs, ends - deadline)),
    longestCleaningMs: budgetMs * mostDeleting,
    ...(onCase && { onCase }),
  })
  for (const one of explorer.accepted.all) explorer.coverage.reach(one)
  // Bodies of a wrong type may be sent even where other writes are forbidden.
  const callable = api.operations.filter((one) => explorer.mayCall(one, true) || declaresRefusal(one))
  const own = part ? callable.filter((one) => part.has(one)) : callable
  const open = new Set(own.map((one) => new OperationCases(explorer, one)))
  client.cutAt = deadline + cutMs
  await explorePhases(explorer, open, began).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error
  })
  client.cutAt = Infinity
  const ended = Date.now()
  const isTimeUp = ended >= explorer.endsAt
  const { judgements, coverage, accepted } = explorer
  const { refusedIn, locked, isUnsettled, isUnknown } = explorer
  const { hasWorked } = accepted
  const known: Required<Omit<Knowledge, 'taken'>> = { refusedIn, locked, isUnsettled, isUnknown, hasWorked }
  // A response that did not come once, and that nothing repeated, may have been lost with others; a failure about a thing
  // that the run deleted meanwhile may be due to that.
  const isLost = ({ rule, steps }: ExploreViolation): boolean => {
    const shown = steps.at(-1)
    if (shown === undefined) return false
    const mayBeGone = rule === 'answers/server-error' && explorer.pool.removals.overlap(shown)
    return shown.noAnswer !== undefined || mayBeGone
  }
  const lost = new Map(explorer.unsettled.filter(isLost).map((one) => [causeKey(one), one]))
  const doubts = [...explorer.doubts.values(), ...lost.values()]
  const outcome: Visit['outcome'] = (taken) => ({
    api,
    settings: explorer.settings,
    findings: foldByCause(
      explorer.found.violations.filter((one) => !lost.has(causeKey(one))),
      { ...known, taken },
    ),
    judgements,
    doubts,
    coverage: coverage.summary(),
    turnedAway: coverage.turnedAway,
    traffic: coverage.traffic(),
    validTraffic: coverage.validTraffic(),
    requests: explorer.requests,
    durationMs: ended - began,
    isTimeUp,
    isSequenced: explorer.isSequenced,
    ...(explorer.gaveUp !== undefined && { gaveUp: explorer.gaveUp }),
    left: open.size,
    isAnonymous: api.operations.every(hasNone(credentials)),
    ...(client.outage && { gone: client.outage }),
  })
  return { explorer, credentials, outcome }
}

/** The share of the time that is left for deleting what was created. */
const deleting = 0.05

/** Tests documents one after the other, then the handling of versions while the created things exist. */
export async function explore(
  session: Session,
  documents: Documents,
  signal: AbortSignal,
  deadline = Infinity,
): Promise<readonly Explored[]> {
  const { apis, settings } = documents
  const { client, plan } = session
  const { carrier } = plan.service
  const forMs = Math.max(0, Math.min(settings.budgetMs, deadline - Date.now()))
  const ends = Date.now() + forMs * (settings.allowWrites ? 1 - deleting : 1)
  const visits: Visit[] = []
  for (const [index, one] of apis.entries()) {
    const left = Math.max(0, ends - Date.now())
    visits.push(await visit(session, one, documents, signal, [left / (apis.length - index), ends]))
  }
  if (carrier && visits.length > 1 && !signal.aborted && client.ended === undefined) {
    const sides = visits.map((one) => ({ ...one, accepted: one.explorer.accepted.reads }))
    await negotiate(sides, client, carrier, signal)
  }
  await client.lookBack()
  const taken = visits.flatMap(({ explorer }) => explorer.taken)
  return visits.map(({ outcome }) => outcome(taken))
}
