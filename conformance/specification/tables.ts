import { identificationCodes } from './identification-codes.js'

/**
 * Tables of the written specification that scenarios judge by. They are typed in from the specification, not taken
 * from any document, so that a document that is wrong itself cannot excuse an answer.
 */

/** Versioning 2. */
export const specifiedVersions = ['2025-03-13', '2026-07-01', '2026-08-01'] as const

/** The version that is served when the header is absent or empty (Versioning 3). */
export const headerlessVersion = '2025-03-13'

/** True for a version that the specification describes; of any other it says nothing but how versions come about. */
export const isSpecified = (version: string | undefined): boolean =>
  specifiedVersions.some((one) => one === version)

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

export type EnumerationName = keyof typeof enumerations

/** Endpoints, GET /autoramps/quote: names of its query parameters, and whether each is required. */
export const quoteParameters: Readonly<Record<string, boolean>> = {
  customer_id: true,
  source_currency_code: true,
  source_currency_chain: false,
  destination_currency_code: true,
  destination_currency_chain: false,
  recipient_account_id: false,
  recipient_account: false,
  amount_in: false,
  amount_out: false,
  rate_lock_duration_minutes: false,
  rate_expiry_policy: true,
  slippage_tolerance_in_bips: false,
  expiry_in_hours: true,
  is_third_party: true,
  sender_account_number: false,
  sender_mobile_number: false,
  sender_bank: false,
  external_id: false,
  wire_message: false,
  swift_payment_reference: false,
  sepa_payment_reference: false,
  ach_payment_reference: false,
  fps_payment_reference: false,
  fee_profile_id: false,
  batch_payout: false,
  additional_in_currency_codes: false,
  additional_in_currency_chains: false,
  pay_by_reference: false,
}

const referencePattern = /^[A-Za-z0-9 /\-?:().+]*$/

/** Limits of a payment reference; `hasLines` where lines are limited too, of which nothing can be shown. */
export interface ReferenceLimit {
  readonly min: number
  readonly max: number
  readonly pattern: RegExp
  readonly hasLines?: true
}

/** Limits: length and pattern of each payment reference of a quote. */
export const referenceLimits: Readonly<Record<string, ReferenceLimit>> = {
  wire_message: { min: 1, max: 140, pattern: referencePattern, hasLines: true },
  swift_payment_reference: { min: 1, max: 140, pattern: referencePattern, hasLines: true },
  sepa_payment_reference: { min: 6, max: 140, pattern: referencePattern },
  ach_payment_reference: { min: 1, max: 10, pattern: referencePattern },
  fps_payment_reference: { min: 6, max: 18, pattern: /^[A-Za-z]*$/ },
}

/** Endpoints: operations that the specification describes, by method and template. */
export const namedOperations = [
  ['get', '/autoramps/quote'],
  ['get', '/terms-and-conditions'],
  ['get', '/customers/{}/required-signings'],
  ['get', '/customers/{}/abilities'],
  ['post', '/customers'],
  ['post', '/customers/{}/identifications/v2'],
  ['get', '/autoramps/{}'],
  ['post', '/autoramps/{}/quotes'],
] as const
