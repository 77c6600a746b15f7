import type { Report } from '../model/report.js'
import { withinBudget } from './budget.js'
import { renderHtml } from './html/page.js'
import { renderJson } from './json.js'
import { renderJunit } from './junit.js'
import { renderSarif } from './sarif.js'

export { renderAnnotations, withoutCommands } from './annotations.js'
export { renderHar } from './har.js'
export { renderHtml } from './html/page.js'
export { longestJobSummary, renderJobSummary } from './job-summary.js'
export { renderJson } from './json.js'
export { renderJunit } from './junit.js'
export { printable } from './printable.js'
export { renderSarif } from './sarif.js'
export { nothingJudged, tally, type Tally } from './tally.js'
export { type Paint, renderText } from './text.js'
export { verdictSentence } from './verdict-words.js'

/** Characters of bodies in report.json. */
const budget = 64_000_000

/** A file of a report: where, relative to the folder of reports, and what. */
export interface ReportFile {
  readonly path: string
  readonly content: string
}

/** Every file that follows from a report alone. SARIF places findings in documents, and a receiver has none. The archive of exchanges follows from the recording of the run. */
export function reportFiles(report: Report): ReportFile[] {
  const bounded = withinBudget(report, budget)
  return [
    { path: 'report.json', content: renderJson(bounded) },
    { path: 'junit.xml', content: renderJunit(report) },
    ...(report.subject === 'receiver' ? [] : [{ path: 'results.sarif', content: renderSarif(report) }]),
    { path: 'report.html', content: renderHtml(bounded) },
  ]
}
