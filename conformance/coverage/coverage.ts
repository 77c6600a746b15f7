import { declaredContent, declaredFor, isPage, refusesCredentials } from '../exchange/reading.js'
import { type Exchange, headerValue, parsedJson } from '../exchange/exchange.js'
import { valueIn } from '../exchange/streams.js'
import type { Traffic, CoverageSummary, Reached, UnreachedOperation } from '../model/report.js'
import type { MediaTypeObject, Operation } from '../../runtime/surface.js'
import { type Api, nameOf, type Observed } from '../model/case.js'
import {
  type CoveragePoint,
  reachedPoints,
  schemaPoints,
  type ValueSource,
} from '../../document/values/index.js'
import {
  isSuccess,
  OperationRecord,
  reachableStatuses,
  turnsAway,
  operationPoints,
  pointsReached,
} from './operation-record.js'
import { addTo, locationWords } from '../../document/index.js'
import { ofDeclaredType } from '../checks/conditions.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** Whether an operation succeeded as documented; a page that no media type declares may be a login. */
const isServed = (observed: Observed): boolean =>
  isSuccess(observed.case.call.operation, observed.exchange.response.status) &&
  (!isPage(observed.exchange.response) || ofDeclaredType(observed))

/** How much a refusal says: one of the credentials more than a redirection, and that more than a path that is not there. */
const tellingOf = (status: number): number => (refusesCredentials(status) ? 2 : status === 404 ? 0 : 1)

/** Counts the responses and operations that each rule was judged by. */
export class Judgements {
  /** The operation of each response, by rule. */
  readonly #judged = new Map<ExploreRuleId, string[]>()
  #isServed = false
  #unserved: Observed | undefined
  /** The exchange in which a valid request was turned away that says most, the first of these. */
  turnedAway: Exchange | undefined

