import { describe, expect, test } from 'vitest'

import { NEW, openSandbox } from '../support/sandbox.js'
import { attests, beneficiary, business, director, face, human, nested, owner, papers } from './outsider.js'
import { submit, verdictOf } from './verdict.js'

const sandbox = await openSandbox()

const OK = '201 Processed'
const dora = director()
const SOLE = { company_type: 'SoleProprietorship' }
const FOUNDATION = { company_type: 'PrivateFoundation' }
const IRAN = { address: { street_1: 'a', city: 'b', zip_code: 'c', country: 'IRN' } }

type Case = readonly [name: string, body: unknown, verdict: string]

/** A company with these beneficiaries beside its Director. */
const owned = (...beneficiaries: readonly unknown[]) => business({ beneficiaries: [dora, ...beneficiaries] })

const held = (roles: readonly string[], share?: unknown, info = human('Rex')) =>
  beneficiary(roles, share, info)

/** A company whose only shareholder is a company with these beneficiaries. */
const holding = (beneficiaries: readonly unknown[], documents?: unknown) =>
  owned(held(['Shareholder'], '100', nested(beneficiaries, documents)))

const structure: readonly Case[] = [
  ['25.0', owned(owner('25.0')), OK],
  ['24.9999999 when nobody owns 25', owned(owner('24.9999999')), OK],
  ['24.9999999 beside 25', owned(owner('25'), owner('24.9999999')), 'ubo_share_below_threshold 2'],
  [
    '24.9999999 beside 25, a Director too',
    owned(owner('25'), held(['UltimateBeneficialOwner', 'Director'], '24.9999999', human('Di', {}, face))),
    OK,
  ],
  ['10.00 when nobody owns 25', owned(owner('10.00')), OK],
  ['a Shareholder below 10', owned(held(['Shareholder'], '9.999999999999999999')), 'structure_invalid'],
  [
    'three thirds',
    owned(owner('33.333333333333333333'), owner('33.333333333333333333'), owner('33.333333333333333334')),
    OK,
  ],
  [
    'three thirds and 1e-18',
    owned(owner('33.333333333333333333'), owner('33.333333333333333333'), owner('33.333333333333333335')),
    'structure_invalid',
  ],
  ['a share that is a number', owned(owner(60)), 'invalid_request 1'],
  ['a share with spaces', owned(owner(' 25 ')), 'invalid_request 1'],
  ['a share without a whole part', owned(owner('100'), held(['Shareholder'], '.5')), 'invalid_request 2'],
  ['roles that are empty', owned(owner('100'), held([])), 'invalid_request 2'],
  ['roles that are empty inside a nested company', holding([held([])]), 'invalid_request 1'],
  ['a Director who owns it all', business({ beneficiaries: [director('100')] }), OK],
  ['nobody but a Representative owns', owned(held(['Representative'], '100')), 'structure_invalid'],
  ['a Representative of 30 leaves 12 an owner', owned(held(['Representative'], '30'), owner('12')), OK],
  ['a Representative who is an owner', owned(held(['Representative', 'UltimateBeneficialOwner'], '100')), OK],
  ['a sole proprietor', business({ info: SOLE, beneficiaries: [owner('100.0')] }), OK],
  [
    'a sole proprietor of 99.9999999',
    business({ info: SOLE, beneficiaries: [owner('99.9999999')] }),
    'structure_invalid',
  ],
  [
    'a sole proprietor without a share',
    business({ info: SOLE, beneficiaries: [owner(undefined)] }),
    'structure_invalid',
  ],
  [
    'a Representative is no sole proprietor',
    business({ info: SOLE, beneficiaries: [held(['Representative'], '100')] }),
    'structure_invalid',
  ],
  ['a nested company without anybody', holding([]), OK],
  ['5 at another level', holding([owner('5')]), 'ubo_share_below_threshold 1'],
  ['10 at another level', holding([owner('10')]), OK],
  ['a Director without a selfie at another level', holding([held(['Director'])]), 'selfie_required 1'],
  [
    'a Director without tax number',
    business({ beneficiaries: [director('0', {}, { tax_identification_number: null }), owner('100')] }),
    'tin_required 0',
  ],
  ['an owner in IRN', owned(owner('100', IRAN)), 'ubo_country_prohibited 1'],
  ['a Director in IRN', business({ beneficiaries: [director('0', {}, IRAN), owner('100')] }), OK],
  [
    'born in SGP without a state',
    owned(owner('100', { birth_place: { country: 'SGP', place: 'Singapore' } })),
    OK,
  ],
  [
    'born in IND without a state',
    owned(owner('100', { birth_place: { country: 'IND', place: 'Pune' } })),
    'invalid_request 1',
  ],
]

