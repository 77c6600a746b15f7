import { expect, onTestFinished, test } from 'vitest'

import { openData } from '../../../sandbox/index.js'
import { createCustomer } from '../support/actors.js'
import { list, look } from '../support/look.js'
import { openSandbox, type Sandbox } from '../support/sandbox.js'
import { freshPath } from '../support/state.js'
import { endpointOf, register, until } from './support/delivering.js'
import { type Arrival, openReceiver, type Receiver, status } from './support/receiver.js'

const customerIn = ({ body }: Arrival): string => String(look(JSON.parse(body), 'data', 'customer_id'))

/** A sandbox whose waits are milliseconds. */
const open = async (path?: string): Promise<Sandbox> => {
  const sandbox = await openSandbox({
    ...(path === undefined ? {} : { data: await openData(path) }),
    webhooks: { allowsLoopback: true, backoff: { first: 1, longest: 20 } },
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
const openChoosy = async (isRefused: (customer: string) => boolean, code = 422): Promise<Choosy> => {
  const taken: string[] = []
  const receiver = await openReceiver((arrival, response, count) => {
    const customer = customerIn(arrival)
    const isTaken = !isRefused(customer)
    if (isTaken) taken.push(customer)
    status(isTaken ? 200 : code)(arrival, response, count)
  })
  return { ...receiver, taken }
}

const createMany = async (sandbox: Sandbox, count: number): Promise<readonly string[]> => {
  const made: string[] = []
  for (let one = 0; one < count; one += 1) made.push(await createCustomer(sandbox))
  return made
}

const waiting = (sandbox: Sandbox, pending: number, refused = pending): Promise<unknown> =>
  until(
    () => endpointOf(sandbox),
    (endpoint) => look(endpoint, 'pending') === pending && look(endpoint, 'refused') === refused,
  )

test.each([400, 422, 500, 503])(
  'an event that is answered %i for ever steps aside, and arrives once it is taken',
  async (code) => {
    let poison: string | undefined
    const receiver = await openChoosy((customer) => customer === (poison ??= customer), code)
    const sandbox = await open()
    await register(sandbox, receiver.url)
    const [first = '', ...others] = await createMany(sandbox, 8)
    const endpoint = await waiting(sandbox, 1)
    expect(receiver.taken.toSorted()).toEqual(others.toSorted())
    // One that is tried in its stead is the only one that can be early.
    expect(receiver.taken.filter((customer) => customer !== receiver.taken[0])).toEqual(
      others.filter((customer) => customer !== receiver.taken[0]),
    )
    expect(receiver.arrivals.slice(0, 5).map(customerIn)).toEqual(Array.from({ length: 5 }, () => first))
    expect(endpoint).toMatchObject({ state: 'waiting', failures: 0, next_attempt_at: expect.any(String) })
    const event = list(
      await sandbox.send('GET', `/controls/webhooks/events?customer_id=${first}`),
      'items',
    )[0]
    expect(list(event, 'deliveries')).toMatchObject([{ state: 'refused', refusals: expect.any(Number) }])
    poison = 'nobody'
    await waiting(sandbox, 0)
    expect(receiver.taken.at(-1)).toBe(first)
    expect(await endpointOf(sandbox)).toMatchObject({ state: 'idle' })
  },
)

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

test('where no answer comes, nothing else is tried, and all arrive in order', async () => {
  let isDown = true
  const receiver = await openReceiver((arrival, response, count) => {
    if (isDown) response.socket?.resetAndDestroy()
    else status(200)(arrival, response, count)
  })
  const sandbox = await open()
  await register(sandbox, receiver.url)
  const customers = await createMany(sandbox, 4)
  const tried = (await receiver.received(20)).map(customerIn)
  expect(new Set(tried)).toEqual(new Set([customers[0]]))
  expect(await endpointOf(sandbox)).toMatchObject({ state: 'paused', pending: 4, refused: 0 })
  isDown = false
  await waiting(sandbox, 0)
  const taken = receiver.arrivals.map(customerIn).slice(-4)
  expect(taken).toEqual(customers)
})

test('where everything is refused, all of it waits, and arrives in order', async () => {
  const receiver = await openReceiver((arrival, response, count) =>
    status(count <= 10 ? 500 : 200)(arrival, response, count),
  )
  const sandbox = await open()
  await register(sandbox, receiver.url)
  const customers = await createMany(sandbox, 3)
  await receiver.received(13)
  await waiting(sandbox, 0)
  expect(receiver.arrivals.slice(10).map(customerIn)).toEqual(customers)
})

test('what stepped aside does so still after a restart, and nothing else comes again', async () => {
  const path = await freshPath()
  let poison: string | undefined
  const receiver = await openChoosy((customer) => customer === (poison ??= customer))
  const first = await open(path)
  const { id } = await register(first, receiver.url)
  const customers = await createMany(first, 5)
  await waiting(first, 1)
  await first.app.close()
  const second = await open(path)
  expect(await endpointOf(second)).toMatchObject({ pending: 1, refused: 1 })
  poison = 'nobody'
  await waiting(second, 0)
  expect(receiver.taken.toSorted()).toEqual(customers.toSorted())
  poison = undefined
  receiver.answer(status(422))
  const late = await createMany(second, 2)
  poison = late[0]
  await until(
    () => endpointOf(second),
    (endpoint) => Number(look(endpoint, 'failures')) > 5,
  )
  expect((await second.send('DELETE', `/controls/webhooks/${id}`)).status).toBe(204)
  await second.app.close()
  const third = await open(path)
  await register(third, receiver.url)
  expect(await endpointOf(third)).toMatchObject({ pending: 0, refused: 0 })
})
