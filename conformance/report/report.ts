import { addRequests } from '../model/requests.js'
import { addTraffic } from '../model/traffic.js'
import type { CreatedEntry } from '../model/created.js'
import { publishResult } from '../recording/publish.js'
import type { Report, RunIdentity, VersionSummary, Warning } from '../model/report.js'
import { warningsOf } from '../model/warnings.js'
import { whatMoreTimeWouldBuy } from '../coverage/index.js'
import type { ExploredDocument } from './model.js'
import { exploreResults } from './results.js'

/** The facts of a run besides what was explored. */
export interface ExploreRunFacts {
  readonly toolVersion: string
  readonly baseUrl: string
  /** Where the documents come from, where that is one address. */
  readonly specUrl?: string
  readonly startedAt: Date
  readonly durationMs: number
  readonly run?: RunIdentity
  /** The run was ended by the user. */
  readonly isInterrupted?: boolean
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string
}

const summaryOf = ({ api, source, requests, durationMs }: ExploredDocument): VersionSummary => ({
  version: api.version,
  ...(/^[0-9a-f]{64}$/.test(api.surface.sha256) && { sha256: api.surface.sha256 }),
  document: { name: source.name, title: api.surface.title, operations: api.operations.length },
  requests,
  durationMs: Math.round(durationMs),
})

// What never succeeded stands in the coverage, with the reason.
const warnings = (explored: readonly ExploredDocument[]): Warning[] =>
  warningsOf(addTraffic(explored.flatMap(({ validTraffic }) => validTraffic)), 0, undefined).filter(
    ({ code }) => code !== 'never-succeeded',
  )

const leftIn = (explored: readonly ExploredDocument[]) => ({
  cases: explored.reduce((sum, { left }) => sum + left.cases, 0),
  operations: explored.reduce((sum, { left }) => sum + left.operations, 0),
})

const publishedBy =
  (redact: (text: string) => string) =>
  (created: CreatedEntry): CreatedEntry => ({
    ...created,
    ...(created.id !== undefined && { id: redact(created.id) }),
    ...(created.why !== undefined && { why: redact(created.why) }),
  })

/** The report of a run that explored a service, by one document or several. Holds no secrets. */
export function exploreReport(explored: readonly ExploredDocument[], facts: ExploreRunFacts): Report {
  const { redact } = facts
  const coverage = explored.map((one) => one.coverage)
  const isAnswered = addRequests(explored.map(({ requests }) => requests)).answered > 0
  return {
    reportVersion: 2,
    ...(facts.run && { run: facts.run }),
    ...(facts.isInterrupted === true && { interrupted: true }),
    tool: { name: 'rampart', version: facts.toolVersion },
    ...(explored.some(({ source }) => source.isUnversioned) && { unversioned: true }),
    target: { baseUrl: facts.baseUrl, ...(facts.specUrl !== undefined && { specUrl: facts.specUrl }) },
    startedAt: facts.startedAt.toISOString(),
    durationMs: Math.round(facts.durationMs),
    versions: explored.map(summaryOf),
    results: explored.flatMap(exploreResults).map((result) => publishResult(result, redact)),
    warnings: warnings(explored),
    created: explored.flatMap(({ created }) => created).map(publishedBy(redact)),
    operations: addTraffic(explored.flatMap(({ traffic }) => traffic)),
    coverage,
    ...(isAnswered && { outlook: whatMoreTimeWouldBuy(leftIn(explored), coverage) }),
  }
}
