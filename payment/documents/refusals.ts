import { hasChange } from '../../versions/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { recordDifferences } from './stated.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  jsonOf,
  lacks,
  operationIn,
  responseOf,
  shapesIn,
} from './view.js'

const entries = (view: DocumentView, items: JsonSchema, pointer: string): readonly Difference[] => {
  const members = shapesIn(view, items).flatMap(({ properties }) => properties.get('beneficiary_index') ?? [])
  const isShifted = members
    .flatMap((member) => shapesIn(view, member))
    .some(({ keywords: { minimum, exclusiveMinimum } }) =>
      [minimum, exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1].some(
        (least) => (least ?? 0) > 0,
      ),
    )
  const message = 'beneficiary_index begins with zero; the document has a greater minimum'
  return [
    ...recordDifferences(view, 'IdentificationError', items, pointer),
    ...(isShifted ? [contradicts(message, pointer)] : []),
  ]
}

/** Judges the form of a refused identification: a string, and from 2026-08-01 on an array of objects. */
export function refusalDifferences(view: DocumentView): readonly Difference[] {
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  if (!operation) return []
  const pointer = responseOf(operation, '400')?.pointer ?? operation.pointer
  const schema = jsonOf(operation, '400')
  const shapes = shapesIn(view, schema)
  const lists = shapes.filter(({ types }) => types.has('array'))
  if (!hasChange(view.version, 'structured-errors')) {
    const message = 'before 2026-08-01 a refused identification is told in a string; the document has a list'
    return lists.length === 0 ? [] : [contradicts(message, pointer)]
  }
  const due = 'a refused identification is told in an array of objects; the document has none'
  if (lists.length === 0) {
    const isOther = shapes.length > 0 && shapes.every(({ types }) => types.size > 0)
    return [isOther ? contradicts(due, pointer) : lacks(due, pointer)]
  }
  const items = lists.flatMap((list) => list.items)
  if (items.length === 0)
    return [lacks('the document does not show the entries of a refused identification', pointer)]
  return items.flatMap((item) => entries(view, item, pointer))
}
