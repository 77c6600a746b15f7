import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient as createVersioned, load, versions } from '#generated/index.js'
import * as older from '#generated/2025-03-13/index.js'
import * as api from '#generated/2026-08-01/index.js'
import { validators } from '#generated/2026-08-01/validators.js'
import { loadDocument } from '../../generator/load/load.js'
import { buildModel } from '../../generator/build/build.js'
import { clientView, helpersOf } from '../../generator/render/client-operation.js'
import { createSandbox, openReferenceService } from '../../sandbox/index.js'
import { startServer } from '../support/loopback.js'
import { document } from './support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { generateOne, repository, writeFiles } from './support/generated.js'

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

  it('pin a version for each call', async () => {
    const client = createVersioned({ baseUrl, auth: { ApiKeyAuth: 'sandbox-key' }, echo: 'require' })
    const created = await client.call('createCustomer', { version: '2025-03-13', body: person })
    expect(created).toMatchObject({ status: 201, body: { status: 'IdentificationRequired' } })
    expect(created.headers.get('x-api-version')).toBe('2025-03-13')
    const later = await api.createCustomer(client.version('2026-08-01'), { body: person })
    expect(later).toMatchObject({ status: 201, body: { status: 'SigningsRequired' } })
    expect(later.headers.get('x-api-version')).toBe('2026-08-01')
    const old = await older.createCustomer(client.version('2025-03-13'), { body: person })
    expect(old.headers.get('x-api-version')).toBe('2025-03-13')
  })

  /** Requests that are carried out; of other operations, a refusal echoes the version as well. */
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

  it('call an operation by its id', async () => {
    expect(await api.call(open(), 'listSpecVersions')).toMatchObject({ status: 200 })
    const id: string = 'toString'
    await expect(api.call(open(), id as 'listSpecVersions')).rejects.toThrow('no such operation')
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

  it('take a version error for what it is', async () => {
    const versioned = await startServer((_request, response) => {
      const body = {
        error: 'unsupported_api_version',
        reason: 'version_unknown',
        requested: 'a',
        supported: [],
      }
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
    const refused = await api.getCustomerById(open({ baseUrl: versioned.url }), { path: { id: nobody } })
    expect(api.versionErrorOf(refused)?.reason).toBe('version_unknown')
  })

  it('judge requests before they are sent, and responses', async () => {
    const robot = { body: Object.assign({ ...person }, { customer_type: 'Robot' }) }
    const failure = await api.createCustomer(open(), robot).catch((error: unknown) => error)
    expect(failure instanceof ClientError && [failure.kind, failure.problems]).toEqual([
      'invalid-request',
      [{ at: 'body/customer_type', rule: 'enum', message: expect.any(String) }],
    ])
    const odd = await api
      .getAutoramps(open(), { query: { page_size: 1000 } })
      .catch((error: unknown) => error)
    expect(odd instanceof ClientError && odd.problems?.[0]?.at).toBe('query/page_size')
    const liar = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-api-version': '2026-08-01' })
      response.end('{"id":1}')
    })
    const wrong = await api
      .getCustomerById(open({ baseUrl: liar.url }), { path: { id: nobody } })
      .catch((error: unknown) => error)
    expect(wrong instanceof ClientError && [wrong.kind, wrong.response?.body]).toEqual([
      'invalid-response',
      { id: 1 },
    ])
    expect(wrong instanceof ClientError && wrong.problems?.map(({ at }) => at)).toContain('body/id')
  })
})

const viewOf = async (root: object) => {
  const text = JSON.stringify(root)
  const loaded = await loadDocument({ name: '2026-08-01', file: 'it.json', text })
  return clientView(buildModel(loaded).model)
}

const text = { description: 'It.', content: { 'text/plain': {} } }
const operation = (more: object = {}) => ({ operationId: 'it', responses: { 200: text }, ...more })
const documentOf = (item: object) => document({ paths: { '/it': item } })

const header = { name: 'X-API-Version', in: 'header', schema: { type: 'string' } }

