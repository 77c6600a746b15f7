import { isCalendarDate } from '../http/model.js'
import { type VersionEntry, readEntry, readKeyedEntry, UnknownShapeError } from './entry.js'
import { isObject, type JsonObject } from '../../document/index.js'

const maxLocationDepth = 3

type Named = readonly [name: string, text: string]

const looksLikeLocation = (text: string): boolean =>
  /^\S+$/.test(text) && (/^(?:https?:\/)?\.{0,2}\//.test(text) || /\.(?:json|ya?ml)$/.test(text))

const textsIn = (value: unknown, name = '', depth = 0): readonly Named[] => {
  if (typeof value === 'string') return looksLikeLocation(value) ? [[name, value]] : []
  if (!isObject(value) || depth > maxLocationDepth) return []
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, `${name} ${key}`, depth + 1))
}

const only = (found: readonly Named[]): string | undefined => (found.length === 1 ? found[0]?.[1] : undefined)

/**
 * The URL or path in an entry that can only be that of its document: by its name, by the date in it, or because there
 * is no other. Undefined if that is ambiguous; then the default location of the specification applies.
 */
const searchLocation = (entry: unknown, version: string): string | undefined => {
  const texts = textsIn(entry)
  return (
    only(texts.filter(([name]) => /openapi|swagger|spec|schema|contract/i.test(name))) ??
    only(texts.filter(([, text]) => text.includes(version))) ??
    only(texts.filter(([name]) => !/doc|change|guide|note|human|html|self/i.test(name)))
  )
}

const maxDepth = 4

/** A value anywhere in the response, with the name of its member. */
interface Node {
  readonly name: string
  readonly value: unknown
}

const childrenOf = ({ name, value }: Node): readonly Node[] => {
  if (Array.isArray(value)) return value.map((one: unknown) => ({ name, value: one }))
  if (!isObject(value)) return []
  return Object.entries(value).map(([key, one]) => ({ name: key, value: one }))
}

/** All values down to a limited depth, in breadth-first order. */
const nodesIn = (root: unknown): readonly Node[] => {
  let level: readonly Node[] = [{ name: '', value: root }]
  const all = [...level]
  for (let depth = 0; depth < maxDepth; depth++) {
    level = level.flatMap(childrenOf)
    all.push(...level)
  }
  return all
}

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnknownShapeError) return undefined
    throw error
  }
}

const isDate = (value: unknown): value is string => typeof value === 'string' && isCalendarDate(value)

/** The only date of an entry, directly or one level below. */
const onlyDate = (entry: JsonObject): string | undefined => {
  const near = Object.values(entry)
  const dates = [...new Set([...near, ...near.filter(isObject).flatMap(Object.values)].filter(isDate))]
  return dates.length === 1 ? dates[0] : undefined
}

const entryOf = (value: unknown): VersionEntry | undefined => {
  if (!isObject(value)) return isDate(value) ? readEntry(value) : undefined
  const known = attempt(() => readEntry(value))
  const version = known?.version ?? onlyDate(value)
  if (version === undefined) return undefined
  const location = known?.location ?? searchLocation(value, version)
  return { version, location, isDefault: known?.isDefault ?? false }
}

const keyedEntryOf = ([key, value]: readonly [string, unknown]): VersionEntry | undefined => {
  if (!isCalendarDate(key)) return undefined
  const known = attempt(() => readKeyedEntry(key, value))
  const location = known?.location ?? searchLocation(value, key)
  return { version: key, location, isDefault: known?.isDefault ?? false }
}

const complete = (entries: readonly (VersionEntry | undefined)[]): readonly VersionEntry[] | undefined => {
  const found = entries.filter((entry) => entry !== undefined)
  return found.length > 0 && found.length === entries.length ? found : undefined
}

/** A list of entries, or an object whose keys are dates. */
const listIn = ({ value }: Node): readonly VersionEntry[] | undefined => {
  if (Array.isArray(value)) return complete(value.map(entryOf))
  return isObject(value) ? complete(Object.entries(value).map(keyedEntryOf)) : undefined
}

/** An object whose keys are names and whose values are entries, such as `{ v1: { date } }`. */
const namedListIn = ({ value }: Node): readonly VersionEntry[] | undefined => {
  if (!isObject(value)) return undefined
  const named = Object.entries(value).filter(([name]) => !/default|current|latest/i.test(name))
  if (named.length < 2 || !named.every(([, one]) => isObject(one))) return undefined
  return complete(named.map(([, one]) => entryOf(one)))
}

const datesOf = (entries: readonly VersionEntry[]): string =>
  entries
    .map(({ version }) => version)
    .toSorted()
    .join(', ')

const defaultIn = (nodes: readonly Node[]): string | undefined => {
  const stated = nodes
    .filter(({ name }) => /default/i.test(name))
    .map(({ value }) => (isDate(value) ? value : entryOf(value)?.version))
  const all = [...new Set(stated.filter((date) => date !== undefined))]
  if (all.length > 1) throw new UnknownShapeError(`it names more than one default: ${all.join(', ')}`)
  return all[0]
}

/**
 * Finds the versions in a response of unknown shape: the only list, anywhere, whose entries have one date each, and
 * the date of the member called default. Undefined if there is no such list.
 * @throws UnknownShapeError when several lists name different dates
 */
export function searchVersionList(
  root: unknown,
): { readonly entries: readonly VersionEntry[]; readonly default: string | undefined } | undefined {
  const nodes = nodesIn(root)
  const plain = nodes.map(listIn).filter((list) => list !== undefined)
  const lists = plain.length > 0 ? plain : nodes.map(namedListIn).filter((list) => list !== undefined)
  const [entries, other] = [...new Map(lists.toReversed().map((list) => [datesOf(list), list])).values()]
  if (!entries) return undefined
  if (other)
    throw new UnknownShapeError(`it holds several lists of dates, ${datesOf(other)} and ${datesOf(entries)}`)
  return { entries, default: defaultIn(nodes) }
}
