import { expect, test } from 'vitest'

import { list } from './support/look.js'
import { openSandbox } from './support/sandbox.js'

test('retries with the same key that come at once are answered like the first', async () => {
  const { send } = await openSandbox()
  const body = { customer_type: 'Person', email: 'person@partner.test' }
  const create = () => send('POST', '/customers', { body, idempotencyKey: 'key-1' })
  const replies = await Promise.all(Array.from({ length: 20 }, create))
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  expect(replies.filter(({ headers }) => headers['x-api-version'] !== undefined)).toHaveLength(1)
  expect(list(await send('GET', '/customers?page_size=100'), 'items')).toHaveLength(1)
})
