import { describe, expect, onTestFinished, test, vi } from 'vitest'

import type { SandboxOptions } from '../../../sandbox/index.js'
import { heartbeat } from '../../../sandbox/webhooks/stream.js'
import { createCustomer } from '../support/actors.js'
import { list, text } from '../support/look.js'
import { openSandbox, portOf, type Sandbox } from '../support/sandbox.js'

/** A stream as a client sees it: its blocks one by one, comments included. */
interface Reading {
  readonly status: number
  readonly mediaType: string | null
  /** The next block; `undefined` at the end. */
  readonly next: () => Promise<string | undefined>
  readonly abort: () => void
}

/** A sandbox that listens until the end of the test, and its URL. */
const open = async (options?: Partial<SandboxOptions>) => {
  const sandbox = await openSandbox(options)
  onTestFinished(() => sandbox.app.close())
  return { sandbox, url: `http://127.0.0.1:${await portOf(sandbox.app)}` }
}

const read = async (url: string, headers: Record<string, string> = {}, query = ''): Promise<Reading> => {
  const controller = new AbortController()
  const { signal } = controller
  const answer = await fetch(`${url}/controls/events/stream${query}`, {
    headers: { 'x-api-key': 'sandbox-key', ...headers },
    signal,
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let held = ''
  const next = async (): Promise<string | undefined> => {
    const cut = held.indexOf('\n\n')
    if (cut >= 0) {
      const block = held.slice(0, cut)
      held = held.slice(cut + 2)
      return block
    }
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    held += value
    return done ? undefined : next()
  }
  const abort = (): void => controller.abort()
  return { status: answer.status, mediaType: answer.headers.get('content-type'), next, abort }
}

/** The log as the other control lists it, each event as the stream spells it. */
const logged = async ({ send }: Sandbox, key = 'sandbox-key'): Promise<readonly string[]> => {
  const page = await send('GET', '/controls/events?sort_order=asc&page_size=100', { key })
  return list(page, 'items').map((event) => {
    const { body } = event as { body: unknown }
    return `id: ${text(event, 'id')}\nevent: ${text(event, 'body', 'type')}\ndata: ${JSON.stringify(body)}`
  })
}

const idOf = (block: string | undefined): string => /^id: (.+)$/m.exec(block ?? '')?.[1] ?? ''

describe('the stream of events', () => {
  test('tells what happens from now on, as deliveries hold it', async () => {
    const { sandbox, url } = await open()
    await createCustomer(sandbox)
    const stream = await read(url)
    expect([stream.status, stream.mediaType]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(await stream.next()).toBe(': open')
    const id = await createCustomer(sandbox)
    const [, expected] = await logged(sandbox)
    expect(await stream.next()).toBe(expected)
    expect(expected).toContain('event: customer_created\n')
    expect(expected).toContain(id)
  })

  test('goes on after the event that a client had last, each event once', async () => {
    const { sandbox, url } = await open()
    for (let made = 0; made < 4; made += 1) await createCustomer(sandbox)
    const all = await logged(sandbox)
    const stream = await read(url, { 'last-event-id': idOf(all[1]) })
    expect([await stream.next(), await stream.next(), await stream.next()]).toEqual([
      ': open',
      all[2],
      all[3],
    ])
    await createCustomer(sandbox)
    expect(await stream.next()).toBe((await logged(sandbox))[4])
  })

  test.each(['nothing', '00000000-0000-4000-8000-000000000000'])(
    'begins with the log where %s names no event',
    async (unknown) => {
      const { sandbox, url } = await open()
      await createCustomer(sandbox)
      const stream = await read(url, { 'last-event-id': unknown })
      expect([await stream.next(), await stream.next()]).toEqual([': open', (await logged(sandbox))[0]])
    },
  )

  test('is that of the partner alone, also where it names an event of another', async () => {
    const { sandbox, url } = await open({ apiKeys: ['sandbox-key', 'other-key'] })
    await createCustomer(sandbox, { key: 'other-key' })
    const [foreign] = await logged(sandbox, 'other-key')
    const stream = await read(url, { 'last-event-id': idOf(foreign) })
    await createCustomer(sandbox, { key: 'other-key' })
    await createCustomer(sandbox)
    const [own] = await logged(sandbox)
    expect([await stream.next(), await stream.next()]).toEqual([': open', own])
  })

  test('can be narrowed to a customer and a kind', async () => {
    const { sandbox, url } = await open()
    const id = await createCustomer(sandbox)
    const stream = await read(url, {}, `?customer_id=${id}&type=customer_status`)
    await createCustomer(sandbox)
    await sandbox.send('PUT', `/controls/customers/${id}/review`, { body: { suspended: true } })
    expect([await stream.next(), await stream.next()]).toEqual([
      ': open',
      (await logged(sandbox)).find((block) => block.includes('customer_status')),
    ])
  })

  test('tells a long log to a client that reads slowly', async () => {
    const { sandbox, url } = await open()
    for (let made = 0; made < 300; made += 1) await createCustomer(sandbox)
    const stream = await read(url, { 'last-event-id': 'none' })
    await stream.next()
    const ids = new Set<string>()
    for (let seen = 0; seen < 300; seen += 1) ids.add(idOf(await stream.next()))
    expect(ids.size).toBe(300)
  })

  test.each([
    [{ 'x-api-key': 'wrong' }, '', 401],
    [{}, '?type=everything', 400],
    [{}, '?type=ping&type=ping', 400],
    [{}, '?customer_id=%zz', 400],
  ])('is refused like every control: %j %s', async (headers, query, status) => {
    const { url } = await open()
    const refused = await read(url, headers, query)
    expect([refused.status, refused.mediaType]).toEqual([status, 'application/json; charset=utf-8'])
  })
})

describe('the end of a stream', () => {
  test('comes with that of the service', async () => {
    const { sandbox, url } = await open()
    const streams = [await read(url), await read(url)]
    await sandbox.app.close()
    for (const { next } of streams) expect([await next(), await next()]).toEqual([': open', undefined])
  })

  test('of a client that goes away leaves nothing behind', async () => {
    const { sandbox, url } = await open()
    const made = vi.spyOn(globalThis, 'setInterval')
    const cleared = vi.spyOn(globalThis, 'clearInterval')
    onTestFinished(() => void vi.restoreAllMocks())
    const stream = await read(url)
    await stream.next()
    const heart = made.mock.results[made.mock.calls.findIndex(([, every]) => every === heartbeat)]?.value
    expect(heart).toBeDefined()
    stream.abort()
    await vi.waitFor(() => expect(cleared).toHaveBeenCalledWith(heart))
    expect((await sandbox.send('GET', '/controls/events')).status).toBe(200)
  })
})
