import { setMaxListeners } from 'node:events'
import type { WebhookDocument } from '../documents.js'
import type { DigestEncoding } from '../sign.js'
import { judgeAtOnce } from './at-once.js'
import { Bench } from './bench.js'
import { drillCatalogue } from './catalogue.js'
import { isTaken, outcomeOf } from './delivery.js'
import { Answers, Desk } from './desk.js'
import { judgeCases } from './judge-cases.js'
import { judgeAnswers } from './judge-answers.js'
import { type Meeting, meet } from './meet.js'
import { type Outcome, outcomeOfShown, type Shown } from './outcome.js'
import type { CaseRule, DrillRule } from './rule.js'

/** What a drill is to do. Times are in milliseconds. */
export interface DrillOptions {
  readonly url: URL
  readonly secret: string
  /** The documents whose events are sent, the oldest first. */
  readonly documents: readonly WebhookDocument[]
  /** The kinds that are sent of each document; all of them without it. */
  readonly kinds?: readonly string[]
  /** Ids of the rules that are judged; all without it. */
  readonly rules?: readonly string[]
  readonly encoding?: DigestEncoding
  readonly customerId?: string
  /** The receiver's window in seconds, when it is known. */
  readonly tolerance?: number
  readonly timeoutMs?: number
  readonly dropMs?: number
  /** How many events are sent at once. */
  readonly atOnce?: number
  /** Most deliveries a second; without bound without it. */
  readonly rate?: number
  readonly seed: number
  readonly toolVersion: string
  readonly signal: AbortSignal
  readonly onRule?: (id: string, version: string) => void
}

/** One rule judged for a version, or for the receiver as a whole (`*`). */
export interface Judged {
  readonly rule: DrillRule
  readonly version: string
  readonly outcome: Outcome
  readonly requests: number
  readonly durationMs: number
}

/** What a drill found. */
export interface Drilled {
  readonly meeting: Meeting
  readonly judged: readonly Judged[]
}

const pingLast = (kinds: readonly string[]): readonly string[] => [
  ...kinds.filter((kind) => kind !== 'ping'),
  ...kinds.filter((kind) => kind === 'ping'),
]

const kindsOf = ({ types }: WebhookDocument, wanted: readonly string[] | undefined): readonly string[] =>
  pingLast(wanted === undefined ? types : types.filter((type) => wanted.includes(type)))

/** The rule that a control failed: what is sent on the way may not wear a receiver out. */
const steady = 'receiver/steady'
const hasRefusals = ({ due }: DrillRule): boolean => due === 'refused' || due === 'open'

/** Runs the rules one after the other against a receiver that was met. */
class Run {
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
        return outcome
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

const unmet = (rules: readonly DrillRule[], meeting: Meeting, durationMs: number): Judged[] => {
  if (meeting.takes !== undefined) return []
  const { reason, sent, why } = meeting
  const isMistake = why === 'mistake'
  const shown: Shown = { key: '*', message: `${reason}; 200 is due`, ...sent[0] }
  return drillCatalogue
    .filter((rule) => rules.includes(rule) || (isMistake && rule.id === 'receiver/every-kind'))
    .map((rule) => {
      const isFirst = rule.id === 'receiver/every-kind'
      const outcome: Outcome =
        isMistake && isFirst ? { state: 'failed', shown: [shown] } : { state: 'skipped', reason }
      return {
        rule,
        version: '*',
        outcome,
        requests: isFirst ? sent.length : 0,
        durationMs: isFirst ? durationMs : 0,
      }
    })
}

/**
 * Examines a receiver: sends it deliveries that are right and wrong, and judges what it answers (Events, delivery).
 * Nothing is held against it that the specification leaves open.
 * @throws the reason of the signal when it was aborted
 */
export async function runDrill(options: DrillOptions): Promise<Drilled> {
  const { documents, encoding = 'hex', timeoutMs = 5000, dropMs = 100, url } = options
  const document = documents.at(-1)
  if (document === undefined) throw new RangeError('a drill needs a document to make events of')
  // Each request under way listens to it, and many are under way at once.
  const signal = AbortSignal.any([options.signal])
  setMaxListeners(0, signal)
  const desk = new Desk({ url, timeoutMs, dropMs, signal }, options.rate)
  const kinds = kindsOf(document, options.kinds)
  const bench = new Bench({ ...options, document, encoding, kinds })
  const began = performance.now()
  const meeting = await meet(bench, desk)
  const rules = drillCatalogue.filter(({ id }) => options.rules?.includes(id) ?? true)
  if (meeting.takes === undefined)
    return { meeting, judged: unmet(rules, meeting, performance.now() - began) }
  const { takes } = meeting
  const ordered = [takes, ...kinds.filter((kind) => kind !== takes)]
  return { meeting, judged: await new Run(options, bench.with({ kinds: ordered }), desk).all(rules) }
}
