import type { Decimal } from '../../money/decimal.js'
import type { Field } from './fields.js'

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

export interface TokenSubmission extends Common {
  readonly kind: 'Token'
  readonly token: string | undefined
  readonly hasEddQuestionnaire: boolean
}

/** Opens a hosted flow; its content is not checked. */
export interface LinkSubmission extends Common {
  readonly kind: 'Link'
  readonly withEdd: boolean
}

/** A submission in the form that rules need. Lenient about missing members, because the rules check them. */
export type Submission = PersonSubmission | BusinessSubmission | TokenSubmission | LinkSubmission
