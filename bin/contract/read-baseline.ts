import type { Baseline, KnownFinding } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../config/read-config.js'
import { readJson } from './read-json.js'

const isDay = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const optional = ['version', 'message'] as const
const members = new Set<string>(['rule', 'reason', 'expires', ...optional])

/** What is wrong with an entry, or undefined. */
const faultOf = (entry: unknown): string | undefined => {
  if (!isObject(entry)) return 'is no object'
  const strange = Object.keys(entry).find((name) => !members.has(name))
  if (strange !== undefined) return `has an unknown member "${strange}"`
  if (!isText(entry['rule'])) return 'names no rule'
  if (!isText(entry['reason'])) return 'gives no reason'
  if (!isDay(entry['expires'])) return 'has no day of expiry as YYYY-MM-DD'
  const wrong = optional.find((name) => entry[name] !== undefined && !isText(entry[name]))
  return wrong === undefined ? undefined : `has a ${wrong} that is no text`
}

const isKnownFinding = (entry: unknown): entry is KnownFinding => faultOf(entry) === undefined

/**
 * Reads a baseline file.
 * @throws RampartError BASELINE_INVALID.
 */
export async function readBaseline(cwd: string, path: string): Promise<Baseline> {
  const invalid = (what: string): RampartError =>
    new RampartError('BASELINE_INVALID', { message: `${path} ${what}`, where: { file: path } })
  const value = await readJson(cwd, path, 'BASELINE_INVALID')
  if (!isObject(value) || value['baselineVersion'] !== 1) throw invalid('has no "baselineVersion": 1')
  const entries: unknown = value['findings']
  if (!Array.isArray(entries)) throw invalid('has no list of findings')
  const index = entries.findIndex((entry) => !isKnownFinding(entry))
  if (index >= 0) throw invalid(`: entry ${index + 1} ${faultOf(entries[index])}`)
  return { baselineVersion: 1, findings: entries.filter(isKnownFinding) }
}
