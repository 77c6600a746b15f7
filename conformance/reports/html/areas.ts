import type { Report, RuleResult } from '../../model/report.js'

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
