import type { Operation } from '../../runtime/surface.js'
import { causeKey, Failing, Found, type Taken, takenIn } from '../causes/violations.js'
import type { Observed, ExploreViolation, Api, Call, Case } from '../model/case.js'
import { type RequestCount, RequestCounter } from '../model/report.js'
import { isBusy, isNothingThere, isSuccess, isTurnedDown, refusesCredentials } from '../exchange/reading.js'
import { filtered } from '../checks/conditions.js'
import { judge } from '../checks/judge.js'
import { operationName } from '../checks/response.js'
import { requestWords } from '../checks/deviations.js'
import { wrongIn } from '../causes/fold.js'
import { Coverage, Judgements } from '../coverage/coverage.js'
import { pauseOf } from '../model/plan.js'
import {
  seededRandom,
  type Explorer,
  type GivenValues,
  NotAllowed,
  Stopped,
  type ExploreSettings,
} from '../model/explorer.js'
import type { AcceptedCalls, Learned } from '../pool/learned.js'
import type { CarriedOut } from '../pool/learner.js'
import type { Pool } from '../pool/pool.js'
import {
  type CallerCredentials,
  elsewhere,
  hasOldKey,
  rootOf,
  withFreshKey,
  writeRequest,
} from '../requests/write-request.js'
import { updatesByPost } from '../resources/resources.js'
import { lookBefore } from '../sequences/runner.js'
import { type ExploreRuleId, exploreRules } from '../model/document-rules.js'
import { NoAnswer } from '../model/outcome.js'
import { type Refusal, refusalOf } from './permission.js'
import { lockedOut, Lockouts } from './lockouts.js'
import { isDistinct } from '../requests/distinct.js'
import { isOwnAccount } from './own-account.js'
import { learnTaken } from './repair.js'
import { TimeBudget, type TimeFacts } from './time-budget.js'
import { ValidCases } from './valid-cases.js'

interface ExplorerFacts extends TimeFacts {
  readonly learned: Learned
  readonly credentials: CallerCredentials
  readonly isAnonymous: (operation: Operation) => boolean
  readonly signal: AbortSignal
  readonly onCase?: (operation: Operation) => void
}

/** After this many responses that all found nothing, the base URL leads elsewhere. */
const mostMisses = 100

/** The test of one document: sends cases and collects exchanges and violations. */
export class ExploreSession implements Explorer {
  readonly api: Api
  readonly settings: ExploreSettings
  readonly pool: Pool
  readonly coverage: Coverage
  readonly accepted: AcceptedCalls
  readonly validCases: ValidCases
  readonly found = new Found()
  readonly failing = new Failing()
  readonly judgements = new Judgements()
  readonly doubts = new Map<string, ExploreViolation>()
  /** Operations that were called with valid values, or may not be. */
  readonly called = new Set<Operation>()
  /** The first calls of operations, kept until the demands of their refusals were tried. */
  readonly begun = new Map<Operation, FirstCalls>()
  /** Locations at which wrong requests were refused. */
  readonly refusedIn = new Set<string>()
  /** Operations that refused requests without credentials. */
  readonly locked = new Set<string>()
  /** Wrong values that the service accepted. */
  readonly taken: Taken[] = []
  /** Refused valid requests whose reason is still to be found. */
  readonly refused: Observed[] = []
  /** Violations whose request is still to be shrunk. */
  readonly unsettled: ExploreViolation[] = []
  /** Causes whose shrinking was given up. */
  readonly givenUp = new Set<string>()
  readonly random: () => number
  /** Sequences of calls ran once. */
  isSequenced = false
  readonly #facts: ExplorerFacts
  readonly #updatesByPost: ReadonlySet<Operation>
  readonly #requests = new RequestCounter()
  readonly #budget: TimeBudget
  /** A response found something. */
  #hasFound = false
  /** A request was to a path without an id, which the document says is there. */
  #isSurelyElsewhere = false
  readonly #lockouts = new Lockouts()
  /** The valid call of each operation that met most requirements of the service, for cases where none succeeded. */
  readonly repaired = new Map<Operation, Call>()

  constructor(facts: ExplorerFacts) {
    this.#facts = facts
    this.#budget = new TimeBudget(facts, facts.learned.pool)
    this.api = facts.learned.api
    this.settings = facts.settings
    this.pool = facts.learned.pool
    this.accepted = facts.learned.accepted
    this.validCases = new ValidCases(this, facts.learned)
    this.#updatesByPost = updatesByPost(this.pool.kinds.operations, this.api.surface.schemas)
    this.coverage = new Coverage(this.api, facts.isAnonymous)
    this.random = seededRandom(facts.settings.seed)
  }

