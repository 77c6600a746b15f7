import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Report } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../config/read-config.js'
import { readJson } from './read-json.js'

const lists = ['results', 'versions'] as const

// What rampart itself wrote is not checked to the last member: whether it is a report is enough to know.
const isReport = (value: unknown): value is Report =>
  isObject(value) &&
  value['reportVersion'] === 2 &&
  isObject(value['target']) &&
  isObject(value['tool']) &&
  lists.every((name) => {
    const list = value[name]
    return Array.isArray(list) && list.every((item) => isObject(item) && typeof item['version'] === 'string')
  })

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
  const file = isFolder ? join(path, 'report.json') : path
  const value = await readJson(cwd, file, 'REPORT_UNUSABLE')
  if (isReport(value)) return value
  throw new RampartError('REPORT_UNUSABLE', {
    message: `${file} is no report of this version of rampart`,
    where: { file },
  })
}
