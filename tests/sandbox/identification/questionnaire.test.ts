import { describe, expect, test } from 'vitest'

import { createCustomer, signAll, statusOf } from '../support/actors.js'
import { look, text } from '../support/look.js'
import { NEW, OLD, openSandbox, type Reply } from '../support/sandbox.js'
import { bodyOf } from './fixtures.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })

const submitted = async (body: unknown, version: string): Promise<string> => {
  const customer = await createCustomer(sandbox, { version })
  if ((await statusOf(sandbox, customer)) === 'SigningsRequired') await signAll(sandbox, customer)
  return text(
    await sandbox.send('POST', `/customers/${customer}/identifications/v2`, { body, version }),
    'id',
  )
}

const questionnaire = (id: string, key = 'sandbox-key'): Promise<Reply> =>
  sandbox.send('GET', `/identifications/${id}/compliance-questionnaire`, { key })

describe('the compliance questionnaire', () => {
  test.each([OLD, NEW])('of a Person of %s holds its answers, and keeps them', async (version) => {
    const body = bodyOf('person', version)
    const id = await submitted(body, version)
    const first = await questionnaire(id)
    expect(first).toMatchObject({ status: 200 })
    expect(first.body).toEqual({
      id: expect.any(String),
      intended_use: look(body, 'intended_use'),
      employment_status: look(body, 'kyc_questionnaire', 'employment_status'),
    })
    await sandbox.send('POST', `/sandbox/identification/${id}`, { body: { approved: true } })
    await sandbox.send('PUT', `/identifications/${id}/archive`)
    expect((await questionnaire(id)).text).toBe(first.text)
  })

  test('holds the answers for enhanced due diligence where they were given', async () => {
    const body = bodyOf('edd-person', NEW)
    const shown = await questionnaire(await submitted(body, NEW))
    for (const name of ['occupation', 'source_of_funds_proof'])
      expect(text(shown, name)).toBe(text(body, 'edd_questionnaire', name))
  })

  test('of a Token holds its intended use', async () => {
    const id = await submitted({ type: 'Token', token: 'share-token', intended_use: 'Trading' }, NEW)
    expect((await questionnaire(id)).body).toEqual({ id: expect.any(String), intended_use: 'Trading' })
  })

  test.each(['link', 'business'])('is not there for a %s', async (name) => {
    expect((await questionnaire(await submitted(bodyOf(name, NEW), NEW))).status).toBe(404)
  })

  test('is that of its partner alone', async () => {
    const id = await submitted(bodyOf('person', NEW), NEW)
    expect((await questionnaire(id, 'other-key')).status).toBe(404)
  })

  test('is no part of the identification', async () => {
    const body = bodyOf('person', NEW)
    const id = await submitted(body, NEW)
    expect((await sandbox.send('GET', `/identifications/${id}`)).text).not.toContain('intended_use')
  })
})
