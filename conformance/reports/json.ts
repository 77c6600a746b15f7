import type { Report } from '../model/report.js'

/** The report as JSON; `report.schema.json` beside this file describes it. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}
