import { describe, expect, test } from 'vitest'

import { createCustomer, identify, signAll, statusOf } from './support/actors.js'
import { list, text } from './support/look.js'
import { NEW, OLD, openSandbox, VERSIONS } from './support/sandbox.js'

const sandbox = await openSandbox()
const { send } = sandbox

const signings = (id: string, version: string | undefined) =>
  send('GET', `/customers/${id}/required-signings`, { version })

describe('a customer pinned to terms first', () => {
  test('signs, is identified, and is active', async () => {
    const id = await createCustomer(sandbox, { version: NEW })
    const states = [await statusOf(sandbox, id)]
    await signAll(sandbox, id, { version: NEW })
    states.push(await statusOf(sandbox, id))
    await identify(sandbox, id)
    states.push(await statusOf(sandbox, id))
    expect(states).toEqual(['SigningsRequired', 'IdentificationRequired', 'Active'])
  })

  test('owes one global document from the start, and an empty list afterwards', async () => {
    const id = await createCustomer(sandbox, { version: NEW })
    const outstanding = await signings(id, NEW)
    expect(outstanding.status).toBe(200)
    expect(outstanding.body).toEqual([
      { id: expect.any(String), display_name: 'Global terms and conditions', url: expect.any(String) },
    ])
    await signAll(sandbox, id, { version: NEW })
    expect(await signings(id, NEW)).toMatchObject({ status: 200, body: [] })
  })

  test('cannot be identified before signing', async () => {
    const id = await createCustomer(sandbox, { version: NEW })
    const path = `/customers/${id}/identifications/v2`
    const reply = await send('POST', path, { version: NEW, body: { type: 'Link' } })
    expect(reply).toMatchObject({ status: 409, body: expect.stringContaining('sign') })
  })
})

describe.each([undefined, '', OLD, '2026-07-01'])('a customer created with version %j', (version) => {
  test('is identified, signs, and is active', async () => {
    const id = await createCustomer(sandbox, { version })
    const states = [await statusOf(sandbox, id, { version })]
    await identify(sandbox, id, { version })
    states.push(await statusOf(sandbox, id, { version }))
    await signAll(sandbox, id, { version })
    states.push(await statusOf(sandbox, id, { version }))
    expect(states).toEqual(['IdentificationRequired', 'SigningsRequired', 'Active'])
  })

  test('owes nothing before it is identified', async () => {
    const id = await createCustomer(sandbox, { version })
    expect(await signings(id, version)).toMatchObject({ status: 409, body: expect.any(String) })
    await identify(sandbox, id)
    expect(list(await signings(id, version))).toHaveLength(1)
    await signAll(sandbox, id)
    expect((await signings(id, version)).status).toBe(409)
  })
})

describe('the pin', () => {
  test.each(VERSIONS)('keeps the order whatever is sent later (%s)', async (version) => {
    const early = await createCustomer(sandbox, { version: OLD })
    const late = await createCustomer(sandbox, { version: NEW })
    expect(await statusOf(sandbox, early, { version })).toBe('IdentificationRequired')
    expect(await statusOf(sandbox, late, { version })).toBe('SigningsRequired')
    await identify(sandbox, early, { version })
    expect(await statusOf(sandbox, early, { version })).toBe('SigningsRequired')
  })

  test('decides the documents, while the version of the call decides how an empty list looks', async () => {
    const early = await createCustomer(sandbox, { version: OLD })
    const late = await createCustomer(sandbox, { version: NEW })
    expect(await signings(early, NEW)).toMatchObject({ status: 200, body: [] })
    expect(list(await signings(late, OLD))).toHaveLength(1)
    await signAll(sandbox, late)
    expect((await signings(late, OLD)).status).toBe(409)
  })
})

describe('signing', () => {
  test('records the document and shows on the customer', async () => {
    const id = await createCustomer(sandbox, { version: NEW })
    const [terms] = list(await signings(id, NEW))
    const contentId = text(terms, 'id')
    const signing = await send('POST', `/customers/${id}/signings`, {
      body: { content_id: contentId, signed: true },
    })
    expect(signing).toMatchObject({ status: 201, body: { customer_id: id, content_id: contentId } })
    const signingId = text(signing, 'id')
    expect(await send('GET', `/customers/${id}/signings`)).toMatchObject({
      body: { items: [{ id: signingId }] },
    })
    expect(await send('GET', `/customers/${id}`)).toMatchObject({ body: { signing_ids: [signingId] } })
  })

  test('without a document takes the only one', async () => {
    const id = await createCustomer(sandbox, { version: NEW })
    expect((await send('POST', `/customers/${id}/signings`, { body: { signed: true } })).status).toBe(201)
    expect(await statusOf(sandbox, id)).toBe('IdentificationRequired')
  })

  test.each([
    ['a refusal', { signed: false }],
    ['another document', { signed: true, content_id: '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867' }],
  ])('refuses %s', async (_name, body) => {
    const id = await createCustomer(sandbox, { version: NEW })
    expect((await send('POST', `/customers/${id}/signings`, { body })).status).toBe(422)
    expect(await statusOf(sandbox, id)).toBe('SigningsRequired')
  })

  test('refuses when nothing is outstanding', async () => {
    const id = await createCustomer(sandbox, { version: OLD })
    expect((await send('POST', `/customers/${id}/signings`, { body: { signed: true } })).status).toBe(422)
  })
})

describe('the terms of a country', () => {
  const terms = (country: string, version: string) =>
    send('GET', '/terms-and-conditions', { query: { country }, version })

  test('are one global document from the newest version on', async () => {
    const [germany, brazil] = [await terms('DEU', NEW), await terms('BRA', NEW)]
    expect(list(germany)).toHaveLength(1)
    expect(germany.text).toBe(brazil.text)
  })

  test('differ by country before, and repeat', async () => {
    const [germany, brazil] = [await terms('DEU', OLD), await terms('BRA', OLD)]
    expect(germany.text).not.toBe(brazil.text)
    expect((await terms('DEU', OLD)).text).toBe(germany.text)
  })

  test.each(['', 'DE', 'deu', 'XXX', 'DEUX', 'D%45U'])('refuse the country %j', async (country) => {
    const reply = await terms(country, NEW)
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining("'country'") })
  })

  test('need a country', async () => {
    expect((await send('GET', '/terms-and-conditions')).status).toBe(400)
  })
})

describe('abilities', () => {
  test('open with the last step of onboarding', async () => {
    const id = await createCustomer(sandbox, { version: NEW })
    const before = await send('GET', `/customers/${id}/abilities`)
    expect(before).toMatchObject({ body: { currencies: [], fiat_deposit: { eur: { sepa: 'Pending' } } } })
    await signAll(sandbox, id)
    await identify(sandbox, id)
    const after = await send('GET', `/customers/${id}/abilities`)
    expect(after).toMatchObject({
      body: { fiat_payout: { usd: { fednow: 'Active', ach_thirdparty: 'Active' } } },
    })
    expect(list(after, 'currencies').length).toBeGreaterThan(20)
  })

  test('show no FedNow where the account is not enabled for it', async () => {
    const plain = await openSandbox({ fedNow: false })
    const id = await createCustomer(plain, { version: NEW })
    await signAll(plain, id)
    await identify(plain, id)
    const reply = await plain.send('GET', `/customers/${id}/abilities`)
    expect(reply).toMatchObject({ body: { fiat_deposit: { usd: { fednow: 'Unavailable', ach: 'Active' } } } })
  })
})
