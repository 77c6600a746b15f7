import type { Report, RuleResult } from '../../model/report.js'
import type { Facet, FacetOption } from '../../../reporting/index.js'
import { stateKey, type StateKey, states } from '../summary/verdict.js'

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

/** The states that a reader looks at first. */
export const unwell: readonly StateKey[] = states
  .filter(({ tone }) => tone === 'bad' || tone === 'odd')
  .map(({ value }) => value)

/** The states to filter by; if there are problems, they are selected first. */
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
