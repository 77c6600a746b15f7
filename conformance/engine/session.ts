import type { Plan } from '../model/plan.js'
import { type Observation, ObserverBench } from './observer-bench.js'
import { Recorder } from './recorder.js'
import { makeRedactor } from './redact.js'
import { loadVersions, type VersionUnderTest } from './version-under-test.js'

/** What all rules of one run share: the surfaces, the recorder, the observers, and things made once. */
export class Session {
  readonly plan: Plan
  readonly apiKey: string
  readonly versions: ReadonlyMap<string, VersionUnderTest>
  readonly recorder: Recorder
  readonly #bench: ObserverBench
  readonly #made = new Map<string, Promise<unknown>>()
  #counter = 0

  private constructor(plan: Plan, apiKey: string, versions: ReadonlyMap<string, VersionUnderTest>) {
    this.plan = plan
    this.apiKey = apiKey
    this.versions = versions
    this.#bench = new ObserverBench(plan, versions)
    this.recorder = new Recorder({
      timeoutMs: plan.timeoutMs,
      redact: makeRedactor([apiKey]),
      onExchange: (exchange) => this.#bench.judge(exchange),
    })
  }

  /** Loads the generated code of every version of the plan. `apiKey` may be empty. */
  static async open(plan: Plan, apiKey: string): Promise<Session> {
    return new Session(plan, apiKey, await loadVersions(plan))
  }

  /** The newest version under test: rules about the service as a whole are asked by its document. */
  get newest(): VersionUnderTest {
    const newest = [...this.versions.values()].at(-1)
    if (!newest) throw new RangeError('a plan without versions')
    return newest
  }

  /** A value that is made at most once in a run; a failure is remembered too, so that it is told the same way. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name) as Promise<T> | undefined
    const value = known ?? make()
    if (!known) this.#made.set(name, value)
    return value
  }

  /** A UUID that depends on the seed and on how many were asked for before. */
  uuid(): string {
    const number = (this.#counter++).toString(16).padStart(12, '0')
    const seed = (this.plan.seed >>> 0).toString(16).padStart(8, '0')
    const start = (Date.now() % 0xffff).toString(16).padStart(4, '0')
    return `${seed}-${start}-4000-8000-${number}`
  }

  /** What the observers saw since this was last asked. */
  takeObservations(): Observation[] {
    return this.#bench.take()
  }

  /** Closes all connections. */
  close(): Promise<void> {
    return this.recorder.close()
  }
}
