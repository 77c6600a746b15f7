import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive } from '../../../conformance/model/outcome.js'
import type { ReceiverResponse, Receiver, ScriptedReplies } from '../../../conformance/session/receiver.js'
import {
  answerLimitMs,
  customerOf,
  type Delivery,
  type EventKind,
  kindOf,
} from '../../../conformance/exchange/delivery.js'
import type { CauseLog } from './cause.js'
import { createCustomer } from '../../fixtures/customer.js'
import { fiatRecipient, freshIban } from '../../fixtures/recipient.js'

/** The rules that need the trials; without them the trials are omitted. */
export const trialRules = [
  'retry',
  'retry-id',
  'retry-content',
  'retry-timestamp',
  'backoff',
  'slow-answer',
].map((name) => `webhooks/${name}`)

const bankAccount = 'new_bank_account'

/** The address of redirected deliveries. */
export const redirected = 'redirected'

/** Statuses that trigger a retry like all but 200, though clients often give up after some, or follow them. */
export const retriedStatuses = {
  refused: 500,
  rejected: 400,
  absent: 404,
  redirected: 307,
  limited: 429,
  unavailable: 503,
  moved: 302,
  gone: 410,
  unauthorized: 401,
  forbidden: 403,
  timedOut: 408,
  unreachable: 502,
  movedForGood: 301,
} as const

type StatusName = keyof typeof retriedStatuses

/** Responses to a delivery other than an immediate 200. */
export type TrialName = StatusName | 'late' | 'slow'

/** One event with its response, and all attempts to deliver it. */
export interface Trial {
  readonly name: TrialName
  readonly attempts: readonly Delivery[]
  /** Unix milliseconds before the request that caused the event. */
  readonly begunAt: number
}

/** Deliveries of events whose response was late or other than 200. */
export interface Trials {
  readonly all: readonly Trial[]
  /** Responses that were never followed by a retry, although others were. */
  readonly unretried: ReadonlySet<TrialName>
  /** The schedule of two events that were refused several times, if it contradicts a backoff. */
  readonly schedule?: Schedule | undefined
}

/** A response time within the specified limit and one beyond it, as shares of the limit. */
export const slowShare = 0.7
const latePart = 1.4

const responsesOf = (receiver: Receiver, limitMs: number, name: TrialName): readonly ReceiverResponse[] => {
  if (name === 'late') return [{ status: 200, afterMs: latePart * limitMs }]
  if (name === 'slow') return [{ status: 200, afterMs: slowShare * limitMs }]
  const status = retriedStatuses[name]
  const isRedirection = status >= 300 && status < 400
  const response = isRedirection ? { status, headers: { location: receiver.urlOf(redirected) } } : { status }
  return name === 'refused' ? [response, response, response] : [response]
}

const isStatusName = (name: string): name is StatusName => name in retriedStatuses
const statusNames = Object.keys(retriedStatuses).filter(isStatusName)

// The slow one needs no retry, which shows while the late one is pending.
const order: readonly TrialName[] = [...statusNames, 'slow', 'late']
/** Responses that must trigger a retry. */
export const retriedTrials: readonly TrialName[] = [...statusNames, 'late']

/** The time at which an attempt ended for the service: it was answered, or the service gave up. */
export function endOf({ arrivedAt, answeredAt, abandonedAt }: Delivery): number {
  return answeredAt ?? abandonedAt ?? arrivedAt
}

/** The attempts of an event that can be compared: with jitter, two delays may be equal by chance. */
const comparedAttempts = 4

/** Milliseconds from the end of each attempt to the next one. */
export function delaysOf({ attempts }: Trial): readonly number[] {
  const compared = attempts.slice(0, comparedAttempts)
  return compared.slice(1).map((next, index) => {
    const before = compared[index] ?? next
    return Math.max(next.arrivedAt - endOf(before), 0)
  })
}

/** Shorter delays are those of the machines. */
const leastDelayMs = 50

/** Constant delays may have jitter; three exponential ones differ more. */
const jitter = 1.5

/** The third delay of the fastest real backoff is longer; the machines only add to delays. */
const immediateMs = 25

/** Delays that are not longer than these and do not grow are those of a busy machine alone. */
const busyMs = 100

const areGrowing = (delays: readonly number[]): boolean =>
  delays.slice(1).every((delay, index) => delay >= jitter * (delays[index] ?? delay))

