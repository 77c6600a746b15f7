import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../runtime/client/client.js'
import type { ClientOptions, ClientService } from '../../../runtime/client/types.js'
import { base64 } from '../../../runtime/client/serialize.js'
import { apiKey, bench, call, json, service } from './support/service.js'

const spellings = [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1), base64(apiKey)]

const everything = (value: unknown): string =>
  [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value),
    value instanceof Error ? `${value.message}${value.stack}` : '',
  ].join('\n')

const expectNoSecret = (value: unknown): void => {
  const text = everything(value)
  for (const spelling of spellings) expect(text).not.toContain(spelling)
}

const watching = (told: unknown[]): Partial<ClientOptions> => ({
  onRequest: (event) => void told.push(event),
  onResponse: (event) => void told.push(event),
  onRetry: (event) => void told.push(event),
  onError: (event) => void told.push(event),
})

describe('the credential is not in', () => {
  it('the client', async () => {
    const { client } = await bench(() => {})
    expectNoSecret(client)
  })

  const repeat: Parameters<typeof bench>[0] = (request, response) =>
    json(
      response,
      418,
      { said: [request.headers['x-api-key'], request.headers.authorization, request.url] },
      {
        'x-said': encodeURIComponent(String(request.headers['x-api-key'])),
        'set-cookie': `session=${encodeURIComponent(String(request.headers['x-api-key']))}`,
      },
    )

  it.each<readonly [string, Parameters<typeof bench>[0]]>([
    ['a response that repeats it', repeat],
    [
      'broken JSON that repeats it',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(`{${JSON.stringify(request.headers['x-api-key'])}`)
      },
    ],
    [
      'a redirect that repeats it',
      (request, response) => {
        response.writeHead(302, {
          location: `https://elsewhere.test/${encodeURIComponent(String(request.headers['x-api-key']))}`,
        })
        response.end()
      },
    ],
    ['a lost connection', (request) => request.socket.destroy()],
  ])('what is thrown and told of %s', async (_what, listener) => {
    const told: unknown[] = []
    const { client, requests } = await bench(listener, watching(told))
    const failure = await client.call('list').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(requests[0]?.headers['x-api-key']).toBe(apiKey)
    expectNoSecret(failure)
    expectNoSecret(told)
  })

  const schemes: Readonly<Record<string, ClientService['schemes'][string]>> = {
    query: { in: 'query', name: 'odd' },
    cookie: { in: 'cookie', name: 'odd' },
    header: { in: 'header', name: 'X-Partner' },
    basic: { in: 'header', name: 'authorization', prefix: 'Basic ', encode: base64 },
    bearer: { in: 'header', name: 'authorization', prefix: 'Bearer ' },
  }

  it.each(Object.entries(schemes))('what is told of a scheme of %s', async (_what, scheme) => {
    const told: unknown[] = []
    const { client, requests } = await bench(repeat, watching(told), { schemes: { ApiKeyAuth: scheme } })
    expectNoSecret(await client.call('list').catch((error: unknown) => error))
    expectNoSecret(told)
    const sent = JSON.stringify([requests[0]?.url, requests[0]?.headers])
    expect(spellings.some((spelling) => sent.includes(spelling))).toBe(true)
  })

  it('the failure of a header that cannot be sent', async () => {
    const client = createClient(service, {
      baseUrl: 'https://a.test',
      auth: { ApiKeyAuth: `${apiKey}\nx: y` },
    })
    expectNoSecret(await call(client, 'list').catch((error: unknown) => error))
  })

  it('the failure of a fetch that throws all it was given', async () => {
    const client = createClient(service, {
      baseUrl: 'https://a.test',
      auth: { ApiKeyAuth: apiKey },
      retry: { attempts: 1 },
      fetch: (_url, init) => Promise.reject(Object.assign(new Error(`no ${apiKey}`), { init })),
    })
    expectNoSecret(await call(client, 'list').catch((error: unknown) => error))
  })
})

it('hooks are told of every attempt', async () => {
  const told: [string, unknown][] = []
  const { client, requests, url } = await bench(
    (_request, response) => {
      if (requests.length < 2) json(response, 503, {}, { 'retry-after': '3' })
      else json(response, 200, {})
    },
    {
      headers: { 'X-Session-Token': 'abc', traceparent: '00-1' },
      onRequest: ({ attempt, url: to, headers }) =>
        told.push([
          'request',
          [attempt, to, headers['x-session-token'], headers['traceparent'], headers['x-api-key']],
        ]),
      onResponse: ({ attempt, status }) => told.push(['response', [attempt, status]]),
      onRetry: ({ attempt, reason, milliseconds }) => told.push(['retry', [attempt, reason, milliseconds]]),
      onError: ({ error }) => told.push(['error', error]),
    },
  )
  await client.call('read', { path: { id: 'a' }, query: { q: 1 } })
  const shown = (attempt: number) => [attempt, `${url}/api/things/a?q=1`, '***', '00-1', '***']
  expect(told).toEqual([
    ['request', shown(1)],
    ['response', [1, 503]],
    ['retry', [1, '503', 3000]],
    ['request', shown(2)],
    ['response', [2, 200]],
  ])
})

it('a hook that throws, or rejects, does no harm', async () => {
  const { client } = await bench((_request, response) => json(response, 200, { a: 1 }), {
    onRequest: () => {
      throw new Error('a hook')
    },
    onResponse: () => Promise.reject(new Error('a hook')),
  })
  expect((await client.call('list')).body).toEqual({ a: 1 })
})
