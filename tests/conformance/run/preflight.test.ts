import type { RequestListener, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { RampartError } from '../../../diagnostics/index.js'
import { type Plan, preflight } from '../../../conformance/index.js'
import { registry } from '../../../payment/index.js'
import { createSandbox, defaultApiKey, loadReferenceService } from '../../../sandbox/index.js'
import { apiKey } from '../../payment/services/behave.js'
import { startService } from '../../payment/services/service.js'
import type { Operation } from '../../../runtime/surface.js'
import { planAt, planFor } from '../support/examine.js'
import { startServer } from '../../support/loopback.js'
import { row } from '../../support/table.js'

/** A plan made from a right service, for another base URL. */
const planOfWell = async (baseUrl?: string, timeoutMs = 5_000) => {
  const service = await startService()
  try {
    return await planFor(service, { timeoutMs, ...(baseUrl === undefined ? {} : { baseUrl }) })
  } finally {
    await service.close()
  }
}

const failure = async (
  baseUrl: string | undefined,
  { key = apiKey, timeoutMs }: { key?: string; timeoutMs?: number } = {},
): Promise<RampartError> => {
  const plan = await planOfWell(baseUrl, timeoutMs)
  const outcome = await preflight(registry, plan, { apiKey: key }).catch((error: unknown) => error)
  if (outcome instanceof RampartError) return outcome
  throw new Error(`nothing was refused: ${JSON.stringify(outcome)}`)
}

describe('a base URL that is no good ends the run by name', () => {
  const page: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>')
  }

  test.each<[string, string, RegExp, RequestListener]>([
    row('hangs', 'SERVICE_UNREACHABLE', /no response within the time limit/, () => {}),
    row('hangs up', 'SERVICE_UNREACHABLE', /: the connection was closed before a response/, (request) =>
      request.socket.destroy(),
    ),
    row('answers a page', 'SERVICE_NOT_AN_API', /web page \(200\)/, page),
    row(
      'answers a page that does not say so',
      'SERVICE_NOT_AN_API',
      /web page/,
      (_, response) => void response.end(' <HTML>'),
    ),
    row(
      'redirects',
      'SERVICE_NOT_AN_API',
      /redirects to \/\?key=\[redacted\]/,
      (_, response) =>
        void response.writeHead(301, { location: `/?key=${encodeURIComponent(apiKey)}` }).end(),
    ),
    row(
      'refuses the key and repeats it',
      'SERVICE_REFUSED_KEY',
      /the key in RAMPART_API_KEY: 401 bad key \[redacted\]/,
      (_, response) => void response.writeHead(401).end(`bad key ${apiKey}`),
    ),
    row('forbids', 'SERVICE_REFUSED_KEY', /403/, (_, response) => void response.writeHead(403).end()),
    ...[431, 494].map((status) =>
      row(
        `finds the key too long with ${status}`,
        'SERVICE_REFUSED_KEY',
        new RegExp(
          `answers ${status}: its server does not accept a header as long as the key in RAMPART_API_KEY, which has \\d+ characters`,
        ),
        (_: unknown, response: ServerResponse) => void response.writeHead(status).end(),
      ),
    ),
    row(
      'knows nothing',
      'SERVICE_NOT_AN_API',
      /answers 404, and its path does not contain \/api/,
      (_, response) => void response.writeHead(404).end(),
    ),
  ])('%s', async (title, due, message, listener) => {
    const { url } = await startServer(listener)
    const error = await failure(url, title === 'hangs' ? { timeoutMs: 150 } : {})
    expect(error.code).toBe(due)
    expect(error.message).toMatch(message)
    expect(JSON.stringify([error, error.message])).not.toContain(apiKey)
  })

  test('finds a long key bad', async () => {
    const { url } = await startServer((_, response) => void response.writeHead(400).end('"bad"'))
    const key = `k${'3y'.repeat(4_000)}`
    const error = await failure(`${url}/api`, { key })
    expect([error.code, error.message.length < 200]).toEqual(['SERVICE_REFUSED_KEY', true])
    expect(error.message).toMatch(/answers 400: .* the key in RAMPART_API_KEY, which has 8001 characters/)
  })

  test('refuses connections', async () =>
    expect((await failure(undefined)).message).toMatch(/nothing listens there/))

  test.each(['key\n', 'xyz ', 'k\u20ACy', 'a\u0000b'])(
    'has a key that no header carries: %j',
    async (key) => {
      const error = await failure(undefined, { key })
      expect([error.code, error.message.includes(key)]).toEqual(['SERVICE_REFUSED_KEY', false])
    },
  )

  test('says that there was no key at all', async () => {
    const { url } = await startServer((_, response) => void response.writeHead(401).end())
    expect((await failure(url, { key: '' })).message).toContain('(RAMPART_API_KEY is not set)')
  })
})

const withSandbox = async <T>(work: (plan: Plan) => T | Promise<T>): Promise<T> => {
  const app = await createSandbox({ ...(await loadReferenceService()), seed: 1 })
  try {
    const specUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    return await work(await planFor({ specUrl, baseUrl: `${specUrl}/api` }))
  } finally {
    await app.close()
  }
}

