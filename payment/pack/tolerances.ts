import { isElsewhere, type Served } from '../../conformance/model/observation.js'
import type { Tolerances } from '../../conformance/model/observed.js'
import { hasChange } from '../../versions/index.js'

/** The statuses that any operation may return (Errors, General). */
const general = new Set([400, 401, 403, 404, 500])

/**
 * Deviations from the documents that the specification allows the payment API, for `judgeExchange`: the table of errors
 * alone has the 409 of required signings; whether a string is JSON or text, and whether null or absence means nothing,
 * is open.
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
