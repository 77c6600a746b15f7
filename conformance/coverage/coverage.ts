import { declaredFor } from '../exchange/media-type.js'
import { type Exchange, headerValue, jsonBody } from '../exchange/exchange.js'
import type { Traffic } from '../model/traffic.js'
import type { Operation, ResponseObject } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { CoveragePoint } from '../../document/values/index.js'
import type { Observed } from '../model/observed.js'
import type { CoverageSummary } from '../model/coverage.js'
import type { Hindrance } from './hindrance.js'
import { declaredStatus, OperationRecord } from './operation-record.js'
import { pointsInAnswer, pointsOfAnswers } from './response-points.js'
import { summarize } from './summarize.js'

/** A point with the operations whose requests can reach it. */
interface PointState {
  readonly records: readonly OperationRecord[]
  isReached: boolean
}

const trafficOf = (name: string, statuses: ReadonlyMap<number, number>): Traffic[] =>
  statuses.size === 0
    ? []
    : [{ operation: name, statuses: Object.fromEntries([...statuses].map(([key, count]) => [key, count])) }]

// An answer with one of these says nothing of what was asked for: it stopped at the door.
const atTheDoor = new Set([0, 401, 403, 404, 405, 429])

const mediaTypeIn = ({ content }: ResponseObject, { response }: Exchange) => {
  const declared = declaredFor(Object.keys(content), headerValue(response.headers, 'content-type'))
  return declared === undefined ? undefined : content[declared]
}

/** Counts what of a document was reached by a run. */
export class Coverage {
  readonly #api: Api
  readonly #records: readonly OperationRecord[]
  readonly #byOperation = new Map<string, OperationRecord>()
  readonly #requests = new Map<CoveragePoint, PointState & { records: OperationRecord[] }>()
  readonly #responses = new Map<CoveragePoint, boolean>()
  #reached = 0

  /**
   * @param pointsOf every point that requests of an operation can reach
   */
  constructor(api: Api, pointsOf: (operation: Operation, api: Api) => readonly CoveragePoint[]) {
    this.#api = api
    this.#records = api.operations.map((operation) => new OperationRecord(operation))
    const seen = new Set<string>()
    for (const record of this.#records) {
      const { operation } = record
      this.#byOperation.set(record.name, record)
      for (const point of new Set(pointsOf(operation, api))) this.#plan(record, record.keyOf(point))
      const contents = Object.values(operation.responses).flatMap(({ content }) => Object.values(content))
      for (const { schema, pointer } of contents) {
        const points = pointsOfAnswers(schema, `${pointer}/schema`, api.surface.schemas, seen)
        for (const point of points) this.#responses.set(point, false)
      }
    }
  }

  /** How many points were reached so far, of requests and of answers. */
  get reachedPoints(): number {
    return this.#reached
  }

  #plan(record: OperationRecord, key: string): void {
    const state = this.#requests.get(key) ?? { records: [], isReached: false }
    this.#requests.set(key, state)
    state.records.push(record)
    if (!state.isReached) record.open += 1
  }

  /** Takes in one answer. */
  reach({ case: sent, exchange }: Observed): void {
    const { call, expectation, reaches = [] } = sent
    const record = this.#byOperation.get(`${call.operation.method.toUpperCase()} ${call.operation.path}`)
    if (!record || call.method !== undefined) return
    const { status } = exchange.response
    const isValid = expectation === 'valid' && (call.credentials ?? 'own') === 'own'
    record.answered(status, isValid)
    if (isValid && !atTheDoor.has(status)) for (const point of reaches) this.#reachRequest(record, point)
    this.#reachResponse(call.operation, exchange)
  }

  #reachRequest(record: OperationRecord, point: CoveragePoint): void {
    const key = record.keyOf(point)
    const state = this.#requests.get(key) ?? { records: [], isReached: false }
    this.#requests.set(key, state)
    if (state.isReached) return
    state.isReached = true
    this.#reached += 1
    for (const one of state.records) one.open -= 1
  }

  #reachResponse(operation: Operation, exchange: Exchange): void {
    const declared = declaredStatus(operation, exchange.response.status)
    const response = declared === undefined ? undefined : operation.responses[declared]
    const mediaType = response && mediaTypeIn(response, exchange)
    if (mediaType?.schema === undefined) return
    const { schemas } = this.#api.surface
    const value = jsonBody(exchange.response)
    if (value === undefined) return
    for (const point of pointsInAnswer(value, mediaType.schema, `${mediaType.pointer}/schema`, schemas)) {
      if (this.#responses.get(point) !== true) this.#reached += 1
      this.#responses.set(point, true)
    }
  }

  /** Notes why an operation could not be called, or not as it is meant to be: the last reason is reported. */
  hinder({ method, path }: Operation, hindrance: Hindrance): void {
    this.#byOperation.get(`${method.toUpperCase()} ${path}`)?.hinder(hindrance)
  }

  /**
   * The operations in the order in which more time should be spent: those that were not called yet, then those with
   * the most points left for the calls they had. What never succeeded after many calls comes late.
   */
  leastReached(): Operation[] {
    const weight = ({ calls, open, successes }: OperationRecord): number => {
      if (calls === 0) return Infinity
      return ((open + 1) * (successes === 0 ? 0.25 : 1)) / (calls + 1)
    }
    const weighed = this.#records.map((record) => ({ record, weight: weight(record) }))
    const order = weighed.toSorted((a, b) => (a.weight === b.weight ? 0 : b.weight > a.weight ? 1 : -1))
    return order.map(({ record }) => record.operation)
  }

  /** How often each operation was called, and what was answered. */
  traffic(): Traffic[] {
    return this.#records.flatMap(({ name, statuses }) => trafficOf(name, statuses))
  }

  /** The same of valid requests alone. */
  validTraffic(): Traffic[] {
    return this.#records.flatMap(({ name, ofValid }) => trafficOf(name, ofValid))
  }

  /** How much was reached so far. */
  summary(): CoverageSummary {
    return summarize(this.#api, this.#records, this.#requests, this.#responses)
  }
}
