import { jsonForLogs } from '../../reporting/index.js'
import type { DiffReport, ReportedChange } from '../model/report.js'
import { UsesCollection, type UsesReference, type UsesTable } from './json-uses.js'

/** The version of what `renderDiffJson` prints; `diff.schema.json` describes it. */
const diffVersion = 2

type ListedChange = Omit<ReportedChange, 'uses'> & UsesReference

/** A report as JSON has it: operations and lists of uses in tables, which changes refer to. */
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

/** Rows of a table on a line each: neither one line of megabytes, nor a line for every number. */
const memberText = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n    ${value.map((row: unknown) => JSON.stringify(row)).join(',\n    ')}\n  ]`
    : JSON.stringify(value)

/** A report as JSON. Printed to the log of a job on GitHub, it commands nothing. */
export function renderDiffJson(report: DiffReport): string {
  const members = Object.entries(jsonReport(report)).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${memberText(value)}`,
  )
  return jsonForLogs(`{\n${members.join(',\n')}\n}\n`)
}
