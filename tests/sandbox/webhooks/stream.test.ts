import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { EventRecord } from '../../../sandbox/state/records.js'
import { memoryStore } from '../../../sandbox/state/store.js'
import { eventStream, Feed, heartbeat } from '../../../sandbox/webhooks/stream.js'

const event = (id: string, partnerId = 'partner'): EventRecord => ({
  id,
  partnerId,
  customerId: 'customer',
  type: 'customer_created',
  topic: 'CustomerCreated',
  body: '{}',
  createdAt: new Date(0),
})

const spelled = (id: string): string => `id: ${id}\nevent: customer_created\ndata: {}\n\n`

const open = (durable: () => Promise<void> | undefined = () => undefined) => {
  const feed = new Feed<EventRecord>()
  const listen = vi.spyOn(feed, 'listen')
  const store = memoryStore()
  const wanted = { partnerId: 'partner', lastEventId: undefined, takes: () => true }
  const { stream, end } = eventStream({ store, feed, durable }, wanted)
  const log = (...args: Parameters<typeof event>): void => {
    const one = event(...args)
    store.events.save(one)
    feed.announce(one)
  }
  /** All that can be read now. */
  const told = (): string => {
    let all = ''
    for (let part: unknown = stream.read(); typeof part === 'string'; part = stream.read()) all += part
    return all
  }
  return { stream, end, log, told, listen }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

describe('a stream of events', () => {
  test('shows by comments that it is open, while its reader has room', () => {
    const { told } = open()
    expect(told()).toBe(': open\n\n')
    vi.advanceTimersByTime(2 * heartbeat)
    expect(told()).toBe(': still open\n\n: still open\n\n')
  })

  test.each(['end', 'destroy'] as const)('leaves neither timer nor listener after %s', (how) => {
    const { stream, end, log, told } = open()
    told()
    expect(vi.getTimerCount()).toBe(1)
    if (how === 'end') end()
    else stream.destroy()
    expect(vi.getTimerCount()).toBe(0)
    log('late')
    expect(told()).toBe('')
    expect(stream.errored).toBeNull()
  })

  test('does not gather what its reader has no room for, and tells it later', () => {
    const { stream, log, told } = open()
    for (let count = 0; count < 2000; count += 1) log(`${count}`.padStart(36, '0'))
    expect(stream.readableLength).toBeLessThan(2 * stream.readableHighWaterMark)
    expect(told().split('id: ')).toHaveLength(2001)
  })

  test('tells an event when it is on the disk, in the order of the log', async () => {
    const commits: (() => void)[] = []
    const { log, told } = open(() => new Promise((resolve) => commits.push(() => resolve())))
    told()
    log('one')
    log('two')
    expect(told()).toBe('')
    commits[0]?.()
    await Promise.resolve()
    await Promise.resolve()
    expect(told()).toBe(spelled('one'))
    commits[1]?.()
    await Promise.resolve()
    await Promise.resolve()
    expect(told()).toBe(spelled('two'))
  })

  test('tells what could not be written with what was written after it', async () => {
    const outcomes = [Promise.reject(new Error('full')), Promise.resolve()]
    const { log, told } = open(() => outcomes.shift())
    told()
    log('one')
    await new Promise(setImmediate)
    expect(told()).toBe('')
    log('two')
    await new Promise(setImmediate)
    expect(told()).toBe(spelled('one') + spelled('two'))
  })

  test('hears nothing of other partners', () => {
    const { log, told } = open()
    told()
    log('foreign', 'other')
    expect(told()).toBe('')
  })
})
