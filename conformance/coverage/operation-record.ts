import { countUp, member } from '../../document/index.js'
import {
  type CoveragePoint,
  reachedPoints,
  schemaPoints,
  type ValueSource,
} from '../../document/values/index.js'
import type { JsonSchema, Operation, Parameter } from '../../runtime/surface.js'
import { type Api, type Call, nameOf } from '../model/case.js'
import { canSend, ignoredHeaders } from '../requests/writable.js'
import { declaredStatus, refusesCredentials } from '../exchange/reading.js'
import type { CoverageSummary } from '../model/report.js'
import { counted, joined } from '../../reporting/index.js'

const parameterPoint = ({ name, in: location }: Parameter, isPresent: boolean): CoveragePoint =>
  `parameter ${location} ${name}${isPresent ? '' : ' absent'}`

const bodyPoint = (mediaType?: string): CoveragePoint =>
  mediaType === undefined ? 'parameter body absent' : `parameter body ${mediaType}`

/** A parameter, its content or a body: where its schema stands. */
interface Described {
  readonly schema?: JsonSchema
  readonly pointer: string
}

const describedIn = (parameter: Parameter): Described =>
  Object.values(parameter.content ?? {})[0] ?? parameter

const sourceOf = ({ surface: { schemas } }: Api, { pointer }: Described): ValueSource => ({
  schemas,
  pointer: `${pointer}/schema`,
  direction: 'request',
})

const isSent = (parameter: Parameter): boolean =>
  canSend(parameter) && (parameter.in !== 'header' || !ignoredHeaders.has(parameter.name.toLowerCase()))

const most = 5_000

/**
 * Every point that the cases of an operation can reach: its parameters, sent and left out, its media types, and the
 * enumerated values, branches and properties of their schemas.
 * @param seen schemas that were walked already, and are skipped
 */
export function operationPoints(operation: Operation, api: Api, seen = new Set<unknown>()): CoveragePoint[] {
  const points = new Set<CoveragePoint>()
  const add = (described: Described): void => {
    for (const point of schemaPoints(described.schema, sourceOf(api, described), seen)) {
      if (points.size >= most) return
      points.add(point)
    }
  }
  for (const parameter of operation.parameters.filter(isSent)) {
    points.add(parameterPoint(parameter, true))
    if (!parameter.required) points.add(parameterPoint(parameter, false))
    add(describedIn(parameter))
  }
  const { requestBody } = operation
  if (requestBody && !requestBody.required) points.add(bodyPoint())
  for (const [mediaType, content] of Object.entries(requestBody?.content ?? {})) {
    points.add(bodyPoint(mediaType))
    add(content)
  }
  return [...points]
}

/** The points that a call reaches, of those that the cases of its operation can reach. */
export function pointsReached({ operation, body, ...call }: Call, api: Api): readonly CoveragePoint[] {
  const reachedIn = (value: unknown, described: Described): readonly CoveragePoint[] =>
    value === undefined ? [] : reachedPoints(value, described.schema, sourceOf(api, described))
  const points = operation.parameters.filter(isSent).flatMap((parameter) => {
    const value = member(call[parameter.in], parameter.name)
    return reachedIn(value, describedIn(parameter)).concat(parameterPoint(parameter, value !== undefined))
  })
  const { requestBody } = operation
  if (!body) return requestBody?.required === false ? [...points, bodyPoint()] : points
  const content = requestBody?.content[body.mediaType]
  return content ? [...points, bodyPoint(body.mediaType), ...reachedIn(body.value, content)] : points
}

const listed = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([, a], [, b]) => b - a)
    .map(
      ([status, count]) => `${status === 0 ? 'no response' : status}${count === 1 ? '' : ` ${count} times`}`,
    )
    .join(', ')

const isEach = (statuses: ReadonlyMap<number, number>, is: (status: number) => boolean): boolean =>
  statuses.size > 0 && [...statuses.keys()].every(is)

/** Why an operation never succeeded, by its valid requests. @param isAnonymous they had no credentials */
const failureWords = (
  { path, method }: Operation,
  statuses: ReadonlyMap<number, number>,
  isAnonymous: boolean,
): string => {
  const statusText = listed(statuses)
  const names = [...path.matchAll(/\{[^}]*\}/g)].map(([name]) => name).join(', ')
  if (isEach(statuses, (status) => status === 0)) return `no response came: ${statusText}`
  if (isEach(statuses, refusesCredentials))
    return isAnonymous
      ? `refused, and no credentials were sent: ${statusText}`
      : `refused to these credentials: ${statusText}`
  if (isEach(statuses, (status) => status === 404) && names !== '') {
    const which = method === 'get' || method === 'head' ? 'was tried' : 'may be changed'
    return `not found for any ${names} that ${which}: ${statusText}`
  }
  if (isEach(statuses, (status) => status >= 500)) return `it fails: ${statusText}`
  return `no valid request got a 2xx: ${statusText}`
}

