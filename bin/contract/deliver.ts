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
