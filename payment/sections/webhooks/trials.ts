import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive } from '../../../conformance/model/outcome.js'
import type { Answer, Receiver, ScriptedReplies } from '../../../conformance/session/receiver.js'
import { answerLimitMs, type Delivery, kindOf } from '../../../conformance/exchange/delivery.js'
import type { CauseLog } from './cause.js'
import { createCustomer } from '../../fixtures/customer.js'

/** The rules that the trials are for: without one of them they are left out. */
export const trialRules = ['retry', 'retry-id', 'retry-content', 'retry-timestamp', 'slow-answer'].map(
  (name) => `webhooks/${name}`,
)

/** The address that a delivery is redirected to. */
export const redirected = 'redirected'

/** Ways to answer a delivery other than with 200 at once. */
export type TrialName = 'refused' | 'rejected' | 'redirected' | 'late' | 'slow'

/** One event that was answered in some way, with every attempt to deliver it. */
export interface Trial {
  readonly name: TrialName
  readonly attempts: readonly Delivery[]
}

/** Deliveries of events that were answered with something else than 200, or late. */
export interface Trials {
  readonly all: readonly Trial[]
  /** Answers after which no second attempt came, however often they were given, where others brought one. */
  readonly unretried: ReadonlySet<TrialName>
  /** Milliseconds from an answer to the next attempt, where one came. */
  readonly gapMs: number | undefined
}

/** An answer within the time that the specification gives, and one beyond it, as shares of that time. */
export const slowShare = 0.7
const latePart = 1.4

const answersOf = (receiver: Receiver, limitMs: number): Readonly<Record<TrialName, readonly Answer[]>> => ({
  refused: [{ status: 500 }, { status: 500 }],
  rejected: [{ status: 400 }],
  redirected: [{ status: 307, headers: { location: receiver.urlOf(redirected) } }],
  late: [{ status: 200, afterMs: latePart * limitMs }],
  slow: [{ status: 200, afterMs: slowShare * limitMs }],
})

// No retry is due after the slow one: that none comes shows while the late one is waited for.
const order = ['refused', 'rejected', 'redirected', 'slow', 'late'] as const
/** Those that a retry is due after. */
export const retriedTrials = ['refused', 'rejected', 'redirected', 'late'] as const

/** When an attempt was over for the service: answered, or given up. */
export function endOf({ arrivedAt, answeredAt, abandonedAt }: Delivery): number {
  return answeredAt ?? abandonedAt ?? arrivedAt
}

const gapOf = ({ attempts: [first, second] }: Trial): number | undefined =>
  first && second && Math.max(second.arrivedAt - endOf(first), 0)

/** Answers the event of a new customer in one of the ways. */
class Examiner {
  readonly #context: ScenarioContext
  readonly #receiver: Receiver
  readonly #log: CauseLog
  readonly #limitMs: number
  readonly trials: Trial[] = []

  constructor(context: ScenarioContext, receiver: Receiver, log: CauseLog) {
    this.#context = context
    this.#receiver = receiver
    this.#log = log
    this.#limitMs = context.session.plan.webhooks?.answerMs ?? answerLimitMs
  }

  /** Resolves when the first attempt has come, or the time is over. */
  async begin(name: TrialName, deadline: number): Promise<Trial> {
    const since = Date.now()
    const isNews = (delivery: Delivery): boolean =>
      delivery.arrivedAt >= since && delivery.address === '' && kindOf(delivery) === 'customer_created'
    const script = this.#receiver.answer(isNews, answersOf(this.#receiver, this.#limitMs)[name])
    const trial = { name, attempts: script.attempts }
    // No cause of its own: what others are answered may hold its event up for long.
    const created = await ifPossible(createCustomer(this.#context, this.#context.under.version))
    this.#log.addResource('customer', created?.id)
    await this.#attempts(script, 1, deadline)
    if (script.attempts.length > 0) this.trials.push(trial)
    return trial
  }

  /** Waits for the second attempt of a trial: as long after the first as others took several times over. */
  async awaitRetry(trial: Trial, gapMs: number): Promise<void> {
    const [first] = trial.attempts
    if (!first) return
    // A service that waits for an answer longer than it has to, gets it when it comes.
    const over = first.abandonedAt ?? Math.max(endOf(first), first.arrivedAt + this.#heldBackMs(trial.name))
    await this.#attempts(trial, 2, over + this.allowanceMs(gapMs))
  }

  /** Waits for the attempt of a number, until a time. */
  async #attempts(trial: ScriptedReplies, number: number, deadline: number): Promise<void> {
    await this.#receiver.wait(() => trial.attempts.length >= number, deadline - Date.now())
  }

  /** Waits for a retry of any trial. @returns how long it took after the answer */
  async firstGap(deadline: number): Promise<number | undefined> {
    const gaps = (): readonly number[] => this.trials.flatMap((trial) => gapOf(trial) ?? [])
    await this.#receiver.wait(() => gaps().length > 0, deadline - Date.now())
    return gaps()[0]
  }

  /** How long a retry may take after its answer, where another took so long. */
  allowanceMs(gapMs: number): number {
    return Math.max(0.6 * this.#limitMs, 5 * gapMs)
  }

  #heldBackMs(name: TrialName): number {
    return answersOf(this.#receiver, this.#limitMs)[name][0]?.afterMs ?? 0
  }
}

/**
 * Answers deliveries with 500, with 400, with a redirection, too late, and slowly, one event each, and watches what
 * follows. No schedule is promised: that nothing follows is known where it does follow on another answer, and only when
 * the same answer alone brings nothing a second time.
 */
export async function tryAnswers(
  context: ScenarioContext,
  receiver: Receiver,
  log: CauseLog,
  waitMs: number,
): Promise<Trials> {
  const deadline = Date.now() + waitMs
  const examiner = new Examiner(context, receiver, log)
  if (waitMs === 0) return { all: [], unretried: new Set(), gapMs: undefined }
  for (const name of order) await examiner.begin(name, deadline)
  const gapMs = await examiner.firstGap(deadline)
  const all = examiner.trials
  if (gapMs === undefined) return { all, unretried: new Set(), gapMs }
  await Promise.all(all.map((trial) => examiner.awaitRetry(trial, gapMs)))
  const unretried = new Set<TrialName>()
  for (const trial of all.filter(({ name, attempts }) => name !== 'slow' && attempts.length === 1)) {
    const again = await examiner.begin(trial.name, Date.now() + waitMs)
    await examiner.awaitRetry(again, gapMs)
    if (again.attempts.length === 1 && trial.attempts.length === 1) unretried.add(trial.name)
  }
  return { all, unretried, gapMs }
}

/** The trials of one way to answer. @throws Inconclusive when no event came that could be answered so. */
export function trialsOf({ all }: Trials, ...names: readonly TrialName[]): readonly Trial[] {
  const own = all.filter(({ name }) => names.includes(name))
  if (own.length > 0) return own
  throw new Inconclusive(`no customer_created came that could be answered so: ${names.join(', ')}`)
}