const isReachable = /^[2-4](\d\d|XX)$/i

/** Whether a status is a success: 2xx, or a redirection that is declared by more than `default`, as those to a login. */
export function isSuccess(operation: Operation, status: number): boolean {
  const isRedirection = status >= 300 && status < 400
  return isRedirection
    ? ![undefined, 'default'].includes(declaredStatus(operation, status))
    : status >= 200 && status < 300
}

const refusals = new Set([401, 403, 407, 429])

/** Whether a status turns a valid request away: refused, sent elsewhere, or not found where nothing is asked for by id. */
export function turnsAway(operation: Operation, status: number): boolean {
  if (status === 404) return !operation.path.includes('{')
  return refusals.has(status) || (status >= 300 && status < 400 && !isSuccess(operation, status))
}

/** The declared statuses of final responses that a client can cause, so neither 1xx nor 5xx nor `default`. */
export function reachableStatuses({ responses }: Operation): string[] {
  return Object.keys(responses).filter((key) => isReachable.test(key))
}

export class OperationRecord {
  readonly operation: Operation
  readonly name: string
  /** The number of its request points that are not reached yet. */
  open = 0
  /** Statuses of all responses, 0 for none; and of those to valid requests. */
  readonly statuses = new Map<number, number>()
  readonly ofValid = new Map<number, number>()
  readonly #isAnonymous: boolean
  #hindrance: string | undefined

  /** @param isAnonymous whether its requests have no credentials */
  constructor(operation: Operation, isAnonymous: boolean) {
    this.operation = operation
    this.#isAnonymous = isAnonymous
    this.name = nameOf(operation)
  }

  /** A point of a case belongs to this operation, unless it is of a schema, which operations share. */
  keyOf(point: CoveragePoint): string {
    return point.startsWith('parameter ') ? `${this.name}\n${point}` : point
  }

  answered(status: number, isValid: boolean): void {
    countUp(this.statuses, status)
    if (isValid) countUp(this.ofValid, status)
  }

  get calls(): number {
    return [...this.statuses.values()].reduce((sum, one) => sum + one, 0)
  }

  /** Whether a valid request of it succeeded. */
  get hasWorked(): boolean {
    return [...this.ofValid.keys()].some((status) => isSuccess(this.operation, status))
  }

  /** Whether a valid request of it was turned away, and none succeeded. */
  get isTurnedAway(): boolean {
    return !this.hasWorked && [...this.ofValid.keys()].some((status) => turnsAway(this.operation, status))
  }

  /** Whether a response had a status that is declared by this key: `200`, `4XX`. */
  hasReturned(key: string): boolean {
    return [...this.statuses.keys()].some((status) => declaredStatus(this.operation, status) === key)
  }

  /** Records why it could not be called, or not as intended. */
  hinder(sentence: string): void {
    this.#hindrance = sentence
  }

  /** The known reason why the operation never succeeded. */
  get reason(): string {
    if (this.ofValid.size > 0) return failureWords(this.operation, this.ofValid, this.#isAnonymous)
    if (this.#hindrance !== undefined) return this.#hindrance
    return this.calls === 0 ? 'the run did not come to it' : 'no valid request of it was sent'
  }
}

const openPoints = (all: readonly CoverageSummary[]): string[] => {
  const counts = [
    ['parameters', 'variation of parameters', 'variations of parameters'],
    ['values', 'enumerated value', 'enumerated values'],
    ['requests', 'branch or member', 'branches and members'],
  ] as const
  return counts.flatMap(([kind, one, many]) => {
    const open = all.reduce((sum, { [kind]: { of, reached } }) => sum + of - reached, 0)
    return open > 0 ? [counted(open, one, many)] : []
  })
}

/** The effect of more time, in a sentence. @param left operations with planned requests that were not sent */
export function whatMoreTimeWouldBuy(left: number, coverage: readonly CoverageSummary[]): string {
  if (left === 0) return 'More time would buy random variation alone: every planned request was sent.'
  const points = openPoints(coverage)
  const more = points.length === 0 ? '' : `; ${joined(points)} of requests were not reached`
  return `More time would buy planned requests of ${counted(left, 'operation')}${more}.`
}