  /** The longest time until a change shows in reads, in milliseconds. */
  get pauseMs(): number {
    return pauseOf(this.#facts.session.plan)
  }

  get requests(): RequestCount {
    return this.#requests.count
  }

  /** Unix time in milliseconds after which nothing more is sent, so that what was created can be deleted. */
  get endsAt(): number {
    return this.#budget.endsAt
  }

  /** Whether the time is up or the service was given up. */
  get isOver(): boolean {
    const { signal, session } = this.#facts
    return signal.aborted || session.client.ended !== undefined || this.#budget.isUp || this.isElsewhere
  }

  /** Why requests were not sent that were planned; undefined while all are. */
  get gaveUp(): string | undefined {
    return this.isElsewhere
      ? `nothing was found in ${this.requests.answered} requests`
      : this.#lockouts.reason
  }

  /** Whether nothing of the document was found at the base URL. */
  get isElsewhere(): boolean {
    return !this.#hasFound && this.#isSurelyElsewhere && this.requests.answered >= mostMisses
  }

  /** Runs work with a deadline. @param isCut whether requests in flight are aborted then */
  async within(until: number, work: () => Promise<void>, isCut = false): Promise<void> {
    try {
      await this.#budget.within(until, work, isCut)
    } catch (error) {
      if (!(error instanceof Stopped) || this.isOver) throw error
    }
  }

  async confirm(work: () => Promise<void>): Promise<void> {
    await this.#budget.extended(work)
  }

  async send(sent: Case): Promise<Observed> {
    const observed = await this.sendUnjudged(sent)
    const { judged, violations } = await judge(observed)
    for (const rule of judged) this.judged(rule, observed)
    for (const violation of violations) this.violate(violation)
    const { status } = observed.exchange.response
    if (sent.expectation === 'invalid' && isTurnedDown(observed.exchange))
      this.refusedIn.add(wrongIn(observed))
    if (sent.call.credentials === 'none' && refusesCredentials(status))
      this.locked.add(operationName(observed))
    learnTaken(observed)
    if (isRefusal(observed) && this.refused.length < 1_000) this.refused.push(observed)
    if (isAccepted(observed)) for (const rule of acceptingRules) this.judged(rule, observed)
    return observed
  }

  /** Sends a case without judging its response, for instance to see whether a violation repeats. */
  async sendUnjudged(sent: Case): Promise<Observed> {
    if (this.isOver) throw new Stopped('nothing more is sent')
    const { call } = sent
    if (this.refusal(call.operation, this.#isOurs(call), sent)) throw new NotAllowed('the settings forbid it')
    if (this.#isFull(call.operation)) throw new NotAllowed('the limit of creations is reached')
    const send = async (): Promise<Observed> => {
      await lookBefore(this, this.pool, sent)
      return this.#exchange(sent)
    }
    return call.operation.method === 'post' ? this.#facts.session.creations.within(send) : send()
  }

  async #exchange(sent: Case): Promise<Observed> {
    const { api } = this
    const { session, credentials, onCase } = this.#facts
    const { operation } = sent.call
    await credentials.fresh?.()
    const answered = await session.client
      .send(writeRequest(withFreshKey(sent.call), api, credentials), {
        operation,
        counter: this.#requests,
        isForeign: (sent.call.credentials ?? 'own') !== 'own',
        isGuess: sent.expectation !== 'valid',
        mayBeReplay: hasOldKey(sent.call),
        mayBeRepeated: true,
      })
      .catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
        const { exchange, message } = error
        if (exchange?.response.status === 0) this.pool.learn({ api, case: sent, exchange, durationMs: 0 })
        // Unless the run is over, the operation hangs or an outage has passed, so only this case ends.
        throw this.isOver ? new Stopped(message) : new NotAllowed(message)
      })
    const tolerances = session.tolerancesOf(answered.exchange, operation, api.version)
    const observed: Observed = { api, case: sent, ...answered, tolerances }
    this.#hasFound ||= !isNothingThere(answered.exchange)
    this.#isSurelyElsewhere ||= sent.expectation === 'valid' && !operation.path.includes('{')
    this.#lockouts.look(observed)
    this.#facts.learned.look(observed)
    for (const one of this.pool.takeCarriedOut()) this.violate(carriedOut(one))
    this.coverage.reach(observed)
    this.taken.push(...(await takenIn(observed)))
    onCase?.(operation)
    // Observers do not see the response of an outage or of a firewall, as with calls of rules.
    if (observed.noAnswer === undefined && !isBusy(observed.exchange.response) && !filtered(observed))
      await session.showCase(observed.exchange, operation, api.version)
    return observed
  }

  violate(violation: ExploreViolation): void {
    const [shown] = violation.steps
    // A connection that another request broke says nothing about this operation.
    const isResponse = shown?.noAnswer === undefined
    if (shown && isResponse && violation.rule === 'answers/server-error') this.failing.add(shown)
    if (this.found.add(violation) && violation.steps.length === 1) this.unsettled.push(violation)
  }

  /**
   * Whether the request of a violation is not shown to cause it: no smaller one was sent, and no valid one of the
   * operation succeeded. A success clears up odd values, but not which option of a plain request is the cause. A refusal
   * of no credentials clears up odd ones, and a form without a boundary is nothing that an operation reads.
   */
  readonly isUnsettled = (violation: ExploreViolation): boolean => {
    const key = causeKey(violation)
    const isOpen = this.givenUp.has(key) || this.unsettled.some((one) => causeKey(one) === key)
    const shown = violation.steps.at(-1)
    if (!isOpen || shown === undefined) return isOpen
    const { credentials, operation } = shown.case.call
    if (credentials === 'odd' && this.locked.has(operationName(shown))) return false
    if (shown.case.deviation?.keyword === 'boundary') return false
    return this.accepted.of(operation).length === 0 || requestWords(shown) === ''
  }

  readonly isUnknown = (call: Call): boolean => this.pool.isUnknown(call)

  judged(rule: ExploreRuleId, by: Observed): void {
    this.judgements.add(rule, by)
  }

  /** Whether the limit of creations is not reached, and there is time to delete another thing. */
  get mayCreate(): boolean {
    return !this.#facts.session.creations.isFull && this.#budget.mayCreate
  }

  /** Whether a call might exceed the limit of creations, or create what no deletion removes. */
  #isFull(operation: Operation): boolean {
    return operation.method === 'post' && (!this.mayCreate || this.pool.creations.wouldStay(operation))
  }