let planned: Promise<Plan> | undefined

/** Makes the preflight of a service with these responses and the documents of the sandbox. */
const lookAt = async (listener: RequestListener, key = 'k', change = (plan: Plan): Plan => plan) => {
  const plan = change(await (planned ??= withSandbox((made) => made)))
  const { url, requests } = await startServer(listener)
  const told = await preflight(registry, planAt(plan, `${url}/api`), { apiKey: key })
  return { ...told, asked: requests.length }
}

describe('a sandbox is known by its controls', () => {
  test('where they answer', async () => {
    const told = await withSandbox((plan) => preflight(registry, plan, { apiKey: defaultApiKey }))
    expect(told).toMatchObject({ isSandbox: true })
  })

  test.each([
    ['a name', '/sandbox/identification/'],
    ['a name and an end', '/sandbox/transaction/'],
  ])('also where those of %s know nothing, in words of their own', async (_case, own) => {
    const told = await lookAt(({ url: path = '' }, response) => {
      const isControl = path.includes(own)
      const type = isControl ? 'application/json' : 'text/plain'
      response.writeHead(path.includes('/sandbox/') ? 404 : 200, { 'content-type': type }).end('"no"')
    })
    expect(told).toMatchObject({ isSandbox: true })
  })

  test('also where they answer an unknown id as an unknown path, and refuse what is not an id', async () => {
    const told = await lookAt(({ url: path = '' }, response) => {
      const isMalformed = /\/sandbox\/identification\/(?!\w{8}-\w{4}-)/.test(path)
      const status = isMalformed ? 400 : 404
      response
        .writeHead(path.includes('/sandbox/') ? status : 200, { 'content-type': 'application/json' })
        .end('"no"')
    })
    expect(told).toMatchObject({ isSandbox: true })
  })

  test.each([
    ['that must have the id of a thing', ['review_id', 'outcome'], true],
    ['that need not name a thing', ['outcome'], false],
  ])('by one without an id in its path, and with a body %s', async (_case, required, isSandbox) => {
    const properties = Object.fromEntries(required.map((name) => [name, { type: 'string' as const }]))
    const schema = { type: 'object', required, properties } as const
    const asReview = (operation: Operation): Operation => ({
      ...operation,
      path: '/sandbox/reviews',
      parameters: [],
      requestBody: { required: true, pointer: '', content: { 'application/json': { schema, pointer: '' } } },
    })
    const told = await lookAt(
      ({ url: path = '' }, response) =>
        void response
          .writeHead(path.includes('/sandbox/') ? (path.endsWith('/reviews') ? 400 : 404) : 200)
          .end('[]'),
      'k',
      (plan) => ({
        ...plan,
        apis: plan.apis.map((api) => {
          const all = Object.entries(api.surface.operations)
          const others = all.filter(([, { path }]) => !path.startsWith('/sandbox/'))
          const controls = all.filter(([, { path }]) => path === '/sandbox/identification/{id}')
          const own = controls.map(([name, one]) => [name, asReview(one)] as const)
          return { ...api, surface: { ...api.surface, operations: Object.fromEntries([...others, ...own]) } }
        }),
      }),
    )
    expect(told).toMatchObject({ isSandbox, listsControls: isSandbox })
  })

  test('not where the document has none', async () => {
    const service = await startService()
    const told = await preflight(registry, await planFor(service), { apiKey })
    expect(told).toMatchObject({ isSandbox: false, listsControls: false })
    await service.close()
  })

  test.each([
    ['404 with the path in it', 404, true],
    ['404 with a trace in it', 404, false],
    ['400 for whatever is written', 400, false],
    ['405', 405, false],
    ['500', 500, false],
  ])('not where production has them in its document alone: %s', async (_case, status, repeatsPath) => {
    let trace = 0
    const { isSandbox, asked } = await lookAt((request, response) => {
      const isControl = request.url?.includes('/sandbox/') === true
      const body = repeatsPath ? request.url : `trace ${trace++}`
      response
        .writeHead(isControl ? status : 200, { 'content-type': 'application/json' })
        .end(isControl ? body : '[]')
    })
    expect([isSandbox, asked > 1]).toEqual([false, true])
  })
})

test.each([
  ['2026-08-01', 0],
  ['2025-03-13', 1],
])('the first answer is shown to the observers: an echo of %s has %d findings', async (header, count) => {
  const { seen, ...told } = await lookAt((_, response) => {
    const headers = { 'content-type': 'application/json', vary: 'X-API-Version', 'x-api-version': header }
    response.writeHead(200, headers).end('[]')
  }, defaultApiKey)
  const findings = seen?.observed.flatMap((one) => (one.rule === 'versioning/echo' ? one.findings : []))
  expect(findings).toHaveLength(count)
  expect(told).toMatchObject({ listsControls: true, isSandbox: false })
})

test('a wrong body of the first answer is found at the schema that it breaks, as in a run', async () => {
  const { seen } = await lookAt((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":1}]')
  }, defaultApiKey)
  const findings = seen?.observed.flatMap((one) => (one.rule === 'answers/body' ? one.findings : []))
  expect(findings?.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/TermsAndConditionsLink'])
})
