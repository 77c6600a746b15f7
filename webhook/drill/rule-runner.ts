import type { Exchange } from '../../conformance/index.js'
import type { DeliveryFactory } from './sending/delivery-factory.js'
import { isTaken, replyText } from './sending/delivery.js'
import { Answers } from './judging/answers.js'
import type { Sender, SentDelivery } from './sending/sender.js'
import { TimeOver } from './sending/time-over.js'
import { judgeAnswers } from './judging/judge-answers.js'
import type { Probe } from './probe/probe.js'
import { judgeCases } from './judging/judge-cases.js'
import { isAboutLeaks, judgeLeaks } from './judging/judge-leaks.js'
import type { LeakWatch } from './leaks/leak-watch.js'
import { type DrillOptions, kindsOf } from './options.js'
import { type Outcome, outcomeFrom, type Violation } from './judging/outcome.js'
import type { AnswerRule, CaseRule, DrillRule, GroupRule } from './rules/rule.js'
import { judgeGroup, type Measured } from './groups.js'
import { inStages } from './stages.js'

/** One rule judged for a version, or for the receiver as a whole (`*`). */
export interface JudgedRule {
  readonly rule: DrillRule
  readonly version: string
  readonly outcome: Outcome
  readonly requests: number
  readonly durationMs: number
  /** The first exchanges that it was judged by. */
  readonly evidence?: readonly Exchange[]
}

/** The rule that a control failed: no delivery may wear a receiver out. */
const steady = 'receiver/steady'
const hasRefusals = ({ due }: DrillRule): boolean => due === 'refused' || due === 'open'

/** Without time for a control, what was judged before stays. */
const orTimeOver = (error: unknown): undefined => {
  if (!(error instanceof TimeOver)) throw error
}

/** Runs the rules against a receiver that was probed, those that matter most first. */
export class RuleRunner {
  readonly #options: DrillOptions
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #answers: Answers
  readonly #leaks: LeakWatch
  readonly #ended = new Map<string, Outcome['state']>()
  readonly #controls: Violation[] = []
  readonly #judged: JudgedRule[] = []
  readonly measured: Measured = {}
  /** Why nothing can be judged any more. */
  #over: string | undefined
  #isSteadier = false

  constructor(options: DrillOptions, factory: DeliveryFactory, sender: Sender, leaks: LeakWatch) {
    this.#leaks = leaks
    this.#options = options
    this.#factory = factory
    this.#sender = sender
    this.#answers = new Answers(sender.options.timeoutMs / 2)
  }

