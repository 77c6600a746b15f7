import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { createCustomer } from '../support/actors.js'
import { look } from '../support/look.js'
import { NOW } from '../support/sandbox.js'
import { advance, attempted, endpointOf, openDelivering, register, until } from './support/delivering.js'
import { openReceiver, status } from './support/receiver.js'

describe('a delivery', () => {
  test('is posted, signed over timestamp and body, and kept as an attempt', async () => {
    const receiver = await openReceiver()
    const sandbox = await openDelivering()
    const { id, secret } = await register(sandbox, receiver.url)
    const customer = await createCustomer(sandbox)
    const [arrival] = await receiver.received(1)
    const timestamp = String(NOW.getTime() / 1000)
    const digest = createHmac('sha256', secret)
      .update(timestamp + arrival?.body)
      .digest('hex')
    expect(arrival).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1=${digest}`,
      },
    })
    const [attempt] = await attempted(sandbox, 1)
    expect(attempt).toMatchObject({
      id: arrival?.headers['webhook-id'],
      webhook_id: id,
      type: 'customer_created',
      customer_id: customer,
      trigger: 'scheduled',
      acknowledged: true,
      response_status: 200,
      request_body: arrival?.body,
    })
  })

  test('that is refused ten times comes an eleventh time, each under another id', async () => {
    const receiver = await openReceiver((arrival, response, count) =>
      status(count <= 10 ? 500 : 200)(arrival, response, count),
    )
    const sandbox = await openDelivering()
    await register(sandbox, receiver.url)
    await createCustomer(sandbox)
    for (let failures = 1; failures <= 10; failures += 1) {
      await attempted(sandbox, failures)
      expect(receiver.arrivals).toHaveLength(failures)
      expect(await endpointOf(sandbox)).toMatchObject({
        state: 'waiting',
        failures,
        pending: 1,
        last_failure_reason: 'answered 500, and 200 alone acknowledges',
      })
      await advance(sandbox, (1300 * 2 ** (failures - 1)) / 1000)
    }
    const arrivals = await receiver.received(11)
    expect(new Set(arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(11)
    expect(new Set(arrivals.map(({ body }) => body)).size).toBe(1)
    await until(
      () => endpointOf(sandbox),
      (endpoint) => look(endpoint, 'state') === 'idle',
    )
  })
})
