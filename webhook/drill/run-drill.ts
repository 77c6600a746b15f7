import { setMaxListeners } from 'node:events'
import type { Exchange } from '../../conformance/index.js'
import { Answers, Steadiness } from './judging/answers.js'
import { type CaseContext, type Tried, tryCase, refusalCause } from './judging/cases.js'
import { judgeWindow, type Window } from './judging/window.js'
import { isAboutLeaks, LeakWatch } from './leaks/leak-watch.js'
import { judgeObserved } from './observed.js'
import { type DrillOptions, kindsOf } from './options.js'
import { type Answering, type Probe, probeReceiver } from './probe/probe.js'
import { drillCatalogue } from './rules/catalogue.js'
import {
  type AnswerRule,
  type Case,
  type CaseRule,
  type DrillRule,
  type GroupRule,
  type Outcome,
  outcomeFrom,
  type Violation,
} from './rules/rule.js'
import { DeliveryFactory } from './sending/delivery.js'
import { isServerError, replyText } from '../delivery/delivery.js'
import { Gone, ifTime, Sender, type Watch } from './sending/sender.js'

/** One rule judged for a version, or for the receiver as a whole (`*`). */
export interface JudgedRule {
  readonly rule: DrillRule
  readonly version: string
  readonly outcome: Outcome
  readonly requests: number
  /** The number of requests that got a whole response. */
  readonly answered: number
  readonly durationMs: number
  /** The first exchanges that judged it. */
  readonly evidence?: readonly Exchange[]
}

/** Measurements of a receiver besides the outcomes of rules. */
export interface Measured {
  window?: Window
  /** The number of cases that were not sent for lack of time. */
  unsent?: number
  /** The number of server errors that did not repeat. */
  chances?: number
}

/** A rule with cases, for a version or for the receiver as a whole. */
interface Unit extends CaseContext {
  readonly version: string
  readonly cases: readonly Case[]
  readonly tried: Tried[]
  durationMs: number
  /** The reason why cases were not judged. */
  reason?: string
}

/** The rule for failed controls: no delivery may make a receiver refuse valid events. */
const steady = 'receiver/steady'

const noTime = 'time: none was left; --for SECONDS gives more'

/** Without rules of severity error the drill is incomplete. */
const unreached = ({ severity, due }: DrillRule): Outcome =>
  severity === 'error' && due !== 'open'
    ? { state: 'inconclusive', reason: noTime }
    : { state: 'skipped', reason: noTime, lacks: 'time' }

const openReason = ({ id, reason }: CaseRule, { settings }: DeliveryFactory): string | undefined => {
  if (reason !== undefined) return reason
  const isWindow = id.startsWith('receiver/tolerance-') && settings.tolerance === undefined
  return isWindow ? 'the tolerance is 5 minutes in examples only; --tolerance has it judged' : undefined
}

/** Whether deliveries must be refused, which a receiver that refuses everything would pass. */
const hasRefusals = ({ rule: { due } }: Unit): boolean => due === 'refused' || due === 'open'

/** The number of deliveries of a case that follow each other, as far as its row says so. */
const lengthOf = ({ cases: [one] }: Unit): number => (one?.prelude ?? 0) + (one?.keepsConnection ? 1 : 0)

/** Refusals first, then the longest, so that no long one is alone at the end. */
const isEarlier = (a: Unit, b: Unit): number => +hasRefusals(b) - +hasRefusals(a) || lengthOf(b) - lengthOf(a)

/**
 * Runs the rules against a probed receiver, the most important first: one case of each rule of severity error, the
 * observed rules, further cases, good practice, and open rules. After each rule a valid event has to be accepted.
 */
class RuleRunner {
  readonly measured: Measured = {}
  readonly #options: DrillOptions
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #answers = new Answers()
  readonly #leaks: LeakWatch
  readonly #steadiness: Steadiness
  readonly #judged: JudgedRule[] = []

  constructor(options: DrillOptions, factory: DeliveryFactory, sender: Sender, leaks: LeakWatch) {
    this.#leaks = leaks
    this.#options = options
    this.#factory = factory
    this.#sender = sender
    this.#steadiness = new Steadiness(factory, this.#answers)
  }

