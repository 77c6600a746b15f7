import { type Exchange, jsonBody } from '../../model/exchange.js'
import { isObject } from '../reading.js'

/** One entry of a structured refusal. */
export type ErrorEntry = Readonly<Record<string, unknown>>

/** The codes that the specification lists. */
export const knownCodes = [
  'invalid_request',
  'selfie_required',
  'selfie_expired',
  'tin_required',
  'identity_document_rejected',
  'identity_document_images_identical',
  'structure_invalid',
  'attestation_invalid',
  'cdd_certification_invalid',
  'business_description_insufficient',
  'industry_required',
  'miscellaneous_industry_deprecated',
  'prohibited_industry',
  'foundation_intended_use_not_supported',
  'funds_flow_disclosure_required',
  'license_details_required',
  'company_details_required',
  'legal_presence_required',
  'ownership_structure_required',
  'control_structure_required',
  'ubo_country_prohibited',
  'ubo_share_below_threshold',
  'proof_of_address_required_for_edd',
  'outsourcing_agreement_not_signed',
  'uk_customers_not_enabled',
  'duplicate_upload_blocked',
  'provider_rejected_document',
  'reuse_rejected',
] as const

export type Code = (typeof knownCodes)[number]

/** The entries of a structured refusal; undefined when the answer is no list of objects with a code. */
export function entriesOf(exchange: Exchange): readonly ErrorEntry[] | undefined {
  const body = jsonBody(exchange.response)
  if (exchange.response.status !== 400 || !Array.isArray(body)) return undefined
  const entries = body.filter(isObject)
  const isCoded = entries.length === body.length && entries.every(({ code }) => typeof code === 'string')
  return isCoded && entries.length > 0 ? entries : undefined
}

/** The codes of a refusal, in their order; empty for any other answer. */
export function codesOf(exchange: Exchange): readonly string[] {
  return (entriesOf(exchange) ?? []).map(({ code }) => String(code))
}
