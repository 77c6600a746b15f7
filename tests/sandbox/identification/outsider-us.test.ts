import { expect, test } from 'vitest'

import { NEW, openSandbox } from '../support/sandbox.js'
import { attests, beneficiary, director, human, nested, owner, usBusiness } from './outsider.js'
import { submit, verdictOf } from './verdict.js'

const sandbox = await openSandbox()

const OK = '201 Processed'
const dora = director(undefined, attests)
const SOLE = { company_type: 'SoleProprietorship' }
const NO_NUMBER = { identity_number: undefined }
const NO_TIN = { tax_identification_number: undefined }
const NATIONAL = { identity_document_type: 'NationalId' }
const LICENSE = { identity_document_type: 'DriverLicense' }

/** A US company with these beneficiaries beside the Director who attests. */
const owned = (...beneficiaries: readonly unknown[]) =>
  usBusiness({ beneficiaries: [dora, ...beneficiaries] })

const attestedAt = (attested_at: string | undefined) =>
  usBusiness({ beneficiaries: [director(undefined, { attesting_party: true, attested_at }), owner('100')] })

const shareholder = (share: string, info = human('Sol', NO_TIN)) => beneficiary(['Shareholder'], share, info)

test.each<readonly [name: string, body: unknown, verdict: string]>([
  ['one paper, alpha-3 codes', usBusiness(), OK],
  ['no paper', usBusiness({ documents: [] }), 'company_details_required'],
  [
    'no paper of a nested US company',
    owned(shareholder('100', nested([], [], { country: 'US' }))),
    'company_details_required 1, ownership_structure_required 1',
  ],
  ['attested at this moment', attestedAt('2026-09-01T12:00:00Z'), OK],
  ['attested a moment later', attestedAt('2026-09-01T12:00:00.001Z'), 'attestation_invalid'],
  ['attested later in another zone', attestedAt('2026-09-01T12:00:00-01:00'), 'attestation_invalid'],
  ['attested at no time', attestedAt(undefined), 'attestation_invalid'],
  [
    'attested in a nested company',
    usBusiness({ beneficiaries: [director(), shareholder('100', nested([dora]))] }),
    'attestation_invalid',
  ],
  ['attested by an owner too', owned({ ...owner('100'), ...attests }), OK],
  ['one of two Directors attests', owned(director(), owner('100')), OK],
  ['both of two Directors attest', owned(dora, owner('100')), 'attestation_invalid'],
  [
    'a sole proprietor attests nothing',
    usBusiness({ info: SOLE, beneficiaries: [owner('100', {}, { ...NATIONAL, ...NO_NUMBER })] }),
    OK,
  ],
  [
    'a sole proprietor without tax number',
    usBusiness({ info: SOLE, beneficiaries: [owner('100', NO_TIN)] }),
    'tin_required 0',
  ],
  ['NationalId', owned(owner('100', {}, NATIONAL)), 'identity_document_rejected 1'],
  ['DriverLicense of PT', owned(owner('100', {}, LICENSE)), 'identity_document_rejected 1'],
  ['DriverLicense of USA', owned(owner('100', {}, { ...LICENSE, identity_country_code: 'USA' })), OK],
  ['a name in another script', owned(owner('100', { first_name: 'Иван' })), 'cdd_certification_invalid 1'],
  [
    'a name with a control character',
    owned(owner('100', { first_name: 'Jo\u0007' })),
    'cdd_certification_invalid 1',
  ],
  ['an accent of its own', owned(owner('100', { first_name: 'Jose\u0301' })), OK],
  [
    'a company name with a picture',
    usBusiness({ info: { company_name: '🚀 Corp' } }),
    'cdd_certification_invalid',
  ],
  [
    'a company address in another script',
    usBusiness({ info: { legal_address: '東京' } }),
    'cdd_certification_invalid',
  ],
  ['the company without tax number', usBusiness({ info: NO_TIN }), 'cdd_certification_invalid'],
  [
    'the company with a blank tax number',
    usBusiness({ info: { tax_identification_number: ' ' } }),
    'cdd_certification_invalid',
  ],
  [
    'a sole proprietorship with a blank one',
    usBusiness({ info: { ...SOLE, tax_identification_number: ' ' } }),
    'invalid_request',
  ],
  ['a Shareholder of 100 without tax number', owned(shareholder('100')), 'cdd_certification_invalid 1'],
  ['a Shareholder of 9 without tax number', owned(owner('80'), shareholder('9')), OK],
  [
    '12 without identity number, nobody owns 25',
    owned(owner('24'), owner('12', {}, NO_NUMBER)),
    'cdd_certification_invalid 2',
  ],
  ['nobody owns 10', owned(shareholder('9', human('Sol'))), 'structure_invalid'],
])('%s', async (_name, body, verdict) => {
  expect(verdictOf(await submit(sandbox, body, NEW))).toBe(verdict)
})
