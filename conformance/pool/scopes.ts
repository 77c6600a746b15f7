import { objectOf } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { type Call, type Observed, type ParameterValues, requiredQuery } from '../model/case.js'
import { fitted } from '../resources/names.js'

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

/** Whether a call asks for a thing with the query parameters that its creation sent. */
export function isInScope({ operation, query }: Call, made: Observed): boolean {
  return Object.entries(scopeOf(operation, made)).every(
    ([name, value]) => String(query[name]) === String(value),
  )
}
