import { afterAll, describe, test } from 'vitest'
import { type OpenRun, openRun, type RuleResult } from '../../conformance/index.js'
import { type ContractOptions, preparePlan } from './prepare.js'

/** The broken rule, its section of the specification, and the first exchange that shows it. */
const failureText = ({ section, statement, findings }: RuleResult): string => {
  const lines = findings.map(({ message, pointer, occurrences, evidence: [shown] }) => {
    const location = pointer === undefined ? '' : ` at ${pointer}`
    const times = occurrences > 1 ? ` (${occurrences} times)` : ''
    const exchange = shown && `\n    ${shown.request.method} ${shown.request.url} -> ${shown.response.status}`
    return `  ${message}${location}${times}${exchange ?? ''}`
  })
  return [`${section}: ${statement}`, ...lines].join('\n')
}

export type { ContractOptions } from './prepare.js'

const stepTimeoutMs = 10 * 60_000

declare module 'vitest' {
  interface TaskMeta {
    /** The result of the rule that the test judges. */
    rampart?: RuleResult
  }
}

type Step = OpenRun['scenarios'][number]

const register = (run: OpenRun, step: Step): void => {
  const name = `${step.rule.id}: ${step.rule.title}`
  test(name, { timeout: stepTimeoutMs }, async ({ task, skip }) => {
    const result = await run.judge(step)
    task.meta.rampart = result
    if (result.state === 'failed' && result.severity === 'error') throw new Error(failureText(result))
    if (result.state === 'inconclusive') throw new Error(`could not be judged: ${result.reason ?? ''}`)
    if (result.state !== 'passed' && result.state !== 'failed' && result.state !== 'flaky') {
      skip(`${result.state}: ${result.reason ?? ''}`)
    }
  })
}

const registerAll = (run: OpenRun, steps: readonly Step[]): void => {
  for (const version of new Set(steps.map((step) => step.version))) {
    describe(version === '*' ? 'service' : version, () => {
      for (const step of steps) if (step.version === version) register(run, step)
    })
  }
}

/**
 * Registers the contract suite as tests of the vitest project it is called in: a `describe` for each version, a
 * `test` for each rule. Await it at the top level of a test file. Rules that look at every exchange come last. A rule
 * that could not be judged fails; flaky rules and failed ones of severity warning pass; `task.meta.rampart` has the whole result of each.
 */
export async function contract(options: ContractOptions): Promise<void> {
  const { plan, keys, registry } = await preparePlan(options)
  const run = await openRun(registry, plan, keys)
  describe(`contract of ${plan.baseUrl}`, { sequential: true }, () => {
    afterAll(async () => {
      await run.close()
    }, stepTimeoutMs)
    registerAll(run, run.scenarios)
    describe('in every exchange', () => registerAll(run, run.observers))
  })
}
