import { groupedBy } from '../../document/index.js'
import {
  type Report,
  type RunIdentity,
  type RuleResult,
  type State,
  type VersionSummary,
  type Warning,
  type CoverageSummary,
  type OperationCoverage,
  type Reached,
  type UnreachedOperation,
  addRequests,
  addTraffic,
} from './report.js'
import { mergeFindings } from './finding.js'
import { areaOf } from './rule.js'
import { warningsOf } from './warnings.js'

export interface NamedReport {
  readonly name: string
  readonly report: Report
}

interface ShardReport extends NamedReport {
  readonly run: RunIdentity & { readonly shard: NonNullable<RunIdentity['shard']> }
}

const toShard = ({ name, report }: NamedReport): ShardReport | undefined => {
  const { run } = report
  return run?.shard ? { name, report, run: { ...run, shard: run.shard } } : undefined
}

/** The facts that all shards of one run share, with the message for a shard that differs. */
const common: readonly (readonly [of: (shard: ShardReport) => unknown, what: string])[] = [
  [({ report }) => report.tool.version, 'was made by a different version of rampart'],
  [({ report }) => [report.target.baseUrl, report.target.specUrl], 'is of a different service'],
  [
    ({ report }) => report.versions.map(({ version, sha256 }) => [version, sha256]),
    'is of different documents',
  ],
  [({ run }) => run.shard.count, 'is part of a run with a different number of parts'],
  [({ run }) => run.plan, 'is part of a run with different rules or settings'],
  [({ run }) => run.group, 'is part of a different run of the CI system'],
]

const foreign = ([first, ...others]: readonly ShardReport[]): string[] =>
  others.flatMap((other) => {
    const difference = common.find(([of]) => JSON.stringify(of(other)) !== JSON.stringify(first && of(first)))
    return difference ? [`${other.name} ${difference[1]} than ${first?.name}`] : []
  })

