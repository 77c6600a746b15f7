import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../../conformance/client/client.js'
import { waitBefore } from '../../../conformance/client/failure.js'
import { Quota } from '../../../conformance/client/quota.js'
import { startServer } from '../../support/loopback.js'
import { exchangeOf, operationOf } from '../support/make.js'

test.each([
  [429, 'retry-after', '30', undefined, 5_000],
  [429, 'retry-after', '30', 60_000, 30_000],
  [429, 'retry-after', '90', 60_000, undefined],
  [429, 'retry-after', 'soon', 60_000, 1_000],
  [429, 'RateLimit-Reset', '30', 60_000, 30_000],
  [429, 'X-RateLimit-Reset', '1785575730', 60_000, 30_000],
  [503, 'X-RateLimit-Reset', '30', 60_000, 20],
])('%i with %s %s is waited for, with at most %s ms: %s', (status, name, value, longestMs, wait) => {
  vi.useFakeTimers({ now: 1_785_575_700_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(waitBefore(exchangeOf({ status, headers: [[name, value]] }).response, 1, longestMs)).toBe(wait)
})

test('the quotas of a run are waited for five minutes, and then as any other refusal', () => {
  const quota = new Quota()
  const longest = [60_000, 60_000, 60_000, 60_000, 30_000].map((ms) => {
    quota.waits(ms, ms)
    return quota.longestMs
  })
  expect(longest).toEqual([60_000, 60_000, 60_000, 60_000, 30_000])
  quota.waits(30_000, 30_000)
  expect(quota.longestMs).toBe(5_000)
})

test('the waits of requests beside each other are one, and the rate is what the service took', () => {
  vi.useFakeTimers({ now: 20_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const quota = new Quota()
  expect(quota.inWords).toEqual([])
  for (let sent = 0; sent < 100; sent++) quota.took(sent * 100)
  quota.waits(40_000, 40_000)
  quota.waits(39_000, 0)
  quota.took(20_000)
  quota.waits(0, 0)
  expect(quota.inWords).toEqual([
    '429 was answered, and rampart waited 2 times, 40 s in all, as Retry-After says; --rate 1.5 stays below what the service takes',
  ])
})

test('a quota that lasts beyond the time of the run is not an outage', async () => {
  const { url, requests } = await startServer(({ url: path }, response) => {
    if (path === '/full') client.cutAt = Date.now() + 10
    response.writeHead(path === '/full' ? 429 : 200, { 'retry-after': '60' }).end('{}')
  })
  const client: Client = new Client({ origins: [url], timeoutMs: 2_000 })
  onTestFinished(() => client.close())
  const send = (path: string) =>
    client.send({ method: 'GET', url: `${url}${path}`, headers: [] }, { operation: operationOf({ path }) })
  await send('/things')
  await expect(send('/full')).rejects.toThrow('the time of the run was up')
  expect([requests.length, client.ended]).toEqual([2, undefined])
})
