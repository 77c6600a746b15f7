import { describe, expect, test } from 'vitest'

import { createCustomer, identify, signAll, statusOf } from '../support/actors.js'
import { list, look, text } from '../support/look.js'
import { NEW, OLD, openSandbox } from '../support/sandbox.js'

const sandbox = await openSandbox()
const { send } = sandbox

const person = {
  type: 'Person',
  address: { city: 'Lyon', country: 'FR', street_1: '1 Rue', zip_code: '69001' },
  consent_collected_at: '2026-08-31T10:00:00Z',
  date_of_birth: '1990-01-01',
  email_address: 'ada@partner.test',
  first_name: 'Ada',
  full_name: 'Ada Vale',
  last_name: 'Vale',
  identity: {
    identity_country_code: 'FR',
    identity_document_front: 'AAAA',
    identity_document_type: 'Passport',
    ip_address: '192.0.2.1',
    nationality: 'FR',
    selfie: 'AAAA',
    selfie_collected_at: '2026-08-31T10:00:00Z',
  },
  intended_use: 'Investing',
  kyc_questionnaire: {
    employment_status: 'Employed',
    expected_monthly_transaction_count: 'LessThan5',
    expected_monthly_transaction_volume: 'LessThan500',
    source_of_wealth: 'Salary',
    yearly_gross_income: 'LessThan20000',
  },
  phone_number: '+33600000000',
  sharing_consent: true,
}

const submit = (id: string, body: unknown, version?: string) =>
  send('POST', `/customers/${id}/identifications/v2`, { body, version })

const ready = async (): Promise<string> => {
  const id = await createCustomer(sandbox, { version: NEW })
  await signAll(sandbox, id)
  return id
}

describe('a hosted flow', () => {
  test('is pending with a link', async () => {
    const reply = await submit(await ready(), { type: 'Link', with_edd: true })
    expect(reply).toMatchObject({
      status: 201,
      body: { status: 'Pending', with_edd: true, url: expect.stringContaining('https://') },
    })
    expect((await send('GET', `/identifications/${text(reply, 'id')}`)).text).toBe(reply.text)
  })

  test('keeps a second one out until it is decided', async () => {
    const id = await ready()
    const first = await submit(id, { type: 'Link' })
    expect(await submit(id, { type: 'Link' })).toMatchObject({ status: 409, body: expect.any(String) })
    const declined = await send('POST', `/sandbox/identification/${text(first, 'id')}`, {
      body: { approved: false },
    })
    expect(declined).toMatchObject({ status: 201, body: { status: 'Declined' } })
    expect(await statusOf(sandbox, id)).toBe('IdentificationRequired')
    expect((await submit(id, { type: 'Link' })).status).toBe(201)
  })
})

describe('a person', () => {
  test('is processed, and lives where the address is once approved', async () => {
    const id = await ready()
    const reply = await submit(id, person)
    expect(reply).toMatchObject({ status: 201, body: { status: 'Processed' } })
    expect(look(reply, 'residence_country')).toBeUndefined()
    const path = `/sandbox/identification/${text(reply, 'id')}`
    expect(await send('POST', path, { body: { approved: true } })).toMatchObject({
      body: { status: 'Approved', residence_country: 'FR' },
    })
    expect(await statusOf(sandbox, id)).toBe('Active')
  })

  test('lives where the newest identification says, and older ones say nothing any more', async () => {
    const id = await ready()
    const first = text(await submit(id, person), 'id')
    await send('POST', `/sandbox/identification/${first}`, { body: { approved: true } })
    const second = text(await submit(id, { ...person, address: { ...person.address, country: 'BEL' } }), 'id')
    const shown = async () => [
      look(await send('GET', `/identifications/${first}`), 'residence_country'),
      ...list(await send('GET', `/customers/${id}/identifications`), 'items').map((item) =>
        look(item, 'residence_country'),
      ),
    ]
    expect(await shown()).toEqual([undefined, undefined, undefined])
    await send('POST', `/sandbox/identification/${second}`, { body: { approved: true } })
    expect(await shown()).toEqual([undefined, 'BE', undefined])
  })

  test('of the older order signs the terms of that country', async () => {
    const id = await createCustomer(sandbox, { version: OLD })
    const reply = await submit(id, person)
    await send('POST', `/sandbox/identification/${text(reply, 'id')}`, { body: { approved: true } })
    const outstanding = await send('GET', `/customers/${id}/required-signings`)
    const country = await send('GET', '/terms-and-conditions', { query: { country: 'FRA' } })
    expect(outstanding.text).toBe(country.text)
    const [first] = list(outstanding)
    const sign = (body: object) =>
      send('POST', `/customers/${id}/signings`, { body: { signed: true, ...body } })
    expect((await sign({})).status).toBe(422)
    await sign({ content_id: text(first, 'id') })
    expect(await statusOf(sandbox, id)).toBe('SigningsRequired')
    expect((await sign({})).status).toBe(201)
    expect(await statusOf(sandbox, id)).toBe('Active')
  })
})

test.each([{ type: 'Token', token: 'share-token', intended_use: 'Trading' }])(
  'a token is processed',
  async (body) => {
    expect(await submit(await ready(), body)).toMatchObject({ status: 201, body: { status: 'Processed' } })
  },
)

describe('what the document refuses', () => {
  test.each([
    ['an unknown kind', { type: 'Robot' }],
    ['no kind', {}],
    ['a person without an address', { ...person, address: undefined }],
    ['no body', undefined],
  ])('is a coded error from the newest version on, a string before: %s', async (_name, body) => {
    const id = await ready()
    expect(await submit(id, body, NEW)).toMatchObject({
      status: 400,
      body: [
        {
          code: 'invalid_request',
          message: expect.stringContaining('request body'),
          docs_url: expect.stringMatching(/#invalid_request$/),
        },
      ],
    })
    for (const version of [OLD, '2026-07-01', undefined])
      expect(await submit(id, body, version)).toMatchObject({ status: 400, body: expect.any(String) })
  })
})

test('identifications of a customer are listed newest first and shown on it', async () => {
  const id = await ready()
  const first = await identify(sandbox, id, {}, false)
  const second = await identify(sandbox, id)
  const page = await send('GET', `/customers/${id}/identifications`)
  expect(list(page, 'items').map((item) => text(item, 'id'))).toEqual([second, first])
  expect(await send('GET', `/customers/${id}`)).toMatchObject({
    body: { identification_ids: [first, second], identification_status: 'Approved' },
  })
})
