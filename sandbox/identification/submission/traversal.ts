import type { BusinessSubmission, Company, NaturalPerson, Submission } from './read.js'

/** A company of a submission: the root, or a beneficiary at any depth. */
export interface CompanyEntry {
  readonly company: Company
  /** `undefined` for the root. */
  readonly index: number | undefined
}

/** Whether a beneficiary is a company. */
export function isCompany(holder: NaturalPerson | Company): holder is Company {
  return 'beneficiaries' in holder
}

const below = (company: Company, index: number | undefined): readonly CompanyEntry[] => [
  { company, index },
  ...company.beneficiaries.flatMap(({ holder, index: place }) =>
    isCompany(holder) ? below(holder, place) : [],
  ),
]

/** Every company of a submission, the root first. */
export function companiesOf({ company }: BusinessSubmission): readonly CompanyEntry[] {
  return below(company, undefined)
}

/** Every beneficiary of every company, with its company. */
export function beneficiariesOf(submission: BusinessSubmission) {
  return companiesOf(submission).flatMap(({ company }) =>
    company.beneficiaries.map((beneficiary) => ({ beneficiary, company })),
  )
}

/** Every natural person at any depth, with its beneficiary entry and the company that it belongs to. */
export function personsOf(submission: BusinessSubmission) {
  return beneficiariesOf(submission).flatMap(({ beneficiary, company }) =>
    isCompany(beneficiary.holder) ? [] : [{ person: beneficiary.holder, beneficiary, company }],
  )
}

/** Every identity block of a submission of any kind, with its beneficiary and the company of that, if it has any. */
export function identitiesOf(submission: Submission) {
  if (submission.kind === 'Person')
    return [{ identity: submission.identity, index: undefined, company: undefined }]
  if (submission.kind !== 'Business') return []
  return personsOf(submission).map(({ person, beneficiary, company }) => ({
    identity: person.identity,
    index: beneficiary.index,
    company,
  }))
}
