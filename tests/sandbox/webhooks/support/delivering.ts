import { expect, onTestFinished, vi } from 'vitest'

import type { SandboxOptions } from '../../../../sandbox/index.js'
import type { Resolve } from '../../../../sandbox/webhooks/http-client.js'
import { createCustomer } from '../../support/actors.js'
import { list, look, text } from '../../support/look.js'
import { openSandbox, type Sandbox } from '../../support/sandbox.js'
import { type Answering, openReceiver, patiently } from '../../../support/receiver.js'

/** A sandbox that delivers to loopback, and ends with the test. */
export const openDelivering = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
  const sandbox = await openSandbox({ webhooks: { allowsLoopback: true }, ...options })
  onTestFinished(() => sandbox.app.close())
  return sandbox
}

/** Registers a webhook; resolves to its id and secret. */
export const register = async (
  { send }: Sandbox,
  url: string,
  more: object = {},
): Promise<{ readonly id: string; readonly secret: string }> => {
  const reply = await send('POST', '/controls/webhooks', { body: { label: 'orders', url, ...more } })
  return { id: text(reply, 'id'), secret: text(reply, 'secret') }
}

/** A receiver, and a sandbox with a webhook that leads to it. */
export const openRegistered = async (answering?: Answering, options: Partial<SandboxOptions> = {}) => {
  const receiver = await openReceiver(answering)
  const sandbox = await openDelivering(options)
  return { receiver, sandbox, ...(await register(sandbox, receiver.url)) }
}

/** Attempts as the control lists them, newest first. */
export const attemptsOf = async ({ send }: Sandbox, query = ''): Promise<readonly unknown[]> =>
  list(await send('GET', `/controls/webhooks/attempts?${query}`), 'items')

/** The one webhook of a sandbox as the control shows it. */
export const endpointOf = async ({ send }: Sandbox): Promise<unknown> =>
  list(await send('GET', '/controls/webhooks'), 'items')[0]

/** The first attempt to deliver to a URL. */
export const attemptAt = async (url: string, webhooks: SandboxOptions['webhooks'] = {}): Promise<unknown> => {
  const sandbox = await openDelivering({ webhooks })
  await register(sandbox, url)
  await createCustomer(sandbox)
  return (await attempted(sandbox, 1))[0]
}

/** Leads every name to the addresses of one answer after the other, and to those of the last one from then on. */
export const leadingTo = (...answers: readonly (readonly string[])[]): Resolve => {
  const left = [...answers]
  return async () => {
    const addresses = (left.length > 1 ? left.shift() : left[0]) ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
}

/** The one webhook of a sandbox, once its members have these values. */
export const endpointWith = (sandbox: Sandbox, due: Readonly<Record<string, unknown>>): Promise<unknown> =>
  vi.waitFor(async () => {
    const endpoint = await endpointOf(sandbox)
    expect(endpoint).toMatchObject(due)
    return endpoint
  }, patiently)

/** Resolves when so many attempts were made. */
export const attempted = (sandbox: Sandbox, count: number): Promise<readonly unknown[]> =>
  vi.waitFor(async () => {
    const attempts = await attemptsOf(sandbox)
    expect(attempts.length).toBeGreaterThanOrEqual(count)
    return attempts
  }, patiently)

export const advance = (sandbox: Sandbox, seconds: number): Promise<unknown> =>
  sandbox.send('POST', '/controls/clock', { body: { advance_seconds: seconds } })

export const idOf = (attempt: unknown): string => String(look(attempt, 'id'))
