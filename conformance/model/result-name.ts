import type { Report, RuleResult } from './report.js'

/** A version as people call it; what is about all of them is about the subject of the report. */
export function versionName(
  version: string,
  { subject = 'service' }: { readonly subject?: string } = {},
): string {
  return version === '*' ? subject : version
}

/** The name of a result, which is the same in every run: `versioning/echo@2026-08-01`. */
export function resultName(
  { id, version }: Pick<RuleResult, 'id' | 'version'>,
  report: { readonly subject?: string } = {},
): string {
  return `${id}@${versionName(version, report)}`
}

const exchangesOf = ({ exchanges = [], findings, cause }: RuleResult): ReadonlySet<string> => {
  const shown = [...findings.flatMap(({ evidence }) => evidence), ...(cause ? [cause] : [])]
  return new Set([...exchanges, ...shown.flatMap(({ id }) => id ?? [])])
}

/** The names of the results that each exchange belongs to, by its id; sorted, so that parts of a run name them alike. */
export function resultsByExchange(report: Report): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const result of report.results) {
    for (const id of exchangesOf(result)) {
      const own = names.get(id) ?? []
      names.set(id, own)
      own.push(resultName(result, report))
    }
  }
  return new Map([...names].map(([id, own]) => [id, own.toSorted()]))
}
