import { businessCodes } from './codes/business.js'
import type { CasesByCode } from './codes/cases.js'
import { companyCases } from './codes/company-cases.js'
import { documentCodes } from './codes/documents.js'
import { identityCases } from './codes/identity-cases.js'
import { identityDocumentCodes } from './codes/identity-documents.js'
import { ownerCases } from './codes/owner-cases.js'
import { ownerCodes } from './codes/owners.js'
import { personCases } from './codes/person-cases.js'
import { personCodes } from './codes/persons.js'
import { requestCode } from './codes/requests.js'
import { structureCases } from './codes/structure-cases.js'
import { structureCode } from './codes/structure.js'
import type { Scenario } from '../../../conformance/rules/context.js'
import type { Code } from './attempt/refusal.js'
import { type CodeRule, type ErrorCase, judgeCode } from './attempt/verdict.js'

const further: readonly CasesByCode[] = [personCases, identityCases, structureCases, ownerCases, companyCases]

const whole = (codeRule: CodeRule): CodeRule => ({
  ...codeRule,
  cases: [...codeRule.cases, ...further.flatMap((cases) => cases[codeRule.code] ?? [])],
})

/** Every code that can be provoked with nothing but the document and the specification. */
export const codeRules: readonly CodeRule[] = [
  requestCode,
  ...personCodes,
  ...identityDocumentCodes,
  structureCode,
  ...ownerCodes,
  ...businessCodes,
  ...documentCodes,
].map(whole)

/** Every case in which some code is due. */
export const dueCases: readonly ErrorCase[] = codeRules.flatMap(({ cases: members }) =>
  members.filter(({ due }) => due !== undefined),
)

/** The steps of the rule that judges a code. */
export function byCode(code: Code): Scenario {
  const rule = codeRules.find((one) => one.code === code)
  if (rule === undefined) throw new Error(`no cases provoke ${code}`)
  return judgeCode(rule)
}
