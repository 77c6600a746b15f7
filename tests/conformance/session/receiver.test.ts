import { describe, expect, onTestFinished, test } from 'vitest'
import { Receiver } from '../../../conformance/session/receiver.js'
import { kindOf } from '../../../conformance/exchange/delivery.js'

const open = async (url?: string): Promise<Receiver> => {
  const receiver = await Receiver.open({ port: 0, ...(url === undefined ? {} : { url }) })
  onTestFinished(() => receiver.close())
  return receiver
}

const send = async (
  receiver: Receiver,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> =>
  (await fetch(receiver.url, { method: 'POST', body, headers: { 'webhook-id': '1', ...headers } })).status

const ping = '{"type":"ping"}'

describe('a receiver', () => {
  test('takes a delivery as it came and answers 200', async () => {
    const receiver = await open()
    expect(await send(receiver, '{"a":"ä"}', { 'X-More': 'b' })).toBe(200)
    const [delivery] = receiver.deliveries
    expect(Buffer.from(delivery?.bytes ?? []).toString()).toBe('{"a":"ä"}')
    expect(delivery?.exchange).toMatchObject({
      target: 'webhook',
      request: { method: 'POST' },
      response: { status: 200 },
    })
    expect(Object.fromEntries(delivery?.exchange.request.headers ?? [])).toMatchObject({ 'webhook-id': '1' })
  })

  test('wakes who waits, and gives at once what is there already', async () => {
    const receiver = await open()
    const coming = receiver.wait((delivery) => kindOf(delivery) === 'ping', 20_000)
    await send(receiver, ping)
    const came = await coming
    expect(came).toBe(receiver.deliveries[0])
    expect(await receiver.wait((delivery) => delivery === came, 0)).toBe(came)
  })

  test('gives nothing when the time is over, or when it is closed', async () => {
    const receiver = await Receiver.open({ port: 0 })
    expect(await receiver.wait(() => true, 0)).toBeUndefined()
    expect(await receiver.wait(() => true, 1)).toBeUndefined()
    const coming = receiver.wait(() => true, 20_000)
    await receiver.close()
    expect(await coming).toBeUndefined()
  })

  test('refuses once what it is told to', async () => {
    const receiver = await open()
    receiver.answer((delivery) => kindOf(delivery) === 'ping', [{ status: 500 }])
    expect(await send(receiver, '{"type":"transaction"}')).toBe(200)
    expect(await send(receiver, ping)).toBe(500)
    expect(await send(receiver, ping)).toBe(200)
    expect(receiver.deliveries.map(({ exchange }) => exchange.response.status)).toEqual([200, 500, 200])
  })

  test('does not take the visits of others for deliveries', async () => {
    const receiver = await open()
    expect((await fetch(`${receiver.url}favicon.ico`)).status).toBe(404)
    expect((await fetch(receiver.url, { method: 'POST', body: '{"a":1}' })).status).toBe(404)
    expect(receiver.deliveries).toEqual([])
  })

  test('tells a further address of its own apart', async () => {
    const receiver = await open()
    await fetch(receiver.urlOf('other'), { method: 'POST', body: ping })
    expect(receiver.deliveries.map(({ address }) => address)).toEqual(['other'])
  })

  test('holds an answer back, and knows of a sender who did not wait for it', async () => {
    const receiver = await open()
    receiver.answer(() => true, [{ status: 200, afterMs: 60_000 }])
    const ending = new AbortController()
    const sent = fetch(receiver.url, { method: 'POST', body: ping, signal: ending.signal })
    const came = await receiver.wait(() => true, 20_000)
    expect(came?.answeredAt).toBeUndefined()
    ending.abort()
    await expect(sent).rejects.toThrow()
    await expect.poll(() => came?.abandonedAt).toBeGreaterThan(0)
  })

  test('names the public address where there is one', async () =>
    expect((await open('https://hooks.example/in')).url).toBe('https://hooks.example/in'))
})
