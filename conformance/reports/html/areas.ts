import type { Report, RuleResult } from '../../model/report.js'

const areaInId = ({ id }: Pick<RuleResult, 'id'>): string => id.split('/')[0] ?? ''

const areaInSection = ({ section }: RuleResult): string =>
  section
    .replace(/^Good practice, from /, '')
    .split(/[;:]/)[0]
    ?.trim() ?? ''

/** How results are grouped: by the first word of their rules, or by section where that is the same for all. */
export function areasOf({ results }: Report): (result: RuleResult) => string {
  return new Set(results.map(areaInId)).size > 1 ? areaInId : areaInSection
}
