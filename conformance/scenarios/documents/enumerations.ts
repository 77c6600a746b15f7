import type { JsonSchema } from '../../../runtime/json-schema.js'
import { type DocumentedField, documentedIn } from './document-records.js'
import { listedValues } from '../../schema/document-shape.js'
import { parameterKinds } from '../../statements/tables/parameters.js'
import { records } from '../../statements/tables/records.js'
import { type EnumerationName, valuesOf } from '../../statements/tables/enumerations.js'
import { documentedQuote } from './quote-record.js'
import { quoteIn, quoteParameter } from './quote-parameters.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  type Judge,
  lacks,
  once,
  operationIn,
  shapesIn,
  successOf,
} from './view.js'

/** Values that a document lists where one of the specification's lists belongs; undefined where it lists none. */
interface Listing {
  readonly name: string
  readonly place: string
  readonly due: readonly string[]
  readonly listed: ReadonlySet<unknown> | undefined
  readonly pointer: string | undefined
  /** Whether the list is not closed: further values are taken as they come. */
  readonly isOpen?: boolean
  /** Whether a caller sends these values: then other spellings of them may be taken, and listed. */
  readonly isSent?: boolean
}

const inParameters = (view: DocumentView): Listing[] => {
  const operation = quoteIn(view)
  return Object.entries(parameterKinds).flatMap(([name, { enumeration }]): Listing[] => {
    const parameter = operation && quoteParameter(operation, name)
    if (enumeration === undefined || !parameter) return []
    const shapes = shapesIn(view, parameter.schema ?? true)
    const items = shapes.flatMap((shape) => shape.items).flatMap((item) => shapesIn(view, item))
    const listed = listedValues(items.length > 0 ? items : shapes)
    const { pointer } = parameter
    const due = valuesOf(enumeration, view.version)
    return [{ name: enumeration, place: `query ${name}`, due, listed, pointer, isSent: true }]
  })
}

/** Where the fields of a record are to have listed values, and what the document lists there. */
export function listingsIn(
  version: string,
  fields: readonly DocumentedField[],
  pointer: string | undefined,
): Listing[] {
  return fields.flatMap(({ record, field, holders, listed, kind }): Listing[] => {
    const { kinds, hasOthers: isOpen = false } = records[record]
    const { enumeration, name } = field
    const place = `${name} of ${record}${kind === undefined ? '' : ` ${kind}`}`
    if (!holders.some(({ properties }) => properties.has(name))) return []
    if (enumeration)
      return [{ name: enumeration, place, due: valuesOf(enumeration, version), listed, pointer }]
    const isTag = kinds !== undefined && name === 'type'
    return isTag
      ? [{ name: `type of ${record}`, place, due: Object.keys(kinds), listed, pointer, isOpen }]
      : []
  })
}

const inIdentifications = (view: DocumentView): Listing[] => {
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
          place: 'the status of an identification',
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
export function railListings(
  view: DocumentView,
  schema: JsonSchema | undefined,
  pointer?: string,
): Listing[] {
  const name: EnumerationName = 'Rail status'
  const due = valuesOf(name, view.version)
  return shapesIn(view, schema).flatMap(({ properties }) =>
    ['fiat_deposit', 'fiat_payout'].flatMap((direction) =>
      (properties.get(direction) ?? [])
        .flatMap((one) => leaves(view, one))
        .filter((values) => values.some((value) => due.some((status) => status === value)))
        .map((values) => ({ name, place: `a rail of ${direction}`, due, listed: new Set(values), pointer })),
    ),
  )
}

const inAbilities = (view: DocumentView): Listing[] => {
  const operation = operationIn(view, 'get', '/customers/{}/abilities')
  return railListings(view, successOf(operation), operation?.pointer)
}

const isSpelling = (value: unknown, due: readonly string[]): boolean =>
  due.some((member) => member.toLowerCase() === String(value).toLowerCase())

/** What a listing has otherwise than the specification. */
export function listingDifferences(listing: Listing): Difference[] {
  const { name, place, due, listed, isOpen, isSent, pointer } = listing
  if (!listed) return [lacks(`the document does not list the values of ${name} for ${place}`, pointer)]
  const absent = due
    .filter((member) => !listed.has(member))
    .map((member) => `${name} has ${member}; the document lacks it for ${place}`)
  const added = [...listed]
    .filter((value) => isOpen !== true && !due.some((member) => member === value))
    .filter((value) => isSent !== true || !isSpelling(value, due))
    .map((value) => `${name} has no ${String(value)}; the document lists it for ${place}`)
  return [...absent, ...added].map((message) => contradicts(message, pointer))
}

/** The specification's enumerations, wherever a document has them. */
export const enumerationJudge: Judge = (view) => {
  const quote = listingsIn(view.version, documentedQuote(view), quoteIn(view)?.pointer)
  const all = [...inParameters(view), ...quote, ...inIdentifications(view), ...inAbilities(view)]
  return all.length === 0 ? undefined : once(all.flatMap(listingDifferences))
}

/** The fields of one record, in the shapes of a schema. */
export function fieldsOf(view: DocumentView, schema: JsonSchema | undefined, record: keyof typeof records) {
  return documentedIn(shapesIn(view, schema), record, view.surface.schemas)
}
