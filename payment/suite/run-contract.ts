import { fileURLToPath } from 'node:url'
import { basename } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import type { Plan } from '../../conformance/model/plan.js'
import type { RuleResult } from '../../conformance/model/report.js'
import { doneOrStopped } from '../../conformance/run/done-or-stopped.js'
import type { TimedStepResult } from '../../conformance/model/step-result.js'
import { loadRunner } from './load-runner.js'
import type { RunnerData } from './runner-data.js'

/** How a run is watched from outside, and which part of it is run. */
export interface RunOptions {
  /** `2/3` runs the second of three parts. */
  readonly shard?: string
  /** Called with each step as it ends; a rule that observes has its result only when all have ended. */
  readonly onStep?: (step: EndedStep) => void
  /** Ends the run early; what it created is cancelled all the same. */
  readonly signal?: AbortSignal
}

/** A rule and a version that were looked at together. */
export type EndedStep = Pick<RuleResult, 'id' | 'version'>

/** The results of a part of a run that the runner cut. */
export interface RunShard {
  readonly judged: readonly TimedStepResult[]
  /** Areas of the rules that belong to the part. */
  readonly areas: readonly string[]
}

/** So long a test that is under way may take after an interrupt. */
const graceMs = 3_000

const stepTimeoutMs = 10 * 60_000

class Collector implements Reporter {
  readonly judged: TimedStepResult[] = []
  /** Areas of the rules that belong to this part of the run. */
  readonly areas = new Set<string>()
  readonly errors: string[] = []
  readonly #onStep: RunOptions['onStep']

  constructor(onStep: RunOptions['onStep']) {
    this.#onStep = onStep
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.areas.add(basename(moduleId, '.suite.js'))
  }

  onTestCaseResult(test: TestCase): void {
    const { judged } = test.meta()
    if (judged) {
      this.judged.push({ ...judged, durationMs: test.diagnostic()?.duration ?? 0 })
      this.#onStep?.({ id: test.name.split(' ', 1)[0] ?? '', version: judged.version })
    } else if (test.result().state === 'failed') {
      this.errors.push(
        ...(test.result().errors ?? []).map((error) => `${test.name}: ${error.stack ?? error.message}`),
      )
    }
  }

  onTestRunEnd(
    modules: Parameters<NonNullable<Reporter['onTestRunEnd']>>[0],
    unhandled: readonly unknown[],
  ): void {
    for (const module of modules)
      this.errors.push(...module.errors().map((error) => error.stack ?? error.message))
    this.errors.push(
      ...unhandled.map((error) =>
        error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error),
      ),
    )
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** The runner ends the process at a signal. That is for our own command line to do, after the reports are written. */
const keepingSignals = async <T>(make: () => Promise<T>): Promise<T> => {
  const own = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]))
  const made = await make()
  for (const [signal, listeners] of own) {
    for (const listener of process.listeners(signal)) {
      if (!listeners.has(listener)) process.off(signal, listener)
    }
  }
  return made
}

const create = async (plan: Plan, shard: string | undefined, collector: Collector): Promise<Vitest> => {
  const { createVitest } = await loadRunner()
  const root = fileURLToPath(new URL('./areas', import.meta.url))
  const { concurrency = 1 } = plan
  return createVitest('test', {
    config: false,
    root,
    dir: root,
    include: ['*.suite.js'],
    exclude: [],
    watch: false,
    cache: false,
    reporters: [collector],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    testTimeout: stepTimeoutMs,
    maxConcurrency: concurrency,
    sequence: { concurrent: concurrency > 1 },
    provide: { plan } satisfies Pick<RunnerData, 'plan'>,
    passWithNoTests: true,
    ...(shard === undefined ? {} : { shard }),
    // Our own modules are imported by Node itself: there is nothing to transform, and state is shared by all files.
    server: { deps: { external: [/\/conformance\/(?!.*\.suite\.js)/, /\/node_modules\//] } },
  })
}

/**
 * Runs a plan, or the part of it that the runner cuts, on vitest, in this process and one thread.
 * @throws RampartError VITEST_MISSING; a plain Error, which is a bug of rampart, when a rule itself breaks.
 */
export async function runContract(plan: Plan, options: RunOptions): Promise<RunShard> {
  const exitCode = process.exitCode
  const collector = new Collector(options.onStep)
  const vitest = await keepingSignals(() => create(plan, options.shard, collector))
  const { signal } = options
  signal?.addEventListener('abort', () => void vitest.cancelCurrentRun('keyboard-input'), { once: true })
  try {
    await doneOrStopped(vitest.start(), signal, graceMs)
  } finally {
    // A test that is under way holds the runner up; after an interrupt the process ends soon anyway.
    const closed = vitest.close()
    if (signal?.aborted !== true) await closed
  }
  // The runner sets the exit code of the process; ours follows from the report.
  process.exitCode = exitCode
  if (collector.errors.length > 0) {
    throw new Error(`the suite itself failed:\n${collector.errors.join('\n')}`)
  }
  return { judged: collector.judged, areas: [...collector.areas] }
}
