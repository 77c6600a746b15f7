import { field } from './call.js'

/** One entry of a refusal: a code, and the beneficiary that it is about. */
export type Entry = readonly [code: string, index?: number]

const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((node, name) => field(node, name), value)

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const words = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const roles = (owner: unknown): readonly unknown[] => items(field(owner, 'roles'))
const share = (owner: unknown): number => Number(field(owner, 'share_percentage') ?? 0)
const is = (owner: unknown, role: string): boolean => roles(owner).includes(role)
const alone = (owner: unknown, role: string): boolean => is(owner, role) && roles(owner).length === 1
const has = (value: unknown, name: string): boolean => words(field(value, name)) !== ''

const halfYear = 183 * 86_400_000

const documentFault = (identity: unknown, isUs: boolean): Entry[] => {
  const [type, country] = [field(identity, 'document_type'), field(identity, 'identity_country_code')]
  const isRejected =
    type === 'ResidencePermit' ||
    (type === 'DigitalDriversLicense' && country !== 'BR') ||
    (isUs && type !== 'Passport' && !(type === 'DriverLicense' && country === 'US'))
  if (isRejected) return [['identity_document_rejected']]
  return has(identity, 'back') && field(identity, 'front') === field(identity, 'back')
    ? [['identity_document_images_identical']]
    : []
}

const isBadDate = (value: unknown): boolean => Number.isNaN(Date.parse(words(value)))
const isBadEmail = (value: unknown): boolean => !/^\S+@\S+$/.test(words(value))

const formatFault = (human: unknown): Entry[] =>
  isBadEmail(field(human, 'email')) ||
  isBadDate(field(human, 'date_of_birth')) ||
  !/^[A-Z]{3}$/.test(words(at(human, 'address', 'country')))
    ? [['invalid_request']]
    : []

const judgePerson = (body: unknown): readonly Entry[] => {
  const identity = field(body, 'identity')
  if (!has(identity, 'selfie')) return [['selfie_required']]
  const format = formatFault(body)
  if (format.length > 0 || !/^\+\d+$/.test(words(field(body, 'phone')))) return [['invalid_request']]
  if (Date.now() - Date.parse(words(field(identity, 'selfie_collected_at'))) > halfYear)
    return [['selfie_expired']]
  if (field(identity, 'identity_country_code') === 'US' && !has(body, 'tax_identification_number'))
    return [['tin_required']]
  const proofs = items(field(body, 'documents')).map((one) => field(one, 'category'))
  if (field(body, 'edd_questionnaire') !== undefined && !proofs.includes('ProofOfAddress'))
    return [['proof_of_address_required_for_edd']]
  return documentFault(identity, false)
}

const owesDocuments = (company: unknown, isRoot: boolean): readonly Entry[] => {
  const given = new Set(items(field(company, 'documents')).map((one) => field(one, 'category')))
  const isUs = field(company, 'registration_country') === 'USA'
  const owed: readonly (readonly [string, string, boolean])[] = [
    ['CompanyDetails', 'company_details_required', true],
    ['LegalPresence', 'legal_presence_required', isRoot && !isUs],
    ['OwnershipStructure', 'ownership_structure_required', !isRoot || !isUs],
    ['ControlStructure', 'control_structure_required', isRoot && !isUs],
  ]
  return owed.flatMap(([category, code, isOwed]): Entry[] => (isOwed && !given.has(category) ? [[code]] : []))
}

const structureFault = (owners: readonly unknown[], isSole: boolean): boolean => {
  if (isSole) return owners.length !== 1 || share(owners[0]) !== 100
  const real = owners.filter((one) => !alone(one, 'Representative'))
  const bar = real.some((one) => share(one) >= 25) ? 25 : 10
  const qualifying = real.filter((one) => share(one) >= bar)
  const sum = qualifying.reduce<number>((total, one) => total + share(one), 0)
  return !owners.some((one) => is(one, 'Director')) || qualifying.length === 0 || sum > 100
}

