import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Report } from '../../conformance/index.js'
import { type InputKind, readInput } from '../input/read-input.js'

const report: InputKind = { code: 'REPORT_UNUSABLE', schema: 'conformance/reports/report.schema.json' }

/**
 * Reads a report.
 * @param path a report.json, or the folder that holds one
 * @throws RampartError REPORT_UNUSABLE.
 */
export async function readReport(cwd: string, path: string): Promise<Report> {
  const isFolder = await stat(resolve(cwd, path)).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  return readInput(cwd, isFolder ? join(path, 'report.json') : path, report)
}
