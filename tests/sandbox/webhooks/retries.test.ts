import { expect, onTestFinished, test } from 'vitest'

import { openData } from '../../../sandbox/index.js'
import { createCustomer } from '../support/actors.js'
import { list, look } from '../support/look.js'
import { openSandbox, type Sandbox } from '../support/sandbox.js'
import { freshPath } from '../support/state.js'
import { attemptsOf, endpointOf, endpointWith, openDelivering, register } from './support/delivering.js'
import {
  type Answering,
  cutting,
  hanging,
  openReceiver,
  patiently,
  type Receiver,
  redirecting,
  status,
} from '../../support/receiver.js'

const customerIn = (body: string): string => String(look(JSON.parse(body), 'data', 'customer_id'))

/** A sandbox whose waits are milliseconds. A response that comes late counts twice, so a busy machine may take its time. */
const open = async (path?: string, timeout = 30_000): Promise<Sandbox> => {
  const sandbox = await openSandbox({
    ...(path === undefined ? {} : { data: await openData(path) }),
    webhooks: { allowsLoopback: true, backoff: { first: 1, longest: 20 }, timeout },
    clock: () => new Date(),
  })
  onTestFinished(() => sandbox.app.close())
  return sandbox
}

interface Choosy extends Receiver {
  /** The customers whose events were answered 200, in their order. */
  readonly taken: readonly string[]
}

/** A receiver that answers 200, but to events of some customers. */
const openChoosy = async (
  isRefused: (customer: string) => boolean,
  refuse: Answering = status(422),
): Promise<Choosy> => {
  const taken: string[] = []
  const receiver = await openReceiver((arrival, response, count) => {
    const customer = customerIn(arrival.body)
    if (isRefused(customer)) return refuse(arrival, response, count)
    taken.push(customer)
    status(200)(arrival, response, count)
  })
  return { ...receiver, taken }
}

const createMany = async (sandbox: Sandbox, count: number): Promise<readonly string[]> => {
  const made: string[] = []
  for (let one = 0; one < count; one += 1) made.push(await createCustomer(sandbox))
  return made
}

const waiting = (sandbox: Sandbox, pending: number): Promise<unknown> =>
  endpointWith(sandbox, { pending, retrying: pending })

test.each<[string, Answering]>([
  ['answered 400', status(400)],
  ['answered 503', status(503)],
  ['redirected', redirecting('/')],
  ['never answered', hanging],
  ['cut off', cutting],
])('an event that is %s holds up no other, and arrives once it is taken', async (_what, refuse) => {
  let poison: string | undefined
  const receiver = await openChoosy((customer) => customer === (poison ??= customer), refuse)
  const sandbox = await open(undefined, 300)
  await register(sandbox, receiver.url)
  const customers = await createMany(sandbox, 8)
  const endpoint = await waiting(sandbox, 1)
  expect(new Set([...receiver.taken, poison])).toEqual(new Set(customers))
  expect(receiver.taken).not.toContain(poison)
  expect(endpoint).toMatchObject({ state: 'waiting' })
  expect(await attemptsOf(sandbox, `customer_id=${poison}&outcome=failed`)).not.toEqual([])
  poison = 'nobody'
  await waiting(sandbox, 0)
  expect(new Set(receiver.taken)).toEqual(new Set(customers))
  expect(await endpointOf(sandbox)).toMatchObject({ state: 'idle', failures: 0 })
})

test('a receiver that crashes on one event, and is started again, gets all others', async () => {
  let poison: string | undefined
  let crashes = 0
  const receiver = await openChoosy(
    (customer) => customer === poison,
    () => {
      crashes += 1
      receiver.crash()
    },
  )
  const sandbox = await open()
  await register(sandbox, receiver.url)
  const customers = [...(await createMany(sandbox, 2))]
  poison = await createCustomer(sandbox)
  customers.push(poison, ...(await createMany(sandbox, 27)))
  await waiting(sandbox, 1)
  expect(new Set([...receiver.taken, poison])).toEqual(new Set(customers))
  expect(crashes).toBeGreaterThan(0)
  poison = undefined
  await waiting(sandbox, 0)
  expect(new Set(receiver.taken)).toEqual(new Set(customers))
})

test('many that are refused hold up none of the others, and none is lost', async () => {
  const refused = new Set<string>()
  let count = 0
  const seen = new Set<string>()
  const receiver = await openChoosy((customer) => {
    if (!seen.has(customer) && ++count % 3 === 0) refused.add(customer)
    seen.add(customer)
    return refused.has(customer)
  })
  const sandbox = await open()
  await register(sandbox, receiver.url)
  const customers = await createMany(sandbox, 61)
  await waiting(sandbox, 20)
  expect(new Set(receiver.taken).size).toBe(41)
  refused.clear()
  count = Number.NEGATIVE_INFINITY
  await waiting(sandbox, 0)
  expect(receiver.taken.toSorted()).toEqual(customers.toSorted())
})

test('events come out of order, and not more than four at once', async () => {
  const held: (() => void)[] = []
  const arrived: string[] = []
  const receiver = await openReceiver(({ body }, response) => {
    arrived.push(customerIn(body))
    held.push(() => response.end())
    // The one that came last is answered first.
    if (held.length === Math.min(4, 10 - answered)) for (; held.length > 0; answered += 1) held.pop()?.()
  })
  let answered = 0
  // Nothing fails here, so a busy machine does no harm.
  const sandbox = await openDelivering()
  await register(sandbox, receiver.url)
  const customers = await createMany(sandbox, 10)
  await waiting(sandbox, 0)
  expect(arrived).toHaveLength(10)
  expect(new Set(arrived)).toEqual(new Set(customers))
  const attempts = list(await sandbox.send('GET', '/controls/webhooks/attempts'), 'items')
  expect(attempts).toHaveLength(10)
})

test('what waits does so still after a restart, and nothing else comes again', async () => {
  const path = freshPath()
  let poison: string | undefined
  const receiver = await openChoosy((customer) => customer === (poison ??= customer))
  const first = await open(path)
  const { id } = await register(first, receiver.url)
  const customers = await createMany(first, 5)
  await waiting(first, 1)
  await first.app.close()
  const second = await open(path)
  expect(await endpointOf(second)).toMatchObject({ pending: 1, retrying: 1 })
  poison = 'nobody'
  await waiting(second, 0)
  expect(receiver.taken.toSorted()).toEqual(customers.toSorted())
  receiver.answer(status(422))
  await createMany(second, 2)
  const failures = async () => Number(look(await endpointOf(second), 'failures'))
  await expect.poll(failures, patiently).toBeGreaterThan(5)
  expect((await second.send('DELETE', `/controls/webhooks/${id}`)).status).toBe(204)
  await second.app.close()
  const third = await open(path)
  await register(third, receiver.url)
  expect(await endpointOf(third)).toMatchObject({ pending: 0, retrying: 0 })
})
