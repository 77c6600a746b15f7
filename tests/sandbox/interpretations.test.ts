import type { Operation } from 'rfc6902'
import { describe, expect, test } from 'vitest'

import { interpretations } from '../../sandbox/index.js'
import { bodyOf } from './identification/fixtures.js'
import { activeCustomer, createCustomer, given, onramp, signAll, wallet } from './support/actors.js'
import { list, look, text } from './support/look.js'
import { NEW, OLD, openSandbox, type Reply, type Sandbox } from './support/sandbox.js'

interface Scene {
  readonly sandbox: Sandbox
  readonly pinned: string
  readonly older: string
  readonly quote: (change?: Record<string, string>) => Promise<Reply>
}

const open = async (reading: 'first' | 'other'): Promise<Scene> => {
  const sandbox = await openSandbox({ reading })
  const pinned = await activeCustomer(sandbox, { version: NEW })
  const older = await activeCustomer(sandbox, { version: OLD })
  const recipient = await wallet(sandbox, pinned)
  const quote = (change: Record<string, string> = {}) =>
    sandbox.send('GET', '/autoramps/quote', { query: given({ ...onramp(pinned, recipient), ...change }) })
  return { sandbox, pinned, older, quote }
}

const scenes = { first: await open('first'), other: await open('other') }

const signings = async ({ sandbox: { send }, pinned, older }: Scene) => {
  const status = async (id: string, version: string) =>
    (await send('GET', `/customers/${id}/required-signings`, { version })).status
  return [
    await status(pinned, OLD),
    await status(pinned, NEW),
    await status(older, OLD),
    await status(older, NEW),
  ]
}

const replay = async ({ sandbox: { send } }: Scene) => {
  const body = { customer_type: 'Person', email: 'a@b.test' }
  const create = () => send('POST', '/customers', { body, idempotencyKey: 'reading', version: NEW })
  await create()
  const { status, headers } = await create()
  return { status, vary: headers['vary'], version: headers['x-api-version'] }
}

const ping = async ({ sandbox: { send }, pinned }: Scene) => {
  const hook = { label: 'mine', url: 'https://receiver.test/' }
  const id = text(await send('POST', '/controls/webhooks', { body: hook }), 'id')
  await send('PATCH', `/webhooks/${id}`, { body: { enabled: false } })
  return (await send('POST', `/webhooks/${id}/ping`, { body: { customer_id: pinned } })).body
}

const refusal = async ({ sandbox: { send } }: Scene) => {
  const { headers, text: body } = await send('GET', '/customers', { key: 'wrong' })
  return { mediaType: headers['content-type'], quoted: body.startsWith('"') }
}

/** The result of a valid body with a patch: its codes, or its status. */
const submitted =
  (name: string, ...patch: Operation[]) =>
  async ({ sandbox }: Scene): Promise<unknown> => {
    const id = await createCustomer(sandbox, { version: NEW })
    await signAll(sandbox, id)
    const body = bodyOf(name, NEW, patch)
    const reply = await sandbox.send('POST', `/customers/${id}/identifications/v2`, { version: NEW, body })
    return reply.status === 201
      ? look(reply, 'status')
      : list(reply).map((error) => [look(error, 'code'), look(error, 'beneficiary_index')])
  }

const beneficiary = (index: number, path: string): string =>
  `/company_data/beneficiaries/${index}/beneficiary_info/${path}`

const industryTypeAlone: Operation[] = [
  { op: 'remove', path: '/questionnaire/business_details/industry' },
  { op: 'add', path: '/questionnaire/business_details/industry_type', value: 'Other' },
]

const brazilianLicense: Operation[] = [
  { op: 'replace', path: beneficiary(1, 'identity/identity_document_type'), value: 'DigitalDriversLicense' },
  { op: 'replace', path: beneficiary(1, 'identity/identity_country_code'), value: 'BRA' },
]

