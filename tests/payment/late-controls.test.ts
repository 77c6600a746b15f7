import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { type Report, selectRules } from '../../conformance/index.js'
import { registry } from '../../payment/index.js'
import { createSandbox, defaultApiKey, loadReferenceService } from '../../sandbox/index.js'
import { examine, findingLines, planFor } from '../conformance/support/examine.js'
import { deliveringHere, receiverOf } from '../mutants/examine.js'
import { forwardTo, startServer } from '../support/loopback.js'

/** The rules about events that a control causes. */
const caused = ['identification', 'customer', 'autoramp', 'transaction', 'fiat-address']
  .map((thing) => `webhooks/${thing}-status`)
  .concat('webhooks/deposit-address', 'webhooks/abilities-identification')

/** Milliseconds between the response of a control and its effect. */
const LATE = 60

const controls =
  /^\/api\/sandbox\/(?:identification|autoramp|fiat-verification|transaction)\/([^/]+)(?:\/state)?$/

const idIn = (body: unknown): string | undefined => {
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

/** Whether a request is none that has to be refused. */
const isPlain = ({ headers }: IncomingMessage): boolean =>
  headers['x-api-key'] === defaultApiKey &&
  ['2025-03-13', '2026-07-01', '2026-08-01', undefined].includes(headers['x-api-version']?.toString())

/**
 * A proxy before the sandbox whose controls respond with the former record, and take effect later. The state of a
 * customer also shows late after a signing, and quotes require that the onboarding took effect.
 */
const lateService = (target: string): RequestListener => {
  const forward = forwardTo(target)
  const records = new Map<string, string>()
  /** When the effect of a signing shows, by customer: late for every second one. */
  const stale = new Map<string, number>()
  const ask = async (path: string, more: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    fetch(`${target}${path}`, { ...init, headers: { 'x-api-key': defaultApiKey, ...more } })

  const control = async (request: IncomingMessage, id: string): Promise<readonly [number, string]> => {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    const version = headers['x-api-version']?.toString() ?? ''
    const more = { 'content-type': 'application/json', 'x-api-version': version }
    const takeEffect = async (): Promise<void> =>
      remember(records, await (await ask(url, more, { method, body })).text())
    setTimeout(() => void takeEffect().catch(() => undefined), LATE)
    return [method === 'POST' ? 201 : 200, records.get(id) ?? '']
  }

  const isRefused = async (url: URL): Promise<boolean> => {
    const customer = url.pathname === '/api/autoramps/quote' ? url.searchParams.get('customer_id') : null
    if (customer === null) return false
    const read = await ask(`/api/customers/${customer}`)
    return read.ok && !(await read.text()).includes('"status":"Active"')
  }

  return (request, response) => {
    const url = new URL(request.url ?? '/', target)
    const id = controls.exec(url.pathname)?.[1] ?? ''
    const customer = /^\/api\/customers\/([^/]+)$/.exec(url.pathname)?.[1] ?? ''
    const signer = /^\/api\/customers\/([^/]+)\/signings$/.exec(url.pathname)?.[1] ?? ''
    if (request.method === 'POST' && records.has(signer))
      stale.set(signer, Date.now() + (stale.size % 2) * LATE)
    const version = request.headers['x-api-version']?.toString() ?? ''
    const own = {
      'content-type': 'application/json; charset=utf-8',
      vary: 'X-API-Version',
      'x-api-version': version === '' ? '2025-03-13' : version,
    }
    const answer = async (): Promise<void> => {
      if (records.has(id) && isPlain(request)) {
        const [status, body] = await control(request, id)
        response.writeHead(status, own).end(body)
      } else if (isPlain(request) && Date.now() < (stale.get(customer) ?? 0))
        response.writeHead(200, own).end(records.get(customer))
      else if (isPlain(request) && (await isRefused(url)))
        response.writeHead(403, own).end('"this customer is not active"')
      else {
        response.on('pipe', (shown) => shown.on('data', (chunk) => remember(records, String(chunk))))
        forward(request, response)
      }
    }
    void answer()
  }
}

/** Keeps the last shown state of a thing. */
const remember = (records: Map<string, string>, body: string): void => {
  try {
    const id = idIn(JSON.parse(body))
    if (id !== undefined) records.set(id, body)
  } catch {
    // A part of a longer body, which no control changes.
  }
}

/** A sandbox that sends events quickly. */
const eagerSandbox = async (): Promise<Awaited<ReturnType<typeof createSandbox>>> =>
  createSandbox({ ...(await loadReferenceService()), seed: 3, webhooks: deliveringHere })

/** The report about rules, for a service before a sandbox that delivers events to the suite. */
const reportOn = async (
  app: Awaited<ReturnType<typeof createSandbox>>,
  url: string,
  rules: readonly string[],
): Promise<Report> => {
  const { webhooks, secret } = await receiverOf(app)
  const plan = await planFor(
    { specUrl: url, baseUrl: `${url}/api` },
    {
      versions: ['2025-03-13', '2026-08-01'],
      rules: selectRules(registry, rules),
      webhooks,
    },
  )
  return examine(plan, defaultApiKey, { webhookSecret: secret })
}

test('a sandbox whose controls take effect later breaks nothing', async () => {
  const app = await eagerSandbox()
  try {
    const target = await app.listen({ host: '127.0.0.1', port: 0 })
    const { url } = await startServer(lateService(target))
    const rules = ['operations/sandbox-*', 'customers/pinned', 'quote/exact-amount-in', ...caused]
    const report = await reportOn(app, url, rules)
    expect(findingLines(report)).toEqual([])
    const unjudged = report.results.filter(({ state }) => state === 'skipped' || state === 'inconclusive')
    expect(unjudged.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  } finally {
    await app.close()
  }
})

test('a sandbox that moves things on by itself, before a control does, breaks nothing', async () => {
  const app = await eagerSandbox()
  const advance: Readonly<Record<string, readonly [string, string]>> = {
    '/api/addresses/fiat': ['/api/sandbox/fiat-verification/', 'Registered'],
    '/api/autoramps': ['/api/sandbox/autoramp/', 'Approved'],
  }
  const headers = { 'x-api-key': defaultApiKey, 'content-type': 'application/json' }
  app.addHook('onSend', async ({ method, url }, reply, payload) => {
    const [path, status] = method === 'POST' && reply.statusCode < 300 ? (advance[url] ?? []) : []
    const id = idIn(JSON.parse(String(payload) || 'null'))
    if (path === undefined || id === undefined) return payload
    await app.inject({ method: 'PUT', url: `${path}${id}`, headers, payload: JSON.stringify(status) })
    // The response comes after the event, so that no later change could have caused it.
    await vi.waitFor(async () => {
      const { body } = await app.inject({ url: '/controls/webhooks/attempts', headers })
      expect(body).toContain(JSON.stringify(`"id":"${id}","status":"${status}"`).slice(1, -1))
    })
    return payload
  })
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const report = await reportOn(app, url, ['webhooks/fiat-address-status', 'webhooks/autoramp-status'])
    expect(findingLines(report)).toEqual([])
  } finally {
    await app.close()
  }
})

/**
 * A step without effect, by a fault or a call that only returns 201; the read that shows it; a rule that often takes
 * the step.
 */
test.each<[string, string | RegExp, RegExp, string]>([
  [
    'control',
    'operations/sandbox-bank-account',
    /^GET \/api\/addresses\/fiat\/[^/]+\/([^/]+)$/,
    'quote/bank-identifiers',
  ],
  [
    'signing',
    /^POST \/api\/customers\/[^/]+\/signings$/,
    /^GET \/api\/customers\/([^/]+)\/required-signings$/,
    'identification/error-array',
  ],
])('a %s without an effect is waited for once', async (_, step, reading, rule) => {
  const faults = typeof step === 'string' ? [step] : []
  const app = await createSandbox({ ...(await loadReferenceService()), seed: 3, faults })
  const things = new Set<string>()
  let [before, repeated] = ['', 0]
  app.addHook('onRequest', async ({ method, url }, reply) => {
    const asked = `${method} ${url}`
    const [, id] = reading.exec(asked) ?? []
    if (id !== undefined) things.add(id)
    if (id !== undefined && asked === before) repeated++
    before = asked
    if (typeof step !== 'string' && step.test(asked)) await reply.code(201).send({})
  })
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const rules = selectRules(registry, [rule])
    const plan = await planFor({ specUrl: url, baseUrl: `${url}/api` }, { versions: ['2026-08-01'], rules })
    expect(findingLines(await examine(plan, defaultApiKey))).toEqual([])
    expect(things.size).toBeGreaterThan(1)
    expect(repeated).toBeLessThan(10)
  } finally {
    await app.close()
  }
})