describe('what a client knows of an operation', () => {
  it('is what is not usual', async () => {
    const parameters = [
      { name: 'plain', in: 'query', explode: false, schema: { type: 'string' } },
      { name: 'list', in: 'query', schema: { type: 'array', items: {} } },
      { name: 'joined', in: 'query', explode: false, schema: { type: 'array', items: {} } },
      { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
      { name: 'reserved', in: 'query', allowReserved: true, schema: { type: 'string' } },
      { name: 'content', in: 'query', content: { 'application/json': { schema: {} } } },
      { name: '__proto__', in: 'cookie', schema: { type: 'array', items: {} } },
    ]
    const responses = { default: text, '4xx': text, 201: { description: 'Made.' } }
    const { operations } = await viewOf(documentOf({ get: operation({ parameters, responses }) }))
    expect(operations['it']).toEqual({
      id: 'it',
      method: 'GET',
      path: '/it',
      statuses: '201- 4xx default',
      accept: 'text/plain',
      styles: {
        'query:joined': ',',
        'query:deep': 'deepObject*',
        'query:reserved': 'form*+',
        'query:content': 'json',
      },
    })
    expect(operations['it'] && helpersOf(operations['it'])).toEqual(['styled'])
  })

  it('is that it answers with success, also where the document forgot it', async () => {
    const { operations } = await viewOf(documentOf({ get: operation({ responses: { 404: text } }) }))
    expect(operations['it']?.statuses).toBe('404 2XX-')
  })

  const echo = { headers: { 'x-api-version': { schema: {} } } }
  it.each([
    ['declares it as others do', { 200: echo }, { 200: echo }, undefined],
    ['does not, and others do', { 200: {}, 404: echo }, { '2XX': echo }, true],
    ['does not, and nothing does', { 200: {} }, { 200: {} }, undefined],
  ])('is whether its version is echoed: %s', async (_what, own, others, unechoed) => {
    const described = (responses: object): object =>
      operation({
        parameters: [header],
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, one]) => [status, { description: 'It.', ...one }]),
        ),
      })
    const { operations } = await viewOf(
      documentOf({ get: described(own), post: { ...described(others), operationId: 'other' } }),
    )
    expect([operations['it']?.unechoed, operations['other']?.unechoed]).toEqual([unechoed, undefined])
  })
})

describe('the client of a document that means harm', () => {
  const folder = sharedFolder()
  const require = createRequire(import.meta.url)
  const hostile: unknown = JSON.parse(
    readFileSync(join(repository, 'fixtures/generator/hostile.json'), 'utf8'),
  )
  const ids = ['"', "'", '`${x}`', '*/', '__proto__', 'constructor', 'a\nb', '\u2028', '</script>', '\\']

  interface Module {
    readonly createClient: (options: object) => unknown
    readonly call: (client: unknown, id: string, request?: object) => Promise<{ readonly body: unknown }>
    readonly [name: string]: unknown
  }
  const isModule = (value: unknown): value is Module =>
    typeof value === 'object' && value !== null && 'createClient' in value
  const load = (path: string): Module => {
    const module: unknown = require(join(folder, path))
    if (!isModule(module)) throw new Error(`${path} is no client`)
    return module
  }

  it('is a module that Node runs', async () => {
    const { files } = await generateOne(JSON.stringify(hostile), { name: 'hostile' })
    writeFiles(folder, files)
    expect(Object.keys(load('hostile/client.js')).length).toBeGreaterThan(5)
    expect(Object.getOwnPropertyNames({})).toEqual([])
  })

  it('calls operations of any name', async () => {
    const paths = Object.fromEntries(
      ids.map((operationId, index) => [`/it/${index}`, { get: operation({ operationId }) }]),
    )
    const { files } = await generateOne({ ...documentOf({}), paths }, { name: 'names' })
    writeFiles(folder, files)
    const { url } = await startServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end(request.url)
    })
    const { createClient, call } = load('names/client.js')
    const client = createClient({ baseUrl: url })
    const responses = await Promise.all(ids.map((id) => call(client, id)))
    expect(responses.map(({ body }) => body)).toEqual(ids.map((_id, index) => `/it/${index}`))
    await expect(call(client, '')).rejects.toThrow('no such operation')
  })

  it('has nothing of another API', async () => {
    const { files } = await generateOne(documentOf({ get: operation() }), { name: 'plain' })
    writeFiles(folder, files)
    const module = load('plain/client.js')
    expect(Object.keys(module).toSorted()).toEqual(
      ['ClientError', 'RefusedError', 'bodyOf', 'call', 'createClient', 'it'].toSorted(),
    )
    const texts = files.map(({ content }) => content).join('\n')
    expect(texts).not.toMatch(/identification|unsupported_api_version|docs_url/i)
  })

  it('asks for the version of a document that is not dated', async () => {
    const { files } = await generateOne(documentOf({ get: operation({ parameters: [header] }) }), {
      name: 'undated',
    })
    writeFiles(folder, files)
    const { url, requests } = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end('it')
    })
    const { createClient, call } = load('undated/client.js')
    await call(createClient({ baseUrl: url }), 'it')
    await call(createClient({ baseUrl: url, version: '7' }), 'it')
    expect(requests.map(({ headers }) => headers['x-api-version'])).toEqual([undefined, '7'])
  })
})
