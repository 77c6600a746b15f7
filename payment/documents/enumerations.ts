import type { JsonSchema } from '../../runtime/json-schema.js'
import { listedValues } from '../schema/document-shape.js'
import { type EnumerationName, valuesOf } from '../tables/enumerations.js'
import { quoteJudge } from './stated.js'
import {
  contradicts,
  type Differences,
  type DocumentView,
  type Judge,
  lacks,
  distinct,
  operationIn,
  shapesIn,
  successOf,
} from './view.js'

/**
 * The values that a document lists in place of one of the specification's enumerations; undefined where it lists none.
 */
interface DocumentedEnumeration {
  readonly name: string
  readonly location: string
  readonly due: readonly string[]
  readonly listed: ReadonlySet<unknown> | undefined
  readonly pointer: string | undefined
}

const inIdentifications = (view: DocumentView): DocumentedEnumeration[] => {
  const name = 'Identification status'
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  const status = shapesIn(view, successOf(operation)).flatMap(
    ({ properties }) => properties.get('status') ?? [],
  )
  const listed = listedValues(status.flatMap((one) => shapesIn(view, one)))
  if (status.length === 0) return []
  const location = 'the status of an identification'
  return [{ name, location, due: valuesOf(name, view.version), listed, pointer: operation?.pointer }]
}

const deepest = 6

/** The values listed in the leaves of a schema; a list may be a union of constants. */
const leaves = (view: DocumentView, schema: JsonSchema, depth = 0): unknown[][] => {
  const shapes = shapesIn(view, schema)
  const listed = shapes.flatMap(({ values }) => [...(values ?? [])])
  const members = shapes.flatMap(({ properties }) => [...properties.values()].flat())
  const inner = depth > deepest ? [] : members.flatMap((one) => leaves(view, one, depth + 1))
  return listed.length === 0 ? inner : [listed, ...inner]
}

/**
 * The specification does not show the names of rails; the values listed in the leaves of either direction are rail
 * statuses.
 */
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

/**
 * The differences between a documented enumeration and that of the specification.
 * @yields each difference
 */
export function* enumerationDifferences(enumeration: DocumentedEnumeration): Differences {
  const { name, location, due, listed, pointer } = enumeration
  if (!listed) {
    yield lacks(`the document does not list the values of ${name} for ${location}`, pointer)
    return
  }
  for (const member of due)
    if (!listed.has(member))
      yield contradicts(`${name} has ${member}; the document lacks it for ${location}`, pointer)
  for (const value of listed)
    if (!due.some((member) => member === value))
      yield contradicts(`${name} has no ${String(value)}; the document lists it for ${location}`, pointer)
}

/** Compares the specification's enumerations wherever a document has them. */
export const enumerationJudge: Judge = (view) => {
  const quote = quoteJudge('values')(view)
  const others = [...inIdentifications(view), ...inAbilities(view)]
  if (!quote && others.length === 0) return undefined
  return distinct([...(quote ?? []), ...others.flatMap((one) => Array.from(enumerationDifferences(one)))])
}
