import { businessFamilies } from './codes/business.js'
import { documentFamilies } from './codes/documents.js'
import { identityDocumentFamilies } from './codes/identity-documents.js'
import { ownerFamilies } from './codes/owners.js'
import { personFamilies } from './codes/persons.js'
import { requestFamily } from './codes/requests.js'
import { structureFamily } from './codes/structure.js'
import type { Family, Member } from './verdict.js'

/** Every code that can be provoked with nothing but the document and the specification. */
export const families: readonly Family[] = [
  requestFamily,
  ...personFamilies,
  ...identityDocumentFamilies,
  structureFamily,
  ...ownerFamilies,
  ...businessFamilies,
  ...documentFamilies,
]

/** Every case in which some code is due. */
export const dueMembers: readonly Member[] = families.flatMap(({ members }) =>
  members.filter(({ due }) => due !== undefined),
)

/** The name of the rule that judges a code. */
export const ruleOf = (code: string): string => `identification/${code.replaceAll('_', '-')}`
