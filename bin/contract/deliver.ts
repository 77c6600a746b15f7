import type { Report } from '../../conformance/index.js'
import { colorsFor } from '../colors.js'
import type { CommandContext } from '../context.js'
import { type ReportTarget, writeReports } from './write-reports.js'

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
 * Writes the reports of a run, prints the summary, and says what a reader has to know besides.
 * @throws RampartError OUTPUT_NOT_WRITABLE.
 */
export async function deliver(report: Report, target: ReportTarget, context: CommandContext): Promise<void> {
  await writeReports(report, target, context)
  sayWarnings(report, context)
  sayCreated(report, context)
}
