import type { Report } from '../model/report.js'
import { verdictOf } from '../model/verdict.js'
import { type ReportFormat, reportFormats } from '../../reporting/index.js'
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

/** The archive of exchanges is rendered from the recording, all other formats from the report. */
type PrintedName = Exclude<ReportFormat, 'har'>

/** The renderer of each format; it returns undefined for a report without such a file. */
const printers: Readonly<Record<PrintedName, (report: Report) => string | undefined>> = {
  json: (report) => renderJson(withinBudget(report, budget)),
  junit: renderJunit,
  // SARIF places findings in documents, and a receiver has none.
  sarif: (report) => (report.subject === 'receiver' ? undefined : renderSarif(report)),
  html: renderHtml,
}

const isPrinted = (name: string): name is PrintedName => Object.hasOwn(printers, name)

/** A file of a report: its path relative to the folder of reports, and its content. */
export interface ReportFile {
  readonly path: string
  readonly content: string
}

/** All files that are rendered from a report alone. */
export function reportFiles(report: Report): ReportFile[] {
  return Object.entries(reportFormats).flatMap(([name, path]) => {
    const content = isPrinted(name) ? printers[name](report) : undefined
    return content === undefined ? [] : [{ path, content }]
  })
}
