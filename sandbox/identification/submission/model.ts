import { isObject } from '../../../runtime/json.js'
import type { Decimal } from '../../money/decimal.js'

/** One string of a submission, with its location. */
interface Field {
  /** The object that contains it: the key of that object, or `submission` at the top level. */
  readonly of: string
  readonly name: string
  readonly value: string
  readonly at: string
  /** Index of the root company's beneficiary that it belongs to. */
  readonly beneficiary: number | undefined
}

/** Keys of objects whose fields are read. The content below any other key is ignored. */
const places = new Set(
  `address beneficiaries beneficiary_info birth_place business_details company_data company_info
   documents edd_questionnaire identity main_business_countries planned_activities questionnaire source_of_funds`.split(
    /\s+/,
  ),
)

/** The root beneficiary in a JSON Pointer; `undefined` elsewhere. */
const beneficiaryAt = (pointer: string): number | undefined => {
  const [, index] = /^\/company_data\/beneficiaries\/([0-9]+)(?:\/|$)/.exec(pointer) ?? []
  return index === undefined ? undefined : Number(index)
}

/** The root beneficiary that a violation of the document concerns. */
export function beneficiaryIn(violation: string): number | undefined {
  const [, pointer = ''] = / at (\/\S+)/.exec(violation) ?? []
  return beneficiaryAt(pointer)
}

const membersOf = function* (value: unknown, of: string, at: string): Generator<Field> {
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) yield* fieldsAt(member, of, name, `${at}/${name}`)
}

const fieldsAt = function* (value: unknown, of: string, name: string, at: string): Generator<Field> {
  if (typeof value === 'string') yield { of, name, value, at, beneficiary: beneficiaryAt(at) }
  if (!places.has(name)) return
  const items = Array.isArray(value) ? value.map((item, index) => [item, `${at}/${index}`] as const) : []
  for (const [item, place] of items)
    yield* typeof item === 'string' ? fieldsAt(item, of, name, place) : membersOf(item, name, place)
  yield* membersOf(value, name, at)
}

/** Every string of a body at a known location. */
export function fieldsOf(body: unknown): readonly Field[] {
  return [...membersOf(body, 'submission', '')]
}

const files = new Set(
  `file flow_of_funds_diagram identity_document_back identity_document_front proof_of_address selfie
   source_of_funds_document source_of_funds_proof`.split(/\s+/),
)

/** Every file of a submission, in base64. */
export function filesOf({ fields }: Submission): readonly Field[] {
  return fields.filter(({ name }) => files.has(name))
}

/** Whether a file begins with an ASCII text when decoded. Only its beginning is decoded. */
export function beginsWith({ value }: Field, text: string): boolean {
  return Buffer.from(value.slice(0, 4 * text.length), 'base64')
    .toString('latin1')
    .startsWith(text)
}

/** The number of bytes in a base64 text, ignoring line breaks. */
export function sizeOf({ value }: Field): number {
  return Buffer.byteLength(value.replaceAll(/\s/g, ''), 'base64')
}

/** The identity document and the selfie of a person. Blank values count as missing in all types below. */
export interface Identity {
  readonly documentType: string | undefined
  /** The issuing country. */
  readonly country: string | undefined
  readonly number: string | undefined
  /** Images in base64. */
  readonly front: string | undefined
  readonly back: string | undefined
  readonly selfie: string | undefined
  readonly selfieCollectedAt: string | undefined
}

/** A natural person among the beneficiaries of a company. Known countries are alpha-2 codes. */
export interface NaturalPerson {
  readonly identity: Identity
  readonly residence: string | undefined
  readonly birthPlace: { readonly country: string | undefined; readonly state: string | undefined }
  readonly taxNumber: string | undefined
  /** Names and address lines, as printed in a certification. */
  readonly printed: readonly string[]
}

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

/** The answers of a company that rules need. */
export interface Questionnaire {
  readonly industry: string | undefined
  readonly industryType: string | undefined
  readonly description: string | undefined
  readonly purpose: string | undefined
  readonly hasLicenses: boolean
  readonly licenseDetailsGiven: boolean
  readonly sendsFundsForCustomers: boolean
  /** Description, diagram and document; `undefined` for missing ones. */
  readonly fundsFlow: readonly (string | undefined)[]
}

interface Common {
  /** Every string of the submission at a known location. */
  readonly fields: readonly Field[]
  readonly email: string | undefined
}

export interface PersonSubmission extends Common {
  readonly kind: 'Person'
  readonly identity: Identity
  readonly residence: string | undefined
  readonly taxNumber: string | undefined
  readonly hasEddQuestionnaire: boolean
  readonly documentTypes: readonly string[]
}

export interface BusinessSubmission extends Common {
  readonly kind: 'Business'
  readonly company: Company
  readonly questionnaire: Questionnaire
}

interface TokenSubmission extends Common {
  readonly kind: 'Token'
  readonly token: string | undefined
  readonly hasEddQuestionnaire: boolean
}

/** Opens a hosted flow; its content is not checked. */
interface LinkSubmission extends Common {
  readonly kind: 'Link'
  readonly withEdd: boolean
}

/** A submission in the form that rules need. Lenient about missing members, because the rules check them. */
export type Submission = PersonSubmission | BusinessSubmission | TokenSubmission | LinkSubmission