const areImmediate = (delays: readonly number[]): boolean => {
  const longest = Math.max(...delays)
  return longest < immediateMs || (longest < busyMs && !areGrowing(delays))
}

/**
 * Whether the delays of a trial are those of a schedule, and not of a busy machine or a queue, which make the short
 * ones of a backoff equal: at least twice the time that the first attempt of the event took, or none at all.
 */
const areScheduled = (delays: readonly number[], { attempts: [first], begunAt }: Trial): boolean =>
  first !== undefined &&
  (areImmediate(delays) || Math.min(...delays) >= Math.max(leastDelayMs, 2 * (first.arrivedAt - begunAt)))

const areEven = (delays: readonly number[]): boolean => Math.max(...delays) <= jitter * Math.min(...delays)

/** The largest difference of equal numbers, as a share of the greater one: the machines add delays of their own. */
const slack = 0.15

const areEqual = (one: number, other: number): boolean =>
  Math.abs(one - other) <= slack * Math.max(Math.abs(one), Math.abs(other))

/** Schedules that are not exponential backoff. */
type Schedule = 'immediate' | 'constant' | 'growing by the same time' | 'falling'

/** The schedule of a trial alone; those with jitter may show any but constant delays by chance. */
const scheduleOf = (delays: readonly number[]): Schedule | undefined => {
  if (areImmediate(delays)) return 'immediate'
  if (areEven(delays)) return 'constant'
  const growth = delays.slice(1).map((delay, index) => delay - (delays[index] ?? delay))
  const [first = 0, ...others] = growth
  if (growth.every((each) => each < 0)) return 'falling'
  return first > leastDelayMs && others.every((each) => areEqual(first, each))
    ? 'growing by the same time'
    : undefined
}

/** The schedule that the delays of two trials have in common; if they are not constant, the same ones have to come again. */
export function commonSchedule(one: readonly number[], other: readonly number[]): Schedule | undefined {
  const schedule = scheduleOf(one)
  if (schedule === undefined || scheduleOf(other) !== schedule) return undefined
  const isSame = one.every((delay, index) => areEqual(delay, other[index] ?? 0))
  return schedule === 'immediate' || schedule === 'constant' || isSame ? schedule : undefined
}

/** Responds to the event of a new customer, or of a bank account, in one of the ways. */
class Examiner {
  readonly #limitMs: number
  readonly trials: Trial[] = []

  constructor(
    private readonly context: ScenarioContext,
    private readonly receiver: Receiver,
    private readonly log: CauseLog,
  ) {
    this.#limitMs = context.session.plan.webhooks?.answerMs ?? answerLimitMs
  }

  /** Resolves when the first attempt has arrived, or after the deadline. */
  async begin(name: TrialName, deadline: number): Promise<Trial> {
    const kind = this.#kindFor(name)
    // Others may register accounts meanwhile, two even for one customer, whose events look like attempts of one.
    const holder = kind === bankAccount ? await this.#customer() : undefined
    const begunAt = Date.now()
    const isOwn = (one: Delivery): boolean => kind !== bankAccount || customerOf(one) === holder
    const isOfTrial = (one: Delivery): boolean =>
      one.arrivedAt >= begunAt && one.address === '' && kindOf(one) === kind && isOwn(one)
    const script = this.receiver.answer(isOfTrial, responsesOf(this.receiver, this.#limitMs, name))
    const trial = { name, attempts: script.attempts, begunAt }
    if (kind !== bankAccount) await this.#customer()
    if (holder !== undefined) {
      const { version } = this.context.under
      await ifPossible(fiatRecipient(this.context, holder, version, freshIban(this.context)))
    }
    await this.#attempts(script, 1, deadline)
    if (script.attempts.length > 0) this.trials.push(trial)
    return trial
  }

  /** A new customer, if the service makes one; not logged as a cause, because other trials may delay its event. */
  async #customer(): Promise<string | undefined> {
    const created = await ifPossible(createCustomer(this.context, this.context.under.version))
    this.log.addResource('customer', created?.id)
    return created?.id
  }

  /** One trial uses another kind of event, if the webhook receives it and its events name the account. */
  #kindFor(name: TrialName): EventKind {
    const accounts = this.receiver.deliveries.filter((one) => kindOf(one) === bankAccount)
    const isSent = accounts.some((one) => customerOf(one) !== undefined)
    return name === 'absent' && isSent ? bankAccount : 'customer_created'
  }

