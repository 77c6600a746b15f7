import { describe, expect, test } from 'vitest'

import { createCustomer } from '../support/actors.js'
import { attempted, attemptsOf } from '../webhooks/support/delivering.js'
import { openReceiver, status } from '../webhooks/support/receiver.js'
import { add, noticeAfter, openAdded, openConsole } from './support/console.js'

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
