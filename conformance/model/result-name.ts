import { groupsOf } from './groups.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Report, RuleResult } from './report.js'

/** The displayed name of a version; `*` is displayed as the subject of the report. */
export function versionName(
  version: string,
  { subject = 'service' }: { readonly subject?: string } = {},
): string {
  return version === '*' ? subject : version
}

/** The versions to display beside others; none where there is one document without a date. */
export function shownVersions(
  versions: readonly string[],
  report: { readonly subject?: string; readonly unversioned?: true } = {},
): string[] {
  return report.unversioned === true ? [] : versions.map((version) => versionName(version, report))
}

/**
 * The name of a result, which is the same in every run: `versioning/echo@2026-08-01`, or the name of the rule alone
 * where there is one document without a date.
 */
export function resultName(
  { id, version }: Pick<RuleResult, 'id' | 'version'>,
  report: { readonly subject?: string; readonly unversioned?: true } = {},
): string {
  return [id, ...shownVersions([version], report)].join('@')
}

/** The rule and the version of a result, from its name. */
export function resultNamed(name: string, report: Report): Pick<RuleResult, 'id' | 'version'> {
  const [id = '', version = report.versions[0]?.version ?? '*'] = name.split('@')
  return { id, version: version === versionName('*', report) ? '*' : version }
}

/** The ids of the exchanges in findings, and in the causes of inconclusive results. */
export function exchangesShown({ results }: Report): ReadonlySet<string> {
  return new Set(results.flatMap((result) => shownIn(result).flatMap(({ id }) => id ?? [])))
}

const shownIn = ({ findings, cause }: RuleResult): Exchange[] => [
  ...findings.flatMap(({ evidence }) => evidence),
  ...(cause ? [cause] : []),
]

const exchangesOf = (result: RuleResult): ReadonlySet<string> => {
  const shown = shownIn(result).flatMap(({ id }) => id ?? [])
  return new Set([...(result.exchanges ?? []), ...shown])
}

/** The names of the results that each exchange belongs to, by id; sorted, so that shards agree. */
export function resultsByExchange(report: Report): ReadonlyMap<string, readonly string[]> {
  const pairs = report.results.flatMap((result) =>
    [...exchangesOf(result)].map((id) => [id, resultName(result, report)] as const),
  )
  const groups = groupsOf(pairs, ([id]) => id)
  return new Map([...groups].map(([id, own]) => [id, own.map(([, name]) => name).toSorted()]))
}
