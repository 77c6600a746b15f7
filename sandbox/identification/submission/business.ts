import { type Decimal, parseDecimal, zero } from '../../money/decimal.js'
import type { Beneficiary, Company, Questionnaire } from './model.js'
import { addressLines, readNaturalPerson } from './person.js'
import {
  asObject,
  countryIn,
  flagIn,
  isGiven,
  type JsonObject,
  listIn,
  objectIn,
  textIn,
  textsIn,
  typesIn,
  UnreadableError,
} from './json-members.js'

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

/**
 * A company with its beneficiaries. `index` is that of the root beneficiary that it belongs to; absent for the root
 * company. Throws `Unreadable`.
 */
export function readCompany(data: JsonObject, index?: number): Company {
  const info = objectIn(data, 'company_info')
  return {
    printed: [
      ...textsIn(info, ['company_name', 'legal_address']),
      ...(isGiven(info, 'address') ? addressLines(objectIn(info, 'address')) : []),
    ],
    type: textIn(info, 'company_type'),
    country: countryIn(info, 'country'),
    taxNumber: textIn(info, 'tax_identification_number'),
    documentTypes: typesIn(data, 'documents'),
    beneficiaries: listIn(data, 'beneficiaries').map((item, position) =>
      readBeneficiary(asObject(item), index ?? position),
    ),
  }
}

/**
 * The answers that rules need. The specification has `sends_funds_on_customer_behalf` in the business details, public
 * material in the planned activities, so both are read. Throws `Unreadable`.
 */
export function readQuestionnaire(questionnaire: JsonObject): Questionnaire {
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
