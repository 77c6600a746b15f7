import { jsonForLogs } from '../../reporting/index.js'
import type { DiffReport, ReportedChange } from '../model/report.js'
import { UsesCollection, type UsesReference, type UsesTable } from './json-uses.js'

/** The version of what `renderDiffJson` prints; `diff.schema.json` describes it. */
const diffVersion = 2

type ListedChange = Omit<ReportedChange, 'uses'> & UsesReference

/** A report for JSON: operations and lists of uses are in tables that changes refer to. */
export interface JsonReport extends Omit<DiffReport, 'changes'>, UsesTable {
  readonly diffVersion: typeof diffVersion
  readonly changes: readonly ListedChange[]
}

/** A report with its uses in tables. */
export function jsonReport(report: DiffReport): JsonReport {
  const collection = new UsesCollection()
  const { tool, from, to, circumstance, verdict, policy, counts, clauses, notes, impact } = report
  const changes = report.changes.map((change) => ({ ...change, ...collection.add(change) }))
  return {
    diffVersion,
    tool,
    from,
    to,
    circumstance,
    verdict,
    policy,
    counts,
    clauses,
    notes,
    changes,
    ...collection.table(),
    ...(impact && { impact }),
  }
}

/** Prints the rows of a table one per line, as a compromise between one huge line and a line per number. */
const memberText = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n    ${value.map((row: unknown) => JSON.stringify(row)).join(',\n    ')}\n  ]`
    : JSON.stringify(value)

/** Renders a report as JSON, escaped so that GitHub does not interpret it as workflow commands in a log. */
export function renderDiffJson(report: DiffReport): string {
  const members = Object.entries(jsonReport(report)).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${memberText(value)}`,
  )
  return jsonForLogs(`{\n${members.join(',\n')}\n}\n`)
}
