import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { redactor } from '../../../webhook/index.js'
import { DeliveryLog, type KeptDelivery, readLog } from '../../../webhook/listen/log.js'
import { temporaryFolder } from '../../support/folder.js'

const secret = 'a secret of nobody'

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

const opened = async (path: string | undefined, last = 5, bytes = 1_000_000) => {
  const failed = vi.fn()
  const clean = redactor([{ name: 'own', value: secret, isOwn: true }])
  return { log: await DeliveryLog.open({ path, last, bytes, clean, failed }), failed }
}

const filled = async (path: string | undefined, count: number, last?: number) => {
  const { log, failed } = await opened(path, last)
  await Promise.all(Array.from({ length: count }, () => log.add(delivery(log.next()))))
  return { log, failed }
}

const numbersIn = async (path: string): Promise<number[]> => (await readLog(path)).map(({ number }) => number)

const newPath = (): string => join(temporaryFolder(), 'kept.jsonl')

describe('the log of deliveries', () => {
  test('is there again after a restart, and numbers go on', async () => {
    const path = newPath()
    const { log } = await filled(path, 2)
    await log.close()
    const again = await opened(path)
    expect(again.log.numbers()).toEqual([1, 2])
    expect(again.log.get(2)).toEqual(delivery(2))
    expect(again.log.next()).toBe(3)
  })

  test('can be read by its owner alone, also where the file was open to others', async () => {
    const path = newPath()
    writeFileSync(path, '', { mode: 0o644 })
    await filled(path, 12)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['deliveries', 5, 100_000, [8, 9, 10, 11, 12]],
    ['bytes', 100, 5000, [11, 12]],
    ['bytes that one has alone', 100, 100, [12]],
  ])('is bounded by %s, and the file at its end', async (_, last, bytes, kept) => {
    const path = newPath()
    const { log } = await opened(path, last, bytes)
    for (let count = 0; count < 12; count++)
      await log.add(delivery(log.next(), { bodyBase64: 'x'.repeat(2000) }))
    expect(log.numbers()).toEqual(kept)
    await log.close()
    expect(await numbersIn(path)).toEqual(kept)
    expect(readdirSync(dirname(path))).toEqual(['kept.jsonl'])
  })

  test('is in the order of arrival, whichever delivery was answered first', async () => {
    const { log } = await opened(undefined)
    const [first, second] = [log.next(), log.next()]
    for (const number of [second, first]) await log.add(delivery(number))
    expect(log.numbers()).toEqual([first, second])
  })

  test('is in memory where there is no file', async () => {
    const { log } = await filled(undefined, 7)
    expect(log.numbers()).toEqual([3, 4, 5, 6, 7])
  })

  test.each([
    ['a path', { path: `/in?key=${encodeURIComponent(secret)}` }],
    ['a header', { headers: [['Authorization', `Bearer ${secret}`]] as const }],
    ['a body', { bodyBase64: Buffer.from(`{"key":"${secret}"}`).toString('base64') }],
    ['a redirect', { forward: { state: 'failed', target: 'http://a/', reason: `to ${secret}` } as const }],
  ])('has no secret that stands in %s', async (_, more) => {
    const path = newPath()
    const { log } = await opened(path)
    await log.add(delivery(log.next(), more))
    const [kept] = await readLog(path)
    const body = Buffer.from(kept?.bodyBase64 ?? '', 'base64').toString()
    const text = decodeURIComponent(readFileSync(path, 'utf8')) + body
    expect(text).not.toContain(secret)
    expect(text).toContain('[secret]')
    expect(kept).toMatchObject({ number: 1, redacted: true })
    expect(log.get(1)).toEqual(kept)
  })

  test('has the bytes of a body that is not UTF-8', async () => {
    const path = newPath()
    const { log } = await opened(path)
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x7b]).toString('base64')
    const headers = [['authorization', secret]] as const
    await log.add(delivery(log.next(), { bodyBase64: bytes }))
    await log.add(delivery(log.next(), { bodyBase64: bytes, headers }))
    expect((await readLog(path)).map(({ bodyBase64 }) => bodyBase64)).toEqual([bytes, bytes])
  })

  test.each([
    ['a crash', '{"number":2,"receivedAt":"20'],
    ['a crash in the first line', ''],
    ['another version', '{"of":1,"forward":{"state":"waiting"}}\n{"dropped":[7]}\n'],
  ])('is read and written behind what %s left', async (_, left) => {
    const path = newPath()
    if (left === '') writeFileSync(path, '{"number":1,"rec')
    else await filled(path, 1)
    appendFileSync(path, left)
    const { log, failed } = await filled(path, 1)
    await log.close()
    expect(await numbersIn(path)).toEqual(left === '' ? [1] : [1, 2])
    expect(failed).not.toHaveBeenCalled()
  })

  test('goes on without its file, and in a new one where somebody deleted it', async () => {
    const path = join(temporaryFolder(), 'folder', 'kept.jsonl')
    mkdirSync(dirname(path))
    const { log, failed } = await filled(path, 1)
    rmSync(dirname(path), { recursive: true })
    expect(await log.add(delivery(log.next()))).toBe(false)
    expect(failed).toHaveBeenCalledTimes(1)
    expect(log.numbers()).toEqual([1, 2])
    mkdirSync(dirname(path))
    expect(await log.add(delivery(log.next()))).toBe(true)
    expect(await numbersIn(path)).toEqual([3])
  })

  test('may be shared', async () => {
    const path = newPath()
    const [one, other] = [await opened(path, 3), await opened(path, 3)]
    for (let count = 0; count < 2; count++) {
      await one.log.add(delivery(one.log.next(), { path: '/one' }))
      await other.log.add(delivery(other.log.next(), { path: '/other' }))
    }
    expect((await readLog(path)).map(({ path: own }) => own)).toEqual(['/one', '/other', '/one', '/other'])
    await one.log.close()
    await other.log.close()
    expect(await readLog(path)).toHaveLength(3)
  })

  test('leaves a file alone that holds something else', async () => {
    const path = join(temporaryFolder(), 'package.json')
    writeFileSync(path, '{\n  "name": "precious"\n}\n')
    await expect(opened(path)).rejects.toMatchObject({ code: 'WEBHOOK_KEEP_UNUSABLE' })
    expect(readFileSync(path, 'utf8')).toContain('precious')
  })

  test('says where it cannot be', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    for (const path of [folder, join(folder, 'file', 'kept'), join(folder, 'none', 'kept')])
      await expect(opened(path)).rejects.toMatchObject({ code: 'WEBHOOK_KEEP_UNUSABLE' })
  })
})
