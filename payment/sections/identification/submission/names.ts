import { isObject } from '../../../../document/index.js'

/** Patterns of member names in documents, from the specification's names. */
export const names = {
  selfie: /^selfie(_?image|_?file|_?photo)?$/i,
  selfieAge: /^selfie_(collected|captured|taken)_at$/i,
  tax: /^tax_identification_number$|^tax_id(_number)?$|^tin$|^tax_number$/i,
  identity: /^identity$/i,
  identityCountry: /^identity_country_code$|issu[a-z]*_country(_code)?$|country_of_issue/i,
  documentType: /^(identity_|id_)?document_?(type|category|kind)$|^id_?type$/i,
  documentNumber: /^identity_?(document_?)?number$|^document_?number$/i,
  front: /document_?front|front_?(image|side)|^front$/i,
  back: /document_?back|back_?(image|side)|^back$/i,
  attesting: /^attesting_party$/i,
  attestedAt: /^attested_at$/i,
  description: /^business_model_description$/i,
  industry: /^industry$/i,
  industryType: /^industry_?type$/i,
  hasLicenses: /^has_licen[sc]es_or_registrations$/i,
  licenseDetails: /^licen[sc]e_details$/i,
  sendsFunds: /^sends_funds_on_customer_behalf$/i,
  fundsDescription: /^(?!source_of_funds).*(funds|behalf|flow).*description$/i,
  fundsDiagram: /funds.*(diagram|chart)$/i,
  fundsDocument: /source_?of_?funds_?(document|file)$/i,
  companyType: /^company_?type$/i,
  purpose: /^purpose_and_intended_use$/i,
  birthPlace: /^birth_place$/i,
  state: /^(state|region|province|subdivision)(_?code)?$/i,
  edd: /^edd_questionnaire$/i,
  documents: /^documents$/i,
  documentKind: /type|category|group|kind/i,
  firstName: /^(first|given|fore)_?names?$/i,
  incorporated: /incorporat[a-z]*_?(date|on)$|^(registration|founding)_?date$/i,
  email: /^e?_?mail(_?address)?$/i,
  phone: /^(phone|mobile)(_?number)?$/i,
  country: /^country(_code)?$/i,
  anyCountry: /countr/i,
  roles: /^roles?$/,
  share: /^share_percentage$/,
  birthDate: /^(date_?of_?birth|birth_?date|dob)$/i,
  token: /^(share_?)?token$/i,
} as const

/** The name of a member, with that of the object around it where it says too little alone: `category` of a `document`. */
export function qualified(key: string, holder: string): string {
  const isBare =
    /^(description|diagram|chart)$/i.test(key) ||
    (/^(type|category|kind)$/i.test(key) && /document$/i.test(holder))
  return isBare ? `${holder}_${key}` : key
}

/** The four groups of company documents that the specification names. */
export type Group = 'details' | 'presence' | 'ownership' | 'control'

/** The groups that a root company and a nested company must provide. */
export const groups = {
  root: ['details', 'presence', 'ownership', 'control'],
  nested: ['details', 'ownership'],
} as const

/** Words for the types of a group, which the specification does not assign: those of its own examples come first. */
const words: Readonly<Record<Group, readonly RegExp[]>> = {
  details: [
    /company_?details/i,
    /incorporation_?cert|cert[a-z]*_?(of_?)?incorporation/i,
    /good_?standing/i,
    /(state|commercial|company|trade|business)_?regist(ry|er|ration)/i,
    /^regist(ry|er)_?(extract|excerpt)?$/i,
  ],
  presence: [/legal_?presence/i, /articles/i, /charter|by_?laws/i],
  ownership: [
    /owner(ship)?_?(structure|chart)/i,
    /share_?holder|members_?regist|cap_?table/i,
    /transparency/i,
  ],
  control: [
    /control_?(structure|chart)/i,
    /director/i,
    /incumbency|officers/i,
    /org(ani[sz]ation(al)?)?_?(chart|structure)|organigram/i,
  ],
}

/** Document types of a group where the OpenAPI document lists none: the specification's own names. */
const called: Readonly<Record<Group, string>> = {
  details: 'CompanyDetails',
  presence: 'LegalPresence',
  ownership: 'OwnershipStructure',
  control: 'ControlStructure',
}

/** The first text that matches one of the patterns, tried in their order. */
export function firstFitting(texts: readonly unknown[], words: readonly RegExp[]): string | undefined {
  for (const word of words) {
    const found = texts.find((text) => typeof text === 'string' && word.test(text))
    if (typeof found === 'string') return found
  }
  return undefined
}

/** The type of a group among the document's types; undefined when none matches. */
export function typeOfGroup(group: Group, offered: readonly unknown[]): string | undefined {
  return offered.length === 0 ? called[group] : firstFitting(offered, words[group])
}

/** Whether the type of a company document is known to be of a group. */
export function isOfGroup(group: Group, document: unknown): boolean {
  const members = Object.entries(isObject(document) ? document : {})
  const types = members.flatMap(([name, value]) => (names.documentKind.test(name) ? [value] : []))
  return types.length > 0 && typeOfGroup(group, types) !== undefined
}
