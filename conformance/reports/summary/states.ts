import type { FacetOption, Tone } from '../../../reporting/index.js'
import type { RuleResult } from '../../model/report.js'

/** The states of results in all reports, the worst first, each with its name. */
export const states = [
  { value: 'failed', label: 'failed', tone: 'bad' },
  { value: 'warning', label: 'warning', tone: 'odd' },
  { value: 'flaky', label: 'flaky', tone: 'odd' },
  { value: 'inconclusive', label: 'inconclusive', tone: 'odd' },
  { value: 'passed', label: 'passed', tone: 'good' },
  { value: 'skipped', label: 'skipped', tone: 'quiet' },
  { value: 'not-applicable', label: 'not applicable', tone: 'quiet' },
  { value: 'not-promised', label: 'not promised', tone: 'quiet' },
] as const satisfies readonly FacetOption[]

export type StateKey = (typeof states)[number]['value']

/** The state of a result. A failure with severity warning does not break the contract, so it has a state of its own. */
export function stateKey({ state, severity }: Pick<RuleResult, 'state' | 'severity'>): StateKey {
  return state === 'failed' && severity === 'warning' ? 'warning' : state
}

/** The name of the state of a result. */
export function stateLabel(result: Pick<RuleResult, 'state' | 'severity'>): string {
  const key = stateKey(result)
  return states.find(({ value }) => value === key)?.label ?? key
}

/** The tone of a state. */
export function toneOfState(key: StateKey): Tone {
  return states.find(({ value }) => value === key)?.tone ?? 'quiet'
}

type StateCount = (typeof states)[number] & { readonly count: number }

/** The number of results in each state that occurs; failed and passed are always included. */
export function countStates(results: readonly RuleResult[], all = results): StateCount[] {
  const count = (of: readonly RuleResult[], key: StateKey): number =>
    of.filter((result) => stateKey(result) === key).length
  return states
    .filter(({ value }) => value === 'failed' || value === 'passed' || count(all, value) > 0)
    .map((state) => Object.assign({}, state, { count: count(results, state.value) }))
}
