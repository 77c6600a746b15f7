import { prohibitedIndustries } from './test-values.js'
import type { Questionnaire } from '../submission/model.js'
import { onBusiness, refuse } from './rule.js'

const miscellaneous: ReadonlySet<string> = new Set(['Other', 'NonProfitAndCharitable'])

/**
 * The resolved industry: `industry` takes precedence over `industry_type`, two values of which mean Miscellaneous.
 */
const resolve = ({ industry, industryType = '' }: Questionnaire): string =>
  industry ?? (miscellaneous.has(industryType) ? 'Miscellaneous' : industryType)

/** The resolved industry is on the prohibited list. */
export const prohibitedIndustry = onBusiness(({ questionnaire }) =>
  prohibitedIndustries.has(resolve(questionnaire))
    ? refuse('prohibited_industry', 'the industry is prohibited')
    : [],
)
