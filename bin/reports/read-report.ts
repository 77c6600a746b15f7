import { stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { commandOf, type Report } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { type InputKind, readInput } from '../input/read-input.js'

const report: InputKind = { code: 'REPORT_UNUSABLE', schema: 'conformance/reports/report.schema.json' }

/** A report with the file that it was read from. */
export interface ReadReport {
  readonly report: Report
  /** Its path, relative to the folder of the command if it is below that. */
  readonly file: string
}

/**
 * Reads a report.
 * @param path a report.json, or the folder that holds one
 * @throws RampartError REPORT_UNUSABLE.
 */
export async function readReport(cwd: string, path: string): Promise<ReadReport> {
  const isFolder = await stat(resolve(cwd, path)).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  const name = isFolder ? join(path, 'report.json') : path
  const below = relative(cwd, resolve(cwd, name))
  const file = isAbsolute(name) && !below.startsWith('..') ? below : name
  return { report: await readInput(cwd, file, report), file }
}

/** A report in words: `rampart-report/report.json (rampart test of https://api.example.com/api, 2026-08-01T12:00:00.000Z)`. */
export function reportWords({ report: { target, startedAt, ...rest }, file }: ReadReport): string {
  return `${file} (rampart ${commandOf(rest)} of ${target.baseUrl}, ${startedAt})`
}

/**
 * Reads a report that a command continues, which has to be one of its own.
 * @param command as its report names it: `test`
 * @throws RampartError REPORT_UNUSABLE, for the report of another command too.
 */
export async function readReportOf(command: string, cwd: string, path: string): Promise<ReadReport> {
  const read = await readReport(cwd, path)
  const other = commandOf(read.report)
  if (other === command) return read
  throw new RampartError('REPORT_UNUSABLE', {
    message: `${read.file} is a report of "rampart ${other}", and one of "rampart ${command}" is needed`,
    fix: `Name the folder or the report.json that "rampart ${command}" wrote.`,
    where: { file: read.file },
  })
}
