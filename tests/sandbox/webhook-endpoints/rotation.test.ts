import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'

import { openData } from '../../../sandbox/index.js'
import { look, text } from '../support/look.js'
import { openSandbox, type Sandbox } from '../support/sandbox.js'
import { freshPath } from '../support/state.js'
import { advance, attemptsOf, endpointOf, openDelivering, register } from '../webhooks/support/delivering.js'
import { type Arrival, openReceiver, status } from '../webhooks/support/receiver.js'

const signs = (secret: string, { headers, body }: Arrival): boolean => {
  const digest = createHmac('sha256', secret).update(`${String(headers['webhook-timestamp'])}${body}`)
  return headers['webhook-signature'] === `v1=${digest.digest('hex')}`
}

const rotate = async ({ send }: Sandbox, id: string, overlap: number): Promise<string> =>
  text(await send('POST', `/controls/webhooks/${id}/secret`, { body: { overlap_hours: overlap } }), 'secret')

const post = async ({ send }: Sandbox, path: string): Promise<number> =>
  (await send('POST', `/controls/webhooks/${path}`)).status

/** The secret, of those given, that signs a ping now. */
const signerOf = async (
  sandbox: Sandbox,
  id: string,
  arrivals: readonly Arrival[],
  secrets: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  expect(await post(sandbox, `${id}/ping`)).toBe(200)
  const last = arrivals.at(-1)
  return Object.keys(secrets).filter((name) => last !== undefined && signs(secrets[name] ?? '', last))
}

test('a new secret is told once, and signs when its time has come', async () => {
  const receiver = await openReceiver()
  const sandbox = await openDelivering()
  const { id, secret: old } = await register(sandbox, receiver.url)
  const fresh = await rotate(sandbox, id, 1)
  const signer = () => signerOf(sandbox, id, receiver.arrivals, { old, fresh })
  expect(fresh).not.toBe(old)
  expect(await endpointOf(sandbox)).toMatchObject({ new_secret_signs_from: '2026-09-01T13:00:00.000Z' })
  expect((await sandbox.send('GET', '/controls/webhooks')).text).not.toContain(fresh)
  expect(await signer()).toEqual(['old'])
  await advance(sandbox, 3599)
  expect(await signer()).toEqual(['old'])
  await advance(sandbox, 1)
  expect(await signer()).toEqual(['fresh'])
  expect(look(await endpointOf(sandbox), 'new_secret_signs_from')).toBeUndefined()
  await sandbox.send('POST', '/controls/clock', { body: { reset: true } })
  expect(await signer()).toEqual(['fresh'])
})

test('a new secret signs at once where no overlap is wanted', async () => {
  const receiver = await openReceiver()
  const sandbox = await openDelivering()
  const { id, secret: old } = await register(sandbox, receiver.url)
  const fresh = await rotate(sandbox, id, 0)
  expect(await signerOf(sandbox, id, receiver.arrivals, { old, fresh })).toEqual(['fresh'])
})

test('while a new secret waits it can be switched to or dropped, and no other is made', async () => {
  const receiver = await openReceiver()
  const sandbox = await openDelivering()
  const { id, secret: first } = await register(sandbox, receiver.url)
  for (const path of ['switch', 'cancel']) expect(await post(sandbox, `${id}/secret/${path}`)).toBe(409)
  const second = await rotate(sandbox, id, 24)
  const again = { body: { overlap_hours: 24 } }
  expect((await sandbox.send('POST', `/controls/webhooks/${id}/secret`, again)).status).toBe(409)
  expect(await post(sandbox, `${id}/secret/cancel`)).toBe(200)
  await advance(sandbox, 2 * 86_400)
  const secrets = { first, second }
  expect(await signerOf(sandbox, id, receiver.arrivals, secrets)).toEqual(['first'])
  const third = await rotate(sandbox, id, 24)
  expect(third).not.toBe(second)
  expect(await post(sandbox, `${id}/secret/switch`)).toBe(200)
  expect(await signerOf(sandbox, id, receiver.arrivals, { ...secrets, third })).toEqual(['third'])
})

test.each([undefined, 2, '1', -1])('an overlap of %j hours is refused', async (overlap) => {
  const sandbox = await openDelivering()
  const { id } = await register(sandbox, 'https://hooks.example/')
  const body = { overlap_hours: overlap }
  expect((await sandbox.send('POST', `/controls/webhooks/${id}/secret`, { body })).status).toBe(400)
})

test('no secret of a webhook is kept of what its receiver sends back, in headers neither', async () => {
  const receiver = await openReceiver()
  const sandbox = await openDelivering()
  const { id, secret: old } = await register(sandbox, receiver.url)
  const fresh = await rotate(sandbox, id, 1)
  receiver.answer((_arrival, response) => {
    response.writeHead(500, { 'x-debug': `${old} ${fresh}`, 'x-plain': 'b\u00E9' }).end(`${fresh}${old}`)
  })
  await post(sandbox, `${id}/ping`)
  const [attempt] = await attemptsOf(sandbox)
  expect(look(attempt, 'response_excerpt')).toBe('[secret][secret]')
  expect(look(attempt, 'response_headers')).toContainEqual(['x-debug', '[secret] [secret]'])
  expect(JSON.stringify(attempt)).not.toMatch(new RegExp(`${old}|${fresh}`))
})

test('a secret that waits does so over a restart', async () => {
  const path = await freshPath()
  const receiver = await openReceiver(status(200))
  const open = async () => openSandbox({ data: await openData(path), webhooks: { allowsLoopback: true } })
  const first = await open()
  const { id, secret: old } = await register(first, receiver.url)
  const fresh = await rotate(first, id, 24)
  await first.app.close()
  const second = await open()
  onTestFinished(() => second.app.close())
  expect(await signerOf(second, id, receiver.arrivals, { old, fresh })).toEqual(['old'])
  await advance(second, 86_400)
  expect(await signerOf(second, id, receiver.arrivals, { old, fresh })).toEqual(['fresh'])
})
