import type { Behaviours } from '../../versions/index.js'
import type { Beneficiary, Company } from '../submission/model.js'
import { isCompany } from '../submission/traversal.js'
import { isCertified, isDirector, qualifyingOwners } from './companies.js'
import { onBusiness, refuse } from './rule.js'

/** The characters that the certification can print: Latin letters with their accents, digits, punctuation. */
const printable = /^[ -~\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027]*$/

/** The persons in the certification: qualifying owners and the attesting Director. */
export function named(company: Company, behaviours: Behaviours): readonly Beneficiary[] {
  const owners = qualifyingOwners(company, behaviours)
  return company.beneficiaries.filter(
    (beneficiary) => owners.includes(beneficiary) || (beneficiary.attestingParty && isDirector(beneficiary)),
  )
}

const isComplete = ({ holder }: Beneficiary): boolean =>
  holder.taxNumber !== undefined && (isCompany(holder) || holder.identity.number !== undefined)

/** Normalized, because an accent may be a separate combining character. */
const isPrintable = ({ printed }: Beneficiary['holder']): boolean =>
  printed.every((text) => printable.test(text.normalize('NFC')))

/**
 * The certification also requires the tax number of the company itself, which the documents require of every company.
 */
export const cddTaxNumberOfCompany = onBusiness(({ company }) =>
  isCertified(company) && company.taxNumber === undefined
    ? refuse('cdd_certification_invalid', 'the tax identification number of the company is missing')
    : [],
)

/** The certification of beneficial ownership cannot be generated for a US company that is no sole proprietorship. */
export const cddCertificationInvalid = onBusiness(({ company }, { behaviours }) => {
  if (!isCertified(company)) return []
  if (!isPrintable(company))
    return refuse(
      'cdd_certification_invalid',
      'the name or address of the company holds a character that cannot be printed',
    )
  const wrong = named(company, behaviours).find((one) => !isComplete(one) || !isPrintable(one.holder))
  return wrong === undefined
    ? []
    : refuse(
        'cdd_certification_invalid',
        isComplete(wrong)
          ? 'the name or address of a beneficiary holds a character that cannot be printed'
          : 'a beneficiary lacks an identity number or a tax identification number',
        wrong.index,
      )
})
