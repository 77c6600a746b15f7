import type { Report } from '../model/report.js'
import { verdictOf } from '../model/verdict.js'

/** The report as JSON, with its verdict; `report.schema.json` beside this file describes it. */
export function renderJson(report: Report): string {
  const { reportVersion, ...rest } = report
  return `${JSON.stringify({ reportVersion, verdict: verdictOf(report), ...rest }, undefined, 2)}\n`
}
