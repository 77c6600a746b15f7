import { declaredFor } from '../exchange/media-type.js'
import { type Exchange, headerValue, jsonBody } from '../exchange/exchange.js'
import type { Traffic } from '../model/traffic.js'
import type { Operation, ResponseObject } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { CoveragePoint } from '../../document/values/index.js'
import type { Observed } from '../model/observed.js'
import type { CoverageSummary, Reached, UnreachedOperation } from '../model/coverage.js'
import type { Hindrance } from './hindrance.js'
import { declaredStatus, OperationRecord, reachableStatuses } from './operation-record.js'
import { pointsInAnswer, pointsOfAnswers } from './response-points.js'
import { locationWords } from '../../document/index.js'

const plain = (text: string): string => text.replaceAll('`', '')

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Pointer and value of an enumerated value: names in pointers may have spaces, and so may texts. */
const splitEnum = (rest: string): readonly [pointer: string, value: string] => {
  for (let at = rest.indexOf(' '); at >= 0; at = rest.indexOf(' ', at + 1)) {
    if (isJson(rest.slice(at + 1))) return [rest.slice(0, at), rest.slice(at)]
  }
  return [rest, '']
}

const parameterWords = (rest: string, name: string): string => {
  const [, location = '', own = ''] = /^(\S+) (.*)$/s.exec(rest) ?? []
  if (own === 'absent' && location === 'body') return `${name}without a body`
  return own.endsWith(' absent')
    ? `${name}without ${location} ${own.slice(0, -7)}`
    : `${name}${location} ${own}`
}

/** A key of coverage in words: `GET /pets: query limit`, `Pet.kind "cat"`, `Pet.nickname`. */
const pointWords = (document: unknown, key: CoveragePoint, record?: OperationRecord): string => {
  const point = key.slice(key.indexOf('\n') + 1)
  const kind = point.split(' ', 1)[0] ?? ''
  const rest = point.slice(kind.length + 1)
  if (kind === 'parameter') return parameterWords(rest, record ? `${record.name}: ` : '')
  const [pointer, value] = kind === 'enum' ? splitEnum(rest) : [rest, '']
  const branch = kind === 'branch' ? ` ${pointer.split('/').slice(-2).join(' ')}` : ''
  return `${plain(locationWords(document, pointer))}${branch}${value}`
}

/** So many of what was not reached are named. */
const mostNamed = 50
const mostOperations = 500

interface RequestPoint {
  readonly record: OperationRecord
  readonly isReached: boolean
}

const missingOperations = (records: readonly OperationRecord[]): UnreachedOperation[] => {
  const missing = records.filter(({ successes }) => successes === 0)
  // What was called and never worked says most of what is wrong with the settings, or with the service.
  const sorted = [...missing.filter(({ calls }) => calls > 0), ...missing.filter(({ calls }) => calls === 0)]
  return sorted.slice(0, mostOperations).map(({ name, calls, reason }) => ({
    operation: name,
    state: calls === 0 ? 'not-called' : 'never-succeeded',
    reason,
  }))
}

/** Points of operations that work come first: those could be reached at once. */
const isNear = ({ record }: RequestPoint): boolean => record.successes > 0

const ofRequests = (
  { document }: Api,
  points: ReadonlyMap<CoveragePoint, RequestPoint>,
  is: (kind: string) => boolean,
): Reached => {
  const own = [...points].filter(([key]) => is(kindOf(key)))
  const missing = own.filter(([, { isReached }]) => !isReached)
  const sorted = [
    ...missing.filter(([, state]) => isNear(state)),
    ...missing.filter(([, state]) => !isNear(state)),
  ]
  return {
    reached: own.length - missing.length,
    of: own.length,
    missing: sorted.slice(0, mostNamed).map(([key, { record }]) => pointWords(document, key, record)),
  }
}

const kindOf = (key: CoveragePoint): string => key.slice(key.indexOf('\n') + 1).split(' ', 1)[0] ?? ''

const statusesOf = (records: readonly OperationRecord[]): Reached => {
  const all = records.flatMap((record) =>
    reachableStatuses(record.operation).map((status) => ({ record, status })),
  )
  const missing = all.filter(({ record, status }) => !record.declared.has(status))
  const sorted = missing.toSorted((a, b) => Number(a.status > b.status) - Number(a.status < b.status))
  return {
    reached: all.length - missing.length,
    of: all.length,
    missing: sorted.slice(0, mostNamed).map(({ record, status }) => `${record.name}: ${status}`),
  }
}

const ofResponses = ({ document }: Api, points: ReadonlyMap<CoveragePoint, boolean>): Reached => {
  const missing = [...points].filter(([, isReached]) => !isReached)
  return {
    reached: points.size - missing.length,
    of: points.size,
    missing: missing.slice(0, mostNamed).map(([key]) => pointWords(document, key)),
  }
}

