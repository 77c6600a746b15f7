import type { StepResult, ObservedRule, TimedStepResult } from '../model/step-result.js'
import { type ObserverRegistry, ObserverRunner } from '../session/observer-runner.js'
import { publish } from '../recording/publish.js'
import { makeRedactor } from '../recording/redact.js'
import { versionDue } from '../session/version-due.js'
import { loadVersions, type VersionUnderTest } from '../session/version-under-test.js'
import { BodyUnknown, type Exchange } from '../exchange/exchange.js'
import { mergeFindings } from '../model/finding.js'
import { requestCount } from '../model/requests.js'
import type { Plan } from '../model/plan.js'
import { entriesOf, type RecordingInput } from './har-stream.js'
import type { PathMatcher } from './path-matcher.js'
import { type LeftOut, lineOf, recordedExchange, type RecordedExchange } from './recorded-entry.js'
import { matcherOf, survey, type Survey } from './survey.js'

/** Why an entry of a recording was not judged. */
export type Ignored = LeftOut | 'of another host or path' | 'of no operation in the documents'

/** The results of an inspection. */
export interface Inspection {
  readonly judged: readonly TimedStepResult[]
  /** Entries that were judged. */
  readonly calls: number
  /** Entries that were not, by reason. */
  readonly ignored: ReadonlyMap<Ignored, number>
}

/** More different findings of one rule than anyone reads: what else it shows is only counted. */
const mostFindings = 200

/** Ids of the rules that can be judged by looking on. */
export function observerRules({ rules }: ObserverRegistry): readonly string[] {
  return rules.filter(({ kind }) => kind === 'observer').map(({ id }) => id)
}

/** Reads a recording without judging it: the base URL, the secrets. @throws RampartError RECORDING_SYNTAX. */
export async function surveyRecording(recording: RecordingInput, plan: Plan): Promise<Survey> {
  return survey(recording, (await loadVersions(plan)).values())
}

const withoutBody = (exchange: Exchange): Exchange => ({
  ...exchange,
  response: {
    status: exchange.response.status,
    headers: exchange.response.headers,
    get body(): string {
      throw new BodyUnknown()
    },
  },
})

/** Sums up what observers see, exchange by exchange, so that no more than the evidence is kept. */
class Sums {
  readonly #sums = new Map<string, ObservedRule>()
  readonly #evidence: Exchange[] = []
  readonly #redact: (text: string) => string

  constructor(secrets: readonly string[]) {
    this.#redact = makeRedactor(secrets)
  }

  add(observed: readonly ObservedRule[], evidence: readonly Exchange[], version: string): void {
    const judgement: StepResult = { version, requests: requestCount(1), result: null, observed, evidence }
    const published = publish(judgement, this.#redact)
    for (const one of published.observed) {
      const key = `${one.rule} ${one.version}`
      const known = this.#sums.get(key)
      const findings = mergeFindings([...(known?.findings ?? []), ...one.findings]).slice(0, mostFindings)
      const exchanges = [...(known?.exchanges ?? []), ...(one.exchanges ?? [])]
      const judged = one.judged + (known?.judged ?? 0)
      this.#sums.set(key, { ...one, judged, findings, ...(exchanges.length > 0 && { exchanges }) })
    }
    this.#evidence.push(...(published.evidence ?? []))
  }

  /** The exchanges that show what rules found nothing in. */
  get evidence(): readonly Exchange[] {
    return this.#evidence
  }

  of(version: string): readonly ObservedRule[] {
    return [...this.#sums.values()].filter((one) => one.version === version)
  }
}

/** Judges the entries of one recording. */
class Inspector {
  readonly ignored = new Map<Ignored, number>()
  readonly sums: Sums
  readonly calls = new Map<string, number>()
  #taken = 0
  readonly #plan: Plan
  readonly #matcher: PathMatcher
  readonly #observerRunner: ObserverRunner
  readonly #base: URL

  constructor(
    registry: ObserverRegistry,
    plan: Plan,
    versions: ReadonlyMap<string, VersionUnderTest>,
    secrets: readonly string[],
  ) {
    this.#plan = plan
    this.#base = new URL(`${plan.baseUrl}/`)
    this.#matcher = matcherOf(versions.values(), plan.baseUrl)
    this.#observerRunner = new ObserverRunner(registry, plan, versions)
    this.sums = new Sums(secrets)
  }

  async take(entry: unknown): Promise<void> {
    this.#taken++
    const route = this.#routeOf(entry)
    if (typeof route === 'object') return this.#ignore(route.why)
    const found = recordedExchange(entry)
    if (typeof found === 'string') return this.#ignore(found)
    const recorded = { ...found, exchange: { ...found.exchange, id: `entry-${this.#taken}` } }
    const version = versionDue(recorded.exchange, new Set(this.#plan.supported)) ?? '*'
    this.calls.set(version, (this.calls.get(version) ?? 0) + 1)
    const observed = await this.#judge(recorded, route)
    const isShown = this.#observerRunner.takeEvidence().length > 0
    this.sums.add(observed, isShown ? [recorded.exchange] : [], version)
  }

  #ignore(why: Ignored): void {
    this.ignored.set(why, (this.ignored.get(why) ?? 0) + 1)
  }

  #routeOf(entry: unknown): string | { readonly why: Ignored } {
    const line = lineOf(entry)
    if (!line) return { why: 'unreadable' }
    const { origin, pathname } = line.url
    const isBelow = origin === this.#base.origin && pathname.startsWith(this.#base.pathname)
    if (!isBelow) return { why: 'of another host or path' }
    const route = this.#matcher.find(line.method, pathname.slice(this.#base.pathname.length - 1))
    return route ?? { why: 'of no operation in the documents' }
  }

  async #judge({ exchange, bodyIsKnown }: RecordedExchange, route: string): Promise<ObservedRule[]> {
    await this.#observerRunner.judge(bodyIsKnown ? exchange : withoutBody(exchange), route)
    return this.#observerRunner.take().map(({ rule, version, judged, findings, exchanges = [] }) => ({
      rule,
      version,
      judged,
      exchanges,
      findings: findings.map(({ message, pointer, occurrences }) => ({
        message,
        occurrences,
        evidence: [exchange],
        ...(pointer !== undefined && { pointer }),
      })),
    }))
  }
}

/**
 * Runs all observers over recorded traffic and sends nothing. Secrets are taken out of all that it returns.
 * @param secrets those that a survey found, and further ones
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function inspectRecording(
  registry: ObserverRegistry,
  plan: Plan,
  recording: RecordingInput,
  secrets: readonly string[],
): Promise<Inspection> {
  const began = performance.now()
  const inspector = new Inspector(registry, plan, await loadVersions(plan), secrets)
  for await (const entry of entriesOf(recording)) await inspector.take(entry)
  const { calls, sums, ignored } = inspector
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0)
  const spent = performance.now() - began
  const judged = ['*', ...plan.versions].map((version) => {
    const requests = calls.get(version) ?? 0
    const durationMs = total === 0 ? 0 : (spent * requests) / total
    const evidence = version === '*' ? sums.evidence : []
    const observed = sums.of(version)
    return { version, requests: requestCount(requests), durationMs, result: null, observed, evidence }
  })
  return { judged, calls: total, ignored }
}
