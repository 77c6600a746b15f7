import type { JsonSchema } from '../../runtime/json-schema.js'
import { type DocumentedField, documentedIn } from './document-records.js'
import { listedValues } from '../schema/document-shape.js'
import { parameterKinds } from '../tables/parameters.js'
import { records } from '../tables/records.js'
import { type EnumerationName, valuesOf } from '../tables/enumerations.js'
import { documentedQuote } from './quote-record.js'
import { quoteIn, quoteParameter } from './quote-parameters.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  type Judge,
  lacks,
  distinct,
  operationIn,
  shapesIn,
  successOf,
} from './view.js'

/** Values that a document lists where one of the specification's lists belongs; undefined where it lists none. */
interface DocumentedEnumeration {
  readonly name: string
  readonly location: string
  readonly due: readonly string[]
  readonly listed: ReadonlySet<unknown> | undefined
  readonly pointer: string | undefined
  /** Whether the list is not closed: further values are taken as they come. */
  readonly isOpen?: boolean
  /** Whether a caller sends these values: then other spellings of them may be taken, and listed. */
  readonly isSent?: boolean
}

const inParameters = (view: DocumentView): DocumentedEnumeration[] => {
  const operation = quoteIn(view)
  return Object.entries(parameterKinds).flatMap(([name, { enumeration }]): DocumentedEnumeration[] => {
    const parameter = operation && quoteParameter(operation, name)
    if (enumeration === undefined || !parameter) return []
    const shapes = shapesIn(view, parameter.schema ?? true)
    const items = shapes.flatMap((shape) => shape.items).flatMap((item) => shapesIn(view, item))
    const listed = listedValues(items.length > 0 ? items : shapes)
    const { pointer } = parameter
    const due = valuesOf(enumeration, view.version)
    return [{ name: enumeration, location: `query ${name}`, due, listed, pointer, isSent: true }]
  })
}

/** Where the fields of a record are to have listed values, and what the document lists there. */
export function enumerationsIn(
  version: string,
  fields: readonly DocumentedField[],
  pointer: string | undefined,
): DocumentedEnumeration[] {
  return fields.flatMap(({ record, field, holders, listed, kind }): DocumentedEnumeration[] => {
    const { kinds, hasOthers: isOpen = false } = records[record]
    const { enumeration, name } = field
    const location = `${name} of ${record}${kind === undefined ? '' : ` ${kind}`}`
    if (!holders.some(({ properties }) => properties.has(name))) return []
    if (enumeration)
      return [{ name: enumeration, location, due: valuesOf(enumeration, version), listed, pointer }]
    const isTag = kinds !== undefined && name === 'type'
    return isTag
      ? [{ name: `type of ${record}`, location, due: Object.keys(kinds), listed, pointer, isOpen }]
      : []
  })
}

const inIdentifications = (view: DocumentView): DocumentedEnumeration[] => {
  const name = 'Identification status'
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  const status = shapesIn(view, successOf(operation)).flatMap(
    ({ properties }) => properties.get('status') ?? [],
  )
  const listed = listedValues(status.flatMap((one) => shapesIn(view, one)))
  return status.length === 0
    ? []
    : [
        {
          name,
          location: 'the status of an identification',
          due: valuesOf(name, view.version),
          listed,
          pointer: operation?.pointer,
        },
      ]
}

const deepest = 6

/** The values listed at every end of a schema; a list may be a union of constants. */
const leaves = (view: DocumentView, schema: JsonSchema, depth = 0): unknown[][] => {
  const shapes = shapesIn(view, schema)
  const listed = shapes.flatMap(({ values }) => [...(values ?? [])])
  const members = shapes.flatMap(({ properties }) => [...properties.values()].flat())
  const inner = depth > deepest ? [] : members.flatMap((one) => leaves(view, one, depth + 1))
  return listed.length === 0 ? inner : [listed, ...inner]
}

/** Names of rails are not shown; what is listed at the end of either direction is the status of one. */
export function railEnumerations(
  view: DocumentView,
  schema: JsonSchema | undefined,
  pointer?: string,
): DocumentedEnumeration[] {
  const name: EnumerationName = 'Rail status'
  const due = valuesOf(name, view.version)
  return shapesIn(view, schema).flatMap(({ properties }) =>
    ['fiat_deposit', 'fiat_payout'].flatMap((direction) =>
      (properties.get(direction) ?? [])
        .flatMap((one) => leaves(view, one))
        .filter((values) => values.some((value) => due.some((status) => status === value)))
        .map((values) => ({
          name,
          location: `a rail of ${direction}`,
          due,
          listed: new Set(values),
          pointer,
        })),
    ),
  )
}

const inAbilities = (view: DocumentView): DocumentedEnumeration[] => {
  const operation = operationIn(view, 'get', '/customers/{}/abilities')
  return railEnumerations(view, successOf(operation), operation?.pointer)
}

const isSpelling = (value: unknown, due: readonly string[]): boolean =>
  due.some((member) => member.toLowerCase() === String(value).toLowerCase())

/** The differences between a documented enumeration and that of the specification. */
export function enumerationDifferences(enumeration: DocumentedEnumeration): Difference[] {
  const { name, location, due, listed, isOpen, isSent, pointer } = enumeration
  if (!listed) return [lacks(`the document does not list the values of ${name} for ${location}`, pointer)]
  const absent = due
    .filter((member) => !listed.has(member))
    .map((member) => `${name} has ${member}; the document lacks it for ${location}`)
  const added = [...listed]
    .filter((value) => isOpen !== true && !due.some((member) => member === value))
    .filter((value) => isSent !== true || !isSpelling(value, due))
    .map((value) => `${name} has no ${String(value)}; the document lists it for ${location}`)
  return [...absent, ...added].map((message) => contradicts(message, pointer))
}

/** The specification's enumerations, wherever a document has them. */
export const enumerationJudge: Judge = (view) => {
  const quote = enumerationsIn(view.version, documentedQuote(view), quoteIn(view)?.pointer)
  const all = [...inParameters(view), ...quote, ...inIdentifications(view), ...inAbilities(view)]
  return all.length === 0 ? undefined : distinct(all.flatMap(enumerationDifferences))
}

/** The fields of one record, in the shapes of a schema. */
export function fieldsOf(view: DocumentView, schema: JsonSchema | undefined, record: keyof typeof records) {
  return documentedIn(shapesIn(view, schema), record, view.surface.schemas)
}
