import { RampartError } from '../../diagnostics/index.js'
import { isObject, type JsonObject } from '../../document/index.js'
import { download, type FetchContext, type FetchedResponse } from '../http/download.js'
import { isCalendarDate } from '../http/model.js'
import { parseResponse } from '../http/parse-response.js'
import { beginning, parseHttpUrl, printable, requireAllowed, specUrlAdvice } from '../http/url.js'

/** The reason why a version list could not be read. Converted to a typed error where URL and text are known. */
class UnknownShapeError extends Error {
  override readonly name = 'UnknownShapeError'
}

/** One version as the list describes it. */
interface VersionEntry {
  readonly version: string
  /** As served, relative or absolute; undefined if the list has none, or several that may be meant. */
  readonly location: string | undefined
  readonly isDefault: boolean
}

/** A parsed version list, before its locations are resolved. */
interface DecodedList {
  readonly entries: readonly VersionEntry[]
  readonly default: string | undefined
}

/** A value anywhere in the response, with the name of its member. */
interface Named<Value = unknown> {
  readonly name: string
  readonly value: Value
}

const maxVersions = 500
const maxListDepth = 4
const maxLocationDepth = 3

const isDate = (value: unknown): value is string => typeof value === 'string' && isCalendarDate(value)

/** Members of an object; items of a list have its name, or that of their relation if they are links. */
const childrenOf = ({ name, value }: Named): readonly Named[] => {
  if (!Array.isArray(value))
    return isObject(value) ? Object.entries(value).map(([key, one]) => ({ name: key, value: one })) : []
  return value.map((one: unknown) => ({
    name: isObject(one) && typeof one['rel'] === 'string' ? one['rel'] : name,
    value: one,
  }))
}

const isLocation = (text: string): boolean =>
  /^\S+$/.test(text) && /^(?:[a-z]+:.*|\.{0,2})[\\/]|\/.*\d{4}-\d\d-\d\d|\.(?:json|ya?ml)$/i.test(text)

const locationsIn = ({ name, value }: Named, depth = 0): readonly Named<string>[] => {
  if (typeof value === 'string') return isLocation(value) ? [{ name, value }] : []
  if (depth > maxLocationDepth) return []
  return childrenOf({ name, value }).flatMap((child) =>
    locationsIn({ name: `${name} ${child.name}`, value: child.value }, depth + 1),
  )
}

/**
 * The URL or path in an entry that can only be that of its document: by its name, by the date in it, or because there
 * is no other. Undefined if that is ambiguous; then the default location of the specification applies.
 */
const locationOf = (entry: unknown, version: string): string | undefined => {
  const locations = locationsIn({ name: '', value: entry })
  const choices = [
    locations.filter(({ name }) => /openapi|swagger|spec|schema|contract/i.test(name)),
    locations.filter(({ value }) => value.includes(version)),
    locations.filter(({ name }) => !/doc|change|guide|note|human|html|self/i.test(name)),
  ]
  return choices.find((choice) => choice.length === 1)?.[0]?.value
}

/** Members that hold the version of an entry, if it has other dates too. */
const versionNames = [/^(?:api.?)?version$/i, /^date$/i, /^(?:id|name|value|key|label|tag|release)$/i]

const versionOf = (entry: JsonObject): string | undefined => {
  const near = Object.values(entry)
  const dates = new Set([...near, ...near.filter(isObject).flatMap(Object.values)].filter(isDate))
  if (dates.size < 2) return [...dates][0]
  const names = Object.keys(entry).filter((name) => isDate(entry[name]))
  const named = versionNames.map((pattern) => names.find((name) => pattern.test(name)))
  const name = named.find((found) => found !== undefined)
  return name === undefined ? undefined : String(entry[name])
}

/** An entry of a list: a date, a location that ends with a date, or an object that names one. */
const entryOf = (value: unknown): VersionEntry | undefined => {
  if (isObject(value)) {
    const version = versionOf(value)
    return version === undefined ? undefined : entryFor(version, value)
  }
  if (typeof value !== 'string') return undefined
  const [, path, date] = /^(.*\/)?(\d{4}-\d\d-\d\d)(?:\.(?:json|ya?ml))?\/?$/.exec(value) ?? []
  if (!isDate(date)) return undefined
  return { version: date, location: path === undefined ? undefined : value, isDefault: false }
}

