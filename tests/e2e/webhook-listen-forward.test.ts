import { describe, expect, test } from 'vitest'
import { receiver } from '../bin/webhook/support.js'
import { deadOrigin } from '../support/loopback.js'
import { hanging } from '../support/receiver.js'
import { eventOf, headersOf, isNumber, post, startListen } from './webhook-listen.js'
import { temporaryFolder } from '../support/folder.js'

const forwardingTo = async (url: string, more = '') =>
  startListen(temporaryFolder(), `--forward-to ${url} ${more}`)

describe('rampart webhook listen --forward-to', () => {
  test('forwards the same bytes and signed headers, once and in the order of a sender', async () => {
    const target = await receiver()
    const listening = await forwardingTo(target.url)
    const bodies = [1, 2, 3].map((count) => Buffer.from(` ${JSON.stringify(eventOf({ count }))}\r\n`))
    const headers = bodies.map((body) => headersOf(body))
    for (const [index, body] of bodies.entries())
      expect((await post(listening.url, body, headers[index])).status).toBe(200)
    expect(await listening.line(isNumber(3))).toMatchObject({
      answered: 200,
      forward: { state: 'delivered', status: 200, target: target.url },
    })
    expect(target.arrivals.map(({ bytes }) => bytes)).toEqual(bodies)
    expect(target.arrivals[0]?.path).toBe('/in')
    for (const [name, value] of Object.entries(headers[0] ?? {}))
      expect(target.arrivals[0]?.headers[name.toLowerCase()]).toBe(value)
    expect((await listening.stop()).stdout).toContain('"taken":3,"refused":0,"delivered":3}')
  })

  test.each([200, 204, 307, 400, 404, 418, 429, 500, 503])(
    'passes %i back, and sends once',
    async (status) => {
      const elsewhere = await receiver()
      const target = await receiver((_, response) => {
        const headers = {
          'content-type': 'text/x',
          location: elsewhere.url,
          'retry-after': '7',
          'x-own': '1',
        }
        response.writeHead(status, headers).end(status === 204 ? undefined : 'from the target')
      })
      const listening = await forwardingTo(target.url)
      const answer = await post(listening.url)
      const passed = ['content-type', 'location', 'retry-after', 'x-own'].map((name) =>
        answer.headers.get(name),
      )
      expect([answer.status, answer.text]).toEqual([status, status === 204 ? '' : 'from the target'])
      expect(passed).toEqual(['text/x', elsewhere.url, '7', null])
      const state = status < 300 ? 'delivered' : 'failed'
      expect(await listening.line(isNumber(1))).toMatchObject({
        answered: status,
        forward: { state, status },
      })
      expect([target.arrivals.length, elsewhere.arrivals.length]).toEqual([1, 0])
    },
  )

  test('answers 502 with the reason where the target does not answer', async () => {
    const origin = await deadOrigin()
    const silent = await receiver(hanging)
    const broken = await receiver((_, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('abc', () => response.destroy())
    })
    const cases = [
      [`${origin}/in`, 'nothing listens there (connection refused)'],
      [silent.url, 'no complete response within 200 ms'],
      [broken.url, 'the connection was closed before the response was complete'],
    ] as const
    for (const [url, reason] of cases) {
      const listening = await forwardingTo(url, '--forward-timeout 0.2')
      const answer = await post(listening.url)
      expect([answer.status, answer.text]).toEqual([502, expect.stringContaining(reason)])
      const forward = { state: 'failed', reason: expect.stringContaining(reason) }
      expect(await listening.line(isNumber(1))).toMatchObject({ answered: 502, forward, kept: true })
    }
  })

  test('one that hangs holds up no other', async () => {
    let release = (): void => undefined
    const target = await receiver(({ body }, response) => {
      if (!body.includes('slow')) return void response.writeHead(200).end()
      release = () => void response.writeHead(200).end()
    })
    const listening = await forwardingTo(target.url)
    const slow = post(listening.url, JSON.stringify(eventOf({ slow: true })))
    for (let count = 0; count < 3; count++) expect((await post(listening.url)).status).toBe(200)
    release()
    expect((await slow).status).toBe(200)
  })

  test('each kind goes to its target; a ping goes to the rest, and what has no target is answered', async () => {
    const up = await receiver()
    const origin = await deadOrigin()
    const failing = `--forward-to Transaction,new_autoramp=${origin}/in`
    const args = `${failing} --forward-to customer_status=${up.url} --forward-to ping=${up.url}?ping`
    const listening = await startListen(temporaryFolder(), args)
    const expected = { transaction: 502, customer_status: 200, ping: 200, identification_status: 200 }
    for (const [type, status] of Object.entries(expected))
      expect((await post(listening.url, JSON.stringify(eventOf({ type })))).status).toBe(status)
    expect(up.arrivals.map(({ path }) => path)).toEqual(['/in', '/in?ping'])
    expect(await listening.line(isNumber(4))).toMatchObject({ ignored: true, kept: true })
    expect((await listening.stop()).stdout).toContain('"taken":3,"refused":1,"delivered":2}')
  })

  test('what is not valid is for the target to refuse', async () => {
    const target = await receiver()
    const listening = await forwardingTo(target.url)
    expect((await post(listening.url, '{}', headersOf('other'))).status).toBe(401)
    expect(await listening.line(isNumber(1))).toMatchObject({
      verdict: 'no-match',
      forward: { state: 'failed' },
    })
    expect(target.arrivals).toHaveLength(1)
  })

  test('--events forwards those kinds and ping; others are answered and printed', async () => {
    const target = await receiver()
    const listening = await forwardingTo(target.url, '--events CustomerStatus transaction')
    for (const type of ['customer_status', 'ping', 'identification_status'])
      expect((await post(listening.url, JSON.stringify(eventOf({ type })))).status).toBe(200)
    expect(await listening.line(isNumber(3))).toMatchObject({ ignored: true, kept: true })
    expect(target.arrivals).toHaveLength(2)
  })
})
