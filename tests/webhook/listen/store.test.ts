import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type KeptDelivery, readKept } from '../../../webhook/listen/store/kept-delivery.js'
import { LineFile } from '../../../webhook/listen/store/line-file.js'
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

const opened = async (path: string, own = bounds) => DeliveryStore.open(path, own)

const linesIn = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')

const waits = { forward: { state: 'waiting', at: 'x' } } as const

const numbers = (store: DeliveryStore): number[] => store.all().map(({ number }) => number)

describe('what listen keeps', () => {
  test('is there again after a restart, with what became of it, and numbers go on', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path)
    await store.add(delivery(store.next(), waits))
    await store.add(delivery(store.next()))
    await store.note(1, { state: 'delivered', status: 200, at: 'y' })
    await store.close()
    const again = await opened(path)
    expect(again.torn).toBe(0)
    expect(again.store.get(1)?.forward).toEqual({ state: 'delivered', status: 200, at: 'y' })
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

  test('is on the disk when it is kept; whoever reads the file finds the last ones, and after the end nothing else', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path)
    await Promise.all(Array.from({ length: 1000 }, () => store.add(delivery(store.next()))))
    expect(numbers(store)).toEqual([996, 997, 998, 999, 1000])
    expect(readKept(readFileSync(path, 'utf8')).kept.map(({ number }) => number)).toEqual(numbers(store))
    await store.close()
    expect(linesIn(path).map((line) => (JSON.parse(line) as KeptDelivery).number)).toEqual(numbers(store))
    const again = await opened(path)
    expect(again.store.next()).toBe(1001)
    await again.store.close()
  })

  test('is written anew before its file grows long, also while many wait', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path)
    for (let count = 0; count < 100; count++) await store.add(delivery(store.next(), waits))
    for (let count = 0; count < 1000; count++)
      await store.note(1 + (count % 100), { ...waits.forward, attempts: count })
    expect(linesIn(path).length).toBeLessThanOrEqual(2 * 100 + 201)
    expect(store.get(100)?.forward?.attempts).toBe(999)
    await store.close()
    expect(linesIn(path)).toHaveLength(100)
  })

  test('is bounded by the bytes of bodies too', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path, { deliveries: 1000, bytes: 10_000 })
    for (let count = 0; count < 20; count++)
      await store.add(delivery(store.next(), { bodyBase64: 'x'.repeat(3000) }))
    expect(numbers(store)).toEqual([18, 19, 20])
    await store.close()
  })

  test('never drops what waits; it is among the last once it is done', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const { store } = await opened(path, { deliveries: 3, bytes: 10 })
    for (let count = 0; count < 5; count++) await store.add(delivery(store.next(), waits))
    for (let count = 0; count < 5; count++) await store.add(delivery(store.next()))
    expect(numbers(store)).toEqual([1, 2, 3, 4, 5, 9, 10])
    expect(store.waiting).toEqual({ count: 5, bytes: 20 })
    await store.note(2, { state: 'delivered', at: 'y' })
    await store.close()
    const again = await opened(path, { deliveries: 3, bytes: 1000 })
    expect(numbers(again.store)).toEqual([1, 3, 4, 5, 9, 10])
    await again.store.close()
  })

  test('a write that failed leaves nothing behind, and the next one is whole', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const file = await LineFile.open(path, () => [])
    await file.append('{"a":1}\n')
    const handle = await openFile(path)
    const full = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync')
    await handle.close()
    full.mockRejectedValueOnce(new Error('ENOSPC'))
    await expect(file.append('{"b":2}\n')).rejects.toThrow('ENOSPC')
    await file.append('{"c":3}\n')
    await file.close()
    expect(linesIn(path)).toEqual(['{"a":1}', '{"c":3}'])
  })

  test('no line is missing that came while the file was written anew', async () => {
    const path = join(temporaryFolder(), 'kept.jsonl')
    const all: string[] = []
    const file = await LineFile.open(path, () => all)
    const work: Promise<void>[] = []
    for (let count = 0; count < 60; count++) {
      all.push(`${count}\n`)
      work.push(file.append(`${count}\n`))
      if (count % 7 === 0) work.push(file.replace())
      if (count % 5 === 0) await work.at(-1)
    }
    await Promise.all(work)
    await file.close()
    expect([...new Set(linesIn(path))]).toEqual(all.map((line) => line.trim()))
  })

  test('is written again where somebody deleted it, and fails where another is in its stead', async () => {
    const path = join(temporaryFolder(), 'folder', 'kept.jsonl')
    mkdirSync(dirname(path))
    const { store } = await opened(path)
    await store.add(delivery(store.next(), waits))
    rmSync(dirname(path), { recursive: true })
    await store.add(delivery(store.next()))
    expect(readKept(readFileSync(path, 'utf8')).kept.map(({ number }) => number)).toEqual([1, 2])
    rmSync(path)
    writeFileSync(path, '{}')
    await expect(store.add(delivery(store.next()))).rejects.toThrow('another program')
    expect(readFileSync(path, 'utf8')).toBe('{}')
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
    // In a container the one before had the same number.
    for (const left of ['99999999', '', String(process.pid)]) {
      writeFileSync(`${path}.lock`, left)
      const again = await opened(path)
      await again.store.close()
    }
    expect(readdirSync(dirname(path))).toEqual(['kept.jsonl'])
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
