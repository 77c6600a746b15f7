import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

import { everything, send, start } from './kept/process.js'
import { temporaryFolder } from '../support/folder.js'
import { openReceiver, patiently } from '../support/receiver.js'

const WEBHOOKS = 10
const CUSTOMERS = 100
/** The number of deliveries before each kill. */
const KILLS = [1, 100, 500, 700]
const KEY = 'sandbox-key'

/** The events that arrived at one webhook, in order. */
interface Arrived {
  readonly events: string[]
  readonly ids: string[]
}

const customerIn = (event: string): string => {
  const { data } = JSON.parse(event) as { data: { customer_id: string } }
  return data.customer_id
}

/** Every eighth customer or so, at every second webhook. */
const isRefused = (hook: number, customer: string): boolean => hook % 2 === 1 && /^[08]/.test(customer)

/** A receiver that refuses some events for as long as `refuses` says so. */
const openRefusing = async (refuses: () => boolean) => {
  const arrived = Array.from({ length: WEBHOOKS }, (): Arrived => ({ events: [], ids: [] }))
  const { port } = await openReceiver(({ path, headers, body }, response) => {
    const hook = Number(path.slice(1))
    const own = arrived[hook]
    const isTaken = !refuses() || !isRefused(hook, customerIn(body))
    if (isTaken) own?.events.push(customerIn(body))
    own?.ids.push(String(headers['webhook-id']))
    response.writeHead(isTaken ? 200 : 422).end()
  })
  const isThere = (fits: () => boolean): Promise<void> =>
    vi.waitFor(() => expect(fits()).toBe(true), patiently)
  return { port, arrived, isThere }
}

const total = (arrived: readonly Arrived[]): number =>
  arrived.reduce((sum, { events }) => sum + events.length, 0)

const create = async (origin: string, name: number): Promise<boolean> => {
  const answer = await send(origin, KEY, {
    method: 'POST',
    path: '/api/customers',
    body: { customer_type: 'Person', email: `customer-${name}@partner.test` },
    idempotencyKey: `customer-${name}`,
  }).catch(() => undefined)
  return answer?.status === 201
}

/** Creates customers, four at a time, until all are there or the service is gone. Returns the first that is missing. */
const createAll = async (origin: string, from: number): Promise<number> => {
  for (let next = from; next < CUSTOMERS; next += 4) {
    const made = await Promise.all([0, 1, 2, 3].map((one) => create(origin, next + one)))
    if (made.includes(false)) return next
  }
  return CUSTOMERS
}

const options = ['--allow-loopback-webhooks', '--webhook-retry', '20']

test(
  'every event of 1,000 arrives, with kill -9 at four moments, and while some are refused',
  { timeout: 120_000 },
  async () => {
    let isRefusing = true
    const path = join(temporaryFolder(), 'state')
    const { port, arrived, isThere } = await openRefusing(() => isRefusing)
    let running = await start(path, [KEY], ...options)
    for (let hook = 0; hook < WEBHOOKS; hook += 1) {
      const body = { label: `hook ${hook}`, url: `http://127.0.0.1:${port}/${hook}` }
      expect(
        (await send(running.origin, KEY, { method: 'POST', path: '/controls/webhooks', body })).status,
      ).toBe(201)
    }
    let made = 0
    for (const count of KILLS) {
      const creating = createAll(running.origin, made)
      await isThere(() => total(arrived) >= count)
      await running.kill()
      made = await creating
      running = await start(path, [KEY], ...options)
    }
    expect(await createAll(running.origin, made)).toBe(CUSTOMERS)
    await isThere(() =>
      arrived.every(({ events }, hook) =>
        hook % 2 === 1 ? new Set(events).size > CUSTOMERS / 2 : new Set(events).size === CUSTOMERS,
      ),
    )
    await running.kill()
    isRefusing = false
    running = await start(path, [KEY], ...options)
    await isThere(() => arrived.every(({ events }) => new Set(events).size === CUSTOMERS))

    const log = await everything(running.origin, KEY, '/controls/events', '&sort_order=asc')
    const logged = log.map((event) => (JSON.parse(event) as { customer_id: string }).customer_id)
    expect(new Set(logged).size).toBe(CUSTOMERS)
    for (const { events } of arrived) expect(new Set(events)).toEqual(new Set(logged))
    const ids = arrived.flatMap((one) => one.ids)
    expect(new Set(ids).size).toBe(ids.length)
    const duplicates = total(arrived) - WEBHOOKS * CUSTOMERS
    // Progress is buffered briefly: only deliveries acknowledged during that time can be repeated.
    expect(duplicates, `${duplicates} came twice`).toBeLessThan(
      WEBHOOKS * (CUSTOMERS / 2) * (KILLS.length + 1),
    )
  },
)
