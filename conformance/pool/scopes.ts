import { entriesOf, type JsonObject, member, objectOf } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { objectBody } from '../exchange/reading.js'
import { type Call, type Observed, type ParameterValues, requiredQuery } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { fitted, nameKey, referredBy } from '../resources/names.js'
import { isIdName } from './references.js'

/**
 * The required query parameters of an operation on a thing with the values that its creation sent under their names: a
 * thing of `POST /views { project: a }` is at `/views/{name}?project=a` alone.
 */
export function scopeOf(operation: Operation, { api, case: { call } }: Observed): ParameterValues {
  const sent = [call.query, objectOf(call.body?.value)]
  const values = requiredQuery(operation).flatMap(({ name, schema }) => {
    const [value] = sent.flatMap((one) => fitted(one[name], schema, api.surface.schemas) ?? [])
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(values)
}

/** The query parameters with which a created thing is deleted: things with one path and different ones are several. */
export function scopeOfDeletion({
  deleteOperation,
  by,
}: Pick<CreatedThing, 'deleteOperation' | 'by'>): ParameterValues {
  return deleteOperation ? scopeOf(deleteOperation, by) : {}
}

/**
 * The ids in the body of a call with the values that the creation of its thing sent or showed under their names: a
 * `PATCH /pets/{id}` with the `owner_id` of another pet finds nothing.
 */
export function sharedIds({ body }: Call, { case: made, exchange }: Observed): JsonObject {
  const known = [objectOf(made.call.body?.value), objectBody(exchange)]
  const ids = entriesOf(body?.value).filter(
    ([name]) => isIdName(nameKey(name)) && referredBy(name) !== undefined,
  )
  const shared = ids.flatMap(([name, sent]) => {
    const value = known.map((one) => one[name]).find((one) => typeof one === typeof sent)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(shared)
}

/** Whether a call asks for a thing with the query parameters and ids that its creation had. */
export function isInScope(call: Call, made: Observed): boolean {
  const [query, ids] = [scopeOf(call.operation, made), sharedIds(call, made)]
  const isShared = ([name, value]: readonly [string, unknown]): boolean =>
    member(call.body?.value, name) === value
  return (
    Object.entries(query).every(([name, value]) => String(call.query[name]) === String(value)) &&
    Object.entries(ids).every(isShared)
  )
}
