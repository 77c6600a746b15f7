import type { Operation } from '../../runtime/surface.js'
import type { Exchange } from '../exchange/exchange.js'
import { requestCount, type RequestCount } from '../model/requests.js'
import { isSuccess } from '../exchange/reading.js'
import { judge, requestWords } from '../checks/index.js'
import { firstCase, operationPoints } from '../cases/index.js'
import { causeKey, type Taken, takenIn, wrongIn } from '../causes/index.js'
import type { Client } from '../client/client.js'
import { Coverage, Judgements } from '../coverage/index.js'
import type { Api } from '../model/api.js'
import type { ParameterValues } from '../model/call.js'
import type { Case } from '../model/case.js'
import { type Explorer, type GivenValues, NotAllowed, Stopped } from '../model/explorer.js'
import type { Observed, Tolerances } from '../model/observed.js'
import type { ExploreSettings } from '../model/settings.js'
import type { ExploreViolation } from '../model/violation.js'
import type { AcceptedCalls, Learned } from '../pool/learned.js'
import type { Pool } from '../pool/pool.js'
import type { Creations } from '../session/memory.js'
import { type CallerCredentials, hasOldKey, withFreshKey, writeRequest } from '../requests/index.js'
import { updatesByPost } from '../resources/resources.js'
import { lookBefore } from '../sequences/runner.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { NoAnswer } from '../model/outcome.js'
import { Failing, Found } from './found.js'
import { type Refusal, refusalOf } from './permission.js'
import type { Repair } from './repair.js'

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a session is made of. */
export interface SessionFacts {
  readonly learned: Learned
  readonly creations: Creations
  readonly settings: ExploreSettings
  readonly credentials: CallerCredentials
  /** Whether there are no credentials for an operation. */
  readonly isAnonymous?: (operation: Operation) => boolean
  readonly client: Client
  readonly signal: AbortSignal
  /** Unix time in milliseconds after which nothing more is sent. */
  readonly deadline: number
  /** Shown every exchange, with the operation that was called. */
  readonly onExchange?: (exchange: Exchange, operation: Operation) => void | Promise<void>
  /** What the service may do beside the document in one exchange. */
  readonly tolerancesOf?: (exchange: Exchange, operation: Operation) => Tolerances
}

/** The exploration of one document: what was sent, what was seen, and what was found. */
export class ExploreSession implements Explorer {
  readonly api: Api
  readonly settings: ExploreSettings
  readonly pool: Pool
  readonly coverage: Coverage
  readonly accepted: AcceptedCalls
  readonly found = new Found()
  readonly failing = new Failing()
  readonly judgements = new Judgements()
  /** Where wrong requests were refused. */
  readonly refusedIn = new Set<string>()
  /** Wrong values that the service took. */
  readonly taken: Taken[] = []
  /** Valid requests that were refused, until somebody asks why. */
  readonly refused: Observed[] = []
  /** Violations whose request may be made smaller. */
  readonly unsettled: ExploreViolation[] = []
  /** Causes that were given up before. */
  readonly givenUp = new Set<string>()
  readonly random: () => number
  /** Sequences of calls were tried once. */
  isSequenced = false
  readonly #facts: SessionFacts
  readonly #updatesByPost: ReadonlySet<Operation>
  #sent = 0
  #answered = 0
  #until = Infinity
  readonly #repairs = new Map<Operation, readonly Repair[]>()

  constructor(facts: SessionFacts) {
    this.#facts = facts
    this.api = facts.learned.api
    this.settings = facts.settings
    const { operations, schemas } = this.api.surface
    this.pool = facts.learned.pool
    this.accepted = facts.learned.accepted
    this.#updatesByPost = updatesByPost(Object.values(operations), schemas)
    this.coverage = new Coverage(this.api, operationPoints, facts.isAnonymous)
    this.random = seededRandom(facts.settings.seed)
  }

