import type { RequestListener } from 'node:http'
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
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly wrong: readonly {
    readonly what: string
    readonly response:
      | 'hang'
      | 'cut'
      | {
          readonly status?: number
          readonly headers?: Readonly<Record<string, string>>
          readonly body?: string
        }
    readonly at?: string
    readonly key?: string
    readonly isLongKey?: true
    readonly code: string
    readonly says: string
  }[]
  readonly sandboxes: readonly {
    readonly what: string
    readonly status: number
    readonly own: string
    readonly malformed?: string
    readonly body?: 'path' | 'trace'
    readonly isSandbox: boolean
  }[]
}>(import.meta.dirname, 'preflight.yaml')

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
  test.each(tables.wrong.map((row) => [row.what, row] as const))('%s', async (what, row) => {
    const { response: said, isLongKey, at = '', key = isLongKey ? `k${'3y'.repeat(4_000)}` : apiKey } = row
    const { url } = await startServer((request, response) => {
      if (said === 'cut') request.socket.destroy()
      if (typeof said === 'string') return
      const { status = 200, headers = {}, body = '' } = said
      const { location } = headers
      const own =
        location === undefined ? headers : { location: location.replace('KEY', encodeURIComponent(key)) }
      response.writeHead(status, own).end(body.replace('KEY', key))
    })
    const error = await failure(url + at, { key, ...(what === 'hangs' && { timeoutMs: 150 }) })
    expect(error.code).toBe(row.code)
    expect(error.message).toMatch(new RegExp(row.says))
    if (key !== '') expect(JSON.stringify([error, error.message])).not.toContain(key)
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

  test.each(tables.sandboxes.map((row) => [row.what, row] as const))('%s', async (_, row) => {
    let trace = 0
    const { isSandbox, asked } = await lookAt(({ url: path = '' }, response) => {
      const isControl = path.includes('/sandbox/')
      const isMalformed = row.malformed !== undefined && new RegExp(row.malformed).test(path)
      const type = isControl && !path.includes(row.own) ? 'text/plain' : 'application/json'
      const words = { path, trace: `trace ${trace++}` }
      response
        .writeHead(isControl ? (isMalformed ? 400 : row.status) : 200, { 'content-type': type })
        .end(isControl ? (row.body ? words[row.body] : '"no"') : '[]')
    })
    expect([isSandbox, asked > 1]).toEqual([row.isSandbox, true])
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