/** What was counted: operations whose points are, and the points with whether they were reached. */
interface CountedPoints {
  readonly counted: readonly OperationRecord[]
  readonly requests: ReadonlyMap<CoveragePoint, RequestPoint>
  readonly responses: ReadonlyMap<CoveragePoint, boolean>
}

/** The summary of what was counted. */
const summarize = (
  api: Api,
  records: readonly OperationRecord[],
  { counted, requests, responses }: CountedPoints,
): CoverageSummary => ({
  version: api.version,
  operations: {
    called: records.filter(({ calls }) => calls > 0).length,
    reached: records.filter(({ successes }) => successes > 0).length,
    of: records.length,
    missing: missingOperations(records),
  },
  parameters: ofRequests(api, requests, (kind) => kind === 'parameter'),
  values: ofRequests(api, requests, (kind) => kind === 'enum'),
  statuses: statusesOf(counted),
  requests: ofRequests(api, requests, (kind) => kind !== 'parameter' && kind !== 'enum'),
  responses: ofResponses(api, responses),
})

/** A point with the operation that counts it: the first whose requests can reach it. */
interface PointState {
  readonly record: OperationRecord
  isReached: boolean
}

type PointsOf = (operation: Operation, api: Api, seen: Set<unknown>) => Iterable<CoveragePoint>

/** Of operations that were never called so many have their points counted: a document may have 100,000. */
const mostUncalled = 2_000

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
  readonly #pointsOf: PointsOf
  readonly #records: readonly OperationRecord[]
  readonly #byOperation: ReadonlyMap<string, OperationRecord>
  readonly #requests = new Map<CoveragePoint, PointState>()
  readonly #responses = new Map<CoveragePoint, boolean>()
  /** Operations whose points are counted, and schemas that were gone through for them. */
  readonly #counted = new Set<OperationRecord>()
  readonly #seenInRequests = new Set<unknown>()
  readonly #seenInResponses = new Set<string>()
  #reached = 0

  /**
   * @param pointsOf every point that requests of an operation can reach, but for those of schemas in `seen`; it adds to
   * them the schemas that it goes through
   * @param isAnonymous whether requests of an operation have no credentials
   */
  constructor(api: Api, pointsOf: PointsOf, isAnonymous: (operation: Operation) => boolean = () => false) {
    this.#api = api
    this.#pointsOf = pointsOf
    this.#records = api.operations.map((operation) => new OperationRecord(operation, isAnonymous))
    this.#byOperation = new Map(this.#records.map((record) => [record.name, record]))
  }

  /** How many points were reached so far, of requests and of answers. */
  get reachedPoints(): number {
    return this.#reached
  }

  /** Counts the points of an operation, once it is called: to go through all schemas before is a wait for nothing. */
  #count(record: OperationRecord): void {
    if (this.#counted.has(record)) return
    this.#counted.add(record)
    const { operation } = record
    for (const point of this.#pointsOf(operation, this.#api, this.#seenInRequests)) {
      const key = record.keyOf(point)
      if (this.#requests.has(key)) continue
      this.#requests.set(key, { record, isReached: false })
      record.open += 1
    }
    const contents = Object.values(operation.responses).flatMap(({ content }) => Object.values(content))
    for (const { schema, pointer } of contents) {
      const { schemas } = this.#api.surface
      for (const point of pointsOfAnswers(schema, `${pointer}/schema`, schemas, this.#seenInResponses))
        if (!this.#responses.has(point)) this.#responses.set(point, false)
    }
  }

  /** Takes in one answer. */
  reach({ case: sent, exchange }: Observed): void {
    const { call, expectation, reaches = [] } = sent
    const record = this.#byOperation.get(`${call.operation.method.toUpperCase()} ${call.operation.path}`)
    if (!record || call.method !== undefined) return
    this.#count(record)
    const { status } = exchange.response
    const isValid = expectation === 'valid' && (call.credentials ?? 'own') === 'own'
    record.answered(status, isValid)
    if (isValid && !atTheDoor.has(status)) for (const point of reaches) this.#reachRequest(record, point)
    this.#reachResponse(call.operation, exchange)
  }

  #reachRequest(record: OperationRecord, point: CoveragePoint): void {
    const key = record.keyOf(point)
    const known = this.#requests.get(key)
    if (known?.isReached === true) return
    this.#requests.set(key, { record: known?.record ?? record, isReached: true })
    this.#reached += 1
    if (known) known.record.open -= 1
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
    const uncalled = this.#records.filter((record) => !this.#counted.has(record))
    for (const record of uncalled.slice(0, mostUncalled)) this.#count(record)
    return summarize(this.#api, this.#records, {
      counted: this.#records.filter((record) => this.#counted.has(record)),
      requests: this.#requests,
      responses: this.#responses,
    })
  }
}
