import { describe, expect, test } from 'vitest'
import { at, dates, documentOf } from './documents.js'
import { operationsOf } from './operations.js'

const words = (text: string): string[] => text.split(/,?\s+/)

// The enumerations of the specification, value by value.
const enumerations = {
  Blockchain: `Solana, Ethereum, Polygon, Arbitrum, Base, Stellar, Citrea, Plasma, Avalanche, Moca, Monad, Tempo,
    Tron, Bsc, Seismic, Arc`,
  RateExpiryPolicy: 'Return, Slippage',
  FeeSettlement: 'deductedImmediately, settledLater',
  DepositAccountType: 'Iban, Wallet, AchWire, Pix, Spei, AfricanBankTransfer, MobileMoney, ChapsFps',
  PaymentNetwork: `Sepa, Swift, Fps, Chats, Ach, Wire, Rtp, Fednow, Pix, Spei, AfricanBankTransfer, MobileMoney,
    Chaps`,
  NetworkFeeType: `SepaIn, SepaOut, EthereumGas, CitreaGas, SolanaTransactionFee, StellarTransactionFee, PolygonGas,
    BaseGas, AvalancheGas, TronGas, BscGas, SeismicExecutionFee, RailFee, AchIn, AchOut, WireIn, WireOut, SwiftIn,
    SwiftOut, FpsIn, FpsOut, ChapsIn, ChapsOut, RtpIn, RtpOut, FednowIn, FednowOut`,
  AbilityStatus: 'Active, Pending, Unavailable, Blocked, Maintenance',
  IdentificationStatus: 'Pending, Processed, PendingReview, Approved, Declined, Expired, Archived',
  WebhookEventType: `Transaction, NewAutoramp, NewBankAccount, DepositAddressCreated, CustomerCreated,
    TransactionStatus, TransactionRefunded, RegisterFiatAddressStatus, CustomerStatus, CustomerFiatAbilities,
    RegisterAutorampStatus, IdentificationStatus, Ping`,
}

describe.each(dates)('enumerations of %s', (date) => {
  test.each(Object.entries(enumerations))('%s', (name, values) => {
    expect(at(documentOf(date), `/components/schemas/${name}/enum`)).toEqual(words(values))
  })

  test('NetworkFee tells 13 kinds apart', () => {
    const values = `AchIn, AchOut, CitreaGas, EthereumGas, RailFee, SepaIn, SepaOut, SolanaTransactionFee,
      StellarTransactionFee, SwiftIn, SwiftOut, WireIn, WireOut`
    const pointer = '/components/schemas/NetworkFee/allOf/0/properties/type/enum'
    expect(at(documentOf(date), pointer)).toEqual(words(values))
  })
})

test('the identification error codes of 2026-08-01', () => {
  const codes = `invalid_request, selfie_required, selfie_expired, tin_required, identity_document_rejected,
    identity_document_images_identical, structure_invalid, attestation_invalid, cdd_certification_invalid,
    business_description_insufficient, industry_required, miscellaneous_industry_deprecated, prohibited_industry,
    foundation_intended_use_not_supported, funds_flow_disclosure_required, license_details_required,
    company_details_required, legal_presence_required, ownership_structure_required, control_structure_required,
    ubo_country_prohibited, ubo_share_below_threshold, proof_of_address_required_for_edd,
    outsourcing_agreement_not_signed, uk_customers_not_enabled, duplicate_upload_blocked, provider_rejected_document,
    reuse_rejected`
  const schema = at(documentOf('2026-08-01'), '/components/schemas/IdentificationErrorCode')
  expect(at(schema, '/enum')).toEqual(words(codes))
  for (const code of words(codes)) expect(at(schema, '/description')).toContain(`| ${code} |`)
})

