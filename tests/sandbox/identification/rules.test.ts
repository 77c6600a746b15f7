import { describe, expect, test } from 'vitest'

import { loadReferenceService } from '../../../sandbox/index.js'
import { createCustomer, signAll, statusOf } from '../support/actors.js'
import { list, look } from '../support/look.js'
import { NEW, OLD, openSandbox, type Reply } from '../support/sandbox.js'
import { breaks, bodyOf, brokenBody, fixtures } from './fixtures.js'

const sandbox = await openSandbox()
const { surfaces } = await loadReferenceService()

const ready = async (version: string, email = 'person@partner.test'): Promise<string> => {
  const id = await createCustomer(sandbox, { version }, { email })
  if ((await statusOf(sandbox, id)) === 'SigningsRequired') await signAll(sandbox, id)
  return id
}

const submit = async (body: unknown, version: string, customer?: string): Promise<Reply> =>
  sandbox.send('POST', `/customers/${customer ?? (await ready(version))}/identifications/v2`, {
    body,
    version,
  })

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
    const surface = surfaces.get(version)
    const content = surface?.operations['createCustomerIdentificationV2']?.requestBody?.content ?? {}
    const [{ validator = '' } = {}] = Object.values(content)
    const validate = await surface?.validator(validator)
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

describe('an error', () => {
  test('has a message, an anchor of its code, and no index for a Person', async () => {
    const reply = await submit(bodyOf('person', NEW, [{ op: 'remove', path: '/identity/selfie' }]), NEW)
    expect(reply.body).toEqual([
      {
        code: 'selfie_required',
        message: expect.any(String),
        docs_url: expect.stringMatching(/^https:\/\/.+#selfie_required$/),
      },
    ])
  })

  test('never repeats what was sent', async () => {
    const patch = [{ op: 'replace' as const, path: '/email_address', value: 'private-matter' }]
    expect((await submit(bodyOf('person', NEW, patch), NEW)).text).not.toContain('private-matter')
  })
})

describe('a limit that the specification does not show', () => {
  const file = (bytes: number): string => Buffer.alloc(bytes, 1).toString('base64')
  const many = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item)
  const representative = look(bodyOf('business'), 'company_data', 'beneficiaries', '2')
  const bill = { type: 'Other', name: 'bill.pdf', file: 'AAAA' }

  test.each([
    ['a file of 10 MiB', 'person', '/identity/selfie', file(10 * 1024 * 1024), 201],
    [
      'a file beyond what the service reads at all',
      'person',
      '/identity/selfie',
      file(13 * 1024 * 1024),
      400,
    ],
    [
      'a file of 10 MiB in lines',
      'person',
      '/identity/selfie',
      file(10 * 1024 * 1024).replaceAll(/.{76}/g, '$&\r\n'),
      201,
    ],
    ['a file of one byte more', 'person', '/identity/selfie', file(10 * 1024 * 1024 + 1), 400],
    [
      '10 documents of a Person',
      'edd-person',
      '/documents',
      [...many(9, bill), { ...bill, type: 'ProofOfAddress' }],
      201,
    ],
    [
      '11 documents of a Person',
      'edd-person',
      '/documents',
      [...many(10, bill), { ...bill, type: 'ProofOfAddress' }],
      400,
    ],
    [
      '11 documents of a company',
      'us-business',
      '/company_data/documents',
      many(11, { type: 'StateRegistry', country: 'US', file: 'AAAA' }),
      400,
    ],
    [
      '21 beneficiaries of a company',
      'business',
      '/company_data/beneficiaries',
      many(21, representative),
      400,
    ],
  ])(
    '%s',
    async (_name, name, path, value, status) => {
      const reply = await submit(bodyOf(name, NEW, [{ op: 'replace', path, value }]), NEW)
      expect(reply.status).toBe(status)
      if (status === 400) expect(codesIn(reply)).toEqual([{ code: 'invalid_request' }])
    },
    60_000,
  )
})

describe('an upload that is blocked as a duplicate', () => {
  const selfie = Buffer.from('sandbox:duplicate-upload').toString('base64')
  const body = bodyOf('person', NEW, [{ op: 'replace', path: '/identity/selfie', value: selfie }])

  test('passes on the next attempt with a new key, and is blocked again under the old one', async () => {
    const id = await ready(NEW)
    const attempt = async (idempotencyKey: string) =>
      sandbox.send('POST', `/customers/${id}/identifications/v2`, { body, version: NEW, idempotencyKey })
    const first = await attempt('one')
    expect(codesIn(first)).toEqual([{ code: 'duplicate_upload_blocked' }])
    expect((await attempt('two')).status).toBe(201)
    expect((await attempt('one')).text).toBe(first.text)
  })

  test('is blocked for every customer anew', async () => {
    expect((await submit(body, NEW)).status).toBe(400)
    expect((await submit(body, NEW)).status).toBe(400)
  })
})

test.each(['person', 'business', 'token'])(
  'the email of the customer speaks for the account too: %s',
  async (name) => {
    const id = await ready(NEW, 'agreement-not-signed@sandbox.example')
    expect(codesIn(await submit(bodyOf(name), NEW, id))).toEqual([
      { code: 'outsourcing_agreement_not_signed' },
    ])
    expect((await submit({ type: 'Link' }, NEW, id)).status).toBe(201)
  },
)

describe('a Business without company documents', () => {
  const patch = [{ op: 'replace' as const, path: '/company_data/documents', value: [] }]

  test.each([OLD, '2026-07-01'])(
    'waits for them with a url on %s, and keeps another one out',
    async (version) => {
      const id = await ready(version)
      const reply = await submit(bodyOf('business', OLD, patch), version, id)
      expect(reply).toMatchObject({
        status: 201,
        body: { status: 'Pending', url: expect.stringContaining('resume') },
      })
      expect((await submit(bodyOf('business', OLD), version, id)).status).toBe(409)
    },
  )

  test('is refused from 2026-08-01 on and leaves nothing behind', async () => {
    const id = await ready(NEW)
    expect((await submit(bodyOf('business', NEW, patch), NEW, id)).status).toBe(400)
    expect(list(await sandbox.send('GET', `/customers/${id}/identifications`), 'items')).toEqual([])
    expect((await submit(bodyOf('business'), NEW, id)).status).toBe(201)
  })
})

test('a submission is judged before the state of its customer', async () => {
  const id = await createCustomer(sandbox, { version: NEW })
  const broken = bodyOf('person', NEW, [{ op: 'remove', path: '/identity/selfie' }])
  expect((await submit(broken, NEW, id)).status).toBe(400)
  expect(await submit(bodyOf('person'), NEW, id)).toMatchObject({ status: 409, body: expect.any(String) })
})
