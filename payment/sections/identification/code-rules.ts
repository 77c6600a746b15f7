import type { Scenario } from '../../../conformance/rules/context.js'
import type { Code } from './attempt/refusal.js'
import { type CodeRule, type ErrorCase, judgeCode } from './attempt/verdict.js'
import { businessCodes } from './codes/business.js'
import type { CodeCase, CodeTable } from './codes/cases.js'
import { documentCodes } from './codes/documents.js'
import { identityDocumentCodes } from './codes/identity-documents.js'
import { ownerCodes } from './codes/owners.js'
import { personCodes } from './codes/persons.js'
import { structureCodes } from './codes/structure.js'

const table: CodeTable = {
  ...personCodes,
  ...identityDocumentCodes,
  ...structureCodes,
  ...ownerCodes,
  ...businessCodes,
  ...documentCodes,
}

const caseOf =
  (code: Code) =>
  ({ due, ...rest }: CodeCase): ErrorCase => ({ ...rest, ...(due && { due: due === 'own' ? [code] : due }) })

/** Every code that can be provoked with nothing but the document and the specification. */
export const codeRules: readonly CodeRule[] = (Object.keys(table) as Code[]).flatMap((code) => {
  const entry = table[code]
  return entry ? [{ ...entry, code, cases: entry.cases.map(caseOf(code)) }] : []
})

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
