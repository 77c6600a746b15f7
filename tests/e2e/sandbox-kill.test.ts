import { join } from 'node:path'
import { expect, test } from 'vitest'

import { activeCustomer, bankAccount, given, onramp, wallet } from '../sandbox/support/actors.js'
import { text } from '../sandbox/support/look.js'
import { NEW, OLD, type Sandbox } from '../sandbox/support/sandbox.js'
import { everything, type Reply, type Request, send, start } from './kept/process.js'
import { temporaryFolder } from '../support/folder.js'

const KEYS = ['key-a', 'key-b']

/** A customer with everything that can be written about it, and the settings of its partner. */
const life = async (sandbox: Sandbox, version: string): Promise<void> => {
  const post = (path: string, body?: unknown) => sandbox.send('POST', path, { body })
  const put = (path: string, body: unknown) => sandbox.send('PUT', path, { body })
  const id = await activeCustomer(sandbox, { version })
  await bankAccount(sandbox, id)
  const query = given(onramp(id, await wallet(sandbox, id)))
  const { body: quote } = await sandbox.send('GET', '/autoramps/quote', { query })
  const autoramp = text(await post('/autoramps', quote), 'id')
  await put(`/sandbox/autoramp/${autoramp}`, 'Approved')
  const transaction = await post('/sandbox/transaction', { autoramp_id: autoramp, amount: '100' })
  await put(`/sandbox/transaction/${text(transaction, 'id')}/state`, { state: 'Completed' })
  await post('/fee-profiles', {
    name: version,
    transaction_fee_bips: 40,
    network_fee_settlement: 'settledLater',
    banking_fee_configs: [{ rail: 'Ach', fiat_transfer_type: 'PayOut', fee_amount: '2' }],
  })
  const webhook = await post('/controls/webhooks', { label: 'hook', url: 'https://partner.test/hook' })
  await sandbox.send('PATCH', `/webhooks/${text(webhook, 'id')}`, { body: { enabled: false } })
  await put(`/controls/customers/${id}/review`, { suspended: true })
  await post('/controls/clock', { advance_seconds: 100_000 })
  await post('/controls/terms')
}

/** All records that a partner can read, by path. */
const shown = async (origin: string, key: string): Promise<unknown> => {
  const lists = ['/api/customers', '/api/autoramps', '/api/webhooks', '/controls/events']
  const items = await Promise.all(lists.map((path) => everything(origin, key, path)))
  const [customers = [], autoramps = []] = items.map((texts) =>
    texts.map((one) => text(JSON.parse(one), 'id')),
  )
  const paths = [
    '/api/fee-profiles',
    '/api/terms-and-conditions?country=DEU',
    ...customers.flatMap((id) => [
      `/api/customers/${id}/abilities`,
      `/api/customers/${id}/signings`,
      `/api/customers/${id}/identifications`,
      `/api/customers/${id}/requirements`,
      `/api/addresses/crypto/${id}`,
      `/api/addresses/fiat/${id}`,
    ]),
    ...autoramps.map((id) => `/api/autoramp-transactions?autoramp_id=${id}`),
  ]
  const replies = await Promise.all(paths.map((path) => send(origin, key, { method: 'GET', path })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  return [...lists, ...paths].map((path, index) => [path, [...items, ...replies][index]])
}

/** The number of steps by which the sandbox clock is ahead of this machine's. */
const ahead = async (origin: string): Promise<number> => {
  const { text: reply } = await send(origin, 'key-a', { method: 'GET', path: '/controls/clock' })
  const { now } = JSON.parse(reply) as { now: string }
  // A clock that is a little behind would be ahead by -0.
  return Math.max(0, Math.round((Date.parse(now) - Date.now()) / 100_000_000))
}

/** The number of acknowledged writes before each kill but the last. All kills concern one state. */
const KILLS = new Set([1, 2, 5, 13, 34, 55])

test('all that was acknowledged is there after kill -9', async () => {
  const path = join(temporaryFolder(), 'state')
  let running = await start(path, KEYS)
  let writes = 0
  const acknowledged: { key: string; request: Request; reply: Reply }[] = []
  const look = () => Promise.all([ahead(running.origin), ...KEYS.map((key) => shown(running.origin, key))])

  const killAndLook = async (): Promise<void> => {
    const before = await look()
    await running.kill()
    running = await start(path, KEYS)
    expect(await look(), `after ${writes} writes`).toEqual(before)
    for (const { key, request, reply } of acknowledged)
      expect(await send(running.origin, key, request), `${request.path} again, with its key`).toEqual(reply)
    expect(await look(), 'a replay changes nothing').toEqual(before)
  }

  const sendAs = async (key: string, request: Request) => {
    const reply = await send(running.origin, key, request)
    if (request.method !== 'GET') {
      writes += 1
      if (request.idempotencyKey !== undefined) acknowledged.push({ key, request, reply })
      if (KILLS.has(writes)) await killAndLook()
    }
    return { ...reply, headers: {}, body: reply.text === '' ? undefined : JSON.parse(reply.text) }
  }

  // A sandbox in another process, so only `send` is implemented.
  const partner = (key: string): Pick<Sandbox, 'send'> => ({
    send: (method, path, { query, body, version = NEW } = {}) => {
      const isControl = path.startsWith('/controls')
      const isKeyed = method === 'POST' && !isControl
      const all = `${isControl ? '' : '/api'}${path}?${new URLSearchParams(query).toString()}`
      return sendAs(key, {
        method,
        path: all,
        body,
        version,
        ...(isKeyed && { idempotencyKey: `write-${writes}` }),
      })
    },
  })
  for (const version of [NEW, OLD]) for (const key of KEYS) await life(partner(key) as Sandbox, version)
  await killAndLook()
})