  /** Whether a case deletes what the run did not create, which what is tested later may need. */
  deletesOthers(sent: Case): boolean {
    const { operation } = sent.call
    if (operation.method !== 'delete' || !this.settings.allowDestructive) return false
    const careful = { ...this.settings, allowDestructive: false }
    return this.refusal(operation, this.#isOurs(sent.call), sent, careful)?.needs === 'destructive'
  }

  /** Whether nothing of others is at the path of a call. */
  #isOurs(call: Call): boolean {
    return this.pool.isCreated(call) || this.pool.isAbsent(call)
  }

  mayCall(operation: Operation, isCreated = false): boolean {
    return !this.#isFull(operation) && this.refusal(operation, isCreated) === undefined
  }

  /** The reason why an operation, or one case of it, is not called. */
  refusal(
    operation: Operation,
    isOurs: boolean,
    sent?: Case,
    settings: Pick<ExploreSettings, 'allowWrites' | 'allowDestructive'> = this.settings,
  ): Refusal | undefined {
    if (rootOf(this.api, operation) === undefined) return { says: elsewhere }
    if (isUpgrade(operation))
      return { says: 'it switches to another protocol (101), such as that of WebSocket' }
    if (this.#lockouts.has(operation)) return { says: lockedOut }
    const isUpdate = this.#updatesByPost.has(operation)
    const ofCase = sent && {
      sent,
      isSeen: this.pool.isSeen(sent.call),
      createsAtId: this.pool.hasCreatedAt(operation),
      isOwnAccount:
        !isOurs &&
        isOwnAccount(sent.call, () => ({
          reads: this.accepted.reads,
          credentials: this.#facts.credentials.apply(operation, 'own'),
          isMade: (value) => isDistinct(this.api, value),
          isSeen: this.pool.isSeen(sent.call),
        })),
      ...this.pool.others.in(sent.call),
    }
    const isOfKind = this.pool.kinds.createdBy(operation).length > 0
    const saysCreated = this.pool.kinds.saysCreated(operation)
    return refusalOf({ operation, isOurs, isUpdate, isOfKind, saysCreated, ...ofCase }, settings)
  }

  async validCase(operation: Operation, given?: GivenValues): Promise<Case | undefined> {
    return this.validCases.of(operation, given)
  }
}

/** The first calls of an operation: with required values, and with all members if these were sent. */
interface FirstCalls {
  readonly first: Observed
  readonly full: Case | undefined
  readonly second: Observed | undefined
}

/** Whether a success of an operation is a connection of another protocol, which no exchange of HTTP reaches. */
const isUpgrade = ({ responses }: Operation): boolean =>
  Object.hasOwn(responses, '101') && !Object.keys(responses).some((key) => /^(2|default)/.test(key))

const carriedOut = ({ refused, list }: CarriedOut): ExploreViolation => {
  const name = operationName(refused)
  return {
    rule: 'state/refused',
    message: `${name} answers ${refused.exchange.response.status}, and ${operationName(list)} shows what it was to create`,
    expected: exploreRules['state/refused'].statement,
    cause: `refused and created ${name}`,
    steps: [refused, list],
  }
}

/** Rules that an accepted request satisfies; for a refused one a comparison decides. */
const acceptingRules = ['requests/valid-accepted', 'requests/stricter-than-documented'] as const

const isAccepted = ({ case: { expectation, call }, exchange }: Observed): boolean =>
  expectation === 'valid' &&
  (Object.keys(call.query).length > 0 || call.body !== undefined) &&
  isSuccess(exchange)

/** A refusal of a valid request for its content. */
const isRefusal = ({ case: { expectation, call }, exchange }: Observed): boolean =>
  expectation === 'valid' &&
  call.method === undefined &&
  call.credentials === undefined &&
  isTurnedDown(exchange)
