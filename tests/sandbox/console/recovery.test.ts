import { describe, expect, test } from 'vitest'

import { createCustomer } from '../support/actors.js'
import { advance, attempted, attemptsOf } from '../webhooks/support/delivering.js'
import { isSignedBy, openReceiver, status } from '../webhooks/support/receiver.js'
import { add, type Console, noticeAfter, openAdded, openConsole, secretIn } from './support/console.js'

/** Asks for a new secret, and follows to the page that shows it. */
const rotated = async ({ get, post }: Console, id: string, hours: string): Promise<string> => {
  const { location } = await post(`/console/webhooks/${id}/rotate`, { hours })
  expect(location).toMatch(new RegExp(`^/console/webhooks/${id}/secret\\?note=`))
  return secretIn(await get(location))
}

describe('a secret is rotated', () => {
  test('with an overlap: the old one signs until then, the new one from then on', async () => {
    const { receiver, console, id, secret } = await openAdded()
    const page = async () => (await console.get(`/console/webhooks/${id}`)).text
    const ping = async () => {
      await console.post(`/console/webhooks/${id}/ping`)
      return receiver.arrivals.at(-1)
    }
    expect(await page()).toContain('let it accept both')
    const next = await rotated(console, id, '24')
    expect(next).toMatch(/^sandbox_[\da-f]{64}$/)
    expect(next).not.toBe(secret)
    expect(secretIn(await console.get(`/console/webhooks/${id}/secret`))).toBe('')
    expect(await page()).toContain('A new secret waits.')
    expect(await page()).not.toContain(next)
    expect(isSignedBy(await ping(), secret)).toBe(true)
    expect(await noticeAfter(console, `/console/webhooks/${id}/rotate`, { hours: '0' })).toContain(
      'waiting already',
    )
    await advance(console.sandbox, 24 * 3600 + 1)
    expect(isSignedBy(await ping(), next)).toBe(true)
    expect(await page()).not.toContain('A new secret waits.')
  })

  test('at once, by switching, or not after all', async () => {
    const { receiver, console, id, secret } = await openAdded()
    const path = `/console/webhooks/${id}/rotate`
    const signer = async (secrets: readonly string[]) => {
      await console.post(`/console/webhooks/${id}/ping`)
      return secrets.findIndex((one) => isSignedBy(receiver.arrivals.at(-1), one))
    }
    const dropped = await rotated(console, id, '1')
    expect(await noticeAfter(console, `${path}/cancel`)).toContain('was dropped')
    const switched = await rotated(console, id, '24')
    expect(await signer([secret, dropped, switched])).toBe(0)
    expect(await noticeAfter(console, `${path}/switch`)).toContain('signed with the new secret from now on')
    expect(await signer([secret, dropped, switched])).toBe(2)
    const last = await rotated(console, id, '0')
    expect(await signer([secret, dropped, switched, last])).toBe(3)
    for (const hours of ['', '2', '-1', '24.5'])
      expect(await noticeAfter(console, path, { hours })).toContain('Not done')
    for (const action of ['switch', 'cancel'])
      expect(await noticeAfter(console, `${path}/${action}`)).toContain('No new secret')
  })
})

describe('everything that failed since a time', () => {
  test('is retried, of one webhook or of all', async () => {
    const [one, other] = [await openReceiver(status(500)), await openReceiver(status(500))]
    const console = await openConsole()
    const { id } = await add(console, one.url, { label: 'one' })
    await add(console, other.url, { label: 'other' })
    for (let made = 0; made < 3; made += 1) await createCustomer(console.sandbox)
    await attempted(console.sandbox, 6)
    one.answer(status(200))
    const since = { since: '2026-09-01T11:00' }
    expect(await noticeAfter(console, `/console/webhooks/${id}/retry`, since)).toContain(
      '3 events are tried again',
    )
    await one.received(6)
    await attempted(console.sandbox, 9)
    expect(await noticeAfter(console, '/console/retry', { since: '2026-09-02' })).toContain(
      'Nothing is left to retry',
    )
    other.answer(status(200))
    expect(await noticeAfter(console, '/console/retry', since)).toContain('3 events are tried again')
    await other.received(6)
    for (const wrong of ['', 'yesterday', '2026-13-01T00:00'])
      expect(await noticeAfter(console, '/console/retry', { since: wrong })).toContain('Not done')
  })
})

test('a webhook is deleted, with its attempts', async () => {
  const { console, id } = await openAdded(undefined, { label: 'mine & <yours>' })
  await console.post(`/console/webhooks/${id}/ping`)
  const once = await console.post(`/console/webhooks/${id}/delete`)
  expect(once.location).toMatch(/^\/console\/webhooks\?note=/)
  expect((await console.get(once.location)).text).toContain('mine &amp; &lt;yours&gt;</bdi> was deleted.')
  expect((await console.get(`/console/webhooks/${id}`)).status).toBe(404)
  expect(await attemptsOf(console.sandbox)).toEqual([])
  expect(await noticeAfter(console, `/console/webhooks/${id}/delete`)).toContain('not found')
})

test('counts and latency stand at each webhook', async () => {
  const { receiver, console, id } = await openAdded()
  const tiles = async (path: string) =>
    [
      ...(await console.get(path)).text.matchAll(
        /(?:"|dt>)(?:Attempts|Acknowledged|Failed|Median|95th percentile)(?:<\/dt><dd>|">)(?:<span[^>]*>)?([^<]+)/g,
      ),
    ].map(([, value]) => value)
  expect(await tiles('/console/webhooks')).toEqual(['0', '-', '0', '-', '-'])
  for (const code of [200, 200, 500]) {
    receiver.answer(status(code))
    await console.post(`/console/webhooks/${id}/ping`)
  }
  for (const path of ['/console/webhooks', `/console/webhooks/${id}`]) {
    const shown = await tiles(path)
    expect(shown.slice(0, 3)).toEqual(['3', '67 %', '1'])
    for (const time of shown.slice(3)) expect(time).toMatch(/^[\d.]+ m?s$/)
  }
})
