import type { AllowedChange, AllowList } from './allow.js'
import { isObject } from '../document/json.js'
import { isText } from './values.js'

const members = new Set(['fingerprint', 'reason', 'expires', 'change'])

const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

const faultOf = (entry: unknown): string | undefined => {
  if (!isObject(entry)) return 'is no object'
  const strange = Object.keys(entry).find((name) => !members.has(name))
  if (strange !== undefined) return `has an unknown member ${JSON.stringify(strange)}`
  const { fingerprint, reason, expires, change } = entry
  if (typeof fingerprint !== 'string' || !/^[0-9a-f]{16}$/.test(fingerprint)) {
    return 'has no fingerprint of sixteen hexadecimal digits'
  }
  if (!isText(reason)) return 'gives no reason'
  if (!isDay(expires)) return 'has no day of expiry as YYYY-MM-DD'
  return change === undefined || isText(change) ? undefined : 'has a change that is no text'
}

const isEntry = (entry: unknown): entry is AllowedChange => faultOf(entry) === undefined

/**
 * Reads the content of an allow-list.
 * @param refuse is called with what is wrong, and throws
 */
export function readAllowList(value: unknown, refuse: (what: string) => never): AllowList {
  if (!isObject(value) || value['allowVersion'] !== 1) return refuse('has no "allowVersion": 1')
  const strange = Object.keys(value).find((name) => !['$schema', 'allowVersion', 'changes'].includes(name))
  if (strange !== undefined) return refuse(`has an unknown member ${JSON.stringify(strange)}`)
  const entries: unknown = value['changes']
  if (!Array.isArray(entries)) return refuse('has no list of changes')
  const index = entries.findIndex((entry) => !isEntry(entry))
  if (index >= 0) return refuse(`is not right: entry ${index + 1} ${faultOf(entries[index])}`)
  const changes = entries.filter(isEntry)
  const seen = new Set<string>()
  for (const { fingerprint } of changes) {
    if (seen.has(fingerprint)) return refuse(`names ${fingerprint} twice`)
    seen.add(fingerprint)
  }
  return { allowVersion: 1, changes }
}
