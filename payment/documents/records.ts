import type { Schemas } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { contradiction, type DocumentedField } from './document-records.js'
import { isDeprecated, mayBeNull, shapesOf } from '../schema/document-shape.js'
import { type Field, records } from '../tables/records.js'
import { valueKinds } from '../tables/value-kinds.js'
import { contradicts, type Difference, lacks } from './view.js'

const nameOf = ({ record, field, kind }: DocumentedField): string =>
  `${field.name} of ${record}${kind === undefined ? '' : ` ${kind}`}`

const schemasOf = ({ holders, field: { name } }: DocumentedField): readonly JsonSchema[] =>
  holders.flatMap(({ properties }) => {
    const all = properties.get(name)
    return all === undefined ? [] : [all.length === 1 && all[0] !== undefined ? all[0] : { allOf: all }]
  })

const isMarked = (documented: DocumentedField, schemas: Schemas): boolean => {
  const found = schemasOf(documented)
  return found.length > 0 && found.every((schema) => isDeprecated(schema, schemas))
}

/** A component of a deprecated record is marked with it, wherever it is used. */
const isOfDeprecated = ({ of }: Field): boolean => of !== undefined && records[of].isDeprecated === true

const marks = (documented: DocumentedField, schemas: Schemas): string[] => {
  const { field } = documented
  const what = nameOf(documented)
  const isShown = documented.holders.some(({ properties }) => properties.has(field.name))
  if (!isShown) return []
  const marked = isMarked(documented, schemas)
  const members = documented.values.flatMap(({ items }) => items)
  const isRecordMarked = marked || members.some((item) => isDeprecated(item, schemas))
  return [
    ...(field.isDeprecated === true && !marked
      ? [`${what} is deprecated; the document does not mark it`]
      : []),
    ...(field.isDeprecated !== true && marked ? [`${what} is not deprecated; the document marks it`] : []),
    ...(isOfDeprecated(field) && members.length > 0 && !isRecordMarked
      ? [`${field.of} is deprecated; the document does not mark it`]
      : []),
  ]
}

const silence = (documented: DocumentedField): string[] => {
  const { field, holders, values } = documented
  const what = nameOf(documented)
  const { type, format, words } = valueKinds[field.kind]
  if (!holders.some(({ properties }) => properties.has(field.name)))
    return field.isOptional === true ? [`the document does not show ${what}`] : []
  const isPlain = values.length === 0 || values.some(({ types }) => types.size === 0)
  const isBare = format !== undefined && values.some(({ formats }) => formats.size === 0)
  const unlisted = field.of !== undefined && isUndescribed(documented)
  return [
    ...(type !== undefined && (isPlain || isBare)
      ? [`${what} is ${words}; the document does not say so`]
      : []),
    ...(unlisted ? [`${what} is made of ${field.of}; the document does not show its fields`] : []),
    ...(holders.some(({ required }) => required.size === 0) && isDue(field)
      ? [`${what} is required; the document does not say so`]
      : []),
  ]
}

const isDue = ({ isOptional, isNamed }: Field): boolean => isOptional !== true && isNamed !== true

const isUndescribed = ({ field, values }: DocumentedField): boolean =>
  field.kind === 'list'
    ? values.some(({ items }) => items.length === 0)
    : values.some(
        ({ properties, types }) => properties.size === 0 && (types.size === 0 || types.has('object')),
      )

/** Findings about the items of a list that are no records although records are due. */
const wrongMembers = (documented: DocumentedField, schemas: Schemas): string[] => {
  const { field, values } = documented
  if (field.of === undefined || field.kind !== 'list') return []
  const types = values
    .flatMap(({ items }) => items)
    .flatMap((item) => shapesOf(item, schemas))
    .flatMap((shape) => Array.from(shape.types))
  const wrong = types.find((type) => type !== 'object')
  return wrong === undefined
    ? []
    : [`the members of ${nameOf(documented)} are ${field.of}; the document has ${wrong}`]
}

const nulls = (documented: DocumentedField, schemas: Schemas): string[] =>
  isDue(documented.field) && schemasOf(documented).some((schema) => mayBeNull(schema, schemas))
    ? [`${nameOf(documented)} is required; the document lets it be null`]
    : []

/** `type` distinguishes kinds; a document may leave the mapping out, and not name another member. */
const discriminators = ({ record, field, holders }: DocumentedField): string[] => {
  if (records[record].kinds === undefined || field.name !== 'type') return []
  const names = new Set(holders.flatMap(({ tags }) => [...tags]))
  return names.size === 0 || names.has('type')
    ? []
    : [`${record} is told apart by type; the document has ${[...names].join(', ')}`]
}

/** An optional field that has to be there, and cannot be null. Identifiers are sent by callers too, who leave it out. */
const forced = (documented: DocumentedField, schemas: Schemas): string[] => {
  const { field, holders, record } = documented
  if (
    field.isOptional !== true ||
    field.isNamed === true ||
    !holders.some(({ required }) => required.has(field.name))
  )
    return []
  const isSent = record === 'BankAccountIdentifier'
  return !isSent && schemasOf(documented).some((schema) => mayBeNull(schema, schemas))
    ? []
    : [`${nameOf(documented)} is optional; the document requires it`]
}

/** The differences of a document from the tables in the fields of a record. */
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
  const wrong = [
    ...[contradiction(field) ?? []].flat(),
    ...wrongMembers(field, schemas),
    ...nulls(field, schemas),
    ...forced(field, schemas),
    ...discriminators(field),
  ]
  const silent = [...(wrong.length === 0 ? silence(field) : []), ...marks(field, schemas)]
  return [
    ...wrong.map((message) => contradicts(message, pointer)),
    ...silent.map((message) => lacks(message, pointer)),
  ]
}
