import type { Report } from '../model/report.js'
import { verdictOf } from '../model/verdict.js'
import { withinBudget } from './evidence/budget.js'
import { renderHtml } from './html/page.js'
import { renderJunit } from './junit.js'
import { renderSarif } from './sarif.js'

/** The report as JSON, with its verdict; `report.schema.json` beside this file describes it. */
export function renderJson(report: Report): string {
  const { reportVersion, ...rest } = report
  return `${JSON.stringify({ reportVersion, verdict: verdictOf(report), ...rest }, undefined, 2)}\n`
}

/** The budget for bodies in report.json, in characters. */
const budget = 64_000_000

/** The files of a report in writing order; a renderer returns undefined for a report without such a file. */
const files: Readonly<Record<string, (report: Report) => string | undefined>> = {
  'report.json': (report) => renderJson(withinBudget(report, budget)),
  'junit.xml': renderJunit,
  // SARIF places findings in documents, and a receiver has none.
  'results.sarif': (report) => (report.subject === 'receiver' ? undefined : renderSarif(report)),
  'report.html': renderHtml,
}

/** A file of a report: its path relative to the folder of reports, and its content. */
export interface ReportFile {
  readonly path: string
  readonly content: string
}

/** All files that are rendered from a report alone; the archive of exchanges is rendered from the recording. */
export function reportFiles(report: Report): ReportFile[] {
  return Object.entries(files).flatMap(([path, render]) => {
    const content = render(report)
    return content === undefined ? [] : [{ path, content }]
  })
}
