import type { Schemas } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { listedValues, type Shape, shapesOf } from '../schema/document-shape.js'
import { valueKinds } from '../tables/value-kinds.js'
import { type RecordName, type Field, records } from '../tables/records.js'

/** A field of a record as a document has it. */
export interface DocumentedField {
  readonly record: RecordName
  readonly field: Field
  /** The kind of the record that the field belongs to, where kinds are distinguished. */
  readonly kind?: string
  /** The shapes that the document gives the record, of that kind alone. */
  readonly holders: readonly Shape[]
  /** The shapes of the field's value. */
  readonly values: readonly Shape[]
  /** The values that the document lists for it; undefined where any is allowed. */
  readonly listed: ReadonlySet<unknown> | undefined
}

const isDescribed = ({ properties }: Shape): boolean => properties.size > 0

const valuesOf = (holders: readonly Shape[], name: string, schemas: Schemas): readonly Shape[] =>
  holders.flatMap(({ properties }) => {
    const parts = properties.get(name)
    return parts === undefined ? [] : shapesOf({ allOf: parts }, schemas)
  })

const listedOf = (
  holders: readonly Shape[],
  name: string,
  values: readonly Shape[],
): ReadonlySet<unknown> | undefined => {
  const mapped = holders.flatMap((holder) => [...(holder.mapped.get(name) ?? [])])
  const listed = listedValues(values)
  return mapped.length === 0 ? listed : new Set([...(listed ?? []), ...mapped])
}

const tagsOf = (holder: Shape, schemas: Schemas): ReadonlySet<unknown> | undefined =>
  listedValues(valuesOf([holder], 'type', schemas))

/** True for the values of a record of one kind; a record that may be of several is no evidence about each. */
const isAlone = (tags: ReadonlySet<unknown> | undefined, kind: string): boolean =>
  tags?.size === 1 && tags.has(kind)

const itemsOf = (shapes: readonly Shape[]): JsonSchema[] => shapes.flatMap(({ items }) => items)

const inside = (documented: DocumentedField, schemas: Schemas, depth: number): DocumentedField[] => {
  const { field, values } = documented
  if (field.of === undefined) return []
  const shapes = field.kind === 'list' ? itemsOf(values).flatMap((item) => shapesOf(item, schemas)) : values
  return documentedIn(shapes, field.of, schemas, depth + 1)
}

const deepest = 8

/** Every field that the tables give a record and the records inside it, with what a document declares of each. */
export function documentedIn(
  shapes: readonly Shape[],
  record: RecordName,
  schemas: Schemas,
  depth = 0,
): DocumentedField[] {
  const described = shapes.filter(isDescribed)
  if (described.length === 0 || depth > deepest) return []
  const { fields, kinds: branches = {} } = records[record]
  const look = (field: Field, holders: readonly Shape[], kind?: string): DocumentedField => {
    const values = valuesOf(holders, field.name, schemas)
    const listed = listedOf(holders, field.name, values)
    return { record, field, holders, values, listed, ...(kind !== undefined && { kind }) }
  }
  const own = fields.map((field) => look(field, described))
  const special = Object.entries(branches).flatMap(([kind, more]) => {
    const holders = described.filter((holder) => isAlone(tagsOf(holder, schemas), kind))
    return holders.length === 0 ? [] : more.map((field) => look(field, holders, kind))
  })
  const here = [...own, ...special]
  return here.concat(here.flatMap((one) => inside(one, schemas, depth)))
}

const differsIn = (declared: ReadonlySet<string>, due: string | undefined): string | undefined =>
  due === undefined || declared.size === 0 || (declared.size === 1 && declared.has(due))
    ? undefined
    : [...declared].join(', ')

const ownFormats = new Set(
  (
    'uuid decimal date-time date time duration uri uri-reference email hostname ipv4 ipv6 byte binary password ' +
    'regex float double int32 int64'
  ).split(' '),
)

/** Formats that are known to mean something else; names that someone made up are taken for what is due. */
const known = (formats: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...formats].filter((format) => ownFormats.has(format)))

/** The difference of a document from the table of a field, if there is one. */
export function contradiction({ record, field, kind, holders, values }: DocumentedField): string | undefined {
  const { name, isOptional, isNamed } = field
  const what = `${name} of ${record}${kind === undefined ? '' : ` ${kind}`}`
  const isLost = holders.some(({ properties }) => !properties.has(name))
  if (isLost && !isOptional)
    return `the document lacks ${what}, which is ${isNamed === true ? 'named' : 'required'}`
  // A document that requires no member of a record does not speak of that at all.
  const isFree = holders.some(({ required }) => required.size > 0 && !required.has(name))
  if (isFree && !isOptional && isNamed !== true) return `${what} is required; the document has it optional`
  const { type, format } = valueKinds[field.kind]
  for (const value of values) {
    const wrong = differsIn(value.types, type) ?? differsIn(known(value.formats), format)
    if (wrong !== undefined) return `${what} is ${valueKinds[field.kind].words}; the document has ${wrong}`
  }
  return undefined
}
