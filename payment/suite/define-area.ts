import { afterAll, describe, inject, test } from 'vitest'
import { runStep } from '../../conformance/run/run-step.js'
import { registry } from '../pack/registry.js'
import type { RunnerData } from './runner-data.js'
import { areaOf, schedule } from '../../conformance/run/schedule.js'
import { keysFrom, Session } from '../../conformance/session/session.js'

let session: Promise<Session> | undefined

/**
 * Registers the rules of one area as tests of the runner. One file an area: the runner shards by file. All files
 * of a worker share one session, so that a customer made for one area serves the next.
 */
export function defineArea(area: string): void {
  const plan = inject('plan')
  const shared = (session ??= Session.open(registry, plan, keysFrom(plan, process.env)))
  const steps = schedule(registry, plan).filter(({ rule }) => areaOf(rule) === area)
  describe(area, () => {
    afterAll(async () => (await shared).flush())
    for (const step of steps) {
      test(`${step.rule.id} ${step.version}`, async ({ task, skip }) => {
        const judged: RunnerData['judged'] = await runStep(registry, step, await shared)
        task.meta.judged = judged
        if (!judged.result) return
        const { state, reason, findings } = judged.result
        if (state === 'failed') throw new Error(findings.map(({ message }) => message).join('\n'))
        if (state !== 'passed' && state !== 'flaky') skip(reason)
      })
    }
    if (steps.length === 0) test.skip('no rules')
  })
}