  /** How many requests were sent and answered. */
  get requests(): RequestCount {
    return requestCount(this.#sent, this.#answered)
  }

  /** Whether there is time left, and somebody to ask. */
  get isOver(): boolean {
    const { signal, client, deadline } = this.#facts
    return signal.aborted || client.ended !== undefined || Date.now() >= Math.min(deadline, this.#until)
  }

  /** Does something for which there is time until then; what it has begun by then is not ended. */
  async within(until: number, work: () => Promise<void>): Promise<void> {
    this.#until = until
    try {
      await work()
    } catch (error) {
      this.#until = Infinity
      if (!(error instanceof Stopped) || this.isOver) throw error
    } finally {
      this.#until = Infinity
    }
  }

  async send(sent: Case): Promise<Observed> {
    const observed = await this.sendUnjudged(sent)
    const { judged, violations } = await judge(observed)
    for (const rule of judged) this.judged(rule, observed)
    for (const violation of violations) this.violate(violation)
    const { status } = observed.exchange.response
    if (sent.expectation === 'invalid' && (status === 400 || status === 422))
      this.refusedIn.add(wrongIn(observed))
    if (isRefusal(observed) && this.refused.length < 1_000) this.refused.push(observed)
    if (isAccepted(observed)) for (const rule of acceptingRules) this.judged(rule, observed)
    return observed
  }

  /** Sends a case whose answer is not judged: one that only asks whether something still shows. */
  async sendUnjudged(sent: Case): Promise<Observed> {
    if (this.isOver) throw new Stopped('nothing more is sent')
    const { call } = sent
    const isOurs = this.pool.isCreated(call) || this.pool.isAbsent(call)
    if (this.refusal(call.operation, isOurs, sent)) throw new NotAllowed(sent.aim)
    if (this.#isFull(call.operation)) throw new NotAllowed('the most things that may be created are there')
    const send = async (): Promise<Observed> => {
      await lookBefore(this, this.pool, sent)
      return this.#exchange(sent)
    }
    return call.operation.method === 'post' ? this.#facts.creations.within(send) : send()
  }

  async #exchange(sent: Case): Promise<Observed> {
    const { api } = this
    const { client, credentials, onExchange, tolerancesOf } = this.#facts
    const { operation } = sent.call
    await credentials.fresh?.()
    this.#sent++
    const answer = await client
      .send(writeRequest(withFreshKey(sent.call), api, credentials), {
        operation,
        isForeign: (sent.call.credentials ?? 'own') !== 'own',
        isGuess: sent.expectation !== 'valid',
        mayBeReplay: hasOldKey(sent.call),
      })
      .catch((error: unknown) => {
        // An operation that hangs, or an outage that passed: only this case is over.
        if (error instanceof NoAnswer)
          throw this.isOver ? new Stopped(error.message) : new NotAllowed(error.message)
        throw error
      })
    const tolerances = tolerancesOf?.(answer.exchange, operation)
    const observed: Observed = { api, case: sent, ...answer, ...(tolerances && { tolerances }) }
    if (observed.noAnswer === undefined) this.#answered++
    this.#facts.learned.look(observed)
    this.coverage.reach(observed)
    this.taken.push(...(await takenIn(observed)))
    await onExchange?.(observed.exchange, operation)
    return observed
  }

  violate(violation: ExploreViolation): void {
    const [shown] = violation.steps
    if (shown && violation.rule === 'answers/server-error') this.failing.add(shown)
    if (this.found.add(violation) && violation.steps.length === 1) this.unsettled.push(violation)
  }

  /**
   * Whether nothing shows that the request of a violation is to blame: no smaller one was sent, nor a valid one served.
   * The latter shows that what is odd about a request is to blame, and not which option of a plain one is.
   */
  readonly isUnsettled = (violation: ExploreViolation): boolean => {
    const key = causeKey(violation)
    const isOpen = this.givenUp.has(key) || this.unsettled.some((one) => causeKey(one) === key)
    const shown = violation.steps.at(-1)
    const isServed = shown !== undefined && this.accepted.of(shown.case.call.operation).length > 0
    return isOpen && !(isServed && requestWords(shown) !== '')
  }

  judged(rule: ExploreRuleId, by: Observed): void {
    this.judgements.add(rule, by)
  }

  get mayCreate(): boolean {
    return !this.#facts.creations.isFull
  }

  /** Whether a call might create one thing too many. */
  #isFull({ method }: Operation): boolean {
    return method === 'post' && !this.mayCreate
  }

  mayCall(operation: Operation, isCreated = false): boolean {
    return !this.#isFull(operation) && this.refusal(operation, isCreated) === undefined
  }

  /** Whether a case of an operation was carried out, and not only a call of a rule. */
  hasWorked(operation: Operation): boolean {
    return this.accepted.of(operation).some((one) => one.case.source !== 'elsewhere')
  }

  /** Why the settings do not let an operation be called, or one case of it be sent. */
  refusal(operation: Operation, isOurs: boolean, sent?: Case): Refusal | undefined {
    const isUpdate = this.#updatesByPost.has(operation)
    return refusalOf({ operation, isOurs, isUpdate, ...(sent && { sent }) }, this.settings)
  }

  /** From now on valid cases of an operation are made with a repair that its service demanded. */
  keepRepair(operation: Operation, repair: Repair): void {
    const known = this.#repairs.get(operation) ?? []
    this.#repairs.set(operation, [...known.filter(({ key }) => key !== repair.key), repair])
  }

  async validCase(operation: Operation, given: GivenValues = {}): Promise<Case | undefined> {
    const base = this.hasWorked(operation) ? undefined : this.accepted.of(operation)[0]?.case.call
    const made = await firstCase('valid', this.api, operation, this.pool, { given, base })
    const own = new Set(Object.keys(given.body ?? {}))
    const repairs = (this.#repairs.get(operation) ?? []).filter(({ member }) => !own.has(member))
    return made && repairs.reduce((sent, repair) => repair.apply(sent), this.#asItWorked(made, given))
  }

  /** Without optional parameters that no call had which worked: the examples of a document are not always there. */
  #asItWorked(made: Case, given: GivenValues): Case {
    const { call } = made
    const worked = this.accepted.of(call.operation).map((one) => one.case.call)
    if (worked.length === 0 || given.smallest === true) return made
    const isNeeded = (location: 'query' | 'header' | 'cookie', name: string): boolean =>
      worked.some((one) => Object.hasOwn(one[location], name)) ||
      (location === 'query' && Object.hasOwn(given.query ?? {}, name)) ||
      call.operation.parameters.some((one) => one.in === location && one.name === name && one.required)
    const kept = (location: 'query' | 'header' | 'cookie'): ParameterValues =>
      Object.fromEntries(Object.entries(call[location]).filter(([name]) => isNeeded(location, name)))
    return {
      ...made,
      call: { ...call, query: kept('query'), header: kept('header'), cookie: kept('cookie') },
    }
  }
}

/** Rules that an accepted request speaks for; of a refused one a comparison decides. */
const acceptingRules = ['requests/valid-accepted', 'requests/stricter-than-documented'] as const

const isAccepted = ({ case: { expectation, call }, exchange }: Observed): boolean =>
  expectation === 'valid' &&
  (Object.keys(call.query).length > 0 || call.body !== undefined) &&
  isSuccess(exchange)

/** A valid request that was refused for what it says. */
const isRefusal = ({ case: { expectation, call }, exchange }: Observed): boolean =>
  expectation === 'valid' &&
  call.method === undefined &&
  call.credentials === undefined &&
  [400, 422].includes(exchange.response.status)
