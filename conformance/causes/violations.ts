import { addTo, groupedBy } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { operationName } from '../checks/response.js'
import { isWrong, locationOf, peculiaritiesIn } from '../checks/deviations.js'
import { type BrokenPlace, placesOf } from '../checks/body.js'
import type { Call, Observed, ExploreViolation, ExploreViolations } from '../model/case.js'
import type { Exchange } from '../exchange/exchange.js'
import { idIn, isSuccess } from '../exchange/reading.js'

/** The last step of a violation: the exchange that shows it, with its case. */
export function shownIn({ steps }: ExploreViolation): Observed {
  const last = steps.at(-1)
  if (!last) throw new RangeError('a violation without a step')
  return last
}

/** The call that shows a violation. */
export function callOf(violation: ExploreViolation): Call {
  return shownIn(violation).case.call
}

/** The operation that shows a violation. */
export function operationOf(violation: ExploreViolation): string {
  return operationName(shownIn(violation))
}

/** Counts the odd values and the deviation of a request, because they distract even if unrelated to the violation. */
const oddities = (observed: Observed): number =>
  peculiaritiesIn(observed.case).length + (locationOf(observed) === undefined ? 0 : 2)

const sizeOf = ({ steps }: ExploreViolation): number =>
  steps.reduce((size, observed) => {
    const { body = '', url, headers } = observed.exchange.request
    return size + 1_000 * (1 + oddities(observed)) + body.length + url.length + headers.length
  }, 0)

/** Violations with the smallest requests first. */
export function bySize(violations: ExploreViolations): ExploreViolations {
  return violations.toSorted((a, b) => sizeOf(a) - sizeOf(b))
}

/** Equal for violations of one rule and cause. */
export function causeKey({ rule, cause }: ExploreViolation): string {
  return `${rule}\n${cause}`
}

/**
 * Gives violations at one location the cause that most operations show.
 * @param groupOf undefined for a violation that keeps its cause
 * @param isPlainest whether a violation has the cause of its location, however few operations show it
 */
export function byWidestCause(
  all: ExploreViolations,
  groupOf: (violation: ExploreViolation) => string | undefined,
  isPlainest: (violation: ExploreViolation) => boolean = () => false,
): ExploreViolations {
  const breadths = new Map<string, number>()
  for (const [key, group] of groupedBy(all, causeKey)) breadths.set(key, new Set(group.map(operationOf)).size)
  const breadthOf = (one: ExploreViolation): number =>
    isPlainest(one) ? Infinity : (breadths.get(causeKey(one)) ?? 0)
  const widest = new Map<string, ExploreViolation>()
  const names = all.map((one) => groupOf(one))
  for (const [index, one] of all.entries()) {
    const name = names[index]
    const known = name === undefined ? undefined : widest.get(name)
    if (name !== undefined && (!known || breadthOf(one) > breadthOf(known))) widest.set(name, one)
  }
  return all.map((one, index) => ({
    ...one,
    cause: widest.get(names[index] ?? '')?.cause ?? one.cause,
  }))
}

/** A wrong value that the service accepted; a response that repeats it is not a second finding. */
export interface Taken {
  /** The response of the operation that accepted it. */
  readonly exchange: Exchange
  /** The path of that operation, up to its first parameter. */
  readonly path: string
  /** The names in that path, without its parameters. */
  readonly names: readonly string[]
  /** The name of the member, or of the list, that holds it; undefined for a body as a whole. */
  readonly name: string | undefined
  /** The value as JSON; an absent value is echoed as null. */
  readonly text: string
  /** JSON Pointer to the schema that the value breaks, which several operations may share. */
  readonly schema: string
}

/** A value as a service may show it: a number or a flag that it stored as a text, and PHP shows `{}` as `[]`. */
const storedAs = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  return text === '{}' ? '[]' : text
}

