import type { Report, RunIdentity } from './report.js'

/** A report with the name by which the user knows it. */
export interface NamedReport {
  readonly name: string
  readonly report: Report
}

interface ShardReport {
  readonly name: string
  readonly report: Report
  readonly run: RunIdentity & { readonly shard: NonNullable<RunIdentity['shard']> }
}

const toPart = ({ name, report }: NamedReport): ShardReport | undefined => {
  const { run } = report
  return run?.shard ? { name, report, run: { ...run, shard: run.shard } } : undefined
}

/** The facts that all parts of one run share, with the words for a part that differs. */
const common: readonly (readonly [of: (part: ShardReport) => unknown, what: string])[] = [
  [({ report }) => report.tool.version, 'was made by another version of rampart'],
  [({ report }) => [report.target.baseUrl, report.target.specUrl], 'is of another service'],
  [({ report }) => report.versions.map(({ version, sha256 }) => [version, sha256]), 'is of other documents'],
  [({ run }) => run.shard.count, 'is part of a run of another number of parts'],
  [({ run }) => run.plan, 'is part of a run with other rules or settings'],
  [({ run }) => run.group, 'is part of another run of the CI system'],
]

const stranger = ([first, ...others]: readonly ShardReport[]): string[] =>
  others.flatMap((other) => {
    const difference = common.find(([of]) => JSON.stringify(of(other)) !== JSON.stringify(first && of(first)))
    return difference ? [`${other.name} ${difference[1]} than ${first?.name}`] : []
  })

const listed = (values: readonly (number | string)[]): string => values.join(', ')

const doubled = (parts: readonly ShardReport[], count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    parts.filter(({ run }) => run.shard.index === index + 1),
  ).flatMap((same) => {
    const [first] = same
    if (!first || same.length === 1) return []
    return [
      `part ${first.run.shard.index} of ${count} is there more than once: ${listed(same.map(({ name }) => name))}`,
    ]
  })

const missing = (parts: readonly ShardReport[], count: number): string[] => {
  const there = new Set(parts.map(({ run }) => run.shard.index))
  const absent = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !there.has(index))
  return absent.length === 0 ? [] : [`of ${count} parts there is no ${listed(absent)}`]
}

/**
 * Why reports cannot be put together into one run, a sentence each: parts that are missing, doubled or of another run,
 * and reports that are no part at all. Empty when they are all the parts of one run.
 */
export function obstaclesToMerging(reports: readonly NamedReport[]): string[] {
  const foreign = reports
    .filter((one) => !toPart(one))
    .map(({ name }) => `${name} is the report of a whole run, and no part made with --shard`)
  if (foreign.length > 0) return foreign
  const parts = reports.flatMap((one) => toPart(one) ?? [])
  const strangers = stranger(parts)
  const [first] = parts
  if (!first || strangers.length > 0) return strangers
  const { count } = first.run.shard
  return [...doubled(parts, count), ...missing(parts, count)]
}
