import type { DiffFormat, Paint } from '../../reporting/index.js'
import type { DiffReport } from '../model/report.js'
import type { ReportContext } from './summary/context.js'
import { renderDiffAnnotations } from './annotations.js'
import { renderDiffMarkdown } from './changelog/index.js'
import { renderComment } from './comment.js'
import { renderDiffHtml } from './html.js'
import { renderDiffJson } from './json.js'
import { renderDiffSarif } from './sarif.js'
import { renderDiffText } from './text.js'

/** How a report for a terminal is printed. */
export interface TextStyle {
  readonly paint: Paint
  /** Print everything instead of one screenful. */
  readonly isLong: boolean
}

type Printer = (report: DiffReport, style: TextStyle, context: ReportContext) => string

const printers: Readonly<Record<DiffFormat, Printer>> = {
  text: (report, { paint, isLong }) => renderDiffText(report, paint, isLong),
  markdown: (report, _style, context) => renderDiffMarkdown(report, context),
  'github-comment': (report, _style, context) => renderComment(report, context),
  html: (report, _style, context) => renderDiffHtml(report, context),
  json: renderDiffJson,
  sarif: renderDiffSarif,
  github: renderDiffAnnotations,
}

/** The report of a comparison in a format. */
export function renderDiff(
  report: DiffReport,
  format: DiffFormat,
  style: TextStyle,
  context: ReportContext = {},
): string {
  return printers[format](report, style, context)
}