  /** The judged rules, in the given order. */
  async all(rules: readonly DrillRule[], { sent: probed }: Answering): Promise<readonly JudgedRule[]> {
    for (const sent of probed) this.#answers.note(sent, false)
    const units = rules.filter((rule) => 'cases' in rule).flatMap((rule) => this.#unitsOf(rule))
    const isOpen = ({ rule }: Unit): boolean => rule.due === 'open'
    const errors = units.filter((unit) => unit.rule.severity === 'error' && !isOpen(unit))
    const practice = units.filter((unit) => unit.rule.severity === 'warning' && !isOpen(unit))
    const groups = rules.filter((rule): rule is GroupRule => ['window', 'observed'].includes(rule.due))
    const { patienceMs = 0 } = this.#options
    await this.#sender.patiently(patienceMs, () => this.#send(errors.toSorted(isEarlier), 0, 1))
    await this.#group(groups.filter(({ due }) => due === 'observed'))
    await this.#send(errors, 1)
    await this.#send(practice)
    await this.#group(groups.filter(({ due }) => due === 'window'))
    // One by one, because a large body may crash a receiver, which no other rule should report.
    for (const unit of units.filter(isOpen)) await this.#send([unit])
    await this.#conclude(units)
    if (this.#answers.isWavering) delete this.measured.window
    if (this.#answers.isUnsteady) this.measured.chances = this.#answers.chances
    for (const rule of rules.filter((one) => one.due === 'every-answer'))
      this.#note(rule, '*', this.#answered(rule), this.#sender.own(), 0)
    return this.#judged.toSorted((a, b) => rules.indexOf(a.rule) - rules.indexOf(b.rule))
  }

  #unitsOf(rule: CaseRule): Unit[] {
    const { documents, kinds } = this.#options
    const own = documents.map((document): [string, DeliveryFactory] => [
      document.version,
      this.#factory.with({ document, kinds: kindsOf(document, kinds) }),
    ])
    return (rule.perVersion ? own : [['*', this.#factory] as const]).map(([version, factory]) => {
      const due = openReason(rule, factory) === undefined ? rule.due : 'open'
      const [sender, answers] = [this.#sender.own(), this.#answers]
      const cases = rule.cases(factory)
      return { rule, due, version, factory, sender, answers, cases, tried: [], durationMs: 0 }
    })
  }

  /** Sends cases of rules, with a valid event after those of each; after all where they overlap. */
  async #send(all: readonly Unit[], from = 0, to = Infinity): Promise<void> {
    const units = all.filter(({ cases }) => cases.slice(from, to).length > 0)
    const tasks = units.flatMap((unit) => [
      ...unit.cases.slice(from, to).map((one) => () => this.#try(one, unit)),
      async () => (this.#sender.width === 1 ? this.#control([unit]) : undefined),
    ])
    await this.#sender.each(tasks, (task) => task())
    if (this.#sender.width > 1) await this.#control(units)
  }

  async #try(one: Case, unit: Unit): Promise<void> {
    const began = performance.now()
    if (unit.tried.length === 0) this.#options.onRule?.(unit.rule.id, unit.version)
    const tried = await this.#ifThere(
      unit.rule,
      unit.sender,
      () => tryCase(one, unit),
      ({ message }) => (unit.reason = `the receiver ${message} meanwhile`),
    )
    if (tried) unit.tried.push(tried)
    unit.durationMs += performance.now() - began
  }

  async #control(units: readonly Unit[]): Promise<void> {
    const doubtful = units.filter((unit) => hasRefusals(unit) || unit.tried.some(({ lasting }) => lasting))
    const ids = doubtful.map(({ rule }) => rule.id)
    if (ids.length > 0) await this.#steadiness.control(ids, this.#sender.own())
  }

  async #group(rules: readonly GroupRule[]): Promise<void> {
    const [first] = rules
    if (first === undefined) return
    const [began, sender] = [performance.now(), this.#sender.own()]
    const outcomes = await this.#ifThere(first, sender, () => this.#groupOutcomes(first, rules, sender))
    const { over } = this.#steadiness
    for (const rule of rules) {
      const unjudged: Outcome = over === undefined ? unreached(rule) : { state: 'skipped', reason: over }
      // The first rule sends for the whole group.
      const [own, spent] = rule === first ? [sender, performance.now() - began] : [this.#sender.own(), 0]
      this.#options.onRule?.(rule.id, '*')
      this.#note(rule, '*', outcomes?.[rule.id] ?? unjudged, own, spent)
    }
  }

  /** Undefined when there is no time left for an action, or when the receiver is gone, which is recorded. */
  async #ifThere<Result>(
    { id }: DrillRule,
    sender: Sender,
    act: () => Promise<Result>,
    onGone?: (gone: Gone) => void,
  ): Promise<Result | undefined> {
    if (this.#steadiness.over !== undefined) return undefined
    try {
      return await ifTime(act())
    } catch (error) {
      if (!(error instanceof Gone)) throw error
      onGone?.(error)
      await this.#steadiness.control([id], sender)
      return undefined
    }
  }

  async #groupOutcomes(
    { due, id }: GroupRule,
    rules: readonly GroupRule[],
    sender: Sender,
  ): Promise<Readonly<Record<string, Outcome>>> {
    if (due === 'observed') return judgeObserved(rules, this.#options, this.#factory, sender)
    const { window, outcome } = await judgeWindow(this.#factory, sender)
    this.measured.window = window
    return { [id]: outcome }
  }

  async #conclude(units: readonly Unit[]): Promise<void> {
    const isLate = ({ reason }: Unit): boolean => reason === undefined && this.#steadiness.over === undefined
    const late = units.filter(isLate)
    const unsent = late.reduce((sum, { cases, tried }) => sum + cases.length - tried.length, 0)
    if (unsent > 0) this.measured.unsent = unsent
    const outcomes = new Map<Unit, Outcome>()
    for (const unit of units) outcomes.set(unit, await this.#outcomeOf(unit))
    const failed = units.filter((unit) => outcomes.get(unit)?.state === 'failed')
    const broken = new Set(failed.map(({ rule }) => rule.id))
    for (const [unit, outcome] of outcomes) {
      const { rule, version, sender, durationMs } = unit
      const isHindered = rule.after !== undefined && broken.has(rule.after) && outcome.state === 'failed'
      const reason = `it is not judged for a receiver that breaks ${rule.after}`
      const shown: Outcome = isHindered ? { state: 'skipped', reason } : outcome
      this.#note(rule, version, shown, sender, durationMs)
    }
  }

  async #outcomeOf(unit: Unit): Promise<Outcome> {
    const { rule, due, cases, tried, sender } = unit
    if (cases.length === 0) return { state: 'not-applicable', reason: 'no chosen kind is relevant' }
    const { over } = this.#steadiness
    // Responses after the last accepted event prove nothing about a receiver that accepts none any more.
    if (over !== undefined && (tried.length === 0 || sender.answeredAt > sender.takenAt))
      return { state: 'skipped', reason: over }
    const inOrder = cases.flatMap((one) => tried.find((sent) => sent.one === one) ?? [])
    const isFirstSent = inOrder[0]?.one === cases[0]
    if (!isFirstSent && !inOrder.some(({ violation }) => violation))
      return unit.reason === undefined ? unreached(rule) : { state: 'skipped', reason: unit.reason }
    if (due === 'open') {
      const answersTo = ({ sent }: Tried): string => sent.map(({ reply }) => replyText(reply)).join(', then ')
      const notes = inOrder.map((tried) => `${answersTo(tried)}: ${tried.one.description}`)
      return { state: 'not-promised', reason: openReason(rule, unit.factory) ?? '', notes }
    }
    // A receiver that fails at random fails some of several deliveries each time.
    const isChance = ({ one: { atOnce }, sent }: Tried): boolean =>
      atOnce !== undefined && this.#answers.isUnsteady && sent.some(({ reply }) => isServerError(reply))
    const lasting = inOrder.flatMap((one) => (isChance(one) ? [] : (one.lasting ?? [])))
    const answers = inOrder.flatMap(({ one, sent: [first] }) =>
      first ? [{ kind: one.key, sent: first }] : [],
    )
    const isAsked = rule.perVersion && lasting.length > 0
    const why = isAsked ? await this.#ifThere(rule, sender, () => refusalCause(answers, unit)) : undefined
    const violations = inOrder.flatMap((one) => one.violation ?? [])
    return outcomeFrom(violations, why === undefined ? lasting : [why])
  }

  #answered(rule: AnswerRule): Outcome {
    if (rule.id === steady) return this.#steadiness.outcome
    if (isAboutLeaks(rule)) return this.#leaks.judge(rule)
    return this.#answers.judge(rule, this.#sender.options.timeoutMs)
  }

  #note(rule: DrillRule, version: string, outcome: Outcome, sender: Sender, durationMs: number): void {
    const { count: requests, answered, seen: evidence } = sender
    this.#judged.push({ rule, version, outcome, requests, answered, evidence, durationMs })
  }
}

export interface DrillResult {
  readonly probe: Probe
  readonly judged: readonly JudgedRule[]
  readonly measured?: Measured
}

const unjudged = (
  rules: readonly DrillRule[],
  probe: Probe,
  { count, answered }: Sender,
  durationMs: number,
  leaks: LeakWatch,
): JudgedRule[] => {
  if (probe.acceptedKind !== undefined) return []
  const { reason, sent, why } = probe
  const isMistake = why === 'mistake'
  const violation: Violation = { key: '*', message: `${reason}; 200 was expected`, ...sent[0] }
  return drillCatalogue
    .filter((rule) => rules.includes(rule) || (isMistake && rule.id === 'receiver/every-kind'))
    .map((rule) => {
      const isFirst = rule.id === 'receiver/every-kind'
      const isShown = answered > 0 && rule.due === 'every-answer' && isAboutLeaks(rule)
      const shown = isShown ? leaks.judge(rule) : undefined
      const failed: Outcome = { state: 'failed', violations: [violation] }
      const outcome = isMistake && isFirst ? failed : (shown ?? { state: 'skipped', reason })
      const [requests, got, ms] = isFirst ? [count, answered, durationMs] : [0, 0, 0]
      return { rule, version: '*', outcome, requests, answered: got, durationMs: ms }
    })
}

/**
 * Examines a receiver: sends valid and invalid deliveries, and judges the responses (Events, delivery). Behaviour that
 * the specification leaves open is never a finding. @throws the reason of the signal when it was aborted
 */
export async function runDrill(options: DrillOptions): Promise<DrillResult> {
  const { documents, encoding = 'hex', timeoutMs = 5000, chunkPauseMs = 100, url } = options
  const document = documents.at(-1)
  if (document === undefined) throw new RangeError('a drill needs a document to make events of')
  // Every pending request listens to the signal, and there are many.
  const signal = AbortSignal.any([options.signal])
  setMaxListeners(0, signal)
  const leaks = new LeakWatch(options.secret)
  const watch: Watch = (...seen) => leaks.see(...seen)
  const began = performance.now()
  const pace = { rate: options.rate, deadline: began + (options.forMs ?? Infinity), watch }
  const sender = new Sender({ url, timeoutMs, chunkPauseMs, signal }, pace)
  const kinds = kindsOf(document, options.kinds)
  const factory = new DeliveryFactory({ ...options, document, encoding, kinds })
  const probe = await probeReceiver(factory, sender)
  const rules = drillCatalogue.filter(({ id }) => options.rules?.includes(id) ?? true)
  if (probe.acceptedKind === undefined)
    return { probe, judged: unjudged(rules, probe, sender, performance.now() - began, leaks) }
  const { acceptedKind } = probe
  const ordered = [acceptedKind, ...kinds.filter((kind) => kind !== acceptedKind)]
  const runner = new RuleRunner(options, factory.with({ kinds: ordered }), sender, leaks)
  return { probe, judged: await runner.all(rules, probe), measured: runner.measured }
}
