import type { Beneficiary, BusinessSubmission, Company, Identity, NaturalPerson, Submission } from './read.js'

/** A company of a submission: the root, or a beneficiary at any depth. */
export interface CompanyEntry {
  readonly company: Company
  /** `undefined` for the root. */
  readonly index: number | undefined
}

/** A natural person, with the beneficiary entry and the company that it belongs to. */
export interface PersonEntry {
  readonly person: NaturalPerson
  readonly beneficiary: Beneficiary
  readonly company: Company
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
export function beneficiariesOf(
  submission: BusinessSubmission,
): readonly { readonly beneficiary: Beneficiary; readonly company: Company }[] {
  return companiesOf(submission).flatMap(({ company }) =>
    company.beneficiaries.map((beneficiary) => ({ beneficiary, company })),
  )
}

/** Every natural person among the beneficiaries, at any depth. */
export function personsOf(submission: BusinessSubmission): readonly PersonEntry[] {
  return beneficiariesOf(submission).flatMap(({ beneficiary, company }) =>
    isCompany(beneficiary.holder) ? [] : [{ person: beneficiary.holder, beneficiary, company }],
  )
}

/** An identity block, with the beneficiary and the company of its owner, if it has any. */
export interface IdentityEntry {
  readonly identity: Identity
  readonly index: number | undefined
  readonly company: Company | undefined
}

/** Every identity block of a submission of any kind. */
export function identitiesOf(submission: Submission): readonly IdentityEntry[] {
  if (submission.kind === 'Person')
    return [{ identity: submission.identity, index: undefined, company: undefined }]
  if (submission.kind !== 'Business') return []
  return personsOf(submission).map(({ person, beneficiary, company }) => ({
    identity: person.identity,
    index: beneficiary.index,
    company,
  }))
}
