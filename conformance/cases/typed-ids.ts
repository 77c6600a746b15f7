import { isObject, keysOf, member } from '../../document/index.js'
import { type Call, valuesAt } from '../model/case.js'
import { withBody, withMember, withParameter } from './inputs.js'
import type { Planned } from './make-case.js'
import type { Start, TypedIds } from './start.js'

const put = (call: Call, where: TypedIds['in'], name: string, value: unknown): Call => {
  if (where === 'query') return withParameter(call, { name, in: where }, value)
  const { body } = call
  return body && isObject(body.value)
    ? withBody(call, { ...body, value: withMember(body.value, name, value) })
    : call
}

const has = (ids: readonly unknown[] | undefined, id: unknown): boolean =>
  (ids ?? []).some((one) => String(one) === String(id))

/** A call whose id is of the kind that it says. Where `start` does not say the same kind, the call is about that. */
const matching = (call: Call, { in: where, id, type, ids }: TypedIds, start: Call): Call => {
  const [values, usual] = [call, start].map((one) => valuesAt(one, where))
  const [own, kind] = [member(values, id), member(values, type)]
  if (own === undefined) return call
  if (kind !== undefined && kind !== member(usual, type)) {
    const known = typeof kind === 'string' ? ids.get(kind) : undefined
    // An odd type is the point of its case, and has no known id.
    if (known === undefined || has(known, own)) return call
    if (known.length > 0) return put(call, where, id, known[0])
  }
  const meant = [...ids.keys()].find((one) => has(ids.get(one), own))
  return meant === undefined ? call : put(call, where, type, meant)
}

/** A planned case whose ids are of the kinds that it says: `{ parentType: 'pet', parentId }` with the id of a pet. */
export function withTypes(start: Start, planned: Planned): Planned {
  const { deviation, call } = planned
  const wrong = deviation && keysOf(deviation.at)[0]
  const all = start.pool
    .typedIds(call.operation)
    .filter((one) => deviation?.in !== one.in || (wrong !== one.id && wrong !== one.type))
  return { ...planned, call: all.reduce((sent, one) => matching(sent, one, start.call), call) }
}