const takenAt = ({ case: { call }, exchange }: Observed, at: BrokenPlace): Taken => ({
  exchange,
  path: call.operation.path.replace(/\{.*$/, ''),
  names: call.operation.path.split('/').filter((one) => one !== '' && !one.includes('{')),
  name: at.keys.findLast((key) => !/^\d+$/.test(key)),
  text: storedAs(at.value),
  schema: at.schema,
})

/**
 * The values of a request body that break its schema, where the service accepted it. Values that services accept by
 * design, such as null for an absent member, cause no finding about the request, so their echo is the only finding.
 */
export async function takenIn(observed: Observed): Promise<readonly Taken[]> {
  const { api, exchange, case: { call: { body, operation }, expectation } } = observed // prettier-ignore
  const { validator, pointer = '' } = operation.requestBody?.content[body?.mediaType ?? ''] ?? {}
  const isMeant = expectation === 'invalid' && !isWrong(observed)
  if (!isSuccess(exchange) || validator === undefined || body?.raw !== undefined || isMeant) return []
  const judge = await api.surface.validator(validator)
  return placesOf(judge, body?.value, api.document, `${pointer}/schema`).map((at) => takenAt(observed, at))
}

/** The wrong value that a response shows. */
const shownAt = (violation: ExploreViolation): Taken | undefined => {
  const { part, pointer: schema = '' } = violation
  return part && takenAt(shownIn(violation), { ...part, schema })
}

/** Whether a response repeats what its own request had wrong, whatever the name; nothing is told by null. */
const isOfOwnRequest = (shown: Taken, taken: readonly Taken[]): boolean =>
  shown.text !== 'null' && taken.some((one) => one.exchange === shown.exchange && one.text === shown.text)

/** The values that responses to wrong requests repeat under names of their own, as other responses may. */
export function repeatedIn(violations: ExploreViolations, taken: readonly Taken[]): readonly Taken[] {
  return violations.flatMap((violation) => {
    const shown = shownAt(violation)
    return shown && isOfOwnRequest(shown, taken) ? [shown] : []
  })
}

/** Whether two operations are about the same things: their paths begin alike, or one is below another collection. */
const isNear = (shown: Taken, other: Taken): boolean =>
  shown.path.startsWith(other.path) ||
  other.path.startsWith(shown.path) ||
  shown.names.includes(other.names.at(-1) ?? '') ||
  other.schema === shown.schema

/** Whether the path of a request names the thing that a wrong value became part of. */
const isAbout = ({ exchange: { request } }: Observed, { exchange }: Taken): boolean => {
  const id = idIn(exchange, 'id')
  return id !== undefined && request.url.split(/[/?]/).includes(encodeURIComponent(id))
}

/**
 * Whether a response is wrong only because of a value that the service accepted before: near the operation that
 * accepted it, or in the same component, a member of that name has that value. The response to a valid POST is the
 * service's own fault, unless it is about the thing that the wrong value is part of.
 */
export function isEcho(violation: ExploreViolation, taken: readonly Taken[]): boolean {
  const { part } = violation
  const value = shownAt(violation)
  if (!part || !value || taken.length === 0) return false
  const shown = shownIn(violation)
  const { expectation, call } = shown.case
  const isInList = part.keys.some((key) => /^\d+$/.test(key))
  const isOwn = call.operation.method === 'post' && expectation === 'valid' && !isInList
  // The response to a wrong body may hold it in an envelope: `{"data": []}` for `[]`.
  const isOpened = expectation !== 'valid' && part.keys.length === 1
  const isNamed = ({ name }: Taken): boolean => name === value.name || (isOpened && name === undefined)
  const isRepeated = taken
    .filter((one) => one.text === value.text && isNamed(one) && isNear(value, one))
    .some((one) => !isOwn || isAbout(shown, one))
  return isRepeated || isOfOwnRequest(value, taken)
}

/** The most violations of one cause kept for each operation. */
const keptEach = 3
/** The most operations for which they are kept. */
const keptOperations = 200

const pointerOf = (violation: ExploreViolation): string => callOf(violation).operation.pointer

/** The violations of a run, by rule and cause. */
export class Found {
  readonly #causes = new Map<string, ExploreViolation[]>()

  /** Adds a violation. True for the first one of its cause. */
  add(violation: ExploreViolation): boolean {
    const key = causeKey(violation)
    const known = this.#causes.get(key)
    if (!known) {
      this.#causes.set(key, [violation])
      return true
    }
    const same = known.filter((one) => pointerOf(one) === pointerOf(violation)).length
    if (same < keptEach && known.length < keptOperations * keptEach) known.push(violation)
    return false
  }

  /**
   * Replaces a violation by one with a smaller request. If the cause changes, other violations of the same operation
   * are dropped, because they had the new cause too.
   * @param smaller undefined where the violation was none
   * @returns violations of other operations that may have the new cause, one of each
   */
  replace(violation: ExploreViolation, smaller: ExploreViolation | undefined): ExploreViolations {
    const key = causeKey(violation)
    const known = this.#causes.get(key)
    if (!known) return []
    const others = known.filter((one) => pointerOf(one) !== pointerOf(violation))
    if (smaller && causeKey(smaller) === key) {
      // Of failures, the shrunk request is better evidence than others of its operation.
      const kept = known.filter((one) => one !== violation)
      known.splice(0, Infinity, ...(smaller.rule === 'answers/server-error' ? others : kept), smaller)
      return []
    }
    known.splice(0, Infinity, ...others)
    if (others.length === 0) this.#causes.delete(key)
    if (smaller) this.add(smaller)
    return [...new Map(others.map((one) => [pointerOf(one), one])).values()]
  }

  get causes(): number {
    return this.#causes.size
  }

  /** All kept violations, in the order of their causes. */
  get violations(): ExploreViolations {
    return [...this.#causes.values()].flat()
  }
}

/** This many failures over this time are no coincidence. */
const leastLasting = 3
const lastingMs = 2_000

/** Times of the failures of operations. */
export class Failing {
  readonly #times = new Map<Operation, number[]>()

  add({ case: { call }, exchange: { sentAt } }: Observed): void {
    addTo(this.#times, call.operation, sentAt)
  }

  /** Whether an operation failed repeatedly over some time. */
  isLasting(operation: Operation): boolean {
    const times = this.#times.get(operation) ?? []
    return times.length >= leastLasting && (times.at(-1) ?? 0) - (times[0] ?? 0) >= lastingMs
  }
}