  add(rule: ExploreRuleId, observed: Observed): void {
    const { call, expectation } = observed.case
    addTo(this.#judged, rule, nameOf(call.operation))
    this.#isServed ||= isServed(observed)
    const isOwn = expectation === 'valid' && (call.credentials ?? 'own') === 'own'
    const { status } = observed.exchange.response
    const isTelling = !this.turnedAway || tellingOf(status) > tellingOf(this.turnedAway.response.status)
    if (isOwn && isTelling && turnsAway(call.operation, status)) this.turnedAway = observed.exchange
    // A response to a valid request is the better evidence.
    if (!this.#unserved || (this.#unserved.case.expectation !== 'valid' && expectation === 'valid'))
      this.#unserved = observed
  }

  count(rule: ExploreRuleId): number {
    return this.#judged.get(rule)?.length ?? 0
  }

  /** The operations whose responses a rule was judged by, as method and path. */
  operations(rule: ExploreRuleId): string[] {
    return [...new Set(this.#judged.get(rule))]
  }

  /** The first exchange, where no response was a success, so that none proves anything about the contract. */
  get unserved(): Exchange | undefined {
    return this.#isServed ? undefined : this.#unserved?.exchange
  }
}

const plain = (text: string): string => text.replaceAll('`', '')

/** The pointer and value of an enumerated value; both may contain spaces. */
const splitEnum = (rest: string): readonly [pointer: string, value: string] => {
  for (let at = rest.indexOf(' '); at >= 0; at = rest.indexOf(' ', at + 1)) {
    if (parsedJson(rest.slice(at + 1)) !== undefined) return [rest.slice(0, at), rest.slice(at)]
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
export function pointWords(document: unknown, key: CoveragePoint, record?: OperationRecord): string {
  const kind = kindOf(key)
  const rest = key.slice(key.indexOf('\n') + 1 + kind.length + 1)
  if (kind === 'parameter') return parameterWords(rest, record ? `${record.name}: ` : '')
  const [pointer, value] = kind === 'enum' ? splitEnum(rest) : [rest, '']
  const branch = kind === 'branch' ? ` ${pointer.split('/').slice(-2).join(' ')}` : ''
  return `${plain(locationWords(document, pointer))}${branch}${value}`
}

/** The most unreached points that are listed. */
const mostNamed = 50

const reachedOf = <Point>(
  all: readonly Point[],
  isReached: (point: Point) => boolean,
  words: (point: Point) => string,
): Reached => {
  const [{ length: of }, missing] = [all, all.filter((point) => !isReached(point))]
  return { reached: of - missing.length, of, missing: missing.slice(0, mostNamed).map(words) }
}

/** Items that meet a condition, then the others. */
const first = <Item>(all: readonly Item[], is: (item: Item) => boolean): Item[] => [
  ...all.filter(is),
  ...all.filter((one) => !is(one)),
]

const missingOperations = (records: readonly OperationRecord[]): UnreachedOperation[] => {
  const missing = records.filter(({ hasWorked }) => !hasWorked)
  // Operations that were called and never succeeded come first: they point at wrong settings or a broken service.
  return first(missing, ({ calls }) => calls > 0).map(({ name, calls, reason }) => ({
    operation: name,
    state: calls === 0 ? 'not-called' : 'never-succeeded',
    reason,
  }))
}

/** A summary in which operations are reached that deleted, at the end of the run, what it had created. */
export function withDeletions(coverage: CoverageSummary, names: ReadonlySet<string>): CoverageSummary {
  const { called, reached, of, missing: all } = coverage.operations
  const late = all.filter(({ operation }) => names.has(operation))
  const isNew = ({ state }: UnreachedOperation): boolean => state === 'not-called'
  return {
    ...coverage,
    operations: {
      called: called + late.filter(isNew).length,
      reached: reached + late.length,
      of,
      missing: all.filter((one) => !late.includes(one)),
    },
  }
}

const kindOf = (key: CoveragePoint): string => key.slice(key.indexOf('\n') + 1).split(' ', 1)[0] ?? ''

const statusesOf = (records: readonly OperationRecord[]): Reached => {
  const all = records.flatMap((record) =>
    reachableStatuses(record.operation).map((status) => ({ record, status })),
  )
  return reachedOf(
    all.toSorted((a, b) => Number(a.status > b.status) - Number(a.status < b.status)),
    ({ record, status }) => record.hasReturned(status),
    ({ record, status }) => `${record.name}: ${status}`,
  )
}

/** A point with the first operation whose requests can reach it. */
interface PointState {
  readonly record: OperationRecord
  isReached: boolean
}

/** The most uncalled operations whose points are counted; a document may have 100,000. */
const mostUncalled = 2_000

const trafficOf = (name: string, statuses: ReadonlyMap<number, number>): Traffic[] =>
  statuses.size === 0 ? [] : [{ operation: name, statuses: Object.fromEntries(statuses) }]

// Statuses of requests that did not reach the operation.
const atTheDoor = new Set([0, 401, 403, 404, 405, 429])

export class Coverage {
  readonly #api: Api
  readonly #records: readonly OperationRecord[]
  readonly #byOperation: ReadonlyMap<string, OperationRecord>
  readonly #requests = new Map<CoveragePoint, PointState>()
  readonly #responses = new Map<CoveragePoint, boolean>()
  /** Operations whose points are counted, and the schemas walked for them. */
  readonly #counted = new Set<OperationRecord>()
  readonly #seenInRequests = new Set<unknown>()
  readonly #seenInResponses = new Set<unknown>()
  /** The number of points reached so far, of requests and of responses. */
  reachedPoints = 0

  /** @param isAnonymous whether requests of an operation have no credentials */
  constructor(api: Api, isAnonymous: (operation: Operation) => boolean = () => false) {
    this.#api = api
    this.#records = api.operations.map((operation) => new OperationRecord(operation, isAnonymous(operation)))
    this.#byOperation = new Map(this.#records.map((record) => [record.name, record]))
  }

  /** The number of operations that turned valid requests away, and carried none out. */
  get turnedAway(): number {
    return this.#records.filter(({ isTurnedAway }) => isTurnedAway).length
  }

  /** Counts the points of an operation when it is first called, because walking all schemas up front delays the run. */
  #count(record: OperationRecord): void {
    if (this.#counted.has(record)) return
    this.#counted.add(record)
    const { operation } = record
    for (const point of operationPoints(operation, this.#api, this.#seenInRequests)) {
      const key = record.keyOf(point)
      if (this.#requests.has(key)) continue
      this.#requests.set(key, { record, isReached: false })
      record.open += 1
    }
    const contents = Object.values(operation.responses).flatMap(({ content }) => Object.values(content))
    for (const media of contents)
      for (const point of schemaPoints(media.schema, this.#sourceOf(media), this.#seenInResponses))
        if (!this.#responses.has(point)) this.#responses.set(point, false)
  }

  reach({ case: sent, exchange }: Observed): void {
    const { call, expectation } = sent
    const record = this.#byOperation.get(nameOf(call.operation))
    if (!record || call.method !== undefined) return
    this.#count(record)
    const { status } = exchange.response
    const isValid = expectation === 'valid' && (call.credentials ?? 'own') === 'own'
    record.answered(status, isValid)
    if (isValid && !atTheDoor.has(status))
      for (const point of pointsReached(call, this.#api)) this.#reachRequest(record, point)
    this.#reachResponse(call.operation, exchange)
  }

  #reachRequest(record: OperationRecord, point: CoveragePoint): void {
    const key = record.keyOf(point)
    const known = this.#requests.get(key)
    if (known?.isReached === true) return
    this.#requests.set(key, { record: known?.record ?? record, isReached: true })
    this.reachedPoints += 1
    if (known) known.record.open -= 1
  }

  #reachResponse(operation: Operation, { response }: Exchange): void {
    const content = declaredContent(operation, response.status) ?? {}
    const type = declaredFor(Object.keys(content), headerValue(response.headers, 'content-type'))
    const media = type === undefined ? undefined : content[type]
    const value = valueIn(response)
    if (media?.schema === undefined || value === undefined) return
    for (const point of reachedPoints(value, media.schema, this.#sourceOf(media))) {
      if (this.#responses.get(point) !== true) this.reachedPoints += 1
      this.#responses.set(point, true)
    }
  }

  #sourceOf({ pointer }: MediaTypeObject): ValueSource {
    return { schemas: this.#api.surface.schemas, pointer: `${pointer}/schema`, direction: 'response' }
  }

  /** Records why an operation could not be called, or not as intended; the last reason is reported. */
  hinder(operation: Operation, sentence: string): void {
    this.#byOperation.get(nameOf(operation))?.hinder(sentence)
  }

  /** Operations by priority: uncalled ones, then those with most open points per call; barren ones late. */
  leastReached(): Operation[] {
    const weight = ({ calls, open, hasWorked }: OperationRecord): number => {
      if (calls === 0) return Infinity
      return ((open + 1) * (hasWorked ? 1 : 0.25)) / (calls + 1)
    }
    const weighed = this.#records.map((record) => ({ record, weight: weight(record) }))
    const order = weighed.toSorted((a, b) => (a.weight === b.weight ? 0 : b.weight > a.weight ? 1 : -1))
    return order.map(({ record }) => record.operation)
  }

  traffic(): Traffic[] {
    return this.#records.flatMap(({ name, statuses }) => trafficOf(name, statuses))
  }

  /** The statuses of valid requests only. */
  validTraffic(): Traffic[] {
    return this.#records.flatMap(({ name, ofValid }) => trafficOf(name, ofValid))
  }

  /** The coverage so far. */
  summary(): CoverageSummary {
    const uncalled = this.#records.filter((record) => !this.#counted.has(record))
    for (const record of uncalled.slice(0, mostUncalled)) this.#count(record)
    const records = this.#records
    return {
      version: this.#api.version,
      operations: {
        called: records.filter(({ calls }) => calls > 0).length,
        reached: records.filter(({ hasWorked }) => hasWorked).length,
        of: records.length,
        missing: missingOperations(records),
      },
      parameters: this.#ofRequests((kind) => kind === 'parameter'),
      values: this.#ofRequests((kind) => kind === 'enum'),
      statuses: statusesOf(records.filter((record) => this.#counted.has(record))),
      requests: this.#ofRequests((kind) => kind !== 'parameter' && kind !== 'enum'),
      responses: reachedOf(
        [...this.#responses],
        ([, isReached]) => isReached,
        ([key]) => pointWords(this.#api.document, key),
      ),
    }
  }

  #ofRequests(is: (kind: string) => boolean): Reached {
    const own = [...this.#requests].filter(([key]) => is(kindOf(key)))
    return reachedOf(
      // Open points of operations that succeed come first, because they can be reached at once.
      first(own, ([, { record }]) => record.hasWorked),
      ([, { isReached }]) => isReached,
      ([key, { record }]) => pointWords(this.#api.document, key, record),
    )
  }
}
