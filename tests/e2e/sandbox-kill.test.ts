import { join } from 'node:path'
import { expect, test } from 'vitest'

import { Client } from './kept/client.js'
import { life } from './kept/life.js'
import { everything, type Running, send, start } from './kept/process.js'
import { temporaryFolder } from '../support/folder.js'

const KEYS = ['key-a', 'key-b', 'key-c']
const STEP_SECONDS = 1000

/** Moves the clock, and tells by how many steps it is ahead of the clock of this machine. */
const clock = async (origin: string, key: string, steps = 0): Promise<number> => {
  const path = '/controls/clock'
  const body = { advance_seconds: steps * STEP_SECONDS }
  if (steps > 0) await send(origin, key, { method: 'POST', path, body })
  const { text } = await send(origin, key, { method: 'GET', path })
  const { now } = JSON.parse(text) as { now: string }
  return Math.round((Date.parse(now) - Date.now()) / 1000 / STEP_SECONDS)
}

/** Lets the clients live until so many of their writes were acknowledged, and then kills the service. */
const liveAndDie = async ({ origin, kill }: Running, clients: readonly Client[], writes: number) => {
  let count = 0
  let killed: Promise<void> | undefined
  const told = (): void => {
    if ((count += 1) === writes) killed = kill()
  }
  await Promise.all(clients.map((client) => client.live(origin, told, life)))
  await killed
}

interface Customer {
  readonly id: string
  readonly external_id: string
  readonly status: string
}

interface Event {
  readonly customer_id: string
  readonly body: { readonly type: string; readonly data: { readonly message: { readonly status: string } } }
}

/** Records and their events are written together: each customer was made once, and is as its last event told. */
const checkEvents = async (origin: string, key: string): Promise<void> => {
  const texts = await everything(origin, key, '/api/customers')
  const customers = texts.map((text) => JSON.parse(text) as Customer)
  expect(new Set(customers.map((customer) => customer.external_id)).size, 'no customer twice').toBe(
    texts.length,
  )
  const log = await everything(origin, key, '/controls/events', '&sort_order=asc')
  const events = log.map((text) => JSON.parse(text) as Event)
  const told = new Map<string, string[]>()
  for (const { customer_id: id, body } of events)
    if (body.type === 'customer_created') told.set(id, [...(told.get(id) ?? []), 'created'])
    else if (body.type === 'customer_status') told.get(id)?.push(body.data.message.status)
  expect([...told.keys()].toSorted()).toEqual(customers.map(({ id }) => id).toSorted())
  for (const { id, status } of customers) {
    const [created, ...statuses] = told.get(id) ?? []
    expect([created, statuses.at(-1) ?? status], `events of ${id}`).toEqual(['created', status])
    expect(statuses).not.toContain('created')
  }
}

// How many acknowledged writes of three clients come before each kill. All kills are of one state.
test.each([{ moments: [1, 2, 5] }, { moments: [13, 34, 89] }])(
  'all that was acknowledged is there after kill -9 behind writes $moments',
  async ({ moments }) => {
    const path = join(temporaryFolder(), 'state')
    const clients = KEYS.map((key) => new Client(key))
    let ahead = 0
    let running = await start(path, KEYS)
    for (const [round, writes] of moments.entries()) {
      await clock(running.origin, 'key-a', round + 1)
      ahead += round + 1
      await liveAndDie(running, clients, writes)
      running = await start(path, KEYS)
      const { origin } = running
      expect(await clock(origin, 'key-a'), 'the clock is ahead as before').toBe(ahead)
      for (const client of clients) {
        await client.verify(origin)
        const retried = await client.retry(origin)
        expect(retried?.status ?? 200, retried?.text).toBeLessThan(300)
        await checkEvents(origin, client.key)
        await client.catchUp()
      }
    }
  },
)
