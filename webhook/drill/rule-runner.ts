import type { Exchange } from '../../conformance/index.js'
import type { DeliveryFactory } from './sending/delivery-factory.js'
import { Answers } from './judging/answers.js'
import type { Sender } from './sending/sender.js'
import { Gone } from './sending/gone.js'
import { TimeOver } from './sending/time-over.js'
import { judgeAnswers } from './judging/judge-answers.js'
import type { Answering } from './probe/probe.js'
import { judgeCases } from './judging/judge-cases.js'
import { isAboutLeaks, judgeLeaks } from './judging/judge-leaks.js'
import type { LeakWatch } from './leaks/leak-watch.js'
import { type DrillOptions, kindsOf } from './options.js'
import type { Outcome } from './judging/outcome.js'
import type { AnswerRule, CaseRule, DrillRule, GroupRule } from './rules/rule.js'
import { judgeGroup, type Measured } from './groups.js'
import { hasRefusals, rankOf, Schedule } from './schedule.js'
import { inStages } from './stages.js'
import { Steadiness } from './steadiness.js'
import { Unsent } from './unsent.js'

/** One rule judged for a version, or for the receiver as a whole (`*`). */
export interface JudgedRule {
  readonly rule: DrillRule
  readonly version: string
  readonly outcome: Outcome
  readonly requests: number
  readonly durationMs: number
  /** The first exchanges that judged it. */
  readonly evidence?: readonly Exchange[]
}

/** The rule for failed controls: no delivery may make a receiver refuse valid events. */
const steady = 'receiver/steady'

/** Runs the rules against a probed receiver, the most important first. */
export class RuleRunner {
  readonly #options: DrillOptions
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #answers: Answers
  readonly #leaks: LeakWatch
  readonly #steadiness: Steadiness
  readonly #unsent = new Unsent()
  readonly #ended = new Map<string, Outcome['state']>()
  readonly #judged: (JudgedRule & { readonly at: number })[] = []
  readonly measured: Measured = {}

  constructor(options: DrillOptions, factory: DeliveryFactory, sender: Sender, leaks: LeakWatch) {
    this.#leaks = leaks
    this.#options = options
    this.#factory = factory
    this.#sender = sender
    this.#answers = new Answers(sender.options.timeoutMs / 2)
    this.#steadiness = new Steadiness(factory)
  }

  /** The judged rules, in the given order. @param isAlone whether the receiver refuses concurrent events */
  async all(
    rules: readonly DrillRule[],
    { sent: probed, speed }: Answering,
    isAlone: boolean,
  ): Promise<readonly JudgedRule[]> {
    for (const sent of probed) this.#answers.note(sent, false)
    // First, because time may be short: a receiver that refuses concurrent events gets all others sequentially.
    const first = isAlone ? rules.filter(({ id }) => id === 'receiver/same-moment') : []
    for (const rule of first) if ('cases' in rule) await this.#cases(rule)
    const stages = inStages(rules.filter((rule) => !first.includes(rule)))
    await new Schedule(this.#factory, this.#sender, this.#steadiness, {
      cases: (rule) => this.#cases(rule),
      group: (group) => this.#group(group),
    }).run(stages, isAlone ? undefined : speed)
    this.measured.unsent = this.#unsent.left
    for (const rule of rules.filter((one) => one.due === 'every-answer')) {
      await this.#step(rule, '*', async () => this.#answered(rule))
    }
    return this.#judged
      .map((one) => this.#inContext(one))
      .toSorted((a, b) => rules.indexOf(a.rule) - rules.indexOf(b.rule))
  }

  /** Skips a rule whose result another rule explains, whichever was judged first. */
  #inContext({ at, ...judged }: JudgedRule & { readonly at: number }): JudgedRule {
    const { rule, outcome } = judged
    const hindrance =
      'cases' in rule && outcome.state === 'failed' ? this.#hindranceOf(rule, false) : undefined
    const { over } = this.#steadiness
    const isAfterwards = this.#sender.isParallel && rule.due !== 'every-answer' && at > this.#sender.takenAt
    const reason = hindrance ?? (isAfterwards ? over : undefined)
    if (reason !== undefined) return { ...judged, outcome: { state: 'skipped', reason } }
    return { ...judged, outcome: this.#unsent.advised(outcome) }
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
      this.#step(rule, version, (sender) => this.#judge(rule, factory, sender)),
    )
  }

  async #judge(rule: CaseRule, factory: DeliveryFactory, sender: Sender): Promise<Outcome> {
    const hindrance = this.#hindranceOf(rule)
    if (hindrance !== undefined) return { state: 'skipped', reason: hindrance }
    const { outcome, ...counted } = await judgeCases(rule, { factory, sender, answers: this.#answers })
    this.#unsent.note(counted)
    const isShaken = hasRefusals(rule) || outcome.state === 'failed'
    if (isShaken && !sender.isParallel) await this.#steadiness.control(rule.id, sender)
    // Refusals prove nothing once a receiver refuses valid events too.
    const over = outcome.state === 'passed' && rule.due === 'refused' ? this.#steadiness.over : undefined
    return over === undefined ? outcome : { state: 'skipped', reason: over }
  }

  #hindranceOf({ after }: CaseRule, isBefore = true): string | undefined {
    if (isBefore && this.#steadiness.over !== undefined) return this.#steadiness.over
    return after !== undefined && this.#ended.get(after) === 'failed'
      ? `it says nothing about a receiver that breaks ${after}`
      : undefined
  }

  async #step(rule: DrillRule, version: string, judge: (sender: Sender) => Promise<Outcome>): Promise<void> {
    const [began, sender] = [performance.now(), this.#sender.own(rankOf(rule))]
    const outcome = await judge(sender).catch((error: unknown) => this.#unjudged(rule, sender, error))
    const { count: requests, seen: evidence } = sender
    const at = performance.now()
    this.#ended.set(rule.id, outcome.state)
    this.#judged.push({ rule, version, outcome, requests, evidence, durationMs: at - began, at })
    this.#options.onRule?.(rule.id, version)
  }

  async #unjudged(rule: DrillRule, sender: Sender, error: unknown): Promise<Outcome> {
    if (error instanceof TimeOver) {
      const unsent = 'cases' in rule ? rule.cases(this.#factory).length : 1
      this.#unsent.note({ sent: 0, unsent })
      return this.#unsent.unreached(rule)
    }
    if (!(error instanceof Gone)) throw error
    await this.#steadiness.control(rule.id, sender)
    return { state: 'skipped', reason: this.#steadiness.over ?? `the receiver ${error.message} meanwhile` }
  }

  #answered(rule: AnswerRule): Outcome {
    if (rule.id === steady) return this.#steadiness.outcome
    if (isAboutLeaks(rule)) return judgeLeaks(rule, this.#leaks)
    return judgeAnswers(rule, this.#answers, this.#sender.options)
  }

  async #group(own: readonly GroupRule[]): Promise<void> {
    let outcomes: Readonly<Record<string, Outcome>> = {}
    let isUnreached = false
    for (const rule of own) {
      // The first rule sends for the whole group.
      await this.#step(rule, '*', async (sender) => {
        const { over } = this.#steadiness
        if (over !== undefined) return { state: 'skipped', reason: over }
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
