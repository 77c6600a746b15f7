import type { Operation } from '../../runtime/surface.js'
import type { Exchange } from '../../conformance/index.js'
import type { Client } from '../client/index.js'
import { cleanUp } from '../cleanup/index.js'
import { foldByCause } from '../causes/index.js'
import type { ExploredDocument } from '../report/index.js'
import type { Api } from '../model/api.js'
import type { Observed } from '../model/observed.js'
import { Stopped } from '../model/explorer.js'
import type { ExploreSettings } from '../model/settings.js'
import type { CallerCredentials } from '../requests/index.js'
import { OperationCases } from './operation-cases.js'
import { explorePhases } from './phases.js'
import { ExploreSession } from './session.js'

/** What is explored, and with what. */
export interface ExploreInput {
  /** One for each document. */
  readonly apis: readonly ExploredApi[]
  readonly settings: ExploreSettings
  readonly client: Client
  readonly signal: AbortSignal
  /** Shown every exchange, with the document and the operation that was called. */
  readonly onExchange?: (exchange: Exchange, operation: Operation, api: Api) => void | Promise<void>
}

/** A document with the credentials of its security schemes. */
export interface ExploredApi {
  readonly api: Api
  readonly credentials: CallerCredentials
}

/** What the exploration of one document found. */
export interface Explored extends Omit<ExploredDocument, 'source'> {
  /** The last call of each operation that reads and was carried out. */
  readonly accepted: readonly Observed[]
}

/** Planned cases are counted up to so many, and for so many milliseconds. */
const mostCounted = 2_000
const countedMs = 500

/** Counts the cases that were planned and not sent. */
const countLeft = async (open: ReadonlySet<OperationCases>): Promise<Explored['left']> => {
  const until = Date.now() + countedMs
  let cases = 0
  for (const one of open) {
    while (cases < mostCounted && Date.now() < until && (await one.next())) cases++
  }
  return { cases, operations: open.size }
}

const outcomeOf = async (
  session: ExploreSession,
  open: ReadonlySet<OperationCases>,
  client: Client,
  { durationMs, isTimeUp }: Pick<Explored, 'durationMs' | 'isTimeUp'>,
): Promise<Explored> => {
  const { api, settings, judgements, coverage, requests, pool } = session
  const findings = [...foldByCause(session.found.violations)].flatMap(([rule, own]) =>
    own.map((finding) => ({ rule, finding })),
  )
  const { gone } = client
  return {
    api,
    settings,
    findings,
    judgements,
    coverage: coverage.summary(),
    traffic: coverage.traffic(),
    validTraffic: coverage.validTraffic(),
    requests,
    created: await cleanUp(pool.created, (deletion) => session.sendAfterwards(deletion)),
    accepted: session.accepted.reads,
    durationMs,
    isTimeUp,
    left: await countLeft(open),
    ...(gone !== undefined && { gone }),
  }
}

const exploreOne = async (
  { api, credentials }: ExploredApi,
  { settings, client, signal, onExchange }: ExploreInput,
  budgetMs: number,
): Promise<Explored> => {
  const began = Date.now()
  const deadline = began + budgetMs
  const session = new ExploreSession({
    api,
    settings,
    credentials,
    client,
    signal,
    deadline,
    ...(onExchange && { onExchange: (exchange, operation) => onExchange(exchange, operation, api) }),
  })
  const callable = api.operations.filter((one) => session.mayCall(one, true))
  const open = new Set(callable.map((one) => new OperationCases(session, one)))
  await explorePhases(session, open, [began, deadline]).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error
  })
  const ended = Date.now()
  return outcomeOf(session, open, client, { durationMs: ended - began, isTimeUp: ended >= deadline })
}

/** Explores the documents of a service one after the other, each with its part of the time. */
export async function explore(input: ExploreInput): Promise<readonly Explored[]> {
  const ends = Date.now() + input.settings.budgetMs
  const explored: Explored[] = []
  for (const [index, one] of input.apis.entries()) {
    const left = Math.max(0, ends - Date.now())
    explored.push(await exploreOne(one, input, left / (input.apis.length - index)))
  }
  return explored
}
