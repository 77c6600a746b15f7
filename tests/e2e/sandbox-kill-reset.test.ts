import { join } from 'node:path'
import { expect, test } from 'vitest'

import { everything, type Request, send, start } from './kept/process.js'
import { temporaryFolder } from '../support/folder.js'

const KEYS = ['resetting', 'writing']
const CUSTOMERS = 12

const creation = (name: string): Request => ({
  method: 'POST',
  path: '/api/customers',
  body: { customer_type: 'Person', email: `${name}@partner.test`, external_id: name },
  idempotencyKey: name,
})

const RESET: Request = { method: 'POST', path: '/api/sandbox/reset', idempotencyKey: 'reset' }

/** Creates customers one after the other until the service is gone. */
const write = async (origin: string, told: () => void): Promise<readonly string[]> => {
  const acknowledged: string[] = []
  for (let count = 0; ; count += 1) {
    const answer = await send(origin, 'writing', creation(`other-${count}`)).catch(() => undefined)
    if (answer === undefined) return acknowledged
    expect(answer.status, answer.text).toBe(201)
    acknowledged.push(answer.text)
    told()
  }
}

const setUp = async (origin: string) => {
  const answers: string[] = []
  for (let count = 0; count < CUSTOMERS; count += 1)
    answers.push((await send(origin, 'resetting', creation(`mine-${count}`))).text)
  const hook = { label: 'mine', url: 'https://partner.test/hook' }
  await send(origin, 'resetting', { method: 'POST', path: '/controls/webhooks', body: hook })
  const events = await everything(origin, 'resetting', '/controls/events')
  expect(events).toHaveLength(CUSTOMERS)
  return { answers, events }
}

// The writes of another partner that are acknowledged between the sending of the reset and the kill.
test.each([0, 1, 2, 5])(
  'a reset is done whole or not at all, with kill -9 %i writes after it was sent',
  async (writes) => {
    const path = join(temporaryFolder(), 'state')
    const first = await start(path, KEYS)
    const { answers, events } = await setUp(first.origin)
    let left = writes
    let killed: Promise<void> | undefined
    let sent = false
    const told = (): void => {
      if (sent && (left -= 1) === 0) killed = first.kill()
    }
    const writing = write(first.origin, told)
    const reset = send(first.origin, 'resetting', RESET).then(
      ({ status }) => status,
      () => undefined,
    )
    sent = true
    if (writes === 0) killed = first.kill()
    const [acknowledged, status] = await Promise.all([writing, reset])
    await killed

    const { origin } = await start(path, KEYS)
    const mine = await everything(origin, 'resetting', '/api/customers')
    expect(status === 200 ? [0] : [0, CUSTOMERS], 'all or none').toContain(mine.length)
    expect(await everything(origin, 'resetting', '/controls/events'), 'the log stays').toEqual(events)
    expect(await everything(origin, 'resetting', '/api/webhooks'), 'webhooks stay').toHaveLength(1)
    const others = await everything(origin, 'writing', '/api/customers')
    const ids = others.map((text) => (JSON.parse(text) as { id: string }).id)
    for (const text of acknowledged) expect(ids).toContain((JSON.parse(text) as { id: string }).id)
    for (const [count, text] of answers.entries())
      expect(await send(origin, 'resetting', creation(`mine-${count}`))).toEqual({ status: 201, text })
    expect((await send(origin, 'resetting', RESET)).status).toBe(200)
    expect(await everything(origin, 'resetting', '/api/customers')).toEqual([])
  },
)
