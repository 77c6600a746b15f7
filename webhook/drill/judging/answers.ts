import { type AnswerRule, type Outcome, outcomeFrom, violation, type Violation } from '../rules/rule.js'
import { isClosed, isServerError, isAcknowledged, type Reply, replyText } from '../../delivery/delivery.js'
import { type SentDelivery, type Sender, ifTime } from '../sending/sender.js'
import type { DeliveryFactory } from '../sending/delivery.js'

/** A case at which the receiver crashed twice in a row. */
interface Thrown {
  /** `<rule without its area>/<case>`. */
  readonly key: string
  readonly description: string
  readonly sent: SentDelivery
  readonly isAtOnce: boolean
}

/** Fewer server errors that do not repeat may have one cause. */
const fewestOfUnsteady = 2

/** Fewer wrong answers that do not repeat may be a coincidence. */
const fewestOfWavering = 3

/** A receiver that was started again more often dies of deliveries. */
const mostReturns = 1

/** The least share of refusals whose status is that of forged deliveries. */
const leastShare = 0.3

const tooMany = 429

/** Statuses of receivers that others in flight keep busy. */
const busy = new Set([409, 423, 425, tooMany])

const refusalKinds = ['silent', 'closed', 'redirect', 'unavailable'] as const

/** Ways to refuse without a 4xx. */
type RefusalKind = (typeof refusalKinds)[number]

// Servers send these deliberately: not implemented, or unavailable.
const deliberate = new Set([501, 503])

/** True for a response, or a missing one, that indicates an uncaught exception. */
export function isThrown({ reply }: SentDelivery): boolean {
  return isServerError(reply) && !deliberate.has(reply.status ?? 0)
}

const refusalKindOf = ({ reply }: SentDelivery): RefusalKind | undefined => {
  const { status, isLate = false } = reply
  if (status === undefined) return isLate ? 'silent' : isClosed(reply) ? 'closed' : undefined
  if (status >= 300 && status < 400) return 'redirect'
  return deliberate.has(status) ? 'unavailable' : undefined
}

/** The way in which a valid event was not acknowledged: a status is a decision, and without one the server crashed. */
const failureOf = (reply: Reply): string => {
  const { status = 500, isLate } = reply
  if (isLate === true) return 'silent'
  if (status > 500) return 'unavailable'
  return status === tooMany ? 'limited' : status < 500 ? 'refused' : 'broken'
}

/** Responses to single deliveries, by which the receiver as a whole is judged. */
export class Answers {
  /** Acknowledged deliveries, with those that others in flight made slower. */
  readonly #taken: { readonly sent: SentDelivery; readonly isSlowed: boolean }[] = []
  readonly #refused: SentDelivery[] = []
  readonly #thrown: Thrown[] = []
  readonly #wavering: Violation[] = []
  /** The last delivery with a response, in words. */
  last = ''
  /** The deliveries whose connection ended without a response since the last acknowledgement, in words. */
  readonly cut = new Set<string>()
  /** The number of server errors that did not repeat. */
  chances = 0
  /** The number of times that it listened again. */
  #returns = 0

  /** Some server errors are random, so one for concurrent deliveries does not prove a conflict. */
  get isUnsteady(): boolean {
    return this.chances >= fewestOfUnsteady
  }

  /** The answer to a delivery depends on chance, so that no window can be measured. */
  get isWavering(): boolean {
    return this.#wavering.length >= fewestOfWavering
  }

  /** Records the response to a delivery of a case. @param description the delivery in words */
  noteAnswer({ reply, isAwaited }: SentDelivery, description: string): void {
    if (isAwaited) this.#returns += 1
    this.last = description
    if (isAcknowledged(reply)) this.cut.clear()
    else if (isClosed(reply)) this.cut.add(description)
  }

  /** Records a refusal; the number of them. */
  noteRefusal(sent: SentDelivery): number {
    return this.#refused.push(sent)
  }

