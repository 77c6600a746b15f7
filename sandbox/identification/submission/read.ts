import { isObject } from '../../../runtime/json.js'
import { countryOf } from '../../primitives/countries.js'
import { fieldsOf } from './fields.js'
import { type Decimal, parseDecimal, zero } from '../../money/decimal.js'

type JsonObject = Readonly<Record<string, unknown>>

/** Thrown for a value of the wrong JSON type, which is left to the document to refuse. */
class UnreadableError extends Error {
  override readonly name = 'Unreadable'
}

const valueIn = (source: JsonObject, key: string): unknown =>
  Object.hasOwn(source, key) ? (source[key] ?? undefined) : undefined

/** Whether a value is anything but null, a blank string, an empty list or an empty object. */
const isGiven = (source: JsonObject, key: string): boolean => {
  const value = valueIn(source, key)
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined
}

/** The object at a key. Throws `Unreadable` if it is not an object. */
const objectIn = (source: JsonObject, key: string): JsonObject => asObject(valueIn(source, key))

/** A value as an object. Throws `Unreadable` if it is not an object. */
const asObject = (value: unknown): JsonObject => {
  if (!isObject(value)) throw new UnreadableError()
  return value
}

/** The string at a key; `undefined` if it is missing, null or blank. Throws `Unreadable` for another type. */
const textIn = (source: JsonObject, key: string): string | undefined => {
  const value = valueIn(source, key)
  if (value !== undefined && typeof value !== 'string') throw new UnreadableError()
  return value === undefined || value.trim() === '' ? undefined : value
}

/** The strings at several keys, in order, without missing ones. Throws `Unreadable`. */
const textsIn = (source: JsonObject, keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => textIn(source, key) ?? [])

/** The boolean at a key; false if it is missing or null. Throws `Unreadable` for another type. */
const flagIn = (source: JsonObject, key: string): boolean => {
  const value = valueIn(source, key) ?? false
  if (typeof value !== 'boolean') throw new UnreadableError()
  return value
}

/** The list at a key; empty if it is missing or null. Throws `Unreadable` for another type. */
const listIn = (source: JsonObject, key: string): readonly unknown[] => {
  const value = valueIn(source, key) ?? []
  if (!Array.isArray(value)) throw new UnreadableError()
  return value
}

/** The country at a key as its alpha-2 code; unchanged if there is no such country. */
const countryIn = (source: JsonObject, key: string): string | undefined => {
  const code = textIn(source, key)
  return code === undefined ? undefined : (countryOf(code) ?? code)
}

const documentTypesIn = (source: JsonObject): readonly string[] =>
  listIn(source, 'documents').flatMap((item) => textIn(asObject(item), 'type') ?? [])

/** The identity block of a Person or of a beneficiary; images are in base64. Throws `Unreadable`. */
const readIdentity = (identity: JsonObject) => ({
  documentType: textIn(identity, 'identity_document_type'),
  country: countryIn(identity, 'identity_country_code'),
  number: textIn(identity, 'identity_number'),
  front: textIn(identity, 'identity_document_front'),
  back: textIn(identity, 'identity_document_back'),
  selfie: textIn(identity, 'selfie'),
  selfieCollectedAt: textIn(identity, 'selfie_collected_at'),
})

export type Identity = Readonly<ReturnType<typeof readIdentity>>

/** The lines of an address, as printed in a certification. Throws `Unreadable`. */
const addressLines = (address: JsonObject): readonly string[] =>
  textsIn(address, ['street_1', 'street_2', 'city', 'state', 'zip_code'])

const readNaturalPerson = (info: JsonObject) => {
  const address = objectIn(info, 'address')
  const birthPlace = objectIn(info, 'birth_place')
  return {
    identity: readIdentity(objectIn(info, 'identity')),
    residence: countryIn(address, 'country'),
    birthPlace: { country: countryIn(birthPlace, 'country'), state: textIn(birthPlace, 'state') },
    taxNumber: textIn(info, 'tax_identification_number'),
    printed: [...textsIn(info, ['first_name', 'middle_name', 'last_name']), ...addressLines(address)],
  }
}

/** A natural person among the beneficiaries of a company. Known countries are alpha-2 codes. */
export type NaturalPerson = Readonly<ReturnType<typeof readNaturalPerson>>

/** A person or a company with roles and a share in another company. */
export interface Beneficiary {
  /** Index in `company_data.beneficiaries` of the submission; a nested beneficiary has that of its company. */
  readonly index: number
  readonly roles: readonly string[]
  /** Percent, from 0 to 100; zero if absent. */
  readonly share: Decimal
  readonly attestingParty: boolean
  readonly attestedAt: string | undefined
  readonly holder: NaturalPerson | Company
}

export interface Company {
  /** Its name and address lines, as printed in a certification. */
  readonly printed: readonly string[]
  readonly type: string | undefined
  /** The country of registration. */
  readonly country: string | undefined
  readonly taxNumber: string | undefined
  readonly documentTypes: readonly string[]
  readonly beneficiaries: readonly Beneficiary[]
}

