import { isElsewhere, type Served } from '../../conformance/model/observation.js'
import type { Tolerances } from '../../conformance/model/observed.js'
import { hasChange } from '../../versions/index.js'

/** Errors, General: the statuses that any operation may answer. */
const general = new Set([400, 401, 403, 404, 500])

/**
 * What the specification lets the payment API do beside its documents, for `judgeExchange`: 409 of required signings
 * stands in the table of errors alone; whether a string comes as JSON or as text, and whether null or absence stands
 * for nothing, is open.
 */
export function tolerancesOf(served: Served): Tolerances {
  const { route, version = '', mayServe } = served
  const isEarlier = [version, ...mayServe].some((one) => !hasChange(one, 'empty-signings-list'))
  const mayConflict = route === 'get /customers/{}/required-signings' && isEarlier
  return {
    isGeneral: (_, status) => general.has(status) || (status === 409 && mayConflict),
    isElsewhere: isElsewhere(served),
    isTextPlain: true,
    isNullAbsent: true,
  }
}