  note(sent: SentDelivery, isSlowed: boolean): void {
    if (isAcknowledged(sent.reply)) this.#taken.push({ sent, isSlowed })
  }

  noteThrown(thrown: Thrown): void {
    this.#thrown.push(thrown)
  }

  /** Whether a delivery was refused with the status that wrong ones get: not a few of them, as of a malformed timestamp. */
  isAsForged({ reply: { status } }: SentDelivery): boolean {
    const alike = this.#refused.filter(({ reply }) => reply.status === status)
    return status !== tooMany && alike.length > this.#refused.length * leastShare
  }

  /** Records a wrong answer to a case that was right when the case was repeated. */
  noteWavering({ key, message }: Violation, sent: readonly SentDelivery[]): void {
    const isRefused = ({ status = 0 }: Reply): boolean => status >= 400 && status < 500 && !busy.has(status)
    const isJudged = sent.every(({ reply }) => isAcknowledged(reply) || isRefused(reply))
    // Digests that begin with these digits have a rule of their own.
    const headers = sent.flatMap(({ exchange }) => exchange.request.headers)
    const isOdd = headers.some(([, value]) => /^v1=[01]/.test(value))
    if (isJudged && !isOdd) this.#wavering.push(violation(key, message, sent.at(-1)))
  }

  /** The number of deliveries that had to be refused and got no response in time. */
  get silent(): number {
    return this.#refused.filter((sent) => refusalKindOf(sent) === 'silent').length
  }

  judge({ id }: AnswerRule, timeoutMs: number): Outcome {
    if (id === 'receiver/answered-refusal') return this.#refusals()
    if (id === 'receiver/uncaught-exception') return this.#exceptions()
    if (id === 'receiver/consistent') return outcomeFrom(this.isWavering ? this.#wavering : [])
    if (this.#taken.length === 0) return { state: 'skipped', reason: 'no valid event was sent and accepted' }
    return id === 'receiver/status-200' ? this.#statuses() : this.#durations(timeoutMs)
  }

  /** A receiver that never responds to refused deliveries closes the connection to refuse, unless it dies of them. */
  get #closesToRefuse(): boolean {
    return this.#returns <= mostReturns && this.#refused.every(({ reply }) => reply.status === undefined)
  }

  #refusals(): Outcome {
    if (this.#refused.length === 0)
      return { state: 'skipped', reason: 'no delivery was sent that must be refused' }
    const violations = refusalKinds.flatMap((kind) => {
      const shown = this.#refused.filter((sent) => refusalKindOf(sent) === kind)
      // A single closed connection may be a coincidence.
      if (kind === 'closed' && !(this.#closesToRefuse && shown.length > 1)) return []
      if (kind === 'unavailable' && this.isUnsteady) return []
      return shown.map((sent) => {
        const answer = kind === 'silent' ? 'sent no response' : replyText(sent.reply)
        const message = `a delivery that must be refused: the receiver ${answer}; a 4xx was expected`
        return violation(kind, message, sent)
      })
    })
    return outcomeFrom(violations)
  }

  #exceptions(): Outcome {
    const isMeant = (sent: SentDelivery): boolean => this.#closesToRefuse && isClosed(sent.reply)
    const isChance = (isAtOnce: boolean): boolean => this.isUnsteady && isAtOnce
    const thrown = this.#thrown.filter(({ sent, isAtOnce }) => !isMeant(sent) && !isChance(isAtOnce))
    const violations = thrown.map(({ key, description, sent }) => {
      const isOwn = (sent.reply.status ?? 500) === 500
      const why = isOwn ? 'as servers do when their code throws' : 'and neither 200 nor a 4xx'
      const answer = `the receiver ${replyText(sent.reply)}, ${why}`
      return violation(key, `${description}: ${answer}`, sent)
    })
    return outcomeFrom(violations)
  }

  #statuses(): Outcome {
    const others = this.#taken.map(({ sent }) => sent).filter(({ reply }) => reply.status !== 200)
    const messageOf = ({ reply }: SentDelivery): string =>
      `a valid event was answered ${reply.status} instead of 200`
    return outcomeFrom(others.map((sent) => violation('status', messageOf(sent), sent)))
  }

  #durations(timeoutMs: number): Outcome {
    const alone = this.#taken.filter(({ isSlowed }) => !isSlowed).map(({ sent }) => sent)
    const late = alone.filter(({ reply }) => reply.durationMs > timeoutMs / 2)
    // A single late response may be a coincidence, such as a receiver that was just started.
    if (late.length < 2) {
      const slowest = Math.max(0, ...alone.map(({ reply }) => reply.durationMs))
      const note = `the slowest of ${this.#taken.length} took ${Math.round(slowest)} ms`
      return { state: 'passed', notes: [note] }
    }
    const message = `a single valid event took more than half of the ${timeoutMs / 1000} s that the sender waits`
    return outcomeFrom(late.map((sent) => violation('late', message, sent)))
  }
}

