import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import { ExploreSession } from './explore-session.js'
import { foldByCause } from '../causes/fold.js'
import type { ExploredDocument } from './document-results.js'
import { Stopped, type ExploreSettings } from '../model/explorer.js'
import type { CallerCredentials } from '../requests/index.js'
import { negotiate, withVersion } from './negotiation.js'
import { declaresRefusal } from './permission.js'
import { explorePhases, OperationCases } from './phases.js'
import type { Session } from '../session/session.js'

/** The documents of the service, from which cases are generated. */
export interface Documents {
  readonly apis: readonly ExploredApi[]
  readonly settings: ExploreSettings
  /** Called after every case with its operation, for progress. */
  readonly onCase?: (operation: Operation) => void
}

/** A document with the credentials of its security schemes. */
export interface ExploredApi {
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

/** How long after the deadline the last responses are awaited. */
const cutMs = 1_000

/** The test of one document, before its things are deleted. */
interface Visit {
  readonly explorer: ExploreSession
  readonly credentials: CallerCredentials
  /** The number of operations with planned cases that were not sent. */
  readonly left: number
  readonly durationMs: number
  readonly isTimeUp: boolean
}

const visit = async (
  session: Session,
  { api, credentials, part }: ExploredApi,
  { settings, onCase }: Documents,
  signal: AbortSignal,
  budgetMs: number,
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
    ...(onCase && { onCase }),
  })
  // Bodies of a wrong type may be sent even where other writes are forbidden.
  const callable = api.operations.filter((one) => explorer.mayCall(one, true) || declaresRefusal(one))
  const own = part ? callable.filter((one) => part.has(one)) : callable
  const open = new Set(own.map((one) => new OperationCases(explorer, one)))
  client.cutAt = deadline + cutMs
  await explorePhases(explorer, open, [began, deadline]).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error
  })
  client.cutAt = Infinity
  const ended = Date.now()
  const [durationMs, isTimeUp] = [ended - began, ended >= deadline]
  return { explorer, credentials, left: open.size, durationMs, isTimeUp }
}

const outcomeOf = (
  { explorer, credentials, left, durationMs, isTimeUp }: Visit,
  { client }: Session,
): Explored => {
  const { api, settings, judgements, coverage, requests } = explorer
  const findings = [...foldByCause(explorer.found.violations, explorer)].flatMap(([rule, own]) =>
    own.map((finding) => ({ rule, finding })),
  )
  return {
    api,
    settings,
    findings,
    judgements,
    coverage: coverage.summary(),
    traffic: coverage.traffic(),
    validTraffic: coverage.validTraffic(),
    requests,
    durationMs,
    isTimeUp,
    isSequenced: explorer.isSequenced,
    left,
    isAnonymous: api.operations.every(hasNone(credentials)),
    ...(client.outage && { gone: client.outage }),
  }
}

/**
 * Tests the documents of a service one after the other, each with its share of the time, then compares how it handles
 * versions while the created things exist.
 */
export async function explore(
  session: Session,
  documents: Documents,
  signal: AbortSignal,
): Promise<readonly Explored[]> {
  const { apis, settings } = documents
  const { client, plan } = session
  const { carrier } = plan.service
  const ends = Date.now() + settings.budgetMs
  const visits: Visit[] = []
  for (const [index, one] of apis.entries()) {
    const left = Math.max(0, ends - Date.now())
    visits.push(await visit(session, one, documents, signal, left / (apis.length - index)))
  }
  if (carrier && visits.length > 1 && !signal.aborted && client.ended === undefined) {
    const sides = visits.map(({ explorer, credentials }) => ({
      explorer,
      credentials,
      accepted: explorer.accepted.reads,
    }))
    await negotiate(sides, client, carrier, signal)
  }
  await client.lookBack()
  return visits.map((one) => outcomeOf(one, session))
}
