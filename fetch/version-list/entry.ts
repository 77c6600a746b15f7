import { isCalendarDate, looksLikeDate } from '../http/model.js'
import { isObject, type JsonObject } from '../../document/index.js'

/** The reason why a version list could not be read. Converted to a typed error where URL and text are known. */
export class UnknownShapeError extends Error {
  override readonly name: string = 'UnknownShapeError'
}

/** Thrown if no version was found in a known shape, as opposed to contradictory ones. */
export class NoVersionsError extends UnknownShapeError {
  override readonly name = 'NoVersionsError'
}

const plain = (name: string): string => name.replace(/[^a-z\d]/gi, '').toLowerCase()

/**
 * The value of the first of several names that an object has, unless it is null.
 * `apiVersion`, `api_version` and `API-Version` count as one name.
 */
export function pick(object: JsonObject, names: readonly string[]): unknown {
  const present = new Map<string, unknown>()
  for (const [name, value] of Object.entries(object)) {
    if (value !== null && !present.has(plain(name))) present.set(plain(name), value)
  }
  const found = names.find((name) => present.has(name))
  return found === undefined ? undefined : present.get(found)
}

const locationNames = [
  'url',
  'href',
  'location',
  'uri',
  'specurl',
  'spec',
  'documenturl',
  'document',
  'openapiurl',
  'specification',
  'path',
  'link',
  'links',
  'file',
  'self',
  'describedby',
  'json',
  'yaml',
] as const

const relations: ReadonlySet<unknown> = new Set(['self', 'describedby', 'service-desc', ...locationNames])

/** Whether a text is a path, a URL or a file name, as opposed to a remark such as "stable" or "3.1.0". */
const isLocation = (text: string): boolean =>
  /^\S+$/.test(text) &&
  (text.includes('/') || /\d{4}-\d{2}-\d{2}/.test(text) || /\.(?:json|ya?ml)$/.test(text))

const fromLinks = (links: readonly unknown[]): string | undefined => {
  const named = links.find((link) => isObject(link) && relations.has(link['rel']))
  const chosen = named ?? (links.length === 1 ? links[0] : undefined)
  if (chosen === undefined && links.length > 0) {
    throw new UnknownShapeError('an entry has several links and none is marked as the document')
  }
  return readLocation(chosen)
}

/**
 * Reads a location: a string, `{ href }` under any sensible name, or a list of links. Undefined if there is none.
 * @throws UnknownShapeError when there is something else instead
 */
const readLocation = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && isLocation(value)) return value
  if (Array.isArray(value)) return fromLinks(value)
  if (isObject(value)) return readLocation(pick(value, locationNames))
  throw new UnknownShapeError('an entry has something else where the location of its document should be')
}

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