/** For each reading: what is looked at, and what the two sandboxes show. */
const cases: Readonly<Record<string, readonly [(scene: Scene) => Promise<unknown>, unknown, unknown]>> = {
  'empty-signings-by-pin': [signings, [409, 200, 409, 200], [200, 200, 409, 200]],
  'plain-text-refusals': [
    refusal,
    { mediaType: 'application/json; charset=utf-8', quoted: true },
    { mediaType: 'text/plain; charset=utf-8', quoted: false },
  ],
  'impossible-date-unknown': [
    async ({ sandbox: { send } }) =>
      look(await send('GET', '/customers', { version: '2026-02-30' }), 'reason'),
    'version_malformed',
    'version_unknown',
  ],
  'key-before-version': [
    async ({ sandbox: { send } }) =>
      (await send('GET', '/customers', { version: '1999-01-01', key: null })).status,
    400,
    401,
  ],
  'no-echo-on-version-errors': [
    async ({ sandbox: { send } }) => {
      const { headers } = await send('GET', '/customers', { version: OLD.replace('2025', '2024') })
      return [headers['x-api-version'], headers['vary']]
    },
    [OLD, 'X-API-Version'],
    [undefined, 'X-API-Version'],
  ],
  'market-data-reads-version': [
    async ({ sandbox: { send } }) => (await send('GET', '/fiatcurrencies', { version: '2024-03-13' })).status,
    200,
    400,
  ],
  'replay-keeps-vary': [
    replay,
    { status: 201, vary: undefined, version: undefined },
    { status: 201, vary: 'X-API-Version', version: undefined },
  ],
  'texts-cut': [
    async ({ quote }) => {
      const reply = await quote({ ach_payment_reference: '12345678901', fps_payment_reference: '123456' })
      return [reply.status, look(reply, 'ach_payment_reference'), look(reply, 'fps_payment_reference')]
    },
    [400, undefined, undefined],
    [200, '1234567890', null],
  ],
  'slippage-required': [
    async ({ quote }) => (await quote({ slippage_tolerance_in_bips: '' })).status,
    200,
    400,
  ],
  'nulls-for-absent': [async ({ quote }) => look(await quote(), 'external_id'), undefined, null],
  'ping-when-disabled': [ping, false, true],
  'industry-type-alone': [
    submitted('business', ...industryTypeAlone),
    [['industry_required', undefined]],
    'Processed',
  ],
  'tax-number-by-certification': [
    submitted('us-business', { op: 'remove', path: beneficiary(1, 'tax_identification_number') }),
    [['tin_required', 1]],
    [['cdd_certification_invalid', 1]],
  ],
  'null-beneficiary-index': [
    submitted('person', { op: 'replace', path: '/identity/selfie', value: '' }),
    [['selfie_required', undefined]],
    [['selfie_required', null]],
  ],
  'birth-state-in-structure': [
    submitted('business', { op: 'remove', path: beneficiary(0, 'birth_place/state') }),
    [['invalid_request', 0]],
    [['structure_invalid', 0]],
  ],
  'digital-license-everywhere': [
    submitted('us-business', ...brazilianLicense),
    [['identity_document_rejected', 1]],
    'Processed',
  ],
  'document-groups-awaited': [
    submitted('business', { op: 'remove', path: '/company_data/documents/1' }),
    [['legal_presence_required', undefined]],
    'Pending',
  ],
}

test.each(Object.entries(cases))('%s', async (_name, [seen, first, other]) => {
  expect(await seen(scenes.first)).toEqual(first)
  expect(await seen(scenes.other)).toEqual(other)
})

describe('the other reading of an identification', () => {
  test.each([
    [
      'no industry at all',
      submitted('business', ...industryTypeAlone.slice(0, 1)),
      'industry_required',
      null,
    ],
    [
      'a tax number missing outside the US',
      submitted('sole-proprietorship', { op: 'remove', path: beneficiary(0, 'tax_identification_number') }),
      'tin_required',
      0,
    ],
    [
      'a birth in Singapore without a state',
      submitted('business', {
        op: 'replace',
        path: beneficiary(0, 'birth_place'),
        value: { country: 'SG', place: 'Singapore' },
      }),
      'structure_invalid',
      0,
    ],
    [
      'a digital licence of another country',
      submitted('us-business', ...brazilianLicense.slice(0, 1)),
      'identity_document_rejected',
      1,
    ],
    [
      'Company Details missing',
      submitted('us-business', { op: 'replace', path: '/company_data/documents', value: [] }),
      'company_details_required',
      null,
    ],
  ])('still refuses %s', async (_name, seen, code, index) => {
    expect(await seen(scenes.other)).toEqual([[code, index]])
  })

  test('asks nobody for a state of a country that has none', async () => {
    const place = { country: 'VA', place: 'Vatican City' }
    const vatican = submitted('business', {
      op: 'replace',
      path: beneficiary(0, 'birth_place'),
      value: place,
    })
    expect(await vatican(scenes.other)).toBe('Processed')
  })
})

describe('the readings', () => {
  test('are all shown above', () => {
    expect(Object.keys(cases).sort()).toEqual(interpretations.map(({ name }) => name).sort())
  })

  test('leave a quote with nulls good for an autoramp', async () => {
    const { sandbox, quote } = scenes.other
    expect((await sandbox.send('POST', '/autoramps', { body: (await quote()).body })).status).toBe(201)
  })

  test('leave refusals from 500 on as they are', async () => {
    let broken = false
    const clock = (): Date => {
      if (broken) throw new Error('no time')
      return new Date(0)
    }
    const fragile = await openSandbox({ reading: 'other', clock })
    broken = true
    const reply = await fragile.send('POST', '/customers', {
      body: { customer_type: 'Person', email: 'person@partner.test' },
    })
    expect(reply).toMatchObject({ status: 500, body: { trace_id: expect.any(String) } })
  })
})
