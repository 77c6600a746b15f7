import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ListenDesk } from '../../../bin/webhook/listen/desk.js'
import type { Told } from '../../../bin/webhook/listen/lines.js'
import { Onward } from '../../../bin/webhook/listen/onward.js'
import { DeliveryStore } from '../../../bin/webhook/listen/store.js'
import { connections, webhookDocument } from '../../../webhook/index.js'
import { temporaryFolder } from '../output/support/place.js'
import { receiver } from './receiver.js'

// A store whose file cannot be written any more, as on a full disk.
const brokenStore = async (): Promise<DeliveryStore> => {
  const path = join(temporaryFolder(), 'kept.jsonl')
  const { store } = await DeliveryStore.open(path, { deliveries: 10, bytes: 1000 }, () => undefined)
  await store.close()
  return store
}

const deskWith = async (target: string | undefined) => {
  const store = await brokenStore()
  const errors: unknown[] = []
  let tellNext: (told: Told) => void = () => undefined
  const told = new Promise<Told>((resolve) => (tellNext = resolve))
  const tell = {
    delivery: (one: Told) => tellNext(one),
    forwarded: () => undefined,
    down: () => undefined,
    notKept: (error: unknown) => errors.push(error),
    untold: (_: number, error: unknown) => errors.push(error),
  }
  const options = { whenDown: 'keep' as const, forwardTimeout: 5 }
  const onward =
    target === undefined
      ? undefined
      : new Onward({ target, options, secret: undefined, store, connections: connections(), tell })
  const judge = {
    secrets: [],
    document: await webhookDocument(),
    options: { secretAs: 'text' as const, tolerance: 300 },
  }
  const desk = new ListenDesk({
    judge,
    store,
    onward,
    answer: undefined,
    types: undefined,
    tell,
    busy: () => 1,
  })
  const incoming = {
    method: 'POST',
    path: '/',
    headers: [],
    body: Buffer.from('{}'),
    receivedAt: new Date(),
    begun: performance.now(),
  }
  const answer = await desk.take(incoming)
  return { answer, told: await told, errors, waiting: onward?.waiting, close: () => onward?.close() }
}

describe('what cannot be kept', () => {
  test('is told, and answered as before where nothing waits', async () => {
    const { answer, told, errors } = await deskWith(undefined)
    expect(answer.status).toBe(200)
    expect(told).toMatchObject({ isKept: false, answered: 200 })
    expect(errors).toHaveLength(1)
  })

  test('is refused where it would have had to wait, so that the sender tries again', async () => {
    const { close, url } = await receiver()
    await close()
    const run = await deskWith(url)
    expect(run.answer.status).toBe(503)
    expect(run.told).toMatchObject({ isKept: false, answered: 503, forward: { state: 'failed' } })
    expect(run.waiting).toBe(0)
    await run.close()
  })
})
