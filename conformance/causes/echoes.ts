import { isSuccess } from '../exchange/reading.js'
import { isWrong, placesOf } from '../checks/index.js'
import type { Observed } from '../model/case.js'
import type { ExploreViolation, ViolationPart } from '../model/violation.js'
import { shownIn } from './violations.js'

/** A wrong value that the service accepted; a response that repeats it is no second finding. */
export interface Taken {
  /** The path of the operation that accepted it, up to its first parameter. */
  readonly path: string
  /** The name of the member, or of the list, that holds it; undefined for a body as a whole. */
  readonly name: string | undefined
  /** The value as JSON; an absent value is echoed as null. */
  readonly text: string
}

const takenAt = ({ case: { call } }: Observed, at: Pick<ViolationPart, 'keys' | 'value'>): Taken => ({
  path: call.operation.path.replace(/\{.*$/, ''),
  name: at.keys.findLast((key) => !/^\d+$/.test(key)),
  text: JSON.stringify(at.value) ?? 'null',
})

/**
 * The values of a request body that break its schema, where the service accepted it. Values that services accept by
 * design, such as null for an absent member, cause no finding about the request, so their echo is the only finding.
 */
export async function takenIn(observed: Observed): Promise<readonly Taken[]> {
  const { api, exchange, case: { call: { body, operation }, expectation } } = observed // prettier-ignore
  const { validator } = operation.requestBody?.content[body?.mediaType ?? ''] ?? {}
  const isMeant = expectation === 'invalid' && !isWrong(observed)
  if (!isSuccess(exchange) || validator === undefined || body?.raw !== undefined || isMeant) return []
  const judge = await api.surface.validator(validator)
  try {
    return placesOf(judge, body?.value).map((at) => takenAt(observed, at))
  } catch (error) {
    // A body that is nested too deeply cannot be walked.
    if (error instanceof RangeError) return []
    throw error
  }
}

/**
 * Whether a response is wrong only because of a value that the service accepted before: near the operation that
 * accepted it, a member of that name has that value. The response to a valid creation is the service's own fault.
 */
export function isEcho(violation: ExploreViolation, taken: readonly Taken[]): boolean {
  const { part } = violation
  if (!part || taken.length === 0) return false
  const shown = shownIn(violation)
  const isCreation = shown.case.call.operation.method === 'post' && shown.case.expectation === 'valid'
  if (isCreation && !part.keys.some((key) => /^\d+$/.test(key))) return false
  const { path, name, text } = takenAt(shown, part)
  const isNear = (other: string): boolean => path.startsWith(other) || other.startsWith(path)
  return taken.some((one) => one.text === text && one.name === name && isNear(one.path))
}
