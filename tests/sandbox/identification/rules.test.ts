import { describe, expect, test } from 'vitest'

import { loadReferenceService } from '../../../sandbox/index.js'
import { createCustomer, signAll, statusOf } from '../support/actors.js'
import { list, look } from '../support/look.js'
import { NEW, OLD, openSandbox, type Reply } from '../support/sandbox.js'
import { breaks, bodyOf, brokenBody, fixtures, validatorOf } from './fixtures.js'

const sandbox = await openSandbox()
const { surfaces } = await loadReferenceService()

const ready = async (version: string): Promise<string> => {
  const id = await createCustomer(sandbox, { version })
  if ((await statusOf(sandbox, id)) === 'SigningsRequired') await signAll(sandbox, id)
  return id
}

const submit = async (body: unknown, version: string): Promise<Reply> =>
  sandbox.send('POST', `/customers/${await ready(version)}/identifications/v2`, { body, version })

/** Codes with their index; an index that is null would differ from one that is absent. */
const codesIn = (reply: Reply): readonly unknown[] =>
  list(reply).map((error) => {
    const [code, index] = [look(error, 'code'), look(error, 'beneficiary_index')]
    return index === undefined ? { code } : { code, beneficiary_index: index }
  })

const versionsOf = (version: string): readonly string[] => (version === OLD ? [OLD, '2026-07-01'] : [version])

describe('a valid body', () => {
  const bodies = fixtures.flatMap(({ name, version, body }) =>
    versionsOf(version).map((served) => ({ name, version: served, body })),
  )

  test.each(bodies)('$name is accepted by the document of $version', async ({ version, body }) => {
    const validate = await validatorOf(version)
    expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true)
  })

  test.each(bodies)('$name is accepted by the rules of $version', async ({ name, version, body }) => {
    const status = name === 'link' ? 'Pending' : 'Processed'
    expect(await submit(body, version)).toMatchObject({ status: 201, body: { status } })
  })
})

describe.each([...new Set(breaks.map(({ code }) => code))])('%s', (code) => {
  const cases = breaks.filter((one) => one.code === code)

  test.each(cases)('$body: $scope', async (one) => {
    const { version = NEW, expect: expected } = one
    const reply = await submit(brokenBody(one), version)
    if (expected.length === 0) expect(reply).toMatchObject({ status: 201 })
    else if (version === NEW)
      expect({ ...reply, codes: codesIn(reply) }).toMatchObject({ status: 400, codes: expected })
    else expect(reply).toMatchObject({ status: 400, body: expect.any(String) })
  })
})

test('every code of the document is broken by some body', async () => {
  const documented = look(surfaces.get(NEW)?.schemas['IdentificationErrorCode'], 'enum')
  const broken = new Set(breaks.flatMap((one) => one.expect.map(({ code }) => code)))
  expect(broken).toEqual(new Set(list(documented)))
})

test.each(breaks.filter((one) => one.version === undefined && one.expect.length > 0))(
  'an earlier caller never gets a list: $code, $scope',
  async (one) => {
    const reply = await submit(brokenBody(one), '2026-07-01')
    expect(typeof reply.body).toBe(reply.status === 400 ? 'string' : 'object')
    expect([201, 400]).toContain(reply.status)
  },
)

describe('a limit that the specification does not show', () => {
  const file = (bytes: number): string => Buffer.alloc(bytes, 1).toString('base64')
  const many = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item)
  const representative = look(bodyOf('business'), 'company_data', 'beneficiaries', '2')
  const bill = { type: 'Other', name: 'bill.pdf', file: 'AAAA' }

  const largest = 10 * 1024 * 1024
  const proved = (count: number) => [...many(count - 1, bill), { ...bill, type: 'ProofOfAddress' }]
  const registries = many(11, { type: 'StateRegistry', country: 'US', file: 'AAAA' })
  const [selfie, documents] = ['/identity/selfie', '/documents']

  test.each([
    ['a file of 10 MiB', 'person', selfie, file(largest), 201],
    ['a file beyond what the service reads at all', 'person', selfie, file(13 * 1024 * 1024), 400],
    ['a file of 10 MiB in lines', 'person', selfie, file(largest).replaceAll(/.{76}/g, '$&\r\n'), 201],
    ['a file of one byte more', 'person', selfie, file(largest + 1), 400],
    ['10 documents of a Person', 'edd-person', documents, proved(10), 201],
    ['11 documents of a Person', 'edd-person', documents, proved(11), 400],
    ['11 documents of a company', 'us-business', `/company_data${documents}`, registries, 400],
    ['21 beneficiaries', 'business', '/company_data/beneficiaries', many(21, representative), 400],
  ])('%s', { timeout: 60_000 }, async (_name, name, path, value, status) => {
    const reply = await submit(bodyOf(name, NEW, [{ op: 'replace', path, value }]), NEW)
    expect(reply.status).toBe(status)
    if (status === 400) expect(codesIn(reply)).toEqual([{ code: 'invalid_request' }])
  })
})
