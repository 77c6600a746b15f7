import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient as createVersioned, load, versions } from '#generated/index.js'
import * as api from '#generated/2026-08-01/index.js'
import { validators } from '#generated/2026-08-01/validators.js'
import { createSandbox, openReferenceService } from '../../sandbox/index.js'
import { startServer } from '../support/loopback.js'

const { bodyOf, ClientError, RefusedError } = api

type App = Awaited<ReturnType<typeof createSandbox>>

describe('the generated clients and the embedded service', () => {
  let app: App
  let baseUrl: string

  beforeAll(async () => {
    app = await createSandbox({ ...(await openReferenceService()), seed: 7 })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    baseUrl = `http://127.0.0.1:${port}/api`
  })

  afterAll(() => app.close())

  const open = (options: Partial<api.ClientOptions> = {}): api.Client =>
    api.createClient({
      baseUrl,
      auth: { ApiKeyAuth: 'sandbox-key' },
      validators,
      echo: 'require',
      ...options,
    })

  const person = { customer_type: 'Person', email: 'person@partner.test', name: 'Ada Vale' } as const
  const nobody = '00000000-0000-4000-8000-000000000000'

  /** A customer that has done all of its onboarding. */
  const activeCustomer = async (client: api.Client): Promise<string> => {
    const { id } = await bodyOf(api.createCustomer(client, { body: person }))
    const terms = await bodyOf(api.getCustomerRequiredSignings(client, { path: { id } }))
    for (const { id: content_id } of terms)
      await bodyOf(api.createCustomerSigning(client, { path: { id }, body: { content_id, signed: true } }))
    const link = { path: { id }, body: { type: 'Link' } } as const
    const opened = await bodyOf(api.createCustomerIdentificationV2(client, link))
    const approval = { path: { id: opened.id }, body: { approved: true } }
    await bodyOf(api.updateSandboxIdentificationStatus(client, approval))
    expect((await bodyOf(api.getCustomerById(client, { path: { id } }))).status).toBe('Active')
    return id
  }

  it('take a customer from its creation to an autoramp, through a response that was lost', async () => {
    const lost: string[] = []
    const keys: unknown[] = []
    const client = open({
      retry: { sleep: () => Promise.resolve() },
      onRequest: ({ operation, headers }) =>
        operation === 'createAutoramp' && keys.push(headers['idempotency-key']),
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (!url.endsWith('/autoramps') || lost.length > 0) return response
        lost.push(await response.text())
        throw new TypeError('the connection was lost')
      },
    })
    const customer_id = await activeCustomer(client)
    const wallet = await bodyOf(
      api.registerAttestedWalletAddress(client, {
        body: { customer_id, blockchain: 'Solana', address: 'wallet-1' },
      }),
    )
    const quote = await bodyOf(
      api.getAutorampQuote(client, {
        query: {
          customer_id,
          source_currency_code: 'EUR',
          destination_currency_code: 'USDC',
          destination_currency_chain: 'Solana',
          recipient_account_id: wallet.id,
          amount_in: '250',
          rate_expiry_policy: 'Slippage',
          slippage_tolerance_in_bips: '50',
          expiry_in_hours: 12,
          is_third_party: false,
          additional_in_currency_codes: [],
        },
      }),
    )
    const autoramp = await bodyOf(api.call(client, 'createAutoramp', { body: { type: 'quote', ...quote } }))
    expect(autoramp).toEqual(JSON.parse(lost[0] ?? ''))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    const read = await api.getAutorampById(client, { path: { id: autoramp.id } })
    expect([read.operation, read.status, read.body]).toEqual(['getAutorampById', 200, autoramp])
    const all = await bodyOf(api.getAutoramps(client, { query: { customer_id } }))
    expect(all.items.length).toBe(1)
  })

  /** Requests that succeed; for other operations a refusal suffices, because it echoes the version too. */
  const carriedOut: Readonly<Record<string, object>> = {
    getExchangeRate: {
      query: {
        source_currency_code: 'USDC',
        source_currency_chain: 'Base',
        source_currency_type: 'crypto',
        destination_currency_code: 'USD',
        destination_currency_type: 'fiat',
        amount: '10',
      },
    },
    listCryptoCurrencies: {},
    listFiatCurrencies: {},
    getAllCustomers: {},
    resetSandbox: {},
  }

  it.each(versions)('call every operation of version %s without a version error', async (version) => {
    const client = createVersioned({ baseUrl, auth: { ApiKeyAuth: 'sandbox-key' }, echo: 'require' })
    const { operations } = await load(version)
    const outcomes = new Map<string, unknown>()
    for (const [id, { parameters, requestBody }] of Object.entries(operations)) {
      const path = Object.fromEntries(
        parameters.flatMap((one) => (one.in === 'path' ? [[one.name, nobody]] : [])),
      )
      const request = { path, ...(requestBody && { body: {} }), ...carriedOut[id], version }
      const response = client.call(id as 'listFiatCurrencies', request).then(({ httpStatus }) => httpStatus)
      outcomes.set(id, await response.catch((error: unknown) => error))
    }
    const failed = [...outcomes].filter(([, outcome]) => typeof outcome !== 'number')
    expect(failed).toEqual([])
    expect(Object.keys(carriedOut).map((id) => outcomes.get(id))).toEqual([200, 200, 200, 200, 200])
  })

  it('have documented refusals as values, each of its own kind', async () => {
    const client = open({ validate: 'responses' })
    const { id } = await bodyOf(api.createCustomer(client, { body: person }))
    const unknown = await api.getCustomerById(client, { path: { id: nobody } })
    expect([unknown.status, unknown.ok, typeof unknown.body]).toEqual([404, false, 'string'])
    const keyless = await api.getCustomerById(open({ auth: {} }), { path: { id } })
    expect([keyless.status, typeof keyless.body]).toEqual([401, 'string'])
    const token = { type: 'Token', token: 'nobody', email: 'nobody@partner.test' }
    const refused = await api.createCustomerIdentificationV2(client, {
      path: { id },
      body: Object.assign(token),
    })
    expect([refused.status, api.versionErrorOf(refused)]).toEqual([400, undefined])
    expect(api.errorsOf(refused)?.[0]?.docs_url).toMatch(/^https:/)
    const thrown = await bodyOf(Promise.resolve(refused)).catch((error: unknown) => error)
    expect(thrown instanceof RefusedError && api.errorsOf(thrown.response)).toEqual(refused.body)
    expect(String(thrown)).toMatch(/^RefusedError: createCustomerIdentificationV2: 400 \w/)
  })

  it('judge requests before they are sent, and responses', async () => {
    const outcomeOf = async (call: Promise<unknown>): Promise<unknown> => {
      const failure = await call.catch((error: unknown) => error)
      return failure instanceof ClientError && [failure.kind, failure.problems?.map(({ at }) => at)]
    }
    const robot = { body: Object.assign({ ...person }, { customer_type: 'Robot' }) }
    expect(await outcomeOf(api.createCustomer(open(), robot))).toEqual([
      'invalid-request',
      ['body/customer_type'],
    ])
    const odd = api.getAutoramps(open(), { query: { page_size: 1000 } })
    expect(await outcomeOf(odd)).toEqual(['invalid-request', ['query/page_size']])
    const error = {
      error: 'unsupported_api_version',
      reason: 'version_unknown',
      requested: 'a',
      supported: [],
    }
    const bodies: Readonly<Record<string, [number, object]>> = { [nobody]: [200, { id: 1 }] }
    const { url } = await startServer((request, response) => {
      const [status, body] = bodies[request.url?.split('/').at(-1) ?? ''] ?? [400, error]
      response.writeHead(status, { 'content-type': 'application/json', 'x-api-version': '2026-08-01' })
      response.end(JSON.stringify(body))
    })
    const read = (id: string) => api.getCustomerById(open({ baseUrl: url }), { path: { id } })
    expect(await outcomeOf(read(nobody))).toEqual(['invalid-response', expect.arrayContaining(['body/id'])])
    const unchecked = open({ baseUrl: url, validate: 'responses' })
    const refused = await api.getCustomerById(unchecked, { path: { id: nobody.replace('4', '5') } })
    expect(api.versionErrorOf(refused)?.reason).toBe('version_unknown')
  })
})
