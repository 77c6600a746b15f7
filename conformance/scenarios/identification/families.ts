import { businessFamilies } from './codes/business.js'
import type { Cases } from './codes/cases.js'
import { companyCases } from './codes/company-cases.js'
import { documentFamilies } from './codes/documents.js'
import { identityCases } from './codes/identity-cases.js'
import { identityDocumentFamilies } from './codes/identity-documents.js'
import { ownerCases } from './codes/owner-cases.js'
import { ownerFamilies } from './codes/owners.js'
import { personCases } from './codes/person-cases.js'
import { personFamilies } from './codes/persons.js'
import { requestFamily } from './codes/requests.js'
import { structureCases } from './codes/structure-cases.js'
import { structureFamily } from './codes/structure.js'
import type { Family, Member } from './attempt/verdict.js'

const further: readonly Cases[] = [personCases, identityCases, structureCases, ownerCases, companyCases]

const whole = (family: Family): Family => ({
  ...family,
  members: [...family.members, ...further.flatMap((cases) => cases[family.code] ?? [])],
})

/** Every code that can be provoked with nothing but the document and the specification. */
export const families: readonly Family[] = [
  requestFamily,
  ...personFamilies,
  ...identityDocumentFamilies,
  structureFamily,
  ...ownerFamilies,
  ...businessFamilies,
  ...documentFamilies,
].map(whole)

/** Every case in which some code is due. */
export const dueMembers: readonly Member[] = families.flatMap(({ members }) =>
  members.filter(({ due }) => due !== undefined),
)

/** The name of the rule that judges a code. */
export function ruleOf(code: string): string {
  return `identification/${code.replaceAll('_', '-')}`
}
