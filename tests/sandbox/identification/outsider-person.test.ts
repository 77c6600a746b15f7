import { describe, expect, test } from 'vitest'

import { NEW, openSandbox, OLD } from '../support/sandbox.js'
import { person } from './outsider.js'
import { submit, verdictOf } from './verdict.js'

const sandbox = await openSandbox()

const edd = { approximate_net_worth: 'UpTo25000', occupation: 'Other', source_of_funds_proof: 'AAAA' }
const proof = { type: 'ProofOfAddress', name: 'factura de luz.pdf', file: 'AAAA' }
const home = { street_1: '1 Quay', city: 'Town', zip_code: '1', country: 'GBR' }
const OK = '201 Processed'

type Case = readonly [name: string, body: unknown, verdict: string]

const cases: readonly Case[] = [
  ['alpha-3 codes, Unicode names, a date as a moment', person(), OK],
  ['members that no document has', person({ extra: { country: 'nowhere', email: 5 }, note: '∞' }), OK],
  [
    'optional members left out or empty',
    person({ documents: [] }, { identity_document_back: undefined }),
    OK,
  ],
  ['a country in lower case', person({ address: { ...home, country: 'gb' } }), 'invalid_request'],
  ['an empty zip code', person({ address: { ...home, zip_code: '' } }), 'invalid_request'],
  ['an optional image that is null', person({}, { identity_document_back: null }), 'invalid_request'],
  [
    'no selfie and no date of it',
    person({}, { selfie: undefined, selfie_collected_at: undefined }),
    'selfie_required',
  ],
  ['a selfie of the very day', person({}, { selfie_collected_at: '2026-03-01T12:00:00Z' }), OK],
  ['the same as a date', person({}, { selfie_collected_at: '2026-03-01' }), OK],
  ['the same in another zone', person({}, { selfie_collected_at: '2026-02-28T23:00:00-05:00' }), OK],
  [
    'a selfie of the day before',
    person({}, { selfie_collected_at: '2026-02-28T23:59:59.999Z' }),
    'selfie_expired',
  ],
  [
    'the same in another zone',
    person({}, { selfie_collected_at: '2026-03-01T00:30:00+05:00' }),
    'selfie_expired',
  ],
  ['a US document, no tax number', person({}, { identity_country_code: 'US' }), 'tin_required'],
  [
    'a US document, a blank one',
    person({ tax_identification_number: ' \t' }, { identity_country_code: 'USA' }),
    'tin_required',
  ],
  [
    'a US document and a tax number',
    person({ tax_identification_number: '1' }, { identity_country_code: 'USA' }),
    OK,
  ],
  [
    'ResidencePermit',
    person({}, { identity_document_type: 'ResidencePermit' }),
    'identity_document_rejected',
  ],
  [
    'DigitalDriversLicense of BE',
    person({}, { identity_document_type: 'DigitalDriversLicense' }),
    'identity_document_rejected',
  ],
  [
    'DigitalDriversLicense of BR',
    person({}, { identity_document_type: 'DigitalDriversLicense', identity_country_code: 'BR' }),
    OK,
  ],
  [
    'the same image in the alphabet for URLs',
    person({}, { identity_document_front: '-_-_', identity_document_back: '+/+/' }),
    'identity_document_images_identical',
  ],
  [
    'the same image in lines',
    person({}, { identity_document_front: 'AAEC\r\nAwQF', identity_document_back: 'AAECAwQF' }),
    'identity_document_images_identical',
  ],
  [
    'the same image without padding',
    person({}, { identity_document_front: 'AAE=', identity_document_back: 'AAE' }),
    'identity_document_images_identical',
  ],
  [
    'two texts that hold no base64 at all',
    person({}, { identity_document_front: '正面', identity_document_back: '背面' }),
    OK,
  ],
  ['an EDD questionnaire alone', person({ edd_questionnaire: edd }), 'proof_of_address_required_for_edd'],
  ['an EDD questionnaire with a bill', person({ edd_questionnaire: edd, documents: [proof] }), OK],
  [
    'the United Kingdom, not enabled',
    person({ address: home, email_address: 'uk-not-enabled@sandbox.example' }),
    'uk_customers_not_enabled',
  ],
  ['the United Kingdom', person({ address: home }), OK],
  ['a Token', { type: 'Token', token: '🎟', intended_use: 'Trading', edd_questionnaire: edd }, OK],
  [
    'a Token that cannot be reused',
    { type: 'Token', token: 'sandbox-token-email-mismatch', intended_use: 'Trading' },
    'reuse_rejected',
  ],
  ['a Link with a broken Person in it', { ...person({ first_name: '' }), type: 'Link' }, '201 Pending'],
]

describe('a person', () => {
  test.each(cases)('%s', async (_name, body, verdict) => {
    expect(verdictOf(await submit(sandbox, body, NEW))).toBe(verdict)
  })

  test.each(cases.filter(([, , verdict]) => !verdict.startsWith('201')))(
    'earlier: %s',
    async (_name, body) => {
      for (const version of [undefined, '', OLD, '2026-07-01'])
        expect(await submit(sandbox, body, version)).toMatchObject({ status: 400, body: expect.any(String) })
    },
  )
})

test('a file in lines is as large as its bytes', async () => {
  const lines = Buffer.alloc(10 * 1024 * 1024, 7)
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')
  expect(verdictOf(await submit(sandbox, person({}, { selfie: lines }), NEW))).toBe(OK)
})
