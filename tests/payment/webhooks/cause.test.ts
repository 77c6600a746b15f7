import { expect, test } from 'vitest'
import type { Delivery } from '../../../conformance/exchange/delivery.js'
import { CauseLog } from '../../../payment/sections/webhooks/cause.js'

/** A `customer_created` that came so many milliseconds after its cause. */
const after = (arrivedAt: number): Delivery => ({
  exchange: {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/',
      headers: [],
      body: JSON.stringify({ type: 'customer_created', data: { customer_id: 'a' } }),
    },
    response: { status: 200, headers: [], body: '' },
    target: 'webhook',
    sentAt: 0,
    isReplay: false,
  },
  bytes: new Uint8Array(),
  arrivedAt,
  address: '',
})

test.each([
  ['in full', false, [20], 60_000, 60_000],
  ['for seconds after one that did not come', true, [], 60_000, 5_000],
  ['several times as long as the others took then', true, [4_000], 60_000, 16_000],
  ['never longer', true, [20_000], 60_000, 60_000],
  ['no seconds where there are fewer', true, [], 2_000, 2_000],
])('an event is awaited %s', (_, hasMissed, delays, waitMs, expected) => {
  const log = new CauseLog()
  log.caused('customer-created', { customerId: 'a', since: 0, what: 'a customer was created' })
  log.hasMissed = hasMissed
  expect(log.patienceMs(delays.map(after), waitMs)).toBe(expected)
})
