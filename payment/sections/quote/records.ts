import type { ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { typeInWords } from '../../values/type-in-words.js'
import { isObject } from '../../../document/index.js'
import { holdsKind } from '../../values/kinds.js'
import { valueKinds } from '../../tables/value-kinds.js'
import { type RecordName, type Field, records } from '../../tables/records.js'
import { valuesOf } from '../../tables/enumerations.js'

/** One record in a body: its name, location and members. */
export interface FoundRecord {
  readonly record: RecordName
  /** JSON Pointer with `*` for list positions. */
  readonly pointer: string
  readonly holder: Readonly<Record<string, unknown>>
}

/** The fields of a record in its table, including those of its type. */
export function fieldsOf({ record, holder }: Pick<FoundRecord, 'record' | 'holder'>): readonly Field[] {
  const { fields, kinds: branches = {} } = records[record]
  return [...fields, ...(branches[String(holder['type'])] ?? [])]
}

const inside = (found: FoundRecord, { name, kind, of: record }: Field): FoundRecord[] => {
  const value = found.holder[name]
  if (record === undefined || Array.isArray(value) !== (kind === 'list')) return []
  if (!Array.isArray(value)) return recordsIn(value, record, `${found.pointer}/${name}`)
  return value.flatMap((item: unknown) => recordsIn(item, record, `${found.pointer}/${name}/*`))
}

/** All records in a value, outermost first. */
export function recordsIn(value: unknown, record: RecordName, pointer = ''): FoundRecord[] {
  if (!isObject(value)) return []
  const found = { record, pointer, holder: value }
  return [found, ...fieldsOf(found).flatMap((one) => inside(found, one))]
}

const cameInstead = (value: unknown, isText: boolean): string => {
  if (value === undefined) return 'it is absent'
  return isText && typeof value === 'string' ? 'another string came' : `${typeInWords(value)} came`
}

/** The error in a field of a record, if any; null counts as absent for an optional one. */
export function wrongKindIn({ record, holder }: FoundRecord, field: Field): string | undefined {
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

/** The error in the enumerated value of a field, if any. */
export function unknownValueIn(
  version: string,
  { record, holder }: FoundRecord,
  { name, enumeration }: Field,
): string | undefined {
  const value = holder[name]
  if (enumeration === undefined || typeof value !== 'string') return undefined
  return valuesOf(enumeration, version).includes(value)
    ? undefined
    : `${name} of ${record} is ${JSON.stringify(value.slice(0, 40))}, which is no ${enumeration}`
}

/** Reports violations of records; the same one in several locations becomes one finding with the first pointer. */
export function violationReporter(
  context: ScenarioContext,
): (message: string, exchange: Exchange, pointer: string) => void {
  const pointers = new Map<string, string>()
  return (message, exchange, pointer) => {
    const known = pointers.get(message) ?? pointer
    pointers.set(message, known)
    context.violate(message, exchange, known)
  }
}
