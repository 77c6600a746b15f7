import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bodyOf,
  ClientError,
  createClient,
  type Options,
  refusalOf,
  RefusedError,
} from '#generated/client.js'
import { buildModel } from '../../generator/build/build.js'
import { generate } from '../../generator/index.js'
import { loadDocument } from '../../generator/load/load.js'
import { clientView } from '../../generator/render/client-view.js'
import type { ClientService } from '../../runtime/client/service.js'
import { createSandbox, openReferenceService } from '../../sandbox/index.js'
import { startServer } from '../support/loopback.js'
import { generateOne, parts, repository, temporaryFolder, writeFiles } from './support/generated.js'

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

  const open = (options: Partial<Options> = {}) =>
    createClient({
      baseUrl,
      auth: { ApiKeyAuth: 'sandbox-key' },
      validate: 'both',
      echo: 'require',
      ...options,
    })

  const person = { customer_type: 'Person', email: 'person@partner.test', name: 'Ada Vale' } as const

  /** A customer that has done all of its onboarding. */
  const activeCustomer = async (client: ReturnType<typeof open>): Promise<string> => {
    const newest = client.version('2026-08-01')
    const { id } = await bodyOf(newest.call('createCustomer', { body: person }))
    const terms = await bodyOf(newest.call('getCustomerRequiredSignings', { path: { id } }))
    for (const { id: content_id } of terms)
      await bodyOf(newest.call('createCustomerSigning', { path: { id }, body: { content_id, signed: true } }))
    const opened = await bodyOf(
      newest.call('createCustomerIdentificationV2', { path: { id }, body: { type: 'Link' } }),
    )
    await bodyOf(
      newest.call('updateSandboxIdentificationStatus', { path: { id: opened.id }, body: { approved: true } }),
    )
    expect((await bodyOf(newest.call('getCustomerById', { path: { id } }))).status).toBe('Active')
    return id
  }

  it('take a customer from its creation to an autoramp, through an answer that was lost', async () => {
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
    const newest = client.version('2026-08-01')
    const customer_id = await activeCustomer(client)
    const wallet = await bodyOf(
      newest.call('registerAttestedWalletAddress', {
        body: { customer_id, blockchain: 'Solana', address: 'wallet-1' },
      }),
    )
    const quote = await bodyOf(
      newest.call('getAutorampQuote', {
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
    const autoramp = await bodyOf(newest.call('createAutoramp', { body: { type: 'quote', ...quote } }))
    expect(autoramp).toEqual(JSON.parse(lost[0] ?? ''))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    const read = await newest.call('getAutorampById', { path: { id: autoramp.id } })
    expect([read.status, read.body]).toEqual([200, autoramp])
    const all = await bodyOf(newest.call('getAutoramps', { query: { customer_id } }))
    expect(all.items.length).toBe(1)
  })

  it('pin a version for each call', async () => {
    const client = open()
    const created = await client.call('createCustomer', { version: '2025-03-13', body: person })
    expect(created).toMatchObject({ status: 201, body: { status: 'IdentificationRequired' } })
    expect(created.headers.get('x-api-version')).toBe('2025-03-13')
    const later = await client.call('createCustomer', { version: '2026-08-01', body: person })
    expect(later).toMatchObject({ status: 201, body: { status: 'SigningsRequired' } })
    expect(later.headers.get('x-api-version')).toBe('2026-08-01')
  })

  it('reach what is served beside the API', async () => {
    const listed = await open().version('2026-08-01').call('listSpecVersions')
    expect(listed.status).toBe(200)
  })

  it('have documented refusals as values, each of its own kind', async () => {
    const newest = open({ validate: 'responses' }).version('2026-08-01')
    const { id } = await bodyOf(newest.call('createCustomer', { body: person }))
    const unknown = await newest.call('getCustomerById', {
      path: { id: '00000000-0000-4000-8000-000000000000' },
    })
    expect([unknown.status, unknown.ok, refusalOf(unknown).kind]).toEqual([404, false, 'text'])
    const keyless = await open({ auth: {} }).version('2026-08-01').call('getCustomerById', { path: { id } })
    expect([keyless.status, refusalOf(keyless).kind]).toEqual([401, 'text'])
    const token = { type: 'Token', token: 'nobody', email: 'nobody@partner.test' }
    const refused = await newest.call('createCustomerIdentificationV2', {
      path: { id },
      body: Object.assign(token),
    })
    const refusal = refusalOf(refused)
    expect([refused.status, refusal.kind]).toEqual([400, 'identification'])
    expect(refusal.kind === 'identification' && refusal.problems[0]?.docs_url).toMatch(/^https:/)
    const thrown = await bodyOf(Promise.resolve(refused)).catch((error: unknown) => error)
    expect(thrown instanceof RefusedError && thrown.refusal).toEqual(refusal)
  })

  it('judge requests before they are sent, and answers, when they are told to', async () => {
    const client = open().version('2026-08-01')
    const failure = await client
      .call('createCustomer', { body: Object.assign({ ...person }, { customer_type: 'Robot' }) })
      .catch((error: unknown) => error)
    expect(failure instanceof ClientError && [failure.kind, failure.problems]).toEqual([
      'invalid-request',
      [{ at: 'body/customer_type', rule: 'enum', message: expect.any(String) }],
    ])
    const odd = await client
      .call('getAutoramps', { query: { page_size: 1000 } })
      .catch((error: unknown) => error)
    expect(odd instanceof ClientError && odd.problems?.[0]?.at).toBe('query/page_size')
    const liar = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-api-version': '2026-08-01' })
      response.end('{"id":1}')
    })
    const wrong = await open({ baseUrl: liar.url })
      .version('2026-08-01')
      .call('getCustomerById', { path: { id: '00000000-0000-4000-8000-000000000000' } })
      .catch((error: unknown) => error)
    expect(wrong instanceof ClientError && [wrong.kind, wrong.answer?.body]).toEqual([
      'invalid-answer',
      { id: 1 },
    ])
    expect(wrong instanceof ClientError && wrong.problems?.map(({ at }) => at)).toContain('body/id')
  })
})

