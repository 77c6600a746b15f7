import { isWrong, placesOf } from '../checks/index.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'
import { shownIn } from './violations.js'

/** A wrong value that the service took: a response that repeats it is no second finding. */
export interface Taken {
  /** The path of the operation that took it. */
  readonly path: string
  /** The names of the members that lead to it, without positions in lists. */
  readonly names: readonly string[]
  /** The value as JSON; what is absent comes back as null. */
  readonly text: string
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null'

const namesIn = (keys: readonly string[]): readonly string[] => keys.filter((key) => !/^\d+$/.test(key))

/**
 * What the body of a request breaks of its schema, where the service took it. Null that stands for nothing, and what
 * else services may read as right, is not in any finding about requests: its echo is all that is ever said of it.
 */
export async function takenIn(observed: Observed): Promise<readonly Taken[]> {
  const { api, exchange, case: { call: { body, operation }, expectation } } = observed // prettier-ignore
  const { status } = exchange.response
  const { validator } = operation.requestBody?.content[body?.mediaType ?? ''] ?? {}
  const isMeant = expectation === 'invalid' && !isWrong(observed)
  if (status < 200 || status >= 300 || validator === undefined || body?.raw !== undefined || isMeant)
    return []
  const judge = await api.surface.validator(validator)
  try {
    const { path } = operation
    return placesOf(judge, body?.value).map((at) => ({
      path,
      names: namesIn(at.keys),
      text: textOf(at.value),
    }))
  } catch (error) {
    // What is nested too deeply cannot be gone through.
    if (error instanceof RangeError) return []
    throw error
  }
}

/** `null`, `[]`, `5`: values that many members have, whoever gave them. */
const isCommon = ({ text }: Taken): boolean => text.length <= 'false'.length

const isEndOf = (names: readonly string[], all: readonly string[]): boolean =>
  names.every((name, index) => name === all.at(index - names.length))

/** Whether one path begins with the other one, as far as neither has parameters. */
const isNear = (path: string, other: string): boolean => {
  const [one, two] = [path, other].map((text) => text.replace(/\/?\{.*$/, ''))
  return [`${one}/`.startsWith(`${two}/`), `${two}/`.startsWith(`${one}/`)].includes(true)
}

/**
 * Whether a response is wrong for what the service took before: it repeats that value, in a member of that name. What
 * is common counts near the operation that took it alone, and what a right request creates is the doing of the service.
 */
export function isEcho(violation: ExploreViolation, taken: readonly Taken[]): boolean {
  const { part } = violation
  if (!part || taken.length === 0) return false
  const { call, expectation } = shownIn(violation).case
  const names = namesIn(part.keys)
  const isListed = names.length < part.keys.length
  if (call.operation.method === 'post' && expectation === 'valid' && !isListed) return false
  const text = textOf(part.value)
  return taken.some(
    (one) =>
      one.text === text &&
      (isEndOf(one.names, names) || isEndOf(names, one.names)) &&
      (!isCommon(one) || (one.names.length > 0 && isNear(one.path, call.operation.path))),
  )
}
