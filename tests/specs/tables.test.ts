import { describe, expect, test } from 'vitest'
import { tableIn, withReferences } from '../support/table.js'
import { at, dates, documentOf } from './documents.js'
import { operationsOf } from './operations.js'

const words = (text: string): string[] => text.split(/,?\s+/)

const { enumerations, limits, quoteParameters } = withReferences(
  tableIn(import.meta.dirname, 'tables.yaml'),
) as {
  readonly enumerations: Readonly<Record<string, readonly string[]>>
  readonly limits: Readonly<Record<string, unknown>>
  readonly quoteParameters: readonly (readonly [name: string, required: boolean, schema: unknown])[]
}

describe.each(dates)('enumerations of %s', (date) => {
  test.each(Object.entries(enumerations))('%s', (name, values) => {
    expect(at(documentOf(date), `/components/schemas/${name}/enum`)).toEqual(values)
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

describe.each(dates)('limits of %s', (date) => {
  test.each(Object.entries(limits))('%s', (pointer, expected) => {
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

test.each(dates)('query parameters of the quote in %s', (date) => {
  const operation = operationsOf(documentOf(date)).find(({ id }) => id === 'getAutorampQuote')
  const query = operation?.parameters.filter((parameter) => parameter['in'] === 'query') ?? []
  expect(query.map(({ name, required, schema }) => [name, required, schema])).toEqual(quoteParameters)
  const joined = query.filter(({ explode }) => explode === false).map(({ name }) => name)
  expect(joined).toEqual(['additional_in_currency_codes', 'additional_in_currency_chains'])
  expect(query.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual(['recipient_account'])
})
