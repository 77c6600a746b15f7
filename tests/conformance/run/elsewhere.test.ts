import { createServer, type RequestListener } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { parsedJson } from '../../../conformance/exchange/exchange.js'
import { documentResults } from '../../../conformance/run/document-results.js'
import { objectOf } from '../../../document/index.js'
import { exploredApi } from '../../support/explored-api.js'
import { listenOn, startServer } from '../../support/loopback.js'
import { tableIn } from '../../support/table.js'
import { described } from '../support/app.js'
import { documentRules, runOf } from '../support/run-of.js'

const limit = { type: 'integer', minimum: 0, maximum: 90 }
const read = { query: { limit, offset: limit, size: limit }, 200: null }
const written = { ...read, takes: { type: 'string' } }
const pets = described({
  'GET /pets': read,
  'POST /pets': written,
  'GET /owners': read,
  'POST /owners': written,
  ...Object.fromEntries(['pets', 'owners', 'visits', 'photos'].map((kind) => [`GET /${kind}/{id}`, read])),
})

const api = await exploredApi(pets)

/** The same, for callers with a key. */
const locked = await exploredApi({
  ...pets,
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
})

const tables = tableIn<{
  readonly services: readonly {
    readonly what: string
    readonly answers: Readonly<Record<string, number>>
    readonly isLocked?: true
    readonly isOfThings?: true
    readonly key?: string
    readonly challenge?: string
    readonly stops?: boolean
    readonly more?: number
    readonly gaveUp?: string | null
    readonly results?: Readonly<Record<string, readonly [state: string, reason?: string]>>
  }[]
}>(import.meta.dirname, 'elsewhere.yaml')

/** Explores a service. */
const explored = async (
  own: typeof api,
  { timeoutMs = 5_000, budgetMs = 20_000, key = '', mostAtOnce = 4 } = {},
) => {
  const headers: [string, string][] = key === '' ? [] : [['Authorization', key]]
  const { explored: documents } = await runOf(own, {
    plan: { timeoutMs, mostAtOnce },
    settings: { budgetMs, concurrency: 4, allowDestructive: true },
    credentials: { apply: () => ({ headers, query: [], cookies: [] }) },
  })
  const [document] = documents
  if (!document) throw new Error('no document was explored')
  return document
}

const statusesOf = async (
  statusOf: (path: string) => number,
  operations = api.operations,
  tested = api,
  key = '',
  challenge = 'Bearer realm="api"',
) => {
  const { url, requests } = await startServer((request, response) => {
    request.resume()
    response.writeHead(statusOf(new URL(request.url ?? '', 'http://pets.test').pathname), {
      location: '/login',
      'www-authenticate': challenge,
    })
    response.end()
  })
  const document = await explored({ ...tested, baseUrl: url, operations }, { key })
  const paths = new Set(requests.map(({ url: asked = '' }) => asked.split('?')[0]))
  return { document, count: requests.length, paths }
}

/** The limit of a hundred, and the requests in flight when it is reached. */
const atMost = 104

test.each(tables.services.map((row) => [row.what, row] as const))('%s', async (_, row) => {
  const { isLocked, isOfThings, key = '', challenge, stops, more = 0 } = row
  const tested = isLocked ? locked : api
  const operations = tested.operations.filter(({ path }) => !isOfThings || path.includes('{'))
  const statusOf = (path: string): number => row.answers[path] ?? row.answers['*'] ?? 404
  const { document, count } = await statusesOf(statusOf, operations, tested, key, challenge)
  if (stops === true) expect(count).toBeLessThan(atMost + more)
  if (stops === false) expect(count).toBeGreaterThan(atMost)
  if (row.gaveUp !== undefined) expect(document.gaveUp).toBe(row.gaveUp ?? undefined)
  const source = { name: 'pets.yaml', isUnversioned: true }
  for (const [rule, [state, reason]] of Object.entries(row.results ?? {})) {
    const rules = documentRules.rules.filter(({ id }) => id === rule)
    const [result] = documentResults({ ...document, source }, rules)
    expect(result).toMatchObject({ state, findings: [] })
    if (reason !== undefined) expect(result?.reason ?? '').toMatch(new RegExp(reason))
  }
})

test('a request that crashes the service is found, and no request that was in flight with it', async () => {
  const server = createServer((request, response) => {
    request.resume()
    const [, pet = ''] = /^\/pets\/([^?]*)/.exec(request.url ?? '') ?? []
    if (/^\w{0,40}$/.test(pet)) return void setTimeout(() => response.writeHead(pet ? 404 : 200).end(), 5)
    server.close(() => server.listen(port, '127.0.0.1'))
    return server.closeAllConnections()
  })
  const port = await listenOn(server)
  onTestFinished(() => void server.close())
  const { findings } = await explored({ ...api, baseUrl: `http://127.0.0.1:${port}` }, { budgetMs: 20_000 })
  const failures = findings.get('answers/server-error') ?? []
  expect(failures.map(({ operations }) => operations)).toEqual([['GET /pets/{id}']])
  expect(failures[0]?.message).toMatch(/^GET \/pets\/\{id\} broke the connection without a response/)
})

test('no more requests are on their way than may be', async () => {
  const open = { now: 0, most: 0 }
  const { url } = await startServer((request, response) => {
    open.most = Math.max(open.most, ++open.now)
    request.resume()
    setTimeout(() => response.writeHead(404).end(() => open.now--), 5)
  })
  await explored({ ...api, baseUrl: url }, { mostAtOnce: 2 })
  expect(open.most).toBe(2)
})

