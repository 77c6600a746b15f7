import type { Seen } from '../model/step-result.js'
import { type ObserverRegistry, ObserverRunner } from '../session/observer-runner.js'
import { publish, publishEvidence, publishExchange } from '../recording/publish.js'
import { makeRedactor } from '../recording/redact.js'
import { versionsUnderTest } from '../session/version-under-test.js'
import { requestCount } from '../model/requests.js'
import type { Plan } from '../model/plan.js'
import type { RecordingInput } from './har-stream.js'
import { callsOf, type Ignored } from './survey.js'

export interface Inspection {
  /** The judged exchanges and their violations, without secrets. */
  readonly seen: Seen
  /** Entries that were judged. */
  readonly calls: number
  /** Entries that were not judged, by reason. */
  readonly ignored: ReadonlyMap<Ignored, number>
}

/** The most different findings kept of one rule and version; others are only counted. */
const mostFindings = 200

/** Ids of the observer rules. */
export function observerRules({ rules }: ObserverRegistry): readonly string[] {
  return rules.filter(({ kind }) => kind === 'observer').map(({ id }) => id)
}

const count = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/**
 * Runs all observers over recorded traffic and sends nothing. Secrets are removed from the result.
 * @param secrets those found by the survey, and others
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function inspectRecording(
  registry: ObserverRegistry,
  plan: Plan,
  recording: RecordingInput,
  secrets: readonly string[],
): Promise<Inspection> {
  const began = performance.now()
  const redact = makeRedactor(secrets)
  const versions = versionsUnderTest(plan)
  // Published at once, so that memory holds only the shown evidence of a recording.
  const runner = new ObserverRunner(registry, plan, versions, {
    mostFindings,
    keep: (exchange, as) => (as === 'evidence' ? publishEvidence : publishExchange)(exchange, redact),
  })
  const calls = new Map<string, number>()
  const ignored = new Map<Ignored, number>()
  let position = 0
  for await (const call of callsOf(recording, versions, plan.baseUrl)) {
    position++
    if (typeof call === 'string') {
      count(ignored, call)
      continue
    }
    const exchange = { ...call.exchange, id: `entry-${position}` }
    const version = runner.versionOf(exchange) ?? '*'
    count(calls, version)
    await runner.judge(exchange, call.route)
  }
  const total = [...calls.values()].reduce((sum, one) => sum + one, 0)
  const spent = performance.now() - began
  const judged = ['*', ...plan.versions].map((version) => ({
    version,
    requests: requestCount(calls.get(version) ?? 0),
    durationMs: total === 0 ? 0 : (spent * (calls.get(version) ?? 0)) / total,
    result: null,
  }))
  const { observed, evidence } = runner.observations
  const seen = { judged, observed: publish(observed, redact, Infinity), evidence, traffic: [] }
  return { seen, calls: total, ignored }
}
