import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from '../model/plan.js'
import type { CreatedEntry } from '../model/created.js'
import { cancelCreated } from './cancel-created.js'
import { publish } from '../recording/publish.js'
import type { TimedStepResult } from '../model/step-result.js'
import type { Registry } from '../rules/registry.js'
import { runStep } from './run-step.js'
import { schedule, type Step } from './schedule.js'
import { type Keys, Session } from '../session/session.js'

/** Called with each step as it ends. */
export type OnStep = (step: { readonly id: string; readonly version: string }) => void

/** How a run is watched from outside, and ended. */
export interface RunOptions {
  readonly onStep?: OnStep
  /** Ends the run early; what it created is cancelled all the same. */
  readonly signal?: AbortSignal
}

const timed = async (registry: Registry, step: Step, session: Session): Promise<TimedStepResult> => {
  const began = performance.now()
  return { ...(await runStep(registry, step, session, false)), durationMs: performance.now() - began }
}

/** Findings and created resources after the last step had ended or was given up. */
const remainder = async (session: Session): Promise<TimedStepResult> => {
  await session.settle()
  const [observed, created] = [session.takeObserved(), session.creations.take()]
  const evidence = session.takeEvidence()
  return {
    ...publish(
      { version: '*', requests: session.client.probes.count, result: null, observed, created, evidence },
      session.redact,
    ),
    durationMs: 0,
  }
}

/**
 * Resolves when work is done, or some time after the signal: what waits for something itself may go on for long.
 * @param graceMs how long that is, in milliseconds
 */
const doneOrStopped = async (
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  graceMs: number,
): Promise<void> => {
  if (!signal) return void (await work)
  const ended = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    const wait = (): void => void delay(graceMs, undefined, { signal: ended.signal }).then(resolve, resolve)
    if (signal.aborted) wait()
    signal.addEventListener('abort', wait, { once: true, signal: ended.signal })
  })
  await Promise.race([work, stopped]).finally(() => ended.abort())
}

/** So long a run that is interrupted waits for rules that wait for something themselves. */
const graceMs = 1_000

/**
 * Judges every step of a plan without a test runner, as many at the same time as the plan says. The judgements are in
 * the order of the schedule however the steps ended. After the signal nothing more is sent, and what was judged by
 * then is returned.
 */
export async function runPlan(
  registry: Registry,
  plan: Plan,
  keys: Keys,
  { onStep, signal }: RunOptions = {},
): Promise<readonly TimedStepResult[]> {
  const session = await Session.open(registry, plan, keys)
  const queue = schedule(registry, plan).entries()
  const judged: TimedStepResult[] = []
  const work = async (): Promise<void> => {
    // All workers share the one iterator, so that each step is taken once.
    for (const [index, step] of queue) {
      if (signal?.aborted === true) return
      judged[index] = await timed(registry, step, session)
      onStep?.({ id: step.rule.id, version: step.version })
    }
  }
  signal?.addEventListener('abort', () => session.stop(), { once: true })
  try {
    await doneOrStopped(Promise.all(Array.from({ length: plan.concurrency ?? 1 }, work)), signal, graceMs)
    const rest = await remainder(session)
    return [...judged.filter((one) => one !== undefined), rest]
  } finally {
    await session.close()
  }
}

/** Judges the steps of a plan as `runPlan` does, and cancels what they created where the documents have a way. */
export async function runRules(
  registry: Registry,
  plan: Plan,
  keys: Keys,
  options: RunOptions = {},
): Promise<{ readonly judged: readonly TimedStepResult[]; readonly created: readonly CreatedEntry[] }> {
  const judged = await runPlan(registry, plan, keys, options)
  const made = judged.flatMap(({ created = [] }) => created)
  return { judged, created: await cancelCreated(plan, keys, made, options.signal?.aborted === true) }
}
