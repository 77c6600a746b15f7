import type { Operation } from '../../runtime/surface.js'
import type { Case, Api, Observed, Tolerances } from '../model/case.js'
import { plannedCases } from '../cases/plans.js'
import { ExploreSession } from './exploration.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Client } from '../client/client.js'
import { foldByCause } from '../causes/fold.js'
import type { ExploredDocument } from '../report/results.js'
import type { Learned } from '../pool/learned.js'
import type { Creations } from '../session/memory.js'
import { Stopped } from '../model/explorer.js'
import type { ExploreSettings } from '../model/settings.js'
import type { CallerCredentials } from '../requests/index.js'
import { negotiate, type VersionCarrier, withVersion } from '../versions/negotiation.js'
import { declaresRefusal } from './permission.js'
import { explorePhases } from './phases.js'

/** Kinds of cases in turn; those that most often break services first. */
const rhythm = [
  'telling',
  'covering',
  'invalid',
  'probe',
  'telling',
  'covering',
  'telling',
  'telling',
  'covering',
  'invalid',
] as const

type Kind = (typeof rhythm)[number]

/** After this many cases without a success, an operation gets fewer turns. */
const patience = 12
const fruitless = 4

/** The planned cases of one operation, of alternating kinds, until none is left. */
export class OperationCases {
  readonly operation: Operation
  readonly #session: ExploreSession
  readonly #sources = new Map<Kind, AsyncIterator<Case>>()
  readonly #ended = new Set<Kind>()
  #at = 0
  sent = 0

  constructor(session: ExploreSession, operation: Operation) {
    this.#session = session
    this.operation = operation
  }

  /** The operation with the lowest weight comes next. */
  get weight(): number {
    const isFruitless = this.sent >= patience && this.#session.accepted.of(this.operation).length === 0
    return this.sent * (isFruitless ? fruitless : 1)
  }

  /** The next case; undefined when there are no more. */
  async next(): Promise<Case | undefined> {
    while (this.#ended.size < new Set(rhythm).size) {
      const kind = rhythm[this.#at++ % rhythm.length] ?? 'covering'
      if (this.#ended.has(kind)) continue
      const { done, value } = await this.#source(kind).next()
      if (done !== true) return { ...value, call: this.#session.pool.current(value.call) }
      this.#ended.add(kind)
    }
    return undefined
  }

  // Opened lazily, so that the base is a call that succeeded, if there is one.
  #source(kind: Kind): AsyncIterator<Case> {
    const known = this.#sources.get(kind)
    if (known) return known
    const { api, pool, accepted } = this.#session
    const base = accepted.baseOf(this.operation)?.case.call
    const source = plannedCases(kind, api, this.operation, pool, { base })
    this.#sources.set(kind, source)
    return source
  }
}

export interface ExploreInput {
  /** One for each document. */
  readonly apis: readonly ExploredApi[]
  /** The header or query parameter that selects the version; absent where there is none, or the base URL does. */
  readonly carrier?: VersionCarrier
  readonly settings: ExploreSettings
  readonly client: Client
  /** Knowledge about each version before the first case. */
  readonly learned: ReadonlyMap<string, Learned>
  readonly creations: Creations
  readonly signal: AbortSignal
  readonly onExchange?: (exchange: Exchange, operation: Operation, api: Api) => void | Promise<void>
  /** The deviations from the document that the specification allows for an exchange. */
  readonly tolerancesOf?: (exchange: Exchange, operation: Operation, api: Api) => Tolerances
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

/** Limits for counting the planned cases. */
const mostCounted = 2_000
const countedMs = 500

const countLeft = async (open: ReadonlySet<OperationCases>): Promise<Explored['left']> => {
  const until = Date.now() + countedMs
  let cases = 0
  for (const one of open) {
    while (cases < mostCounted && Date.now() < until && (await one.next())) cases++
  }
  return { cases, operations: open.size }
}

/** The test of one document, before its things are deleted. */
interface Visit {
  readonly session: ExploreSession
  readonly credentials: CallerCredentials
  readonly open: ReadonlySet<OperationCases>
  readonly durationMs: number
  readonly isTimeUp: boolean
}

const visit = async (
  { api, credentials, part }: ExploredApi,
  { settings, client, signal, carrier, onExchange, tolerancesOf, ...input }: ExploreInput,
  budgetMs: number,
): Promise<Visit> => {
  const began = Date.now()
  const deadline = began + budgetMs
  const learned = input.learned.get(api.version)
  if (!learned) throw new RangeError(`the run has no version ${api.version}`)
  await learned.adopt()
  const session = new ExploreSession({
    learned,
    creations: input.creations,
    settings,
    credentials: carrier ? withVersion(credentials, carrier, api.version) : credentials,
    isAnonymous: hasNone(credentials),
    client,
    signal,
    deadline,
    ...(onExchange && { onExchange: (exchange, operation) => onExchange(exchange, operation, api) }),
    ...(tolerancesOf && { tolerancesOf: (exchange, operation) => tolerancesOf(exchange, operation, api) }),
  })
  // Bodies of a wrong type may be sent even where other writes are forbidden.
  const callable = api.operations.filter((one) => session.mayCall(one, true) || declaresRefusal(one))
  const own = part ? callable.filter((one) => part.has(one)) : callable
  const open = new Set(own.map((one) => new OperationCases(session, one)))
  client.cutAt = deadline + cutMs
  await explorePhases(session, open, [began, deadline]).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error
  })
  client.cutAt = Infinity
  const ended = Date.now()
  return { session, credentials, open, durationMs: ended - began, isTimeUp: ended >= deadline }
}

/** Compares versions while the created things exist. */
const compareVersions = async (
  visits: readonly Visit[],
  { carrier, client, signal }: ExploreInput,
): Promise<void> => {
  if (!carrier || visits.length < 2 || signal.aborted || client.ended !== undefined) return
  const sides = visits.map(({ session: { api, accepted }, credentials }) => ({
    api,
    credentials,
    accepted: accepted.reads,
  }))
  const { violations, judged } = await negotiate(sides, client, carrier)
  for (const { session } of visits) {
    const isOwn = ({ api }: Observed): boolean => api.version === session.api.version
    for (const { rule, by } of judged) if (isOwn(by)) session.judged(rule, by)
    for (const violation of violations) if (violation.steps.some(isOwn)) session.violate(violation)
  }
}

const outcomeOf = async (
  { session, credentials, open, durationMs, isTimeUp }: Visit,
  { client }: ExploreInput,
): Promise<Explored> => {
  const { api, settings, judgements, coverage, requests } = session
  const findings = [...foldByCause(session.found.violations, session)].flatMap(([rule, own]) =>
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
    isSequenced: session.isSequenced,
    left: await countLeft(open),
    isAnonymous: api.operations.every(hasNone(credentials)),
    ...(client.outage && { gone: client.outage }),
  }
}

/**
 * Tests the documents of a service one after the other, each with its share of the time, then compares how it handles
 * versions. Created things are recorded in `learned`.
 */
export async function explore(input: ExploreInput): Promise<readonly Explored[]> {
  const ends = Date.now() + input.settings.budgetMs
  const visits: Visit[] = []
  for (const [index, one] of input.apis.entries()) {
    const left = Math.max(0, ends - Date.now())
    visits.push(await visit(one, input, left / (input.apis.length - index)))
  }
  await compareVersions(visits, input)
  await input.client.lookBack()
  const explored: Explored[] = []
  for (const one of visits) explored.push(await outcomeOf(one, input))
  return explored
}
