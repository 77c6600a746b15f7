import { describe, expect, test } from 'vitest'

import { createCustomer } from '../support/actors.js'
import { attempted, attemptsOf } from '../webhooks/support/delivering.js'
import { openReceiver, status } from '../webhooks/support/receiver.js'
import { add, noticeAfter, openAdded, openConsole } from './support/console.js'

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