test('an operation on a server of its own is called there, and on another origin or of another protocol not at all', async () => {
  const operation = { responses: { 200: { description: 'Done.' } } }
  const at = (url: string) => ({ servers: [{ url }], get: operation })
  const own = await exploredApi({
    servers: [{ url: 'https://pets.example/v1' }],
    paths: {
      '/pets': { get: operation },
      '/owners': at('https://pets.example/v2'),
      '/photos': at('https://photos.example/v1'),
      '/live': { get: { responses: { 101: { description: 'A WebSocket' }, 400: operation.responses[200] } } },
    },
  })
  const { document, paths } = await statusesOf(() => 200, own.operations, own)
  expect(paths).toEqual(new Set(['/pets', '/v2/owners']))
  expect(document.coverage.operations.missing).toEqual([
    {
      operation: 'GET /photos',
      state: 'not-called',
      reason: 'its servers are on an origin other than the base URL',
    },
    {
      operation: 'GET /live',
      state: 'not-called',
      reason: 'it switches to another protocol (101), such as that of WebSocket',
    },
  ])
})

test('an operation that hangs does not keep others waiting', async () => {
  const log: string[] = []
  const { url } = await startServer((request, response) => {
    log.push(`${request.method} ${request.url}`)
    if (request.url?.startsWith('/owners') === true) response.once('close', () => log.push('given up'))
    else response.writeHead(200).end()
  })
  const { coverage } = await explored({ ...api, baseUrl: url }, { timeoutMs: 1_500, budgetMs: 3_000 })
  expect(log.slice(0, log.indexOf('given up'))).toContain('POST /pets')
  expect(coverage.operations.missing.map(({ operation: name }) => name)).not.toContain('GET /pets')
})

test('a request that fails is not sent once more where it is all that can be asked', async () => {
  const log: string[] = []
  const { url } = await startServer((request, response) => {
    log.push(`${request.method} ${request.url}`)
    response.writeHead(500).end()
  })
  await explored({ ...api, baseUrl: url }, { budgetMs: 2_000 })
  const begun = log.slice(0, log.indexOf('POST /pets'))
  expect(begun.filter((line) => line === 'GET /owners')).toHaveLength(1)
})

const tokenOf = (claims: object): string =>
  [{ alg: 'HS256' }, claims, 'signed by the service alone']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

/** The service of issued.yaml: an offer is ordered once, and no two clients have the same external id. */
const ordersAndClients = (): RequestListener => {
  type Thing = Record<string, unknown>
  const [offers, orders, clients]: [Set<unknown>, Thing[], Thing[]] = [new Set(), [], []]
  let teams = 0
  const routes: Record<string, (sent: Thing, id: string, isOwnId: boolean) => [number, unknown?]> = {
    'GET offers': () => {
      // Output shows it without its signature, and the request sends it with the signature.
      const signature = tokenOf({ offer: offers.size })
      offers.add(signature)
      return [200, { price: 7, signature }]
    },
    'POST orders': ({ signature }) => {
      const isNew = offers.has(signature) && orders.every((one) => one['signature'] !== signature)
      return isNew ? [201, { id: orders.push({ signature }) - 1 }] : [400]
    },
    'GET orders': (_, id) => (orders[Number(id)] ? [200, { id: Number(id) }] : [404]),
    'GET clients': (_, id, isOwnId) => {
      const at = isOwnId ? clients.findIndex((one) => one['external_id'] === id) : Number(id)
      return clients[at] ? [200, { id: at, ...clients[at] }] : [404]
    },
    'POST clients': (sent) => save(sent, clients.length),
    'POST teams': (sent) => {
      const names = Object.keys(sent).toSorted().join()
      if (names === 'name,region')
        return [400, { detail: [{ loc: ['body', 'size'], msg: 'Field required' }] }]
      return names === 'name,region,size' ? [201, { id: teams++ }] : [404]
    },
    'GET teams': (_, id) => (Number(id) < teams ? [200, { id: Number(id) }] : [404]),
    'PUT clients': (sent, id) => (clients[Number(id)] ? save(sent, Number(id)) : [404]),
  }
  const save = ({ mail, external_id: own }: Thing, id: number): [number, unknown?] => {
    const isTaken = clients.some((one, at) => at !== id && own !== undefined && one['external_id'] === own)
    if (isTaken || !/^[^@]+@[^@]+$/.test(String(mail))) return [400]
    const isNew = clients[id] === undefined
    clients[id] = { mail, external_id: own }
    return [isNew ? 201 : 200, { id, ...clients[id] }]
  }
  return (request, response) =>
    void readText(request).then((sent) => {
      const [, kind, id = '', below] = (request.url ?? '').split('/')
      const [status, body = 'no'] = routes[`${request.method} ${kind}`]?.(
        objectOf(parsedJson(sent)),
        decodeURIComponent(id),
        below !== undefined,
      ) ?? [404]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
}

test('what a service issues is sent to it, ids of a client find it, texts keep their form, and a name with what is asked for is enough', async () => {
  const { url } = await startServer(ordersAndClients())
  const own = await exploredApi(tableIn<object>(import.meta.dirname, 'issued.yaml'), { baseUrl: url })
  const { coverage, judgements } = await explored(own, { budgetMs: 30_000 })
  expect(coverage.operations.missing).toEqual([])
  expect(judgements.operations('state/readable')).toContain('GET /orders/{id}')
  expect(judgements.operations('state/updated')).toContain('GET /clients/{id}')
  // Sequences create teams, too.
  expect(judgements.operations('state/readable')).toContain('GET /teams/{id}')
})