const readShare = (source: JsonObject): Decimal => {
  const text = textIn(source, 'share_percentage')
  const share = text === undefined ? zero : parseDecimal(text)
  if (share === undefined) throw new UnreadableError()
  return share
}

const readRoles = (source: JsonObject): readonly string[] =>
  listIn(source, 'roles').map((role) => {
    if (typeof role !== 'string') throw new UnreadableError()
    return role
  })

const readBeneficiary = (source: JsonObject, index: number): Beneficiary => {
  const info = objectIn(source, 'beneficiary_info')
  return {
    index,
    roles: readRoles(source),
    share: readShare(source),
    attestingParty: flagIn(source, 'attesting_party'),
    attestedAt: textIn(source, 'attested_at'),
    holder: isGiven(info, 'company_data')
      ? readCompany(objectIn(info, 'company_data'), index)
      : readNaturalPerson(info),
  }
}

/** A company with its beneficiaries, at the index of its root beneficiary. Throws `Unreadable`. */
const readCompany = (data: JsonObject, index?: number): Company => {
  const info = objectIn(data, 'company_info')
  return {
    printed: [
      ...textsIn(info, ['company_name', 'legal_address']),
      ...(isGiven(info, 'address') ? addressLines(objectIn(info, 'address')) : []),
    ],
    type: textIn(info, 'company_type'),
    country: countryIn(info, 'country'),
    taxNumber: textIn(info, 'tax_identification_number'),
    documentTypes: documentTypesIn(data),
    beneficiaries: listIn(data, 'beneficiaries').map((item, position) =>
      readBeneficiary(asObject(item), index ?? position),
    ),
  }
}

/**
 * The answers that rules need. The specification has `sends_funds_on_customer_behalf` in the business details, public
 * material in the planned activities, so both are read. Throws `Unreadable`.
 */
const readQuestionnaire = (questionnaire: JsonObject) => {
  const details = objectIn(questionnaire, 'business_details')
  const activities = objectIn(questionnaire, 'planned_activities')
  const either = (key: string): string | undefined => textIn(activities, key) ?? textIn(details, key)
  const sends = 'sends_funds_on_customer_behalf'
  return {
    industry: textIn(details, 'industry'),
    industryType: textIn(details, 'industry_type'),
    description: textIn(details, 'business_model_description'),
    purpose: textIn(activities, 'purpose_and_intended_use'),
    hasLicenses: flagIn(details, 'has_licenses_or_registrations'),
    licenseDetailsGiven: isGiven(details, 'license_details'),
    sendsFundsForCustomers: flagIn(activities, sends) || flagIn(details, sends),
    fundsFlow: [`${sends}_description`, 'flow_of_funds_diagram', 'source_of_funds_document'].map(either),
  }
}

const readPerson = (body: JsonObject) => ({
  kind: 'Person' as const,
  fields: fieldsOf(body),
  email: textIn(body, 'email_address'),
  identity: readIdentity(objectIn(body, 'identity')),
  residence: countryIn(objectIn(body, 'address'), 'country'),
  taxNumber: textIn(body, 'tax_identification_number'),
  hasEddQuestionnaire: isGiven(body, 'edd_questionnaire'),
  documentTypes: documentTypesIn(body),
})

const readBusiness = (body: JsonObject) => {
  const data = objectIn(body, 'company_data')
  return {
    kind: 'Business' as const,
    fields: fieldsOf(body),
    email: textIn(objectIn(data, 'company_info'), 'email'),
    company: readCompany(data),
    questionnaire: readQuestionnaire(objectIn(body, 'questionnaire')),
  }
}

const readToken = (body: JsonObject) => ({
  kind: 'Token' as const,
  fields: fieldsOf(body),
  email: undefined,
  token: textIn(body, 'token'),
  hasEddQuestionnaire: isGiven(body, 'edd_questionnaire'),
})

/** A hosted flow, whose content is not checked. */
const readLink = (body: JsonObject) => ({
  kind: 'Link' as const,
  fields: [],
  email: undefined,
  withEdd: body['with_edd'] === true,
})

const readers = { Person: readPerson, Business: readBusiness, Token: readToken, Link: readLink }

export type PersonSubmission = Readonly<ReturnType<typeof readPerson>>
export type BusinessSubmission = Readonly<ReturnType<typeof readBusiness>>

/** A submission in the form that rules need. Lenient about missing members, because the rules check them. */
export type Submission = Readonly<ReturnType<(typeof readers)[keyof typeof readers]>>

const isKind = (kind: unknown): kind is keyof typeof readers =>
  typeof kind === 'string' && Object.hasOwn(readers, kind)

/** A body as a submission; `undefined`, which is left to the document, if a value has the wrong type. */
export function readSubmission(body: unknown): Submission | undefined {
  try {
    if (!isObject(body)) return undefined
    const { type: kind } = body
    return isKind(kind) ? readers[kind](body) : undefined
  } catch (error) {
    if (error instanceof UnreadableError) return undefined
    throw error
  }
}

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
  return personsOf(submission).map(({ person: { identity }, beneficiary: { index }, company }) => {
    return { identity, index, company }
  })
}