/** The missing and duplicate shards of a run. */
const miscounted = (shards: readonly ShardReport[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => index + 1).flatMap((index) => {
    const same = shards.filter(({ run }) => run.shard.index === index)
    if (same.length === 0) return [`part ${index} of ${count} is missing`]
    const names = same.map(({ name }) => name).join(', ')
    return same.length === 1 ? [] : [`part ${index} of ${count} was passed more than once: ${names}`]
  })

/**
 * The reasons why reports cannot be merged into one run, a sentence each: shards that are missing, duplicate or of
 * another run, and reports that are not shards. Empty when they are all the shards of one run.
 */
export function obstaclesToMerging(reports: readonly NamedReport[]): string[] {
  const whole = reports
    .filter((one) => !toShard(one))
    .map(({ name }) => `${name} is the report of a whole run, not of a part made with --shard`)
  if (whole.length > 0) return whole
  const shards = reports.flatMap((one) => toShard(one) ?? [])
  const others = foreign(shards)
  const [first] = shards
  return !first || others.length > 0 ? others : miscounted(shards, first.run.shard.count)
}

/** The states that take precedence when shards judged the same rule, highest first. */
const weights: readonly State[] = ['failed', 'flaky', 'inconclusive', 'passed']

/** A result whose findings are all known has the severity of a warning, and any other that of its rule. */
const severityOf = (results: readonly RuleResult[]): RuleResult['severity'] =>
  (results.find(({ baselined }) => baselined !== true) ?? results[0])?.severity ?? 'error'

const mergeResults = (results: readonly [RuleResult, ...RuleResult[]]): RuleResult => {
  const [first] = results
  if (results.length === 1) return first
  const state = weights.find((weight) => results.some((result) => result.state === weight))
  const decisive = results.find((result) => result.state === state) ?? first
  const { baselined: _former, notes: _own, ...rest } = decisive
  const findings = mergeFindings(results.flatMap((result) => result.findings))
  const notes = results.flatMap((result) => result.notes ?? [])
  const exchanges = [...new Set(results.flatMap((result) => result.exchanges ?? []))]
  const durations = results.flatMap((result) => result.durationMs ?? [])
  const isKnown = decisive.state === 'failed' && findings.every(({ known }) => known !== undefined)
  return {
    ...rest,
    severity: isKnown ? 'warning' : severityOf(results),
    requests: addRequests(results.map(({ requests }) => requests)),
    findings,
    ...(notes.length === 0 ? {} : { notes }),
    ...(exchanges.length === 0 ? {} : { exchanges }),
    ...(durations.length === 0 ? {} : { durationMs: durations.reduce((sum, ms) => sum + ms, 0) }),
    ...(isKnown ? { baselined: true } : {}),
  }
}

const mergeAll = (all: readonly RuleResult[]): RuleResult[] => {
  const merged = [...groupedBy(all, ({ version, id }) => `${version} ${id}`).values()].map(mergeResults)
  const areas = [...new Set(all.map(areaOf))]
  const rank = (result: RuleResult): number => areas.indexOf(areaOf(result))
  return merged.toSorted((a, b) => compare(a.version, b.version) || rank(a) - rank(b))
}

/** `*` sorts before every date, as text too. */
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const mergeSummaries = (same: readonly [VersionSummary, ...VersionSummary[]]): VersionSummary => ({
  ...same[0],
  requests: addRequests(same.map(({ requests }) => requests)),
  durationMs: same.reduce((sum, { durationMs }) => sum + durationMs, 0),
})

const mergeVersions = (all: readonly VersionSummary[]): VersionSummary[] =>
  [...groupedBy(all, ({ version }) => version).values()]
    .map(mergeSummaries)
    .toSorted((a, b) => compare(a.version, b.version))

/** The operations that no shard reached. One that a shard called is described as that shard does. */
const missedByAll = (parts: readonly OperationCoverage[]): UnreachedOperation[] => {
  const all = parts.flatMap(({ missing }) => missing)
  return [...groupedBy(all, ({ operation }) => operation).values()]
    .filter(({ length }) => length === parts.length)
    .map((same) => same.find(({ state }) => state === 'never-succeeded') ?? same[0])
}

/** Shards split the operations. Where a list of missing ones is cut, the best of the shards is the lower bound. */
const mergeOperations = (all: readonly CoverageSummary[], of: number): OperationCoverage => {
  const shards = all.map(({ operations }) => operations)
  const missing = missedByAll(shards)
  const isWhole = shards.every((one) => one.missing.length === one.of - one.reached)
  if (!isWhole) {
    const most = (name: 'called' | 'reached'): number => Math.max(...shards.map((one) => one[name]))
    return { called: most('called'), reached: most('reached'), of, missing }
  }
  const uncalled = missing.filter(({ state }) => state === 'not-called').length
  return { called: of - uncalled, reached: of - missing.length, of, missing }
}

/** Shards reach overlapping points, so together they reach at least as many as the best of them. */
const coverageOf = (shards: readonly [CoverageSummary, ...CoverageSummary[]]): CoverageSummary => {
  const { version, operations } = shards[0]
  const most = (name: Exclude<keyof CoverageSummary, 'version' | 'operations'>): Reached =>
    shards.map((one) => one[name]).reduce((best, one) => (one.reached > best.reached ? one : best))
  return {
    version,
    operations: mergeOperations(shards, operations.of),
    parameters: most('parameters'),
    values: most('values'),
    statuses: most('statuses'),
    requests: most('requests'),
    responses: most('responses'),
  }
}

/** Merges the coverage of each document. Cases that a shard had no time for do not count for the whole. */
const mergeCoverage = (reports: readonly Report[]): Pick<Report, 'coverage'> => {
  const all = reports.flatMap(({ coverage = [] }) => coverage)
  const versions = [...groupedBy(all, ({ version }) => version).values()]
  return all.length === 0 ? {} : { coverage: versions.map(coverageOf) }
}

/** Warnings of a shard that hold for the whole run; baseline entries may match in another shard. */
const kept = new Set<Warning['code']>(['creations-capped', 'service-interrupted', 'baseline-expired'])

const mergeWarnings = (reports: readonly Report[]): Warning[] => {
  const all = reports.flatMap(({ warnings = [] }) => warnings).filter(({ code }) => kept.has(code))
  return [...new Map(all.map((one) => [`${one.code} ${one.message}`, one])).values()]
}

const wholeOf = ({ shard: _one, ...whole }: RunIdentity): RunIdentity => whole

/**
 * Merges the reports of the shards of one run: observations are added up, and a rule that failed in one shard has
 * failed. The shards ran concurrently, so the duration is that of the longest.
 */
export function mergeReports(reports: readonly [Report, ...Report[]]): Report {
  const operations = addTraffic(reports.flatMap((report) => report.operations ?? []))
  const startedAt = reports.map((report) => report.startedAt).toSorted()[0] ?? reports[0].startedAt
  const { run, comparison: _former, evidence: _own, outlook: _left, ...first } = reports[0]
  const evidence = reports.flatMap((report) => report.evidence ?? [])
  const isInterrupted = reports.some(({ interrupted }) => interrupted === true)
  // Without cases, the traffic of selected rules has no significance.
  const isOfCases = reports.some(({ coverage }) => coverage !== undefined)
  const isAnonymous = reports.some(({ warnings = [] }) =>
    warnings.some(({ code }) => code === 'no-credentials'),
  )
  return {
    ...first,
    ...(run && { run: wholeOf(run) }),
    ...(isInterrupted && { interrupted: true }),
    startedAt,
    durationMs: Math.max(...reports.map(({ durationMs }) => durationMs)),
    versions: mergeVersions(reports.flatMap(({ versions }) => versions)),
    results: mergeAll(reports.flatMap(({ results }) => results)),
    ...mergeCoverage(reports),
    ...(evidence.length > 0 && { evidence }),
    warnings: [
      ...(isOfCases ? warningsOf(operations, 0, undefined, { isAnonymous }) : []),
      ...mergeWarnings(reports),
    ],
    created: reports.flatMap(({ created = [] }) => created),
    operations,
  }
}
