import { readFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sharedFolder } from '../support/folder.js'
import { generateOne, repository, writeFiles } from './support/generated.js'

const folder = sharedFolder()

it('webhooks of the payment API are verified and judged', async () => {
  const text = readFileSync(join(repository, 'dist/specs/2026-08-01.json'), 'utf8')
  writeFiles(folder, (await generateOne(text)).files)
  const { eventTypes, validators, verify } = await import(join(folder, 'it/webhooks.js'))
  expect(eventTypes).toHaveLength(13)
  const customer = '11111111-2222-4333-8444-555555555555'
  const judged = (type: string, message: object): Promise<unknown> => {
    const body = JSON.stringify({ type, timestamp: 'now', data: { customer_id: customer, message } })
    const at = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', 'a').update(at + body)
    const headers = { 'Webhook-Timestamp': at, 'Webhook-Signature': `v1=${signature.digest('hex')}` }
    return verify(body, headers, 'a', { validators })
  }
  const status = { id: customer, transaction_status: 'PayoutInProgress' }
  expect(await judged('transaction_status', status)).toMatchObject({
    verified: true,
    type: 'transaction_status',
    message: status,
  })
  expect(await judged('transaction_status', { TransactionStatus: status })).toMatchObject({
    message: status,
  })
  expect(await judged('transaction_status', { ...status, id: 7 })).toMatchObject({
    reason: 'invalid-body',
    problems: [{ pointer: '/data/message/id', message: 'must be a string, not 7' }],
  })
  expect(await judged('what_comes_next', {})).toMatchObject({ verified: true, type: 'what_comes_next' })
})
