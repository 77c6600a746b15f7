import type { Schemas } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { isDeprecated, listedValues, mayBeNull, type Shape, shapesOf } from '../schema/document-shape.js'
import { valueKinds } from '../tables/value-kinds.js'
import { type RecordName, type Field, records } from '../tables/records.js'
import { contradicts, type Difference, lacks } from './view.js'

/** A field of a record in a document. */
export interface DocumentedField {
  readonly record: RecordName
  readonly field: Field
  /** The shapes of the record. */
  readonly holders: readonly Shape[]
  /** The schemas of the field, one for each shape that has it, and the shapes of its value. */
  readonly parts: readonly JsonSchema[]
  readonly values: readonly Shape[]
  /** The listed values; undefined where any is allowed. */
  readonly listed: ReadonlySet<unknown> | undefined
}

/** The fields of a record in the specification's tables, with the document's facts about each. */
export function documentedIn(
  shapes: readonly Shape[],
  record: RecordName,
  schemas: Schemas,
): DocumentedField[] {
  const holders = shapes.filter(({ properties }) => properties.size > 0)
  if (holders.length === 0) return []
  return records[record].fields.map((field) => {
    const parts = holders.flatMap(({ properties }) => {
      const allOf = properties.get(field.name)
      return allOf === undefined ? [] : [{ allOf }]
    })
    const values = parts.flatMap((part) => shapesOf(part, schemas))
    return { record, field, holders, parts, values, listed: listedValues(values) }
  })
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

/** True for known formats; unknown names count as equal to the required format. */
export function isFormat(name: unknown): boolean {
  return typeof name === 'string' && ownFormats.has(name)
}

const known = (formats: ReadonlySet<string>): ReadonlySet<string> => new Set([...formats].filter(isFormat))

/** The contradiction between a document and the table entry of a field, if any. */
const contradiction = ({ record, field, holders, values }: DocumentedField): string | undefined => {
  const { name, isOptional, isNamed } = field
  const what = `${name} of ${record}`
  const isLost = holders.some(({ properties }) => !properties.has(name))
  if (isLost && !isOptional)
    return `the document lacks ${what}, which is ${isNamed === true ? 'named' : 'required'}`
  // A document that requires no member of a record makes no statement about required members.
  const isFree = holders.some(({ required }) => required.size > 0 && !required.has(name))
  if (isFree && !isOptional && isNamed !== true) return `${what} is required; the document has it optional`
  const { type, format } = valueKinds[field.kind]
  for (const value of values) {
    const wrong = differsIn(value.types, type) ?? differsIn(known(value.formats), format)
    if (wrong !== undefined) return `${what} is ${valueKinds[field.kind].words}; the document has ${wrong}`
  }
  return undefined
}

const nameOf = ({ record, field }: DocumentedField): string => `${field.name} of ${record}`

const marks = (documented: DocumentedField, schemas: Schemas): string[] => {
  const { field, parts } = documented
  const what = nameOf(documented)
  const isMarked = parts.every((schema) => isDeprecated(schema, schemas))
  if (parts.length === 0 || isMarked === (field.isDeprecated === true)) return []
  return isMarked
    ? [`${what} is not deprecated; the document marks it`]
    : [`${what} is deprecated; the document does not mark it`]
}

const silence = (documented: DocumentedField): string[] => {
  const { field, holders, parts, values } = documented
  const what = nameOf(documented)
  const { type, format, words } = valueKinds[field.kind]
  if (parts.length === 0) return field.isOptional === true ? [`the document does not show ${what}`] : []
  const isPlain = values.length === 0 || values.some(({ types }) => types.size === 0)
  const isBare = format !== undefined && values.some(({ formats }) => formats.size === 0)
  return [
    ...(type !== undefined && (isPlain || isBare)
      ? [`${what} is ${words}; the document does not say so`]
      : []),
    ...(holders.some(({ required }) => required.size === 0) && isDue(field)
      ? [`${what} is required; the document does not say so`]
      : []),
  ]
}

const isDue = ({ isOptional, isNamed }: Field): boolean => isOptional !== true && isNamed !== true

const nulls = (documented: DocumentedField, schemas: Schemas): string[] =>
  isDue(documented.field) && documented.parts.some((schema) => mayBeNull(schema, schemas))
    ? [`${nameOf(documented)} is required; the document lets it be null`]
    : []

/** An optional field that the document requires and does not allow to be null. */
const forced = (documented: DocumentedField, schemas: Schemas): string[] => {
  const { field, holders, parts } = documented
  const isRequired = holders.some(({ required }) => required.has(field.name))
  if (field.isOptional !== true || field.isNamed === true || !isRequired) return []
  return parts.some((schema) => mayBeNull(schema, schemas))
    ? []
    : [`${nameOf(documented)} is optional; the document requires it`]
}

/** The differences between a document and the tables in the fields of a record. */
export function recordDifferences(
  fields: readonly DocumentedField[],
  schemas: Schemas,
  pointer: string | undefined,
): readonly Difference[] {
  return fields.flatMap((field) => fieldDifferences(field, schemas, pointer))
}

const fieldDifferences = (
  field: DocumentedField,
  schemas: Schemas,
  pointer: string | undefined,
): readonly Difference[] => {
  const wrong = [...[contradiction(field) ?? []].flat(), ...nulls(field, schemas), ...forced(field, schemas)]
  const silent = [...(wrong.length === 0 ? silence(field) : []), ...marks(field, schemas)]
  return [
    ...wrong.map((message) => contradicts(message, pointer)),
    ...silent.map((message) => lacks(message, pointer)),
  ]
}
