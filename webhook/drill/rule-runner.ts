import { judgeBurst } from './judging/judge-burst.js'
import type { DeliveryFactory } from './sending/delivery-factory.js'
import { isTaken, replyText } from './sending/delivery.js'
import { Answers } from './judging/answers.js'
import type { Sender } from './sending/sender.js'
import { judgeAnswers } from './judging/judge-answers.js'
import { judgeCases } from './judging/judge-cases.js'
import { isAboutLeaks, judgeLeaks } from './judging/judge-leaks.js'
import type { LeakWatch } from './leaks/leak-watch.js'
import { type DrillOptions, kindsOf } from './options.js'
import { type Outcome, outcomeFrom, type Violation } from './judging/outcome.js'
import type { AnswerRule, CaseRule, DrillRule } from './rules/rule.js'

/** One rule judged for a version, or for the receiver as a whole (`*`). */
export interface JudgedRule {
  readonly rule: DrillRule
  readonly version: string
  readonly outcome: Outcome
  readonly requests: number
  readonly durationMs: number
}

/** The rule that a control failed: no delivery may wear a receiver out. */
const steady = 'receiver/steady'
const hasRefusals = ({ due }: DrillRule): boolean => due === 'refused' || due === 'open'

/** Runs the rules one after the other against a receiver that was probed. */
export class RuleRunner {
  readonly #options: DrillOptions
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #answers: Answers
  readonly #leaks: LeakWatch
  readonly #ended = new Map<string, Outcome['state']>()
  readonly #controls: Violation[] = []
  readonly #judged: JudgedRule[] = []
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

  async all(rules: readonly DrillRule[]): Promise<readonly JudgedRule[]> {
    for (const rule of rules) {
      if (rule.due === 'taken' || rule.due === 'refused' || rule.due === 'open') await this.#cases(rule)
    }
    await this.#atOnce(rules)
    for (const rule of rules.filter((one) => one.due === 'every-answer')) {
      await this.#step(rule, '*', async () => this.#answered(rule))
    }
    return this.#judged
  }

  async #cases(rule: CaseRule): Promise<void> {
    const { documents, kinds } = this.#options
    const factories: [string, DeliveryFactory][] = rule.perVersion
      ? documents.map((document) => [
          document.version,
          this.#factory.with({ document, kinds: kindsOf(document, kinds) }),
        ])
      : [['*', this.#factory]]
    for (const [version, factory] of factories) {
      await this.#step(rule, version, async () => {
        const hindrance = this.#hindranceOf(rule)
        if (hindrance !== undefined) return { state: 'skipped', reason: hindrance }
        const outcome = await judgeCases(rule, { factory, sender: this.#sender, answers: this.#answers })
        if (hasRefusals(rule) || outcome.state === 'failed') await this.#control(rule)
        // Refusals of a receiver that takes nothing any more prove nothing.
        const over = outcome.state === 'passed' && rule.due === 'refused' ? this.#over : undefined
        return over === undefined ? outcome : { state: 'skipped', reason: over }
      })
    }
  }

  #hindranceOf({ after }: CaseRule): string | undefined {
    if (this.#over !== undefined) return this.#over
    return after !== undefined && this.#ended.get(after) === 'failed'
      ? `it says nothing about a receiver that breaks ${after}`
      : undefined
  }

  async #step(rule: DrillRule, version: string, judge: () => Promise<Outcome>): Promise<void> {
    const [began, before] = [performance.now(), this.#sender.count]
    const outcome = await judge()
    const requests = this.#sender.count - before
    this.#note({ rule, version, outcome, requests, durationMs: performance.now() - began })
  }

  #note(judged: JudgedRule): void {
    const { rule, version, outcome } = judged
    this.#ended.set(rule.id, outcome.state)
    this.#judged.push(judged)
    this.#options.onRule?.(rule.id, version)
  }

  /** Makes sure that the receiver still takes what is valid: only then do its refusals mean anything. */
  async #control({ id }: DrillRule): Promise<void> {
    const first = await this.#sender.send(this.#factory.delivery())
    if (isTaken(first.reply)) return
    const second = await this.#sender.send(this.#factory.delivery())
    this.#isSteadier = isTaken(second.reply)
    const message = `a valid event after the cases of ${id}: the receiver ${replyText(first.reply)}, and 200 is due`
    this.#controls.push({ key: id, message, exchange: first.exchange })
    if (this.#isSteadier) return
    const advice = second.reply.status === 429 ? '; give --rate' : ''
    this.#over = `after ${id} the receiver took no valid event any more: it ${replyText(second.reply)}${advice}`
  }

  #answered(rule: AnswerRule): Outcome {
    if (rule.id === steady) return this.#steadiness()
    if (isAboutLeaks(rule)) return judgeLeaks(rule, this.#leaks)
    return judgeAnswers(rule, this.#answers, this.#sender.options)
  }

  #steadiness(): Outcome {
    return outcomeFrom(this.#controls, this.#isSteadier ? [] : this.#controls)
  }

  async #atOnce(rules: readonly DrillRule[]): Promise<void> {
    const own = rules.filter(({ due }) => due === 'at-once')
    if (own.length === 0) return
    const { burst: atOnce = 1000, rate } = this.#options
    const hindrance =
      this.#over ?? (rate === undefined ? undefined : 'many at once would break the rate that was given')
    const began = performance.now()
    const found =
      hindrance === undefined && atOnce > 0
        ? await judgeBurst(atOnce, this.#factory, this.#sender)
        : undefined
    const durationMs = performance.now() - began
    const none: Outcome = { state: 'skipped', reason: hindrance ?? 'none were to be sent at once' }
    for (const rule of own) {
      const isFirst = rule.id === 'receiver/burst'
      const outcome = (isFirst ? found?.burst : found?.backlog) ?? none
      const requests = isFirst ? (found?.requests ?? 0) : 0
      this.#note({ rule, version: '*', outcome, requests, durationMs: isFirst ? durationMs : 0 })
    }
  }
}
