import type { submissionKinds } from '../../../tables/submissions.js'

/** A role of a beneficiary in the specification. */
export type Role = 'Director' | 'UltimateBeneficialOwner' | 'Shareholder' | 'Representative'

/** A natural person in a submission. Countries are ISO 3166-1 alpha-2 here; the document decides the final form. */
export interface PersonFacts {
  readonly first: string
  readonly last: string
  readonly country: string
}

/** A beneficiary: a person or a company, with its share of the company above it. */
export interface PartyFacts {
  readonly roles: readonly Role[]
  /** Percent. */
  readonly share: number
  readonly attests?: boolean
  readonly holder: PersonFacts | CompanyFacts
}

/** A company in a submission. */
export interface CompanyFacts {
  readonly company: string
  readonly country: string
  readonly type: string
  /** Its purpose_and_intended_use; by default any that the document lists. */
  readonly purpose?: string
  readonly parties: readonly PartyFacts[]
}

export type Kind = (typeof submissionKinds)[number]

/** Additions to a plain submission. */
export type Extra = 'licenses' | 'funds-flow' | 'edd' | 'industry-type' | 'without-industry'

/** The content of a submission; the served document decides its form. */
export interface Recipe {
  readonly name: string
  readonly kind: Kind
  readonly person?: PersonFacts
  readonly company?: CompanyFacts
  readonly extras: readonly Extra[]
}

const limited = 'LimitedLiabilityCompany'

const ada = { first: 'Ada', last: 'Vale', country: 'DE' }
const rolf = { first: 'Rolf', last: 'Sand', country: 'DE' }
const june = { first: 'June', last: 'Hale', country: 'US' }
const owen = { first: 'Owen', last: 'Marsh', country: 'US' }
const nora = { first: 'Nora', last: 'Wild', country: 'AT' }

export const owner = 'UltimateBeneficialOwner'
export const directing = ['Director', owner] as const

const director: PartyFacts = { roles: directing, share: 60, holder: ada }

const german: CompanyFacts = {
  company: 'Nordlicht Software',
  country: 'DE',
  type: limited,
  parties: [director, { roles: ['Shareholder'], share: 40, holder: rolf }],
}

const american: CompanyFacts = {
  ...german,
  company: 'Harbor Software',
  country: 'US',
  parties: [
    { ...director, attests: true, holder: june },
    { roles: [owner], share: 40, holder: owen },
  ],
}

const austrian: CompanyFacts = {
  company: 'Alpen Beteiligung',
  country: 'AT',
  type: limited,
  parties: [{ roles: [owner], share: 100, holder: nora }],
}

const nestedOwner: PartyFacts = { roles: ['Shareholder'], share: 40, holder: austrian }

const holding: CompanyFacts = { ...german, parties: [director, nestedOwner] }

const sole = (country: string, holder: PersonFacts): CompanyFacts => ({
  company: 'Small Workshop',
  country,
  type: 'SoleProprietorship',
  parties: [{ roles: [owner], share: 100, holder }],
})

const person = (name: string, facts: PersonFacts, ...extras: Extra[]): Recipe => {
  return { name, kind: 'Person', person: facts, extras }
}

const business = (name: string, company: CompanyFacts, ...extras: Extra[]): Recipe => {
  return { name, kind: 'Business', company, extras }
}

/** A PrivateFoundation with a purpose, which must be one of a set that is not shown. */
export function foundationFor(purpose: string): Recipe {
  return business(`a PrivateFoundation for ${purpose}`, { ...german, type: 'PrivateFoundation', purpose })
}

/** Valid submissions, from which invalid ones are derived. */
export const recipes = {
  person: person('a Person of France', { first: 'Aline', last: 'Roux', country: 'FR' }),
  usPerson: person('a Person of the US', june),
  edd: person('a Person with an EDD questionnaire', { first: 'Elsa', last: 'Brun', country: 'FR' }, 'edd'),
  business: business('a Business of Germany', german),
  licensed: business('a Business with licences', german, 'licenses'),
  fundsFlow: business('a Business that sends funds for its customers', german, 'funds-flow'),
  usLicensed: business('a Business of the US with licences', american, 'licenses'),
  usFundsFlow: business('a Business of the US that sends funds for its customers', american, 'funds-flow'),
  industryTypeAlone: business(
    'a Business with an industry_type alone',
    german,
    'industry-type',
    'without-industry',
  ),
  bothIndustries: business('a Business with industry and industry_type', german, 'industry-type'),
  usBusiness: business('a Business of the US', american),
  nested: business('a Business with a company among its owners', holding),
  usNested: business('a Business of the US with a company among its owners', {
    ...american,
    parties: [{ ...director, attests: true, holder: june }, nestedOwner],
  }),
  sole: business('a sole proprietorship', sole('DE', rolf)),
  usSole: business('a sole proprietorship of the US', sole('US', owen)),
  token: { name: 'a Token', kind: 'Token', extras: [] },
  eddToken: { name: 'a Token with an EDD questionnaire', kind: 'Token', extras: ['edd'] },
  link: { name: 'a Link', kind: 'Link', extras: [] },
} satisfies Readonly<Record<string, Recipe>>
