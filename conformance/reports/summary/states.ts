import { type FacetOption, type Tone, firstOf } from '../../../reporting/index.js'
import type { RuleResult, CoverageSummary, Reached, UnreachedOperation } from '../../model/report.js'
import { groupedBy } from '../../../document/index.js'

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

export interface CoverageLine {
  readonly label: string
  readonly reached: number
  readonly of: number
  /** After the numbers: `answered 2xx`. */
  readonly words: string
  /** The unreached points in words; long lists are cut. */
  readonly missing: readonly string[]
}

const withDetail = ({ operation, reason }: UnreachedOperation, group: string): string =>
  reason === group ? operation : `${operation} (${reason.slice(group.length + 2)})`

/** Unreached operations by reason, the most frequent first. The text after a colon is specific to each operation. */
const unreachedWords = ({ operations: { missing } }: CoverageSummary, named: number): string[] =>
  [...groupedBy(missing, ({ reason }) => reason.split(': ', 1)[0] ?? '')]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, own]) => {
      const operations = own.map((one) => withDetail(one, reason))
      return `${operations.length} ${reason}: ${firstOf(operations, named).join(', ')}`
    })

const lineOf = (label: string, words: string, { reached, of, missing }: Reached): CoverageLine[] =>
  of === 0 ? [] : [{ label, words, reached, of, missing }]

/** The coverage of one document by the kinds of points that it has; each reason names some operations. */
export function coverageLines(summary: CoverageSummary, named: number): CoverageLine[] {
  const { operations, parameters, values, statuses, requests, responses } = summary
  return [
    ...lineOf('operations', 'answered 2xx', { ...operations, missing: unreachedWords(summary, named) }),
    ...lineOf('parameters', 'sent and left out', parameters),
    ...lineOf('enumerated values', 'sent', values),
    ...lineOf('statuses', 'seen, of those declared below 500', statuses),
    ...lineOf('request schemas', 'branches and members sent', requests),
    ...lineOf('response schemas', 'branches, members and values seen', responses),
  ]
}