// Limits, patterns and required fields: pointer below /components/schemas and what stands there.
const reference = String.raw`^[A-Za-z0-9 /\-?:().+]*$`
const account = { type: 'string', pattern: '^[0-9A-Z]{4,17}$' }
const routing = { type: 'string', pattern: '^[0-9]{9}$' }
const quote = '/SignedAutorampQuote/properties'
const limits: [string, unknown][] = [
  [`${quote}/wire_message`, { minLength: 1, maxLength: 140, pattern: reference }],
  [`${quote}/swift_payment_reference`, { minLength: 1, maxLength: 140, pattern: reference }],
  [`${quote}/sepa_payment_reference`, { minLength: 6, maxLength: 140, pattern: reference }],
  [`${quote}/ach_payment_reference`, { minLength: 1, maxLength: 10, pattern: reference }],
  [`${quote}/fps_payment_reference`, { minLength: 6, maxLength: 18, pattern: '^[A-Za-z]*$' }],
  [`${quote}/pay_by_reference`, { default: false }],
  [`${quote}/rate`, { type: 'string', format: 'decimal' }],
  ['/Amount/properties/amount', { type: 'string', format: 'decimal' }],
  ['/BankAccountACHIdentifier/properties', { account_number: account, routing_number: routing }],
  ['/BankAccountWireIdentifier/properties', { account_number: account, routing_number: routing }],
  ['/BankAccountRTPIdentifier/properties', { account_number: account, routing_number: routing }],
  ['/BankAccountFedNowIdentifier/properties', { account_number: account, routing_number: routing }],
  ['/BankAccountSWIFTIdentifier', { required: ['account_number', 'bic'] }],
  ['/BankAccountCHAPSIdentifier', { required: ['account_number', 'sort_code'] }],
  ['/BankAccountFPSIdentifier', { required: ['account_number', 'sort_code'] }],
  ['/BusinessQuestionnaireBusinessDetails/properties/business_model_description', { minLength: 80 }],
  ['/SolePropBusinessDetails/properties/business_model_description', { minLength: 80 }],
  ['/ApiError', { required: ['message', 'trace_id'] }],
  ['/VersionError', { required: ['error', 'reason', 'requested', 'supported'] }],
  ['/VersionError/properties/reason', { enum: ['version_unknown', 'version_malformed'] }],
  ['/TermsAndConditionsLink', { required: ['display_name', 'id', 'url'] }],
  ['/Fee/properties/network_fees', { deprecated: true }],
  ['/Fee/properties/deducted_fee', { deprecated: true }],
  ['/WebhookTransactionStatusMessage/properties/status', { deprecated: true }],
]

describe.each(dates)('limits of %s', (date) => {
  test.each(limits)('%s', (pointer, expected) => {
    expect(at(documentOf(date), `/components/schemas${pointer}`)).toMatchObject(Object(expected))
  })

  test('required fields of the quote', () => {
    const required = `quote_id, source_currency, destination_currency, recipient_account, customer_id, amount_in,
      amount_out, rate, rate_expiry_policy, fee, fee_settlement, valid_until, signature, is_third_party`
    expect(at(documentOf(date), '/components/schemas/SignedAutorampQuote/required')).toEqual(words(required))
  })

  test('required fields of the fee', () => {
    const required = `total_fee, iron_fee, partner_fee, network_fees, network_fees_with_settlement, partner_fees,
      transaction_fee, banking_fee, network_fee`
    expect(at(documentOf(date), '/components/schemas/Fee/required')).toEqual(words(required))
  })
})

// The query parameters of GET /autoramps/quote, in the order of the specification.
const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const decimal = { type: 'string', format: 'decimal' }
const code = { type: 'string', maxLength: 32 }
const long = { type: 'string', maxLength: 256 }
const yesNo = { type: 'boolean' }
const integer = { type: 'integer', format: 'int64' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const list = (items: unknown) => ({ type: 'array', items, maxItems: 16, default: [] })
const quoteParameters: [string, boolean, unknown][] = [
  ['customer_id', true, uuid],
  ['source_currency_code', true, code],
  ['source_currency_chain', false, ref('Blockchain')],
  ['destination_currency_code', true, code],
  ['destination_currency_chain', false, ref('Blockchain')],
  ['recipient_account_id', false, uuid],
  ['recipient_account', false, long],
  ['amount_in', false, decimal],
  ['amount_out', false, decimal],
  ['rate_lock_duration_minutes', false, integer],
  ['rate_expiry_policy', true, ref('RateExpiryPolicy')],
  ['slippage_tolerance_in_bips', false, decimal],
  ['expiry_in_hours', true, { ...integer, maximum: 24 }],
  ['is_third_party', true, yesNo],
  ['sender_account_number', false, long],
  ['sender_mobile_number', false, long],
  ['sender_bank', false, text],
  ['external_id', false, text],
  ['wire_message', false, text],
  ['swift_payment_reference', false, text],
  ['sepa_payment_reference', false, text],
  ['ach_payment_reference', false, text],
  ['fps_payment_reference', false, text],
  ['fee_profile_id', false, uuid],
  ['batch_payout', false, yesNo],
  ['additional_in_currency_codes', false, list(text)],
  ['additional_in_currency_chains', false, list(ref('Blockchain'))],
  ['pay_by_reference', false, { ...yesNo, default: false }],
]

test.each(dates)('query parameters of the quote in %s', (date) => {
  const operation = operationsOf(documentOf(date)).find(({ id }) => id === 'getAutorampQuote')
  const query = operation?.parameters.filter((parameter) => parameter['in'] === 'query') ?? []
  expect(query.map(({ name, required, schema }) => [name, required, schema])).toEqual(quoteParameters)
  const joined = query.filter(({ explode }) => explode === false).map(({ name }) => name)
  expect(joined).toEqual(['additional_in_currency_codes', 'additional_in_currency_chains'])
  expect(query.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual(['recipient_account'])
})
