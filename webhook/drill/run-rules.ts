import { judgeAtOnce } from './at-once.js'
import type { Bench } from './bench.js'
import { isTaken, outcomeOf } from './delivery.js'
import { Answers, type Desk } from './desk.js'
import { judgeAnswers } from './judge-answers.js'
import { judgeCases } from './judge-cases.js'
import { type DrillOptions, kindsOf } from './options.js'
import { type Outcome, outcomeOfShown, type Shown } from './outcome.js'
import type { CaseRule, DrillRule } from './rule.js'

/** One rule judged for a version, or for the receiver as a whole (`*`). */
export interface Judged {
  readonly rule: DrillRule
  readonly version: string
  readonly outcome: Outcome
  readonly requests: number
  readonly durationMs: number
}

/** The rule that a control failed: what is sent on the way may not wear a receiver out. */
const steady = 'receiver/steady'
const hasRefusals = ({ due }: DrillRule): boolean => due === 'refused' || due === 'open'

/** Runs the rules one after the other against a receiver that was met. */
export class Run {
  readonly #options: DrillOptions
  readonly #bench: Bench
  readonly #desk: Desk
  readonly #answers: Answers
  readonly #ended = new Map<string, Outcome['state']>()
  readonly #controls: Shown[] = []
  readonly #judged: Judged[] = []
  /** Why nothing can be judged any more. */
  #over: string | undefined
  #isSteadier = false

  constructor(options: DrillOptions, bench: Bench, desk: Desk) {
    this.#options = options
    this.#bench = bench
    this.#desk = desk
    this.#answers = new Answers(desk.options.timeoutMs / 2)
  }

  async all(rules: readonly DrillRule[]): Promise<readonly Judged[]> {
    for (const rule of rules) {
      if (rule.due === 'taken' || rule.due === 'refused' || rule.due === 'open') await this.#cases(rule)
    }
    await this.#atOnce(rules)
    for (const rule of rules.filter((one) => one.due === 'every-answer')) {
      await this.#step(rule, '*', async () =>
        rule.id === steady ? this.#steadiness() : judgeAnswers(rule, this.#answers, this.#desk.options),
      )
    }
    return this.#judged
  }

  async #cases(rule: CaseRule): Promise<void> {
    const { documents, kinds } = this.#options
    const benches: [string, Bench][] = rule.perVersion
      ? documents.map((document) => [
          document.version,
          this.#bench.with({ document, kinds: kindsOf(document, kinds) }),
        ])
      : [['*', this.#bench]]
    for (const [version, bench] of benches) {
      await this.#step(rule, version, async () => {
        const hindrance = this.#hindranceOf(rule)
        if (hindrance !== undefined) return { state: 'skipped', reason: hindrance }
        const outcome = await judgeCases(rule, { bench, desk: this.#desk, answers: this.#answers })
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
    const [began, before] = [performance.now(), this.#desk.count]
    const outcome = await judge()
    const requests = this.#desk.count - before
    this.#note({ rule, version, outcome, requests, durationMs: performance.now() - began })
  }

  #note(judged: Judged): void {
    const { rule, version, outcome } = judged
    this.#ended.set(rule.id, outcome.state)
    this.#judged.push(judged)
    this.#options.onRule?.(rule.id, version)
  }

  /** Makes sure that the receiver still takes what is valid: only then do its refusals mean anything. */
  async #control({ id }: DrillRule): Promise<void> {
    const first = await this.#desk.send(this.#bench.delivery())
    if (isTaken(first.reply)) return
    const second = await this.#desk.send(this.#bench.delivery())
    this.#isSteadier = isTaken(second.reply)
    const message = `a valid event after the cases of ${id}: the receiver ${outcomeOf(first.reply)}, and 200 is due`
    this.#controls.push({ key: id, message, exchange: first.exchange })
    if (this.#isSteadier) return
    const advice = second.reply.status === 429 ? '; give --rate' : ''
    this.#over = `after ${id} the receiver took no valid event any more: it ${outcomeOf(second.reply)}${advice}`
  }

  #steadiness(): Outcome {
    return outcomeOfShown(this.#controls, this.#isSteadier ? [] : this.#controls)
  }

  async #atOnce(rules: readonly DrillRule[]): Promise<void> {
    const own = rules.filter(({ due }) => due === 'at-once')
    if (own.length === 0) return
    const { atOnce = 1000, rate } = this.#options
    const hindrance =
      this.#over ?? (rate === undefined ? undefined : 'many at once would break the rate that was given')
    const began = performance.now()
    const found =
      hindrance === undefined && atOnce > 0 ? await judgeAtOnce(atOnce, this.#bench, this.#desk) : undefined
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
