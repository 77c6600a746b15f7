import { isCalendarDate, looksLikeDate } from '../model/calendar-date.js'
import { readLocation } from './location.js'
import { isObject, type JsonObject } from '../../document/index.js'
import { NoVersionsError, pick, UnknownShapeError } from './shape.js'

/** One version as the list describes it. */
export interface VersionEntry {
  readonly version: string
  /** As served, relative or absolute; undefined if the list has none. */
  readonly location: string | undefined
  readonly isDefault: boolean
}

const versionNames = [
  'version',
  'apiversion',
  'date',
  'id',
  'name',
  'value',
  'key',
  'slug',
  'label',
  'tag',
  'release',
]
const flagNames = ['default', 'isdefault']

/**
 * Checks that a text is a calendar date and returns it.
 * @throws UnknownShapeError when it is not
 */
export function requireDate(text: unknown): string {
  if (typeof text === 'string' && isCalendarDate(text)) return text
  throw new UnknownShapeError(`${JSON.stringify(text)?.slice(0, 40)} is not a date of the form YYYY-MM-DD`)
}

/** The version among several possible members: the first whose value was meant as a date, otherwise the only date. */
const versionOf = (object: JsonObject): string => {
  const strong = pick(object, versionNames.slice(0, 2))
  if (strong !== undefined) return requireDate(strong)
  for (const name of versionNames.slice(2)) {
    const value = pick(object, [name])
    if (typeof value === 'string' && looksLikeDate(value)) return requireDate(value)
  }
  const dates = Object.values(object).filter((value) => typeof value === 'string' && looksLikeDate(value))
  if (dates.length === 1) return requireDate(dates[0])
  throw new NoVersionsError('an entry names no version')
}

const flagOf = (object: JsonObject): boolean => pick(object, flagNames) === true

const fromText = (text: string): VersionEntry => {
  const dateAtEnd = /\/(\d{4}-\d{2}-\d{2})(?:\.(?:json|ya?ml))?\/?$/.exec(text)?.[1]
  if (dateAtEnd === undefined) return { version: requireDate(text), location: undefined, isDefault: false }
  return { version: requireDate(dateAtEnd), location: text, isDefault: false }
}

/**
 * Reads an entry of a list: a date, a location that ends with a date, or an object.
 * @throws UnknownShapeError when it is none
 */
export function readEntry(value: unknown): VersionEntry {
  if (typeof value === 'string') return fromText(value)
  if (!isObject(value)) throw new UnknownShapeError('an entry is neither a date nor an object')
  return { version: versionOf(value), location: readLocation(value), isDefault: flagOf(value) }
}

/**
 * Reads an entry of an object keyed by date, whose value may be a location or an object.
 * @throws UnknownShapeError when it is none
 */
export function readKeyedEntry(key: string, value: unknown): VersionEntry {
  return {
    version: requireDate(key),
    location: typeof value === 'boolean' ? undefined : readLocation(value),
    isDefault: isObject(value) && flagOf(value),
  }
}
