import type { ScenarioContext } from '../../engine/context/context.js'
import type { Exchange } from '../../exchange/exchange.js'
import { kindOf } from '../../exchange/kind-of.js'
import { isObject } from '../../../document/index.js'
import { holdsKind } from '../../values/kinds.js'
import { valueKinds } from '../../statements/tables/value-kinds.js'
import { type RecordName, type Field, records } from '../../statements/tables/records.js'
import { valuesOf } from '../../statements/tables/enumerations.js'

/** One record inside a body: what it is, where it stands, and what it holds. */
export interface Found {
  readonly record: RecordName
  /** JSON Pointer, positions in lists as `*`. */
  readonly place: string
  readonly holder: Readonly<Record<string, unknown>>
}

/** The fields that the table gives this very record, those of its kind included. */
export function fieldsOf({ record, holder }: Pick<Found, 'record' | 'holder'>): readonly Field[] {
  const { fields, kinds: branches = {} } = records[record]
  return [...fields, ...(branches[String(holder['type'])] ?? [])]
}

const inside = (found: Found, { name, kind, of: record }: Field): Found[] => {
  const value = found.holder[name]
  if (record === undefined || Array.isArray(value) !== (kind === 'list')) return []
  if (!Array.isArray(value)) return recordsIn(value, record, `${found.place}/${name}`)
  return value.flatMap((item: unknown) => recordsIn(item, record, `${found.place}/${name}/*`))
}

/** Every record of a value that is one itself, outermost first. */
export function recordsIn(value: unknown, record: RecordName, place = ''): Found[] {
  if (!isObject(value)) return []
  const found = { record, place, holder: value }
  return [found, ...fieldsOf(found).flatMap((one) => inside(found, one))]
}

const cameInstead = (value: unknown, isText: boolean): string => {
  if (value === undefined) return 'it is absent'
  return isText && typeof value === 'string' ? 'another string came' : `${kindOf(value)} came`
}

/** What is wrong with a field of a record, if anything is. An optional one that is null counts as absent. */
export function wrongIn({ record, holder }: Found, field: Field): string | undefined {
  const { name, isOptional, pattern } = field
  const { words, type } = valueKinds[field.kind]
  const value = holder[name]
  if (isOptional && (value === undefined || value === null)) return undefined
  const isRight =
    holdsKind[field.kind](value) && (field.of === undefined || !Array.isArray(value) || value.every(isObject))
  if (isRight && (pattern === undefined || pattern.test(String(value)))) return undefined
  const due = pattern === undefined || !isRight ? words : `a string that matches ${pattern.source}`
  const isRequired = isOptional ? '' : 'required to be '
  return `${name} of ${record} is ${isRequired}${due}; ${cameInstead(value, type === 'string')}`
}

/** What is wrong with the enumerated value of a field, if anything is. */
export function strayIn(
  version: string,
  { record, holder }: Found,
  { name, enumeration }: Field,
): string | undefined {
  const value = holder[name]
  if (enumeration === undefined || typeof value !== 'string') return undefined
  return valuesOf(enumeration, version).includes(value)
    ? undefined
    : `${name} of ${record} is ${JSON.stringify(value.slice(0, 40))}, which is no ${enumeration}`
}

/** Tells violations of records so that the same one in many places is one finding, pointing at the first place. */
export function teller(
  context: ScenarioContext,
): (message: string, exchange: Exchange, place: string) => void {
  const places = new Map<string, string>()
  return (message, exchange, place) => {
    const known = places.get(message) ?? place
    places.set(message, known)
    context.violate(message, exchange, known)
  }
}