/** The entry for a known date. */
const entryFor = (version: string, value: unknown): VersionEntry => ({
  version,
  location: locationOf(value, version),
  isDefault: isObject(value) && (value['default'] === true || value['is_default'] === true),
})

const complete = (entries: readonly (VersionEntry | undefined)[]): readonly VersionEntry[] | undefined => {
  const found = entries.filter((entry) => entry !== undefined)
  return found.length > 0 && found.length === entries.length ? found : undefined
}

/** The entries of a list, or of an object by date. Its keys that do not begin with a digit are ignored. */
const listIn = ({ value }: Named): readonly VersionEntry[] | undefined => {
  if (Array.isArray(value)) return complete(value.map(entryOf))
  if (!isObject(value)) return undefined
  const keyed = Object.entries(value).filter(([key]) => /^\d/.test(key))
  return complete(keyed.map(([key, one]) => (isDate(key) ? entryFor(key, one) : undefined)))
}

/** The entries of an object whose keys are names, such as `{ v1: { date } }`. */
const namedListIn = ({ value }: Named): readonly VersionEntry[] | undefined => {
  if (!isObject(value)) return undefined
  const named = Object.entries(value).filter(([name]) => !/default|current|latest/i.test(name))
  if (named.length < 2 || !named.every(([, one]) => isObject(one))) return undefined
  return complete(named.map(([, one]) => entryOf(one)))
}

/** Names of the list that is meant if others stand beside it, such as one of retired versions. */
const listNames = [/^versions$/i, /^supported/i, /^available/i]

/** The only list among values of the same depth. */
const listAmong = (
  level: readonly Named[],
  read: (node: Named) => readonly VersionEntry[] | undefined,
): readonly VersionEntry[] | undefined => {
  const lists = level.flatMap((node) => {
    const entries = read(node)
    const dates = entries?.map(({ version }) => version).toSorted()
    return entries && dates ? [{ name: node.name, entries, dates: dates.join(', ') }] : []
  })
  const [first] = lists
  const other = lists.find(({ dates }) => dates !== first?.dates)
  if (!other) return first?.entries
  const named = listNames.map((pattern) => lists.find(({ name }) => pattern.test(name)))
  const meant = named.find((list) => list !== undefined)
  if (meant) return meant.entries
  throw new UnknownShapeError(`it contains several lists of dates, ${first?.dates} and ${other.dates}`)
}

const statedDate = ({ name, value }: Named): string | undefined => {
  const date = entryOf(value)?.version
  if (date === undefined && typeof value === 'string' && /^default$/i.test(name))
    throw new UnknownShapeError(`${JSON.stringify(value.slice(0, 40))} is not a date of the form YYYY-MM-DD`)
  return date
}

/** The only date that the response or an entry calls the default, or the current one if none is called so. */
const defaultOf = (nodes: readonly Named[], entries: readonly VersionEntry[]): string | undefined => {
  const stated = [/default/i, /^current/i].map((pattern) =>
    nodes
      .filter(({ name }) => pattern.test(name))
      .map(statedDate)
      .filter((date) => date !== undefined),
  )
  const flagged = entries.filter(({ isDefault }) => isDefault).map(({ version }) => version)
  const [chosen, ...others] = new Set([...(stated[0] ?? []), ...flagged])
  if (others.length > 0)
    throw new UnknownShapeError(`it names more than one default: ${[chosen, ...others].join(', ')}`)
  return chosen ?? stated[1]?.[0]
}

/** Why a response has no list of versions: a text in it that was meant as a date. */
const whyNone = (root: unknown, nodes: readonly Named[]): string => {
  if (typeof root !== 'object' || root === null) return 'it is neither a list nor an object'
  const texts = nodes.flatMap(({ name, value }) => (typeof value === 'string' ? [name, value] : [name]))
  const wrong = texts.find((text) => /^\d{4}-\d/.test(text) && !isCalendarDate(text))
  if (wrong === undefined) return 'it contains no list of versions'
  return `${JSON.stringify(wrong.slice(0, 40))} is not a date of the form YYYY-MM-DD`
}

