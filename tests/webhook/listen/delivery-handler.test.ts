import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DeliveryHandler } from '../../../webhook/listen/delivery-handler.js'
import type { DeliveryRecord } from '../../../webhook/listen/delivery-text.js'
import { Forwarding } from '../../../webhook/listen/forward/forwarding.js'
import { targetsOf } from '../../../webhook/listen/forward/targets.js'
import { DeliveryStore } from '../../../webhook/listen/store/delivery-store.js'
import { webhookDocument } from '../../../webhook/index.js'
import { temporaryFolder } from '../../bin/output/support/place.js'
import { receiver } from '../../bin/webhook/receiver.js'

// A store whose file cannot be written any more, as on a full disk.
const brokenStore = async (): Promise<DeliveryStore> => {
  const path = join(temporaryFolder(), 'kept.jsonl')
  const { store } = await DeliveryStore.open(path, { deliveries: 10, bytes: 1000 })
  await store.close()
  return store
}

const handled = async (target: string | undefined, retries: 'listener' | 'sender' = 'listener') => {
  const store = await brokenStore()
  const errors: unknown[] = []
  let reportNext: (record: DeliveryRecord) => void = () => undefined
  const reported = new Promise<DeliveryRecord>((resolve) => (reportNext = resolve))
  const events = {
    expected: () => undefined,
    delivery: (one: DeliveryRecord) => reportNext(one),
    forwarded: () => undefined,
    notTaken: () => undefined,
    full: () => undefined,
    notKept: (error: unknown) => void errors.push(error),
    undescribed: (_: number, error: unknown) => void errors.push(error),
  }
  const document = await webhookDocument()
  const settings = { forwardTimeout: 5, secretAs: 'text' as const, tolerance: 300 }
  const targets = target === undefined ? undefined : targetsOf([target], document.types)
  const forwarding =
    targets && new Forwarding({ targets, types: undefined, settings, secrets: [], store, events })
  const verification = { secrets: [], document, options: settings }
  const handler = new DeliveryHandler({
    verification,
    store,
    forwarding,
    retries,
    answer: undefined,
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
  const record = await reported
  await forwarding?.close()
  return { answer, reported: record, errors, waiting: store.waiting.count, kept: store.all() }
}

describe('what cannot be kept', () => {
  test('is refused and left to the sender: nothing is acknowledged, forwarded or half kept', async () => {
    const target = await receiver()
    for (const url of [undefined, target.url]) {
      const { answer, reported, errors, waiting, kept } = await handled(url)
      expect(answer.status).toBe(503)
      expect(reported).toMatchObject({ isKept: false, answered: 503 })
      expect([errors.length, waiting, kept]).toEqual([1, 0, []])
    }
    expect(target.got).toEqual([])
  })

  test('has the answer of its target where that was passed back', async () => {
    const target = await receiver((_, response) => void response.writeHead(200).end())
    const { answer, reported } = await handled(target.url, 'sender')
    expect(answer.status).toBe(200)
    expect(reported).toMatchObject({ isKept: false, forward: { state: 'delivered', status: 200 } })
  })
})
