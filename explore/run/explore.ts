import type { Operation } from '../../runtime/surface.js'
import type { Exchange, RequestCount } from '../../conformance/index.js'
import type { Client } from '../client/index.js'
import type { CoverageSummary } from '../coverage/index.js'
import type { Credentials } from '../credentials/index.js'
import type { Api } from '../model/api.js'
import type { CreatedThing } from '../model/created.js'
import { Stopped } from '../model/explorer.js'
import type { ExploreSettings } from '../model/settings.js'
import type { ExploreRuleId } from '../rules/rules.js'
import type { FoundCause } from './found.js'
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
  readonly credentials: Credentials
}

/** What the exploration of one document found. */
export interface Explored {
  readonly api: Api
  readonly found: readonly FoundCause[]
  /** How many answers each rule was judged by. */
  readonly judgements: ReadonlyMap<ExploreRuleId, number>
  readonly coverage: CoverageSummary
  readonly requests: RequestCount
  readonly created: readonly CreatedThing[]
  readonly durationMs: number
  /** Everything that was planned was sent. */
  readonly isComplete: boolean
  /** Why nothing more was sent, where the service went away. */
  readonly gone?: string
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
  const isComplete = await explorePhases(session, began, deadline).catch((error: unknown) => {
    if (error instanceof Stopped) return false
    throw error
  })
  const { gone } = client
  return {
    api,
    found: session.found.all,
    judgements: session.judgements,
    coverage: session.coverage.summary(),
    requests: session.requests,
    created: session.pool.created,
    durationMs: Date.now() - began,
    isComplete,
    ...(gone !== undefined && { gone }),
  }
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
