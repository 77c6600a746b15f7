import { addTraffic } from '../model/traffic.js'
import { warningsOf } from '../model/warnings.js'
import type { CreatedEntry } from '../model/created.js'
import type { Plan } from '../model/plan.js'
import type { Report, RuleResult, VersionSummary } from '../model/report.js'
import { type Judged, observerResults } from './judged.js'
import { schedule } from './schedule.js'

/** How long a step took, beside what it yielded. */
export interface TimedJudged extends Judged {
  readonly durationMs: number
}

/** What the report says besides the results. */
export interface RunFacts {
  readonly toolVersion: string
  readonly startedAt: Date
  readonly durationMs: number
  /** sha256 of each version's document. */
  readonly documents: Readonly<Record<string, string>>
  /** What was created, and what became of it. */
  readonly created?: readonly CreatedEntry[]
}

const byCatalogue = (plan: Plan) => {
  const order = new Map(schedule(plan).map(({ rule, version }, index) => [`${version} ${rule.id}`, index]))
  const place = ({ version, id }: RuleResult): number => order.get(`${version} ${id}`) ?? -1
  return (a: RuleResult, b: RuleResult): number => place(a) - place(b)
}

const summarise = (
  version: string,
  judged: readonly TimedJudged[],
  sha256: string | undefined,
): VersionSummary => {
  const own = judged.filter((one) => one.version === version)
  return {
    version,
    ...(sha256 === undefined ? {} : { sha256 }),
    requests: own.reduce((sum, { requests }) => sum + requests, 0),
    durationMs: Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  }
}

/** Puts a run's parts together into its report. */
export function assembleReport(plan: Plan, judged: readonly TimedJudged[], facts: RunFacts): Report {
  const steps = schedule(plan)
  const observed = judged.flatMap((one) => one.observed)
  const own = judged.flatMap(({ result }) => result ?? [])
  const results = [...own, ...observerResults(steps, observed)]
  const operations = addTraffic(judged.flatMap(({ traffic = [] }) => traffic))
  const created = facts.created ?? []
  return {
    reportVersion: 1,
    tool: { name: 'rampart', version: facts.toolVersion },
    target: { baseUrl: plan.baseUrl, specUrl: plan.specUrl },
    startedAt: facts.startedAt.toISOString(),
    durationMs: Math.round(facts.durationMs),
    versions: ['*', ...plan.versions].map((version) => summarise(version, judged, facts.documents[version])),
    results: results.toSorted(byCatalogue(plan)),
    warnings: warningsOf(operations, created.length, plan.maxCreations),
    created,
    operations,
  }
}
