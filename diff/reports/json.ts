import type { DiffReport } from '../report.js'

/** A report as JSON; `diff.schema.json` describes it. */
export function renderDiffJson(report: DiffReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}