const viewOf = async (document: object, name = '2026-08-01') => {
  const loaded = await loadDocument({ name, file: 'it.json', text: JSON.stringify(document) })
  return clientView(buildModel(loaded).model)
}

const text = { description: 'It.', content: { 'text/plain': {} } }
const operation = (more: object = {}) => ({ operationId: 'it', responses: { 200: text }, ...more })
const documentOf = (item: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'It', version: '1' },
  paths: { '/it': item },
  ...more,
})

const header = (name: string, required = false) => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string' },
})

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
    const { operations, extras } = await viewOf(documentOf({ get: operation({ parameters, responses }) }))
    expect(operations['it']).toEqual({
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
    expect(extras.map(({ name }) => name)).toEqual(['styled'])
  })

  it('is that it answers with success, also where the document forgot it', async () => {
    const { operations } = await viewOf(documentOf({ get: operation({ responses: { 404: text } }) }))
    expect(operations['it']?.statuses).toBe('404 2XX-')
  })

  it.each([
    [
      ['X-API-Version', 'Idempotency-Key'],
      '2026-08-01',
      { versionHeader: 'X-API-Version', version: '2026-08-01' },
    ],
    [['X-API-Version'], 'it', { versionHeader: 'X-API-Version' }],
    [['X-Version'], '2026-08-01', {}],
  ])('is which headers it takes: %j in %s', async (names, name, versions) => {
    const parameters = names.map((one) => header(one, true))
    const { service, managed, operations, wantsVersion } = await viewOf(
      documentOf({ post: operation({ parameters }) }),
      name,
    )
    const { versionHeader, version } = service
    expect({ ...(versionHeader && { versionHeader }), ...(version && { version }) }).toEqual(versions)
    expect(managed).toEqual(names.filter((one) => one !== 'X-Version').toSorted())
    expect(operations['it']?.idempotency).toBe(names.find((one) => one.startsWith('Idem')))
    expect(wantsVersion).toBe(name === 'it')
  })

  const schemes: readonly [object, ClientService['schemes'][string] | undefined][] = [
    [
      { type: 'apiKey', in: 'query', name: 'k' },
      { in: 'query', name: 'k' },
    ],
    [
      { type: 'http', scheme: 'bearer' },
      { in: 'header', name: 'authorization', prefix: 'Bearer ' },
    ],
    [
      { type: 'http', scheme: 'Basic' },
      { in: 'header', name: 'authorization', prefix: 'Basic ' },
    ],
    [
      { type: 'oauth2', flows: {} },
      { in: 'header', name: 'authorization', prefix: 'Bearer ' },
    ],
    [{ type: 'mutualTLS' }, undefined],
  ]

  it.each(schemes)('is where its credentials go: %j', async (scheme, known) => {
    const { service } = await viewOf(
      documentOf(
        { get: operation() },
        { security: [{ it: [] }], components: { securitySchemes: { it: scheme } } },
      ),
    )
    expect([service.schemes['it'], service.auth]).toEqual([known, [['it']]])
  })

  it.each([
    [['https://a.test/v1'], 'https://a.test/v1'],
    [['https://{region}.a.test'], undefined],
    [['/v1'], undefined],
  ])('is its server, where it is one: %j', async (urls, server) => {
    const { service } = await viewOf(
      documentOf({ get: operation() }, { servers: urls.map((url) => ({ url })) }),
    )
    expect(service.server).toBe(server)
  })
})

