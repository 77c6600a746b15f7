import { describe, expect, it, vi } from 'vitest'
import { createClient } from '../../../runtime/client/client.js'
import { encodeForm } from '../../../runtime/client/serialize.js'
import { askedDelay, nextDelay } from '../../../runtime/client/attempt.js'
import { apiKey, bench, call, json, service } from './support/service.js'

describe('repeated is', () => {
  it.each([
    ['a safe request', 'list', {}, 503, 3],
    ['a request with an idempotency key', 'create', { body: {} }, 503, 3],
    ['a request that is told to come later', 'read', { path: { id: 'a' } }, 429, 3],
    ['a request that a gateway lost', 'list', {}, 502, 3],
    ['no request that was refused', 'create', { body: {} }, 400, 1],
    ['no request that may have had an effect', 'change', { path: { id: 'a' }, body: {} }, 503, 1],
    ['no request that failed inside', 'list', {}, 500, 1],
  ])('%s', async (_what, id, request, status, count) => {
    const { client, requests } = await bench((_request, response) => json(response, status, {}))
    await client.call(id, request).catch(() => {})
    expect(requests.length).toBe(count)
  })

  it('a request that found no connection, with the same key, until it succeeds', async () => {
    const { client, requests } = await bench((request, response) => {
      if (requests.length < 3) request.socket.destroy()
      else json(response, 201, { id: 'a' })
    })
    expect((await client.call('create', { body: { a: 1 } })).status).toBe(201)
    const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']))
    expect([requests.length, keys.size]).toEqual([3, 1])
    expect([...keys][0]).toMatch(/^[\da-f-]{36}$/)
    await client.call('create', { body: { a: 1 } })
    expect(requests.at(-1)?.headers['idempotency-key']).not.toBe([...keys][0])
  })

  it('no stream, which can be read once', async () => {
    const { client, requests } = await bench((_request, response) => json(response, 503, {}))
    const put = { id: 'put', method: 'POST', path: '/', statuses: '200', idempotency: 'K', encodeForm }
    await client.send(put, { body: new Blob(['a']).stream(), contentType: 'text/plain' }).catch(() => {})
    expect(requests.length).toBe(1)
  })

  it('nothing once the service asks for more time than there is', async () => {
    const { client, requests } = await bench((_request, response) =>
      json(response, 503, { a: 1 }, { 'retry-after': '31' }),
    )
    expect(await client.call('read', { path: { id: 'a' } })).toMatchObject({ status: 503, body: { a: 1 } })
    expect(requests.length).toBe(1)
  })
})

describe('the delay', () => {
  it('doubles, up to the longest, and is drawn', async () => {
    const delays: number[] = []
    const { client } = await bench((_request, response) => json(response, 503, {}), {
      retry: {
        attempts: 5,
        baseDelay: 100,
        maxDelay: 350,
        random: () => 0.5,
        sleep: async (milliseconds) => void delays.push(milliseconds),
      },
    })
    await client.call('read', { path: { id: 'a' } })
    expect(delays).toEqual([50, 100, 175, 175])
  })

  it.each([
    ['2', {}, 2000],
    ['0', {}, 0],
    ['Fri, 01 Aug 2025 00:00:07 GMT', { date: 'Fri, 01 Aug 2025 00:00:00 GMT' }, 7000],
    ['Fri, 01 Aug 2025 00:00:00 GMT', {}, 0],
    ['soon', {}, undefined],
    ['-1', {}, undefined],
    ['1.5', {}, undefined],
    ['', {}, undefined],
  ])('is what Retry-After %j asks for', (asked, others, delay) => {
    expect(askedDelay(new Headers({ 'retry-after': asked, ...others }))).toBe(delay)
  })

  it('is none when no attempt is left', () => {
    expect([nextDelay(3, {}), nextDelay(1, { attempts: 1 })]).toEqual([undefined, undefined])
    expect(nextDelay(2, {}, 5)).toBe(5)
  })
})

describe('a call is aborted', () => {
  const reason = new Error('enough')

  it('before it is sent', async () => {
    const { client, requests } = await bench((_request, response) => json(response, 200, {}))
    await expect(client.call('list', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(requests).toEqual([])
  })

  it('while it waits for the response', async () => {
    const controller = new AbortController()
    const { client, requests } = await bench(() => controller.abort(reason))
    await expect(client.call('list', { signal: controller.signal })).rejects.toBe(reason)
    expect(requests.length).toBe(1)
  })

  it('with all others of the same signal, and Node has nothing to warn of', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    const controller = new AbortController()
    const { client, requests } = await bench(() => requests.length === 20 && controller.abort(reason))
    const calls = Array.from({ length: 20 }, () => client.call('list', { signal: controller.signal }))
    for (const one of await Promise.allSettled(calls)) expect(one).toMatchObject({ reason })
    await new Promise(setImmediate)
    process.off('warning', warned)
    expect(warned.mock.calls).toEqual([])
  })

  it('while it waits for its next attempt', async () => {
    const controller = new AbortController()
    const { client, requests } = await bench((_request, response) => json(response, 503, {}), {
      retry: {
        sleep: () => {
          controller.abort(reason)
          return new Promise(() => {})
        },
      },
    })
    await expect(client.call('list', { signal: controller.signal })).rejects.toBe(reason)
    expect(requests.length).toBe(1)
  })
})

it('a fetch of one’s own is used', async () => {
  const client = createClient(service, {
    baseUrl: 'https://a.test',
    auth: { ApiKeyAuth: () => Promise.resolve(apiKey) },
    fetch: (url, init) => Promise.resolve(Response.json([url, Object.keys(init)])),
  })
  expect((await call(client, 'list')).body).toEqual([
    'https://a.test/things',
    ['method', 'headers', 'redirect', 'signal'],
  ])
})
