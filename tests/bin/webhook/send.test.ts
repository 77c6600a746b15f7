import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiver, secret, webhook } from './support.js'
import { temporaryFolder } from '../../support/folder.js'
import { cutting, hanging, isSignedBy, status } from '../../support/receiver.js'

const jsonOf = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

describe('rampart webhook send', () => {
  test('sends a signed event, by its type or its topic, and ends with 0 on 200', async () => {
    const { arrivals, url } = await receiver()
    const first = await webhook(`send customer_status --to ${url}`)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^ok {2}customer_status {2}[0-9a-f-]{36} {2}answered 200 {2}\d+ ms\n$/)
    const second = await webhook(`send TransactionStatus --to ${url} --version 2025-03-13 --digest base64`)
    expect(second.code).toBe(0)
    expect(arrivals.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/in'],
      ['POST', '/in'],
    ])
    expect([isSignedBy(arrivals[0], secret), isSignedBy(arrivals[1], secret, 'base64')]).toEqual([true, true])
    expect(arrivals[0]?.headers['content-type']).toBe('application/json')
    expect(jsonOf(arrivals[1]?.body ?? '')['type']).toBe('transaction_status')
    expect(arrivals[0]?.headers['webhook-id']).not.toBe(arrivals[1]?.headers['webhook-id'])
  })

  test('changes what it is told to, on the command line or in its section of the config file', async () => {
    const { arrivals, url } = await receiver()
    const cwd = temporaryFolder()
    const customer = '11111111-2222-4333-8444-555555555555'
    writeFileSync(join(cwd, 'rampart.config.json'), JSON.stringify({ webhook: { send: { customer } } }))
    const more = '--set data.message.status=Suspended --add data.extra=[1] --remove timestamp'
    await webhook(`send customer_status --to ${url} ${more}`, { cwd })
    expect(jsonOf(arrivals[0]?.body ?? '')).toEqual({
      type: 'customer_status',
      data: { customer_id: customer, message: { id: customer, status: 'Suspended' }, extra: [1] },
    })
    expect(isSignedBy(arrivals[0], secret)).toBe(true)
  })

  test('dates and signs it at the time told', async () => {
    const { arrivals, url } = await receiver()
    await webhook(`send ping --to ${url} --at 2026-08-01T09:15:00Z`)
    expect(isSignedBy(arrivals[0], secret)).toBe(true)
    expect(arrivals[0]?.headers['webhook-timestamp']).toBe('1785575700')
    expect(jsonOf(arrivals[0]?.body ?? '')['timestamp']).toBe('2026-08-01T09:15:00.000Z')
  })

  test('sends the bytes of a file as they are, signed', async () => {
    const { arrivals, url } = await receiver()
    const cwd = temporaryFolder()
    const bytes = Buffer.from([0xff, 0x00, 0x0a, 0x22])
    writeFileSync(join(cwd, 'b'), bytes)
    expect((await webhook(`send --to ${url} --body b`, { cwd })).code).toBe(0)
    expect((await webhook(`send --to ${url} --body -`, { cwd, stdin: bytes })).code).toBe(0)
    expect(arrivals.map((arrival) => [arrival.bytes, isSignedBy(arrival, secret)])).toEqual([
      [bytes, true],
      [bytes, true],
    ])
    const mixed = await webhook(`send --to ${url} --body b --set type=x`, { cwd })
    expect(mixed).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--body sends bytes as they are'),
    })
  })

  test('sends several, each a new event, and says what became of them', async () => {
    const { arrivals, url } = await receiver()
    const run = await webhook(`send ping --to ${url} --count 20 --concurrency 4 --json`)
    expect(run.code).toBe(0)
    const lines = run.stdout.trim().split('\n').map(jsonOf)
    expect(lines).toHaveLength(20)
    expect(lines[0]).toMatchObject({ type: 'ping', acknowledged: true, status: 200, warnings: [] })
    expect(new Set(arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
    expect(new Set(arrivals.map(({ body }) => body)).size).toBe(20)
    expect(run.stderr).toMatch(/^20 sent: 20 × answered 200; answered within \d+ ms in the middle/)
  })

  test('ends with 1 where no answer comes in time or the connection breaks', async () => {
    const silent = await receiver(hanging)
    expect((await webhook(`send ping --to ${silent.url} --timeout 0.1`)).stderr).toContain(
      'no complete response within 100 ms',
    )
    const resetting = await receiver(cutting)
    expect(await webhook(`send ping --to ${resetting.url}`)).toMatchObject({ code: 1 })
  })

  test('shows the beginning of an answer, harmless and without the secret', async () => {
    const { url } = await receiver(status(500, `\u001b[2J${secret}${'x'.repeat(1_000_000)}`))
    const run = await webhook(`send ping --to ${url}`)
    expect(run.stdout).toContain('\\u{1b}[2J[secret]xxx')
    expect(run.stdout.length).toBeLessThan(1000)
    expect(run.stdout).not.toContain(secret.slice(6))
  })

  test('prints a request without sending it, as verify reads it', async () => {
    const { arrivals, url } = await receiver()
    const text = await webhook(`send ping --to ${url} --dry-run`)
    expect(text.stdout).toMatch(
      /^POST http:.*\ncontent-type: application\/json\nwebhook-id: .+\nwebhook-timestamp: \d{10}\nwebhook-signature: v1=[0-9a-f]{64}\n\n\{"type":"ping"/,
    )
    const json = await webhook('send ping --dry-run --json')
    expect((await webhook('verify -', { stdin: json.stdout })).code).toBe(0)
    expect(arrivals).toEqual([])
  })
})
