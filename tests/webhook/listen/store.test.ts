import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { KeptDelivery } from '../../../webhook/listen/store/kept-delivery.js'
import { DeliveryStore } from '../../../webhook/listen/store/delivery-store.js'
import { temporaryFolder } from '../../bin/output/support/place.js'

const bounds = { deliveries: 5, bytes: 1024 * 1024 }

const delivery = (number: number, more: Partial<KeptDelivery> = {}): KeptDelivery => ({
  number,
  receivedAt: '2026-08-01T09:15:00.000Z',
  method: 'POST',
  path: '/',
  headers: [['webhook-id', `id-${number}`]],
  bodyBase64: 'e30=',
  verdict: 'valid',
  answered: 200,
  ...more,
})

const opened = async (path: string, lost: number[] = [], own = bounds) =>
  DeliveryStore.open(path, own, ({ number }) => lost.push(number))

const numbers = (store: DeliveryStore): number[] => store.all().map(({ number }) => number)

describe('what listen keeps', () => {
  test('is there again after a restart, with what became of it, and numbers go on', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path)
    await store.add(delivery(store.next(), { forward: { state: 'waiting', at: 'x' } }))
    await store.add(delivery(store.next()))
    await store.note(1, { state: 'answered', status: 200, at: 'y' })
    await store.close()
    const again = await opened(path)
    expect(again.torn).toBe(0)
    expect(again.store.get(1)?.forward).toEqual({ state: 'answered', status: 200, at: 'y' })
    expect(numbers(again.store)).toEqual([1, 2])
    expect(again.store.next()).toBe(3)
    await again.store.close()
  })

  test('can be read by its owner alone, also where the file was open to others', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    writeFileSync(path, '', { mode: 0o644 })
    const { store } = await opened(path)
    await store.add(delivery(store.next()))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await store.close()
  })

  test('is on the disk when it is kept, and never more than twice the bounds', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path)
    await Promise.all(Array.from({ length: 1000 }, () => store.add(delivery(store.next()))))
    expect(numbers(store)).toEqual([996, 997, 998, 999, 1000])
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(2 * bounds.deliveries + 101)
    expect(lines.at(-1)).toContain('"number":1000')
    await store.close()
    expect(numbers((await opened(path)).store)).toEqual([996, 997, 998, 999, 1000])
  })

  test('is bounded by the bytes of bodies too', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path, [], { deliveries: 1000, bytes: 10_000 })
    for (let count = 0; count < 20; count++)
      await store.add(delivery(store.next(), { bodyBase64: 'x'.repeat(3000) }))
    expect(numbers(store)).toEqual([18, 19, 20])
    await store.close()
  })

  test('tells of each delivery that makes way before it was forwarded', async () => {
    const lost: number[] = []
    const { store } = await opened(join(temporaryFolder(), 'kept.jsonl'), lost)
    for (let count = 0; count < 7; count++)
      await store.add(delivery(store.next(), count === 1 ? { forward: { state: 'waiting', at: 'x' } } : {}))
    expect(lost).toEqual([2])
    await store.close()
  })

  test('survives a line that a crash tore, and does not write behind it', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const first = await opened(path)
    await first.store.add(delivery(first.store.next()))
    await first.store.close()
    appendFileSync(path, '{"number":2,"receivedAt":"20')
    const second = await opened(path)
    expect(second.torn).toBe(1)
    await second.store.add(delivery(second.store.next()))
    await second.store.close()
    expect(
      readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toHaveLength(2)
  })

  test('leaves a file alone that holds something else', async () => {
    const path = join(temporaryFolder(), 'package.json')
    writeFileSync(path, '{\n  "name": "precious"\n}\n')
    await expect(opened(path)).rejects.toMatchObject({ code: 'WEBHOOK_KEEP_UNUSABLE' })
    expect(readFileSync(path, 'utf8')).toContain('precious')
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test('is for one process at a time; what a dead one left is taken over', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path)
    await expect(opened(path)).rejects.toMatchObject({
      code: 'WEBHOOK_KEEP_UNUSABLE',
      message: expect.stringContaining('in use by process'),
    })
    await store.close()
    writeFileSync(`${path}.lock`, '99999999')
    const again = await opened(path)
    await again.store.close()
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test('says where it cannot be kept', async () => {
    const folder = temporaryFolder()
    await expect(opened(folder)).rejects.toMatchObject({ code: 'WEBHOOK_KEEP_UNUSABLE' })
    writeFileSync(join(folder, 'file'), '')
    await expect(opened(join(folder, 'file', 'kept'))).rejects.toMatchObject({
      code: 'WEBHOOK_KEEP_UNUSABLE',
    })
  })
})
