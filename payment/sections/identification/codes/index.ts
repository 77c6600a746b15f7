import type { Code } from '../submission/attempt.js'
import type { CodeRule, CodeTable, ErrorCase } from './cases.js'
import { companyCodes } from './companies.js'
import { ownerCodes } from './owners.js'
import { personCodes } from './people.js'

const table: CodeTable = { ...personCodes, ...ownerCodes, ...companyCodes }

const ofCode = (code: Code, rule: CodeRule): CodeRule => {
  const cases = rule.cases.map((one) => (one.due?.length === 0 ? { ...one, due: [code] } : one))
  return { ...rule, cases }
}

/** All codes that the document and the specification suffice to provoke. */
export const codeRules: ReadonlyMap<Code, CodeRule> = new Map(
  Object.entries(table).map(([code, rule]) => [code as Code, ofCode(code as Code, rule)]),
)

/** All cases in which some code is due. */
export const dueCases: readonly ErrorCase[] = [...codeRules.values()].flatMap(({ cases }) =>
  cases.filter(({ due }) => due !== undefined),
)

/** The rule of a code that has cases. */
export function codeRule(code: Code): CodeRule {
  const rule = codeRules.get(code)
  if (rule === undefined) throw new Error(`no cases provoke ${code}`)
  return rule
}