describe('the client of a document that means harm', () => {
  const folder = temporaryFolder()
  const require = createRequire(import.meta.url)
  const hostile: unknown = JSON.parse(
    readFileSync(join(repository, 'fixtures/generator/hostile.json'), 'utf8'),
  )
  const ids = ['"', "'", '`${x}`', '*/', '__proto__', 'constructor', 'a\nb', '\u2028', '</script>', '\\']

  interface Module {
    readonly operations: ClientService['operations']
    readonly createClient: (options: object) => {
      call: (id: string, request?: object) => Promise<{ body: unknown }>
    }
  }
  const isModule = (value: unknown): value is Module =>
    typeof value === 'object' && value !== null && 'createClient' in value
  const load = (path: string): Module => {
    const module: unknown = require(join(folder, path))
    if (!isModule(module)) throw new Error(`${path} is no client`)
    return module
  }

  it('is a module that Node runs', async () => {
    const { files } = await generateOne(JSON.stringify(hostile), { name: 'hostile', tablesOnly: true })
    writeFiles(folder, files)
    const { operations } = load('hostile/client.js')
    expect(Object.keys(operations)).toContain('__proto__')
    expect(Object.getOwnPropertyNames({})).toEqual([])
  })

  it('calls operations of any name', async () => {
    const paths = Object.fromEntries(
      ids.map((operationId, index) => [`/it/${index}`, { get: operation({ operationId }) }]),
    )
    const { files } = await generateOne({ ...documentOf({}), paths }, { name: 'names', tablesOnly: true })
    writeFiles(folder, files)
    const { url } = await startServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end(request.url)
    })
    const client = load('names/client.js').createClient({ baseUrl: url })
    const answers = await Promise.all(ids.map((id) => client.call(id)))
    expect(answers.map(({ body }) => body)).toEqual(ids.map((_id, index) => `/it/${index}`))
    await expect(client.call('')).rejects.toThrow('no such operation')
  })

  it('holds what differs from the version before it', async () => {
    const named = (ids: readonly string[]) =>
      documentOf(
        {},
        {
          paths: Object.fromEntries(
            ids.map((operationId) => [
              `/${ids.indexOf(operationId)}${operationId.length}`,
              { get: operation({ operationId }) },
            ]),
          ),
        },
      )
    const inputs = [
      ['a', '__proto__', 'gone'],
      ['a', '__proto__', 'more'],
      ['a', '__proto__', 'more'],
    ].map((ids, index) => {
      const name = `2030-01-0${index + 1}`
      return { name, file: name, text: JSON.stringify(named(ids)) }
    })
    const { files } = await generate(inputs, { ...parts, tablesOnly: true })
    writeFiles(folder, files)
    const alone = await generate(inputs.slice(1, 2), { ...parts, tablesOnly: true })
    writeFiles(join(folder, 'alone'), alone.files)
    expect(load('2030-01-02/client.js').operations).toEqual(load('alone/2030-01-02/client.js').operations)
    expect(Object.keys(load('2030-01-03/client.js').operations)).toEqual(['a', '__proto__', 'more'])
    const text = readFileSync(join(folder, '2030-01-03/client.js'), 'utf8')
    expect(text).toContain('export const operations = {\n  ...base,\n}')
    expect(readFileSync(join(folder, '2030-01-02/client.js'), 'utf8')).not.toContain('"a": {')
  })

  it('takes nothing inherited for a credential', async () => {
    const document = documentOf(
      { get: operation() },
      {
        security: [{ constructor: [] }],
        components: {
          securitySchemes: JSON.parse('{"constructor":{"type":"apiKey","in":"header","name":"k"}}'),
        },
      },
    )
    const { files } = await generateOne(document, { name: 'inherited', tablesOnly: true })
    writeFiles(folder, files)
    const { url, requests } = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end('it')
    })
    await load('inherited/client.js').createClient({ baseUrl: url }).call('it')
    await load('inherited/client.js')
      .createClient({ baseUrl: url, auth: { constructor: 'own' } })
      .call('it')
    expect(requests.map(({ headers }) => headers['k'])).toEqual([undefined, 'own'])
  })
})
