import { type ChangeName, changes, hasChange } from '../../versions/index.js'

/** Errors: codes of structured identification errors. */
export const identificationCodes = [
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

const listedCodes = new Set<unknown>(identificationCodes)

/** Whether a value is a code that the specification lists for identification errors. */
export function isIdentificationCode(code: unknown): boolean {
  return listedCodes.has(code)
}

/** Resources, enumerations. */
export const enumerations = {
  Blockchain:
    'Solana Ethereum Polygon Arbitrum Base Stellar Citrea Plasma Avalanche Moca Monad Tempo Tron Bsc Seismic Arc'.split(
      ' ',
    ),
  RateExpiryPolicy: ['Return', 'Slippage'],
  FeeSettlement: ['deductedImmediately', 'settledLater'],
  DepositAccountType: 'Iban Wallet AchWire Pix Spei AfricanBankTransfer MobileMoney ChapsFps'.split(' '),
  PaymentNetwork:
    'Sepa Swift Fps Chats Ach Wire Rtp Fednow Pix Spei AfricanBankTransfer MobileMoney Chaps'.split(' '),
  NetworkFeeType: (
    'SepaIn SepaOut EthereumGas CitreaGas SolanaTransactionFee StellarTransactionFee PolygonGas BaseGas ' +
    'AvalancheGas TronGas BscGas SeismicExecutionFee RailFee AchIn AchOut WireIn WireOut SwiftIn SwiftOut ' +
    'FpsIn FpsOut ChapsIn ChapsOut RtpIn RtpOut FednowIn FednowOut'
  ).split(' '),
  DeprecatedNetworkFee: (
    'AchIn AchOut CitreaGas EthereumGas RailFee SepaIn SepaOut SolanaTransactionFee StellarTransactionFee ' +
    'SwiftIn SwiftOut WireIn WireOut'
  ).split(' '),
  'Rail status': ['Active', 'Pending', 'Unavailable', 'Blocked', 'Maintenance'],
  'Identification status': 'Pending Processed PendingReview Approved Declined Expired Archived'.split(' '),
  'Identification error code': identificationCodes,
  'Version error': ['unsupported_api_version'],
  'Version error reason': ['version_unknown', 'version_malformed'],
} as const

/** Endpoints, GET /customers/{id}/abilities: the flows of a currency. */
export const flows = ['mint', 'redeem', 'onramp', 'offramp', 'swap'] as const

export type EnumerationName = keyof typeof enumerations

/** Values added to enumerations, by the name of the change. */
type AddedValues = Readonly<
  Partial<Record<ChangeName, Readonly<Partial<Record<EnumerationName, readonly string[]>>>>>
>

/** Values added by later versions; the lists above are those of the first. */
const addedValues: AddedValues = {
  // None so far.
}

/** The values of an enumeration in a version. */
export function valuesOf(name: EnumerationName, version: string): readonly string[] {
  const added = changes
    .filter((change) => hasChange(version, change.name))
    .map((change) => addedValues[change.name])
  return [...enumerations[name], ...added.flatMap((values) => values?.[name] ?? [])]
}