  /** The rules as they were judged, in the order in which they were given. @param probe the first contact */
  async all(rules: readonly DrillRule[], probe: Probe, isAlone: boolean): Promise<readonly JudgedRule[]> {
    for (const sent of probe.sent) this.#answers.note(sent, false)
    // What shows it alone: a receiver that refuses company is asked one thing after the other, and time may be short.
    const first = isAlone ? rules.filter(({ id }) => id === 'receiver/same-moment') : []
    for (const rule of first) if ('cases' in rule) await this.#cases(rule)
    const others = rules.filter((rule) => !first.includes(rule))
    if (this.#sender.isParallel) await this.#sideBySide(others)
    else {
      for (const { cases, groups } of inStages(others)) {
        for (const rule of cases) await this.#cases(rule)
        for (const group of groups) await this.#group(group)
      }
    }
    for (const rule of rules.filter((one) => one.due === 'every-answer')) {
      await this.#step(rule, '*', async () => this.#answered(rule))
    }
    return this.#judged
      .map((one) => this.#inContext(one))
      .toSorted((a, b) => rules.indexOf(a.rule) - rules.indexOf(b.rule))
  }

  /** Everything is begun in the order of its weight, and goes as far as there is room. */
  async #sideBySide(rules: readonly DrillRule[]): Promise<void> {
    const tasks: (() => Promise<void>)[] = []
    for (const { cases, groups } of inStages(rules)) {
      for (const rule of this.#longestFirst(cases)) tasks.push(() => this.#cases(rule))
      // No rule can be told as the one that wore the receiver out.
      if (cases.some(hasRefusals)) tasks.push(() => this.#control('what had to be refused', this.#sender))
      tasks.push(async () => {
        if (groups.length > 0) await this.#sender.room()
        for (const group of groups) await this.#group(group)
      })
    }
    await this.#sender.each(tasks, (task) => task())
  }

  /** Cases of several deliveries last longest; where there is no room for many at once they would keep all others out. */
  #longestFirst(rules: readonly CaseRule[]): readonly CaseRule[] {
    const isLong = (rule: CaseRule): boolean =>
      rule.cases(this.#factory).some(({ prelude, keepsConnection }) => prelude ?? keepsConnection)
    const long = this.#sender.width > 2 ? rules.filter(isLong) : []
    return [...long, ...rules.filter((rule) => !long.includes(rule))]
  }

  /** What is told by another rule says nothing more, whichever of the two was judged first. */
  #inContext(judged: JudgedRule): JudgedRule {
    const { rule, outcome } = judged
    const reason = 'cases' in rule && outcome.state === 'failed' ? this.#hindranceOf(rule, false) : undefined
    return reason === undefined ? judged : { ...judged, outcome: { state: 'skipped', reason } }
  }

  async #cases(rule: CaseRule): Promise<void> {
    const { documents, kinds } = this.#options
    const factories: [string, DeliveryFactory][] = rule.perVersion
      ? documents.map((document) => [
          document.version,
          this.#factory.with({ document, kinds: kindsOf(document, kinds) }),
        ])
      : [['*', this.#factory]]
    await this.#sender.each(factories, async ([version, factory]) =>
      this.#step(rule, version, async (sender) => {
        const hindrance = this.#hindranceOf(rule)
        if (hindrance !== undefined) return { state: 'skipped', reason: hindrance }
        const outcome = await judgeCases(rule, { factory, sender, answers: this.#answers })
        const isShaken = hasRefusals(rule) || outcome.state === 'failed'
        if (isShaken && !sender.isParallel) await this.#control(rule.id, sender)
        // Refusals of a receiver that takes nothing any more prove nothing.
        const over = outcome.state === 'passed' && rule.due === 'refused' ? this.#over : undefined
        return over === undefined ? outcome : { state: 'skipped', reason: over }
      }),
    )
  }

  #hindranceOf({ after }: CaseRule, isBefore = true): string | undefined {
    if (isBefore && this.#over !== undefined) return this.#over
    return after !== undefined && this.#ended.get(after) === 'failed'
      ? `it says nothing about a receiver that breaks ${after}`
      : undefined
  }

  async #step(rule: DrillRule, version: string, judge: (sender: Sender) => Promise<Outcome>): Promise<void> {
    const [began, sender] = [performance.now(), this.#sender.own()]
    const outcome = await judge(sender).catch((error: unknown): Outcome => {
      if (error instanceof TimeOver) return this.#unreached(rule)
      throw error
    })
    const { count: requests, seen: evidence } = sender
    this.#note({ rule, version, outcome, requests, evidence, durationMs: performance.now() - began })
  }

  /** A rule that there was no time for: without those of severity error the drill is incomplete. */
  #unreached({ severity, due }: DrillRule): Outcome {
    const reason = 'time: none was left for it; give more with --for SECONDS'
    return severity === 'error' && due !== 'open'
      ? { state: 'inconclusive', reason }
      : { state: 'skipped', reason, lacks: 'time' }
  }

  #note(judged: JudgedRule): void {
    const { rule, version, outcome } = judged
    this.#ended.set(rule.id, outcome.state)
    this.#judged.push(judged)
    this.#options.onRule?.(rule.id, version)
  }

  /** Makes sure that the receiver still takes what is valid: only then do its refusals mean anything. */
  async #control(after: string, sender: Sender): Promise<void> {
    const sent = await this.#twice(sender).catch(orTimeOver)
    if (sent === undefined) return
    const { first, second } = sent
    this.#isSteadier = isTaken(second.reply)
    const message = `a valid event after ${after}: the receiver ${replyText(first.reply)}, and 200 is due`
    this.#controls.push({ key: after, message, exchange: first.exchange })
    if (this.#isSteadier) return
    const advice = second.reply.status === 429 ? '; give --rate' : ''
    this.#over = `after ${after} the receiver took no valid event any more: it ${replyText(second.reply)}${advice}`
  }

  /** A valid event, and another one where it was not taken; undefined where it was. */
  async #twice(sender: Sender): Promise<{ first: SentDelivery; second: SentDelivery } | undefined> {
    const first = await sender.send(this.#factory.delivery())
    return isTaken(first.reply) ? undefined : { first, second: await sender.send(this.#factory.delivery()) }
  }

  #answered(rule: AnswerRule): Outcome {
    if (rule.id === steady) return this.#steadiness()
    if (isAboutLeaks(rule)) return judgeLeaks(rule, this.#leaks)
    return judgeAnswers(rule, this.#answers, this.#sender.options)
  }

  #steadiness(): Outcome {
    return outcomeFrom(this.#controls, this.#isSteadier ? [] : this.#controls)
  }

  async #group(own: readonly GroupRule[]): Promise<void> {
    let outcomes: Readonly<Record<string, Outcome>> = {}
    let isUnreached = false
    for (const rule of own) {
      // The first of them sends for all.
      await this.#step(rule, '*', async (sender) => {
        if (this.#over !== undefined) return { state: 'skipped', reason: this.#over }
        if (isUnreached) throw new TimeOver()
        if (rule !== own[0])
          return outcomes[rule.id] ?? { state: 'not-applicable', reason: 'it was not seen' }
        isUnreached = true
        outcomes = await judgeGroup(own, this.#options, this.#factory, sender, this.measured)
        isUnreached = false
        return outcomes[rule.id] ?? { state: 'not-applicable', reason: 'it was not seen' }
      })
    }
  }
}
