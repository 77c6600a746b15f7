import type { IdentificationError } from '../../submission/errors.js'
import { filesOf, sizeOf } from '../../submission/files.js'
import { companiesOf } from '../../submission/traversal.js'
import { onBusiness, onPerson, refuse, type Rule } from '../rule.js'

/** The specification mentions limits without showing them; except for the file size these are the sandbox's own. */
export const mostBytes = 10 * 1024 * 1024
export const mostDocuments = 10
export const mostBeneficiaries = 20

/** invalid_request: a file is too large. */
export const fileSizes: Rule = (submission) => {
  const large = filesOf(submission).find((file) => sizeOf(file) > mostBytes)
  return large === undefined
    ? []
    : refuse(
        'invalid_request',
        `request body at ${large.at} is a file of more than ${mostBytes} bytes`,
        large.beneficiary,
      )
}

const tooMany = (what: string, most: number, beneficiary?: number): readonly IdentificationError[] =>
  refuse('invalid_request', `more than ${most} ${what}`, beneficiary)

/** invalid_request: a Person with too many documents. */
export const personDocuments = onPerson(({ documentTypes }) =>
  documentTypes.length > mostDocuments ? tooMany('documents', mostDocuments) : [],
)

/** invalid_request: a company with too many documents or beneficiaries. */
export const companySizes = onBusiness((submission) => {
  for (const { company, index } of companiesOf(submission)) {
    if (company.documentTypes.length > mostDocuments) return tooMany('documents', mostDocuments, index)
    if (company.beneficiaries.length > mostBeneficiaries)
      return tooMany('beneficiaries', mostBeneficiaries, index)
  }
  return []
})
