import { basename, dirname, resolve } from 'node:path'
import { baselineOf, type Report } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { writeFiles } from '../output/write-files.js'
import { counted } from '../../reporting/index.js'

const daysGiven = 30
const dayMs = 24 * 60 * 60 * 1000

/** Writes the findings of a report as a baseline that lets them pass for a month. */
export async function writeBaseline(report: Report, path: string, context: CommandContext): Promise<void> {
  const expires = new Date(Date.now() + daysGiven * dayMs).toISOString().slice(0, 10)
  const baseline = baselineOf(report, 'not explained yet', expires)
  const file = resolve(context.cwd, path)
  const content = `${JSON.stringify(baseline, undefined, 2)}\n`
  await writeFiles(dirname(file), [{ path: basename(file), content }])
  const count = baseline.findings.length
  context.stderr(
    `Baseline: ${path} lets ${counted(count, 'finding')} pass until ${expires}; give each its reason.\n`,
  )
}
