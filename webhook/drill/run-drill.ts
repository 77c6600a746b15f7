import { setMaxListeners } from 'node:events'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import { wildcard } from '../../document/index.js'
import { isAboutLeaks, LeakWatch } from './leaks/leak-watch.js'
import { type DrillOptions, kindsOf } from './options.js'
import { type Probe, probeReceiver } from './probe/probe.js'
import { bodyRules } from './rules/bodies.js'
import { eventRules } from './rules/events.js'
import { openRules } from './rules/open.js'
import { answerRules, observedRules } from './rules/receiver.js'
import { type DrillRule, type Outcome, type Violation } from './rules/rule.js'
import { signatureRules } from './rules/signatures.js'
import { timestampRules } from './rules/timestamps.js'
import { transportRules } from './rules/transport.js'
import { type JudgedRule, type Measured, RuleRunner } from './run-rules.js'
import { DeliveryFactory } from './sending/delivery.js'
import { Sender, type Watch } from './sending/sender.js'

/** All rules of the drill, in the order of reports. */
export const drillCatalogue: readonly DrillRule[] = [
  ...eventRules,
  ...signatureRules,
  ...bodyRules,
  ...timestampRules,
  ...transportRules,
  ...answerRules,
  ...observedRules,
  ...openRules,
]

/** Ids of the rules that patterns select. @throws RampartError DRILL_RULES_UNKNOWN for one without any */
export function rulesChosen(patterns: readonly string[] | undefined): readonly string[] {
  const ids = drillCatalogue.map(({ id }) => id)
  if (patterns === undefined) return ids
  const unknown = patterns.filter((pattern) => !ids.some((id) => wildcard(pattern).test(id)))
  const lines = unknown.map((name) => `no rule is named "${name}"${didYouMean(name, ids)}`)
  if (lines.length > 0) throw new RampartError('DRILL_RULES_UNKNOWN', { message: lines.join('\n') })
  return ids.filter((id) => patterns.some((pattern) => wildcard(pattern).test(id)))
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
      const shown = rule.due === 'every-answer' && isAboutLeaks(rule) ? leaks.judge(rule) : undefined
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
