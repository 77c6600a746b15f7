/** A role of a beneficiary, as the specification names it. */
export type Role = 'Director' | 'UltimateBeneficialOwner' | 'Shareholder' | 'Representative'

/** The facts of a submission about a natural person. Countries are ISO 3166-1 alpha-2 here, whatever the document wants. */
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

/** The facts of a submission about a company. */
export interface CompanyFacts {
  readonly company: string
  readonly country: string
  readonly type: string
  /** A nested company gives the two document groups that it owes, a root company all four. */
  readonly isNested: boolean
  readonly parties: readonly PartyFacts[]
}

export type Kind = 'Business' | 'Person' | 'Token' | 'Link'

/** Additions to a plain submission. */
export type Extra = 'licenses' | 'funds-flow' | 'edd' | 'industry-type' | 'without-industry'

/** A submission in our own words; the served document gives it its form. */
export interface Recipe {
  readonly name: string
  readonly kind: Kind
  readonly person?: PersonFacts
  readonly company?: CompanyFacts
  readonly extras?: readonly Extra[]
}

const ada = { first: 'Ada', last: 'Vale', country: 'DE' }
const rolf = { first: 'Rolf', last: 'Sand', country: 'DE' }
const june = { first: 'June', last: 'Hale', country: 'US' }
const owen = { first: 'Owen', last: 'Marsh', country: 'US' }

const limited = 'LimitedLiabilityCompany'

const german: CompanyFacts = {
  company: 'Nordlicht Software',
  country: 'DE',
  type: limited,
  isNested: false,
  parties: [
    { roles: ['Director', 'UltimateBeneficialOwner'], share: 60, holder: ada },
    { roles: ['Shareholder'], share: 40, holder: rolf },
  ],
}

const american: CompanyFacts = {
  company: 'Harbor Software',
  country: 'US',
  type: limited,
  isNested: false,
  parties: [
    { roles: ['Director', 'UltimateBeneficialOwner'], share: 60, attests: true, holder: june },
    { roles: ['UltimateBeneficialOwner'], share: 40, holder: owen },
  ],
}

const austrian: CompanyFacts = {
  company: 'Alpen Beteiligung',
  country: 'AT',
  type: limited,
  isNested: true,
  parties: [
    {
      roles: ['UltimateBeneficialOwner'],
      share: 100,
      holder: { first: 'Nora', last: 'Wild', country: 'AT' },
    },
  ],
}

const sole = (country: string, holder: PersonFacts): CompanyFacts => ({
  company: 'Small Workshop',
  country,
  type: 'SoleProprietorship',
  isNested: false,
  parties: [{ roles: ['UltimateBeneficialOwner'], share: 100, holder }],
})

const holding: CompanyFacts = {
  ...german,
  parties: [
    { roles: ['Director', 'UltimateBeneficialOwner'], share: 60, holder: ada },
    { roles: ['Shareholder'], share: 40, holder: austrian },
  ],
}

const business = (name: string, company: CompanyFacts, ...extras: Extra[]): Recipe => ({
  name,
  kind: 'Business',
  company,
  extras,
})

/** Submissions that keep every rule of the specification: what is broken starts from one of them. */
export const recipes = {
  person: {
    name: 'a Person of France',
    kind: 'Person',
    person: { first: 'Aline', last: 'Roux', country: 'FR' },
  },
  usPerson: { name: 'a Person of the US', kind: 'Person', person: june },
  edd: {
    name: 'a Person with an EDD questionnaire',
    kind: 'Person',
    person: { first: 'Elsa', last: 'Brun', country: 'FR' },
    extras: ['edd'],
  },
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
  sole: business('a sole proprietorship', sole('DE', rolf)),
  usSole: business('a sole proprietorship of the US', sole('US', owen)),
  foundation: business('a PrivateFoundation', { ...german, type: 'PrivateFoundation' }),
  token: { name: 'a Token', kind: 'Token' },
  link: { name: 'a Link', kind: 'Link' },
} as const satisfies Readonly<Record<string, Recipe>>