/** A receiver that fails at random sometimes refuses two in a row. */
const furtherTries = 2

/** Checks whether a receiver still accepts valid events, because otherwise its refusals prove nothing. */
export class Steadiness {
  readonly #factory: DeliveryFactory
  readonly #answers: Answers
  readonly #failed: Violation[] = []
  #isSteadier = false
  #over: string | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(factory: DeliveryFactory, answers: Answers) {
    this.#factory = factory
    this.#answers = answers
  }

  /** The reason why nothing can be judged any more. */
  get over(): string | undefined {
    return this.#over
  }

  get outcome(): Outcome {
    return outcomeFrom(this.#failed, this.#isSteadier ? [] : this.#failed)
  }

  /** Sends a valid event after the deliveries of rules, and some more if it was refused. */
  async control(rules: readonly string[], sender: Sender): Promise<void> {
    // When several controls fail to connect at once, only the first reports it.
    this.#last = this.#last.then(() => this.#control(rules, sender))
    return this.#last
  }

  async #control(rules: readonly string[], sender: Sender): Promise<void> {
    if (this.#over !== undefined) return
    const [rule = '', ...others] = rules
    const named = others.length === 0 ? rule : `${rule} and ${others.length} more`
    const { last, cut } = this.#answers
    // Where deliveries overlap, the last one need not be the cause.
    const together = cut.size > 0 ? `one of these concurrent deliveries: ${[...cut].join('; ')}:` : named
    const after = sender.width === 1 ? `${last || 'the first valid events'} (${named})` : together
    // Without time for a control, earlier results remain valid.
    const sent = await ifTime(this.#firstAndLast(sender))
    if (sent === undefined) return
    const { first, final } = sent
    this.#isSteadier = isAcknowledged(final.reply)
    if (this.#isSteadier && isServerError(first.reply)) this.#answers.chances += 1
    const message = `after ${after} a valid event was not acknowledged: the receiver ${replyText(first.reply)}; 200 was expected`
    const how = failureOf(first.reply)
    const key = `${how}/${named.replace('receiver/', '')}`
    this.#failed.push({ key, message, exchange: first.exchange })
    if (this.#isSteadier) return
    const advice = final.reply.status === tooMany ? '; give --rate' : ''
    this.#over = `after ${after} the receiver accepted no valid event any more: it ${replyText(final.reply)}${advice}`
  }

  async #firstAndLast(sender: Sender): Promise<{ first: SentDelivery; final: SentDelivery } | undefined> {
    const send = (): Promise<SentDelivery> => sender.send(() => this.#factory.delivery(), { mayBeGone: true })
    const first = await send()
    if (isAcknowledged(first.reply)) return undefined
    let final = await send()
    // A silent or missing receiver does not fail at random, and trying it takes long.
    const mayPass = ({ reply }: SentDelivery): boolean => reply.status !== undefined || isClosed(reply)
    for (let tries = furtherTries; tries > 0 && !isAcknowledged(final.reply) && mayPass(final); tries -= 1)
      final = await send()
    return { first, final }
  }
}
