import type { Report, RuleResult } from '../../model/report.js'
import type { Facet, FacetOption, Tone } from '../../../reporting/index.js'

const areaInId = ({ id }: Pick<RuleResult, 'id'>): string => id.split('/')[0] ?? ''

const areaInSection = ({ section }: RuleResult): string =>
  section
    .replace(/^Good practice, from /, '')
    .split(/[;:]/)[0]
    ?.trim() ?? ''

const isBySection = ({ results }: Report): boolean => new Set(results.map(areaInId)).size <= 1

/** The areas of a report, in the order of its rules; sections in their own. */
export function areaNames(report: Report): readonly string[] {
  const names = [...new Set(report.results.map(areasOf(report)))]
  return isBySection(report) ? names.toSorted() : names
}

/** How results are grouped: by the first word of their rules, or by section where that is the same for all. */
export function areasOf(report: Report): (result: RuleResult) => string {
  return isBySection(report) ? areaInSection : areaInId
}

/** The states of a page, the worst first: a failure that is a warning is told apart. */
const states = [
  { value: 'failed', label: 'failed', tone: 'bad' },
  { value: 'warning', label: 'warning', tone: 'odd' },
  { value: 'flaky', label: 'flaky', tone: 'odd' },
  { value: 'inconclusive', label: 'inconclusive', tone: 'odd' },
  { value: 'passed', label: 'passed', tone: 'good' },
  { value: 'skipped', label: 'skipped', tone: 'quiet' },
  { value: 'not-applicable', label: 'not applicable', tone: 'quiet' },
  { value: 'not-promised', label: 'not promised', tone: 'quiet' },
] as const satisfies readonly FacetOption[]

/** A state as the page knows it. */
export type StateKey = (typeof states)[number]['value']

/** The state of a result. */
export function stateKey({ state, severity }: Pick<RuleResult, 'state' | 'severity'>): StateKey {
  return state === 'failed' && severity === 'warning' ? 'warning' : state
}

/** How a state is felt. */
export function toneOfState(key: StateKey): Tone {
  return states.find(({ value }) => value === key)?.tone ?? 'quiet'
}

/** The states that a reader looks at first. */
export const unwell: readonly StateKey[] = states
  .filter(({ tone }) => tone === 'bad' || tone === 'odd')
  .map(({ value }) => value)

/** The states to filter by: where something is not as promised, that is shown first. */
export function stateFacet(results: readonly RuleResult[]): Facet {
  const keys = new Set(results.map(stateKey))
  const isUnwell = unwell.some((key) => keys.has(key))
  const present = states.filter(({ value }) => keys.has(value))
  const options = present.map(({ value, label, tone }): FacetOption => {
    const isFirst = isUnwell && unwell.includes(value)
    return Object.assign({ value, label, tone }, isFirst && { isDefault: true as const })
  })
  return { name: 'state', label: 'State', kind: 'boxes', options }
}
