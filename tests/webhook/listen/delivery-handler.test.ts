import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DeliveryHandler } from '../../../webhook/listen/delivery-handler.js'
import type { DeliveryRecord } from '../../../webhook/listen/delivery-text.js'
import { Forwarder } from '../../../webhook/listen/forward/forwarder.js'
import { DeliveryStore } from '../../../webhook/listen/store/delivery-store.js'
import { connections, webhookDocument } from '../../../webhook/index.js'
import { temporaryFolder } from '../../bin/output/support/place.js'
import { receiver } from '../../bin/webhook/receiver.js'

// A store whose file cannot be written any more, as on a full disk.
const brokenStore = async (): Promise<DeliveryStore> => {
  const path = join(temporaryFolder(), 'kept.jsonl')
  const { store } = await DeliveryStore.open(path, { deliveries: 10, bytes: 1000 }, () => undefined)
  await store.close()
  return store
}

const handled = async (target: string | undefined) => {
  const store = await brokenStore()
  const errors: unknown[] = []
  let reportNext: (record: DeliveryRecord) => void = () => undefined
  const reported = new Promise<DeliveryRecord>((resolve) => (reportNext = resolve))
  const events = {
    delivery: (one: DeliveryRecord) => reportNext(one),
    forwarded: () => undefined,
    down: () => undefined,
    notKept: (error: unknown) => errors.push(error),
    undescribed: (_: number, error: unknown) => errors.push(error),
  }
  const options = { whenDown: 'keep' as const, forwardTimeout: 5 }
  const forwarder =
    target === undefined
      ? undefined
      : new Forwarder({ target, options, secret: undefined, store, connections: connections(), events })
  const verification = {
    secrets: [],
    document: await webhookDocument(),
    options: { secretAs: 'text' as const, tolerance: 300 },
  }
  const handler = new DeliveryHandler({
    verification,
    store,
    forwarder,
    answer: undefined,
    types: undefined,
    events,
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
  const answer = await handler.handle(incoming)
  return {
    answer,
    reported: await reported,
    errors,
    waiting: forwarder?.waiting,
    close: () => forwarder?.close(),
  }
}

describe('what cannot be kept', () => {
  test('is reported, and answered as before where nothing waits', async () => {
    const { answer, reported, errors } = await handled(undefined)
    expect(answer.status).toBe(200)
    expect(reported).toMatchObject({ isKept: false, answered: 200 })
    expect(errors).toHaveLength(1)
  })

  test('is refused where it would have had to wait, so that the sender tries again', async () => {
    const { close, url } = await receiver()
    await close()
    const run = await handled(url)
    expect(run.answer.status).toBe(503)
    expect(run.reported).toMatchObject({ isKept: false, answered: 503, forward: { state: 'failed' } })
    expect(run.waiting).toBe(0)
    await run.close()
  })
})
