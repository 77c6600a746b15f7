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

/** What became of the things that a run created, in one sentence; empty where there are none. */
export function createdWords(created: Report['created'] = []): string {
  const ended = created.filter(({ fate }) => fate === 'cancelled' || fate === 'gone').length
  const [all, stay] = [created.length, created.length - ended]
  if (all === 0) return ''
  const some = `${stay} of them ${wordFor(stay, 'stays', 'stay')}, which the report lists`
  const stays = all === 1 ? 'which stays; the report lists it' : 'all of which stay; the report lists them'
  const rest = stay === 0 ? 'all of them gone again' : stay === all ? stays : some
  return `Created: ${counted(all, 'thing')}, ${all === 1 && stay === 0 ? 'which is gone again' : rest}.`
}

const sayCreated = ({ created }: Report, context: CommandContext): void => {
  const words = createdWords(created)
  if (words !== '') context.stderr(`${words}\n`)
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