/**
 * Reads `GET {spec_url}/spec/versions`, whose shape is not promised (specification, "Specification documents"): the
 * list nearest to the root whose entries have one date each, and the date of the member called default.
 * @throws UnknownShapeError when there is no such list, or when it contradicts itself
 */
const decodeVersionList = (root: unknown): DecodedList => {
  const levels: (readonly Named[])[] = [[{ name: '', value: root }]]
  while (levels.length <= maxListDepth) levels.push(levels.at(-1)?.flatMap(childrenOf) ?? [])
  const nearest = (read: typeof listIn): [depth: number, readonly VersionEntry[]] | undefined => {
    for (const [depth, level] of levels.entries()) {
      const entries = listAmong(level, read)
      if (entries) return [depth, entries]
    }
    return undefined
  }
  const [depth, entries] = nearest(listIn) ?? nearest(namedListIn) ?? []
  if (depth === undefined || !entries) throw new UnknownShapeError(whyNone(root, levels.flat()))
  const versions = entries.map(({ version }) => version)
  if (versions.length > maxVersions) throw new UnknownShapeError(`it lists more than ${maxVersions} versions`)
  const twice = versions.find((version, index) => versions.indexOf(version) !== index)
  if (twice !== undefined) throw new UnknownShapeError(`it lists ${twice} twice`)
  // Members of entries are deeper, and describe their own version.
  const chosen = defaultOf(levels.slice(0, depth + 2).flat(), entries)
  if (chosen !== undefined && !versions.includes(chosen)) {
    throw new UnknownShapeError(`its default ${chosen} is not among its versions`)
  }
  return { entries, default: chosen }
}

const maxListBytes = 1024 * 1024

/** The versions that the service supports. */
interface VersionList {
  /** Sorted by version. */
  readonly versions: readonly { readonly version: string; readonly url: URL }[]
  readonly default: string | undefined
}

const understand = async (response: FetchedResponse, maxDepth: number): Promise<DecodedList> => {
  const { value, text } = await parseResponse(response, maxDepth)
  try {
    return decodeVersionList(value)
  } catch (error) {
    if (!(error instanceof UnknownShapeError)) throw error
    const url = response.url.href
    const why = printable(error.message)
    const message = `The version list of ${url} could not be read: ${why}. Received: ${beginning(text) || 'nothing'}`
    throw new RampartError('FETCH_LIST_UNKNOWN', { message, where: { url }, cause: error })
  }
}

const resolve = (
  spec: string,
  context: FetchContext,
  response: FetchedResponse,
  list: DecodedList,
): VersionList => {
  const versions = list.entries.map(({ version, location }) => {
    if (location === undefined) return { version, url: new URL(`${spec}/spec/${version}`) }
    const url = parseHttpUrl(location, `the location of version ${version}`, response.url)
    url.hash = ''
    requireAllowed(url, context.origins, `The version list of ${response.url.href} leads version ${version}`)
    return { version, url }
  })
  versions.sort((a, b) => (a.version < b.version ? -1 : 1))
  return { versions, default: list.default }
}

/** A wrong suffix of the specification URL may explain any response that is not a version list, errors included. */
const withAdvice = (error: unknown, spec: string): unknown => {
  const fix = specUrlAdvice(spec)
  if (fix === undefined || !(error instanceof RampartError)) return error
  if (error.exitCode !== 2 && error.code !== 'FETCH_REFUSED') return error
  return error.with({ fix })
}

/** Reads `{spec_url}/spec/versions`. @throws RampartError, such as FETCH_LIST_UNKNOWN with its text */
export async function fetchVersionList(spec: string, context: FetchContext): Promise<VersionList> {
  const bounded = {
    ...context,
    limits: { ...context.limits, maxBytes: Math.min(context.limits.maxBytes, maxListBytes) },
  }
  try {
    const response = await download(new URL(`${spec}/spec/versions`), bounded, () => {})
    const list = resolve(spec, context, response, await understand(response, context.limits.maxDepth))
    const versions = list.versions.map(({ version }) => version)
    context.onEvent({ type: 'list', url: response.url.href, versions })
    return list
  } catch (error) {
    throw withAdvice(error, spec)
  }
}
