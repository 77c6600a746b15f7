import { renderJson, renderJunit, renderText, type Report } from '../../conformance/index.js'
import { colorsFor } from '../colors.js'
import type { CommandContext } from '../context.js'
import { writeFiles } from '../output/write-files.js'

/** Where a report goes. */
export interface ReportTarget {
  readonly folder: string
  /** The folder as the user spelled it. */
  readonly name: string
  /** True when the report itself is asked for in place of the summary. */
  readonly json: boolean
}

const warningsShown = 10

const sayWarnings = ({ warnings = [] }: Report, context: CommandContext): void => {
  const { yellow } = colorsFor(context.color)
  for (const { code, message } of warnings.slice(0, warningsShown)) {
    context.stderr(`${yellow(`warning[${code}]`)}: ${message}\n`)
  }
  const more = warnings.length - warningsShown
  if (more > 0) context.stderr(`and ${more} more warnings in the report\n`)
}

const sayCreated = ({ created = [] }: Report, context: CommandContext): void => {
  if (created.length === 0) return
  const ended = created.filter(({ fate }) => fate === 'cancelled' || fate === 'gone').length
  context.stderr(`Created: ${created.length} things, ${ended} of them gone again; the report lists them.\n`)
}

/**
 * Writes the reports of a run into their folder and prints the summary.
 * @throws RampartError OUTPUT_NOT_WRITABLE.
 */
export async function deliver(report: Report, target: ReportTarget, context: CommandContext): Promise<void> {
  await writeFiles(target.folder, [
    { path: 'report.json', content: renderJson(report) },
    { path: 'junit.xml', content: renderJunit(report) },
  ])
  context.stdout(target.json ? renderJson(report) : renderText(report, colorsFor(context.color)))
  sayWarnings(report, context)
  sayCreated(report, context)
  context.stderr(`Report: ${target.name}/report.json, ${target.name}/junit.xml\n`)
}