const ownerFault = (owner: unknown, index: number, isUs: boolean, bar: number): Entry[] => {
  const human = field(owner, 'person')
  if (human === undefined) return []
  const identity = field(human, 'identity')
  if (is(owner, 'Director') && !has(identity, 'selfie')) return [['selfie_required', index]]
  const taxed = is(owner, 'Director') || is(owner, 'UltimateBeneficialOwner')
  if (taxed && !has(human, 'tax_identification_number')) return [['tin_required', index]]
  const place = field(human, 'birth_place')
  const stateless = ['GIB', 'ABW', 'FRO'].includes(words(field(place, 'country')))
  if (!stateless && !has(place, 'state')) return [['invalid_request', index]]
  const format = formatFault(human)
  if (format.length > 0) return [['invalid_request', index]]
  if (alone(owner, 'UltimateBeneficialOwner') && share(owner) < bar)
    return [['ubo_share_below_threshold', index]]
  return documentFault(identity, isUs).map(([code]): Entry => [code, index])
}

const attestationFault = (owners: readonly unknown[]): boolean => {
  const attesting = owners.filter((one) => field(one, 'attesting_party') === true && is(one, 'Director'))
  const when = Date.parse(words(field(attesting[0], 'attested_at')))
  return attesting.length !== 1 || !(when < Date.now())
}

const detailFault = (body: unknown): Entry[] => {
  const details = field(body, 'business_details')
  if (!has(details, 'industry')) return [['industry_required']]
  if (field(details, 'industry') === 'Miscellaneous') return [['miscellaneous_industry_deprecated']]
  const description = field(details, 'business_model_description')
  // The document has the limit, so that its schema refuses such a text before its rules do.
  if (typeof description !== 'string' || description.length < 80) return [['invalid_request']]
  if (description.trim().length < 80) return [['business_description_insufficient']]
  const licensed = field(details, 'has_licenses_or_registrations') === true
  if (licensed && field(details, 'license_details') === undefined) return [['license_details_required']]
  const flow = ['funds_description', 'flow_of_funds_diagram', 'source_of_funds_document']
  const sends = field(details, 'sends_funds_on_customer_behalf') === true
  if (sends && !flow.every((name) => has(details, name))) return [['funds_flow_disclosure_required']]
  const purpose = at(body, 'planned_activities', 'purpose_and_intended_use')
  const isFoundation = at(body, 'company_data', 'company_type') === 'PrivateFoundation'
  return isFoundation && purpose === 'Payroll' ? [['foundation_intended_use_not_supported']] : []
}

const judgeBusiness = (body: unknown): readonly Entry[] => {
  const company = field(body, 'company_data')
  const owners = items(field(company, 'beneficiaries'))
  const isSole = field(company, 'company_type') === 'SoleProprietorship'
  const isUs = field(company, 'registration_country') === 'USA' && !isSole
  const details = detailFault(body)
  if (details.length > 0) return details
  const nested = owners.flatMap((one) =>
    field(one, 'company_data') === undefined ? [] : owesDocuments(field(one, 'company_data'), false),
  )
  const missing = [...owesDocuments(company, true), ...nested]
  if (missing.length > 0) return missing
  if (structureFault(owners, isSole)) return [['structure_invalid']]
  const bar = owners.some((one) => share(one) >= 25) ? 25 : 10
  const [fault] = owners.flatMap((one, index) => ownerFault(one, index, isUs, bar))
  if (fault) return [fault]
  if (isUs && attestationFault(owners)) return [['attestation_invalid']]
  const listed = owners.filter((one) => share(one) >= bar)
  const isPrintable = listed.every((one) => has(at(one, 'person', 'identity'), 'document_number'))
  return isUs && !isPrintable ? [['cdd_certification_invalid']] : []
}

/** The faults of a submission; empty without any. */
export const faultsOf = (body: unknown): readonly Entry[] => {
  const kind = field(body, 'kind')
  if (kind === 'Link') return []
  if (kind === 'Token') return []
  if (kind === 'Person') return judgePerson(body)
  return kind === 'Business' ? judgeBusiness(body) : [['invalid_request']]
}
