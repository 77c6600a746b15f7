import {
  type VersionEntry,
  readEntry,
  readKeyedEntry,
  requireDate,
  NoVersionsError,
  pick,
  UnknownShapeError,
} from './entry.js'
import { searchVersionList } from './search.js'
import { isObject, type JsonObject } from '../../document/index.js'

/** A parsed version list, before its locations are resolved. */
export interface DecodedList {
  readonly entries: readonly VersionEntry[]
  readonly default: string | undefined
}

const listNames = [
  'versions',
  'supportedversions',
  'supported',
  'availableversions',
  'available',
  'apiversions',
  'specversions',
  'specs',
  'specifications',
  'documents',
  'data',
  'items',
  'results',
  'result',
  'list',
  'entries',
  'embedded',
]
const defaultNames = ['default', 'defaultversion', 'defaultapiversion', 'current', 'currentversion']
const maxWrappers = 3
const maxVersions = 500

const readDefault = (object: JsonObject): string | undefined => {
  const value = pick(object, defaultNames)
  if (value === undefined) return undefined
  return isObject(value) ? readEntry(value).version : requireDate(value)
}

/** Only keys that begin with a digit can be versions; others are remarks. */
const keyedEntries = (object: JsonObject): VersionEntry[] =>
  Object.entries(object)
    .filter(([key]) => /^\d/.test(key))
    .map(([key, value]) => readKeyedEntry(key, value))

const read = (value: unknown, depth: number): DecodedList => {
  if (Array.isArray(value)) return { entries: value.map(readEntry), default: undefined }
  if (!isObject(value)) throw new NoVersionsError('it is neither a list nor an object')
  const stated = readDefault(value)
  const keyed = keyedEntries(value)
  if (keyed.length > 0) return { entries: keyed, default: stated }
  const inner = pick(value, listNames)
  if (inner === undefined || depth === maxWrappers) throw new NoVersionsError('it holds no list of versions')
  const list = read(inner, depth + 1)
  if (stated !== undefined && list.default !== undefined && stated !== list.default) {
    throw new UnknownShapeError(`it names two defaults, ${stated} and ${list.default}`)
  }
  return { entries: list.entries, default: stated ?? list.default }
}

const withFlags = ({ entries, default: stated }: DecodedList): string | undefined => {
  const flagged = entries.filter((entry) => entry.isDefault).map((entry) => entry.version)
  const all = new Set(stated === undefined ? flagged : [stated, ...flagged])
  if (all.size > 1) throw new UnknownShapeError(`it names more than one default: ${[...all].join(', ')}`)
  return [...all][0]
}

const readOrSearch = (value: unknown): DecodedList => {
  try {
    return read(value, 0)
  } catch (error) {
    const found = error instanceof NoVersionsError ? searchVersionList(value) : undefined
    if (found === undefined) throw error
    return found
  }
}

/**
 * Reads the plausible shapes of `GET {spec_url}/spec/versions`, whose shape is not promised (specification,
 * "Specification documents"); an unknown shape is searched for the only list of dates. Pure.
 * @throws UnknownShapeError when neither finds the versions
 */
export function decodeVersionList(value: unknown): DecodedList {
  const list = readOrSearch(value)
  const versions = list.entries.map((entry) => entry.version)
  if (versions.length > maxVersions) throw new UnknownShapeError(`it lists more than ${maxVersions} versions`)
  const twice = versions.find((version, index) => versions.indexOf(version) !== index)
  if (twice !== undefined) throw new UnknownShapeError(`it lists ${twice} twice`)
  if (versions.length === 0) throw new UnknownShapeError('it lists no versions')
  const chosen = withFlags(list)
  if (chosen !== undefined && !versions.includes(chosen)) {
    throw new UnknownShapeError(`its default ${chosen} is not among its versions`)
  }
  return { entries: list.entries, default: chosen }
}