  /** Waits for the retry of a trial, several times as long as others took. */
  async awaitRetry(trial: Trial, gapMs: number): Promise<void> {
    const [first] = trial.attempts
    if (!first) return
    // A service that waits beyond the limit gets the response when it is sent.
    const over = first.abandonedAt ?? Math.max(endOf(first), first.arrivedAt + this.#heldBackMs(trial.name))
    await this.#attempts(trial, 2, over + this.allowanceMs(gapMs))
  }

  /** The delays of a trial, if they are those of a schedule; waits for the attempts that show them. */
  async scheduledDelays(trial: Trial, longestMs: number): Promise<readonly number[] | undefined> {
    for (let count = 2; count < comparedAttempts; count += 1) {
      const last = trial.attempts[count - 1]
      if (!last) return undefined
      await this.#attempts(trial, count + 1, endOf(last) + longestMs)
    }
    const delays = delaysOf(trial)
    return trial.attempts.length >= comparedAttempts && areScheduled(delays, trial) ? delays : undefined
  }

  /** Waits for an attempt by number, until a deadline. */
  async #attempts(trial: ScriptedReplies, number: number, deadline: number): Promise<void> {
    await this.receiver.wait(() => trial.attempts.length >= number, deadline - Date.now())
  }

  /** Waits for a retry of any trial. @returns its delay after the response */
  async firstGap(deadline: number): Promise<number | undefined> {
    const gaps = (): readonly number[] => this.trials.flatMap((trial) => delaysOf(trial)[0] ?? [])
    await this.receiver.wait(() => gaps().length > 0, deadline - Date.now())
    return gaps()[0]
  }

  /** The longest expected delay of a retry, from that of another. */
  allowanceMs(gapMs: number): number {
    return Math.max(0.6 * this.#limitMs, 5 * gapMs)
  }

  #heldBackMs(name: TrialName): number {
    return responsesOf(this.receiver, this.#limitMs, name)[0]?.afterMs ?? 0
  }
}

/**
 * Responds to deliveries with statuses, too late, and slowly, one event each, and watches for retries.
 * No schedule is promised, so a missing retry counts only if another response got one, and only after a second trial;
 * delays that are not backoff count after a second trial too, and if they are not constant, only where the same come again.
 */
export async function tryAnswers(
  context: ScenarioContext,
  receiver: Receiver,
  log: CauseLog,
  waitMs: number,
): Promise<Trials> {
  const examiner = new Examiner(context, receiver, log)
  const none = { unretried: new Set<TrialName>() }
  if (waitMs === 0) return { all: [], ...none }
  let deadline = Date.now() + waitMs
  for (const name of order) {
    const { attempts } = await examiner.begin(name, deadline)
    // A service that delivers has the whole time for each trial.
    if (attempts.length > 0) deadline = Date.now() + waitMs
  }
  const gapMs = await examiner.firstGap(deadline)
  const all = examiner.trials
  if (gapMs === undefined) return { all, ...none }
  await Promise.all(all.map((trial) => examiner.awaitRetry(trial, gapMs)))
  const repeat = async (name: TrialName): Promise<Trial> => {
    const again = await examiner.begin(name, Date.now() + waitMs)
    await examiner.awaitRetry(again, gapMs)
    return again
  }
  const unretried = new Set<TrialName>()
  for (const trial of all.filter(({ name, attempts }) => name !== 'slow' && attempts.length === 1)) {
    const again = await repeat(trial.name)
    if (again.attempts.length === 1 && trial.attempts.length === 1) unretried.add(trial.name)
  }
  const refused = all.find(({ name }) => name === 'refused')
  // Delays that grow soon take longer than a run should.
  const longestMs = Math.min(examiner.allowanceMs(gapMs), Math.max(examiner.allowanceMs(0), waitMs))
  const delays = refused && (await examiner.scheduledDelays(refused, longestMs))
  if (!delays || scheduleOf(delays) === undefined) return { all, unretried }
  const again = await examiner.scheduledDelays(await repeat('refused'), longestMs)
  return { all, unretried, schedule: again && commonSchedule(delays, again) }
}

/** The trials with some responses. @throws Inconclusive when no event arrived for them. */
export function trialsOf({ all }: Trials, ...names: readonly TrialName[]): readonly Trial[] {
  const own = all.filter(({ name }) => names.includes(name))
  if (own.length > 0) return own
  throw new Inconclusive(`no customer_created came that could be answered so: ${names.join(', ')}`)
}