const FOUR =
  'company_details_required, legal_presence_required, ownership_structure_required, control_structure_required'

const documents: readonly Case[] = [
  ['none', business({ documents: [] }), FOUR],
  ['null', business({ documents: null }), FOUR],
  [
    'none, and shares of 120',
    business({ documents: [], beneficiaries: [dora, owner('60'), owner('60')] }),
    FOUR,
  ],
  ['none, and no industry', business({ documents: [], details: { industry: null } }), 'industry_required'],
  ['none of a nested company', holding([], []), 'company_details_required 1, ownership_structure_required 1'],
  [
    'each company once',
    business({
      documents: papers('IncorporationCert', 'IncumbencyCert'),
      beneficiaries: [
        held(['Shareholder'], '50', nested([], [])),
        dora,
        held(['Shareholder'], '50', nested([], papers('StateRegistry'))),
      ],
    }),
    'legal_presence_required, ownership_structure_required, company_details_required 0, ' +
      'ownership_structure_required 0, ownership_structure_required 2',
  ],
]

const described = (business_model_description: unknown) =>
  business({ details: { business_model_description } })
const funds = 'sends_funds_on_customer_behalf'
const disclosed = {
  [`${funds}_description`]: 'x',
  flow_of_funds_diagram: 'AAAA',
  source_of_funds_document: 'AAAA',
}

const questionnaire: readonly Case[] = [
  ['80 letters', described(`  ${'é'.repeat(80)}\n\u3000`), OK],
  ['79 letters', described(`\u00a0${'é'.repeat(79)}     `), 'business_description_insufficient'],
  ['80 of two units', described('🙂'.repeat(80)), OK],
  ['79 of two units', described('🙂'.repeat(79)), 'business_description_insufficient'],
  ['null', described(null), 'business_description_insufficient'],
  [
    'both fields say Miscellaneous',
    business({ details: { industry: 'Miscellaneous', industry_type: 'Miscellaneous' } }),
    'miscellaneous_industry_deprecated',
  ],
  ['industry wins', business({ details: { industry: 'Agriculture', industry_type: 'Other' } }), OK],
  [
    'a prohibited industry wins',
    business({ details: { industry: 'ShellBanking', industry_type: 'Agriculture' } }),
    'prohibited_industry',
  ],
  [
    'a license without details',
    business({ details: { has_licenses_or_registrations: true, license_details: [] } }),
    'license_details_required',
  ],
  [
    'a license with details',
    business({ details: { has_licenses_or_registrations: true, license_details: [{ number: 1 }] } }),
    OK,
  ],
  ['funds of customers', business({ activities: { [funds]: true } }), 'funds_flow_disclosure_required'],
  ['funds of customers, disclosed elsewhere', business({ details: { [funds]: true, ...disclosed } }), OK],
  [
    'funds of customers, a blank document',
    business({ activities: { [funds]: true, ...disclosed, source_of_funds_document: ' ' } }),
    'funds_flow_disclosure_required',
  ],
  ['a foundation', business({ info: FOUNDATION }), 'foundation_intended_use_not_supported'],
  [
    'a foundation with a purpose that no document lists',
    business({ info: FOUNDATION, activities: { purpose_and_intended_use: 'Leisure' } }),
    'foundation_intended_use_not_supported',
  ],
  [
    'a foundation without a purpose',
    business({ info: FOUNDATION, activities: { purpose_and_intended_use: undefined } }),
    'invalid_request',
  ],
  [
    'a foundation that invests',
    business({ info: FOUNDATION, activities: { purpose_and_intended_use: 'Investments' } }),
    OK,
  ],
  [
    'a company with a purpose that no document lists',
    business({ activities: { purpose_and_intended_use: 'Leisure' } }),
    'invalid_request',
  ],
]

describe.each([
  ['structure', structure],
  ['documents', documents],
  ['questionnaire', questionnaire],
])('%s', (_group, cases) => {
  test.each(cases)('%s', async (_name, body, verdict) => {
    expect(verdictOf(await submit(sandbox, body, NEW))).toBe(verdict)
  })
})

test('attesting means nothing outside the US', async () => {
  const late = { ...attests, attested_at: '2099-01-01T00:00:00Z' }
  expect(verdictOf(await submit(sandbox, business({ beneficiaries: [director('100', late)] }), NEW))).toBe(OK)
})
