import type { Report } from '../../conformance/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { type ReportTarget, writeReports } from './write-reports.js'
import { counted, wordFor } from '../../reporting/index.js'

const shownOfEach = 3

/** The first warnings of each kind, and how many more there are. */
const sayWarnings = ({ warnings = [] }: Report, context: CommandContext): void => {
  const { yellow } = colorsFor(context.color)
  for (const kind of new Set(warnings.map(({ code }) => code))) {
    const own = warnings.filter(({ code }) => code === kind)
    const more = own.length - shownOfEach
    const lines = own.slice(0, shownOfEach).map(({ message }) => message)
    if (more > 0) lines.push(`and ${more} more of this kind in the report`)
    for (const line of lines) context.stderr(`${yellow(`warning[${kind}]`)}: ${line}\n`)
  }
}

const sayCreated = ({ created = [] }: Report, context: CommandContext): void => {
  if (created.length === 0) return
  const ended = created.filter(({ fate }) => fate === 'cancelled' || fate === 'gone').length
  const stay = created.length - ended
  const rest =
    stay === 0
      ? 'all of them gone again'
      : `${stay} of them ${wordFor(stay, 'stays', 'stay')}, which the report lists`
  context.stderr(`Created: ${counted(created.length, 'thing')}, ${rest}.\n`)
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
