import type { ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { Resolve } from '../../../sandbox/webhooks/http-client.js'
import { createCustomer } from '../support/actors.js'
import { look } from '../support/look.js'
import { advance, attempted, openDelivering, openRegistered, register } from './support/delivering.js'
import { openReceiver, status } from './support/receiver.js'

/** The outcome of the first attempt to deliver to a URL. */
const attemptAt = async (url: string, webhooks: object = {}): Promise<unknown> => {
  const sandbox = await openDelivering({ webhooks: { allowsLoopback: true, ...webhooks } })
  await register(sandbox, url)
  await createCustomer(sandbox)
  return (await attempted(sandbox, 1))[0]
}

const addressesOf =
  (...answers: readonly (readonly string[])[]): Resolve =>
  async () => {
    const addresses = calls < answers.length ? answers[calls++] : answers.at(-1)
    return (addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
let calls = 0

describe('an endpoint', () => {
  test('that hangs is given up', async () => {
    const receiver = await openReceiver(() => undefined)
    expect(await attemptAt(receiver.url, { timeout: 100 })).toMatchObject({
      acknowledged: false,
      failure: 'no answer in time',
      response_excerpt: '',
    })
  })

  test('whose name hangs is given up', async () => {
    const resolve: Resolve = () => new Promise(() => undefined)
    const attempt = await attemptAt('http://hooks.localhost/', { timeout: 100, resolve })
    expect(attempt).toMatchObject({ acknowledged: false, failure: 'no answer in time' })
  })

  test('that says 200 and drips its body without end has failed', async () => {
    const receiver = await openReceiver((_arrival, response) => {
      response.writeHead(200)
      const dripping = setInterval(() => response.write('.'), 20)
      response.once('close', () => clearInterval(dripping))
    })
    expect(await attemptAt(receiver.url, { timeout: 1000 })).toMatchObject({
      acknowledged: false,
      response_status: 200,
      failure: 'the answer had no end in time',
    })
  })

  test('that says 200 and drips its body in time has acknowledged', async () => {
    const receiver = await openReceiver((_arrival, response) => {
      response.writeHead(200)
      response.write('we')
      setImmediate(() => response.end('ll'))
    })
    expect(await attemptAt(receiver.url)).toMatchObject({ acknowledged: true, response_excerpt: 'well' })
  })

  test.each<[string, string, (response: ServerResponse) => void]>([
    [
      'cuts its answer off',
      'the answer was cut off before its end',
      (response) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('well', () => response.socket?.destroy())
      },
    ],
    [
      'sends more than 16 MiB',
      'the answer is longer than 16 MiB',
      (response) => {
        response.writeHead(200)
        response.end(Buffer.alloc(17 * 2 ** 20, 'w'))
      },
    ],
  ])('that says 200 and %s has failed', async (_what, failure, answer) => {
    const receiver = await openReceiver((_arrival, response) => answer(response))
    expect(await attemptAt(receiver.url)).toMatchObject({
      acknowledged: false,
      response_status: 200,
      failure,
    })
  })

  test('that says 200 with a megabyte has acknowledged', async () => {
    const receiver = await openReceiver(status(200, 'w'.repeat(2 ** 20)))
    expect(await attemptAt(receiver.url)).toMatchObject({ acknowledged: true })
  })

  test('that answers 102 and 103 before 200 has acknowledged', async () => {
    const receiver = await openReceiver((_arrival, response) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.end()
    })
    expect(await attemptAt(receiver.url)).toMatchObject({ acknowledged: true, response_status: 200 })
  })

  test('that speaks no HTTP has failed', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-none\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await attemptAt(`http://127.0.0.1:${port}/`)).toMatchObject({
      acknowledged: false,
      failure: 'the answer is no HTTP',
    })
  })

  test.each([301, 302, 303, 307, 308])('that redirects by %i is not followed', async (code) => {
    const target = await openReceiver()
    const receiver = await openReceiver((_arrival, response) => {
      response.writeHead(code, { location: target.url }).end()
    })
    expect(await attemptAt(receiver.url)).toMatchObject({
      acknowledged: false,
      response_status: code,
      failure: `answered ${code}; redirects are not followed`,
    })
    expect(target.arrivals).toEqual([])
  })

  test('is shown by the start of its answer, with nothing in it that acts', async () => {
    const hostile = `<script>alert(1)</script>\u001B[2J\u202Egnp.exe\u0000${'é'.repeat(100_000)}`
    const receiver = await openReceiver(status(500, hostile))
    const excerpt = String(look(await attemptAt(receiver.url), 'response_excerpt'))
    expect(excerpt.startsWith('<script>alert(1)</script>\uFFFD[2J\uFFFDgnp.exe\uFFFDé')).toBe(true)
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(3 * 1024)
  })

  test('that sends bytes that are no text, or headers without end, harms nothing', async () => {
    const receiver = await openReceiver((_arrival, response) => {
      response.writeHead(500).end(Buffer.from([0xff, 0xfe, 0x00, 0xc3]))
    })
    expect(await attemptAt(receiver.url)).toMatchObject({ response_excerpt: '\uFFFD\uFFFD\uFFFD\uFFFD' })
    const loud = await openReceiver((_arrival, response) => {
      response.writeHead(200, { 'x-long': 'a'.repeat(100_000) }).end()
    })
    expect(await attemptAt(loud.url)).toMatchObject({ acknowledged: false })
  })

  test.each([4, 990, 1023])(
    'that sends its secret back after %i bytes does not have it kept',
    async (length) => {
      const { receiver, sandbox, secret } = await openRegistered()
      const start = 'a'.repeat(length)
      receiver.answer(status(500, `${start}${secret}!`))
      await createCustomer(sandbox)
      const [attempt] = await attempted(sandbox, 1)
      expect(look(attempt, 'response_excerpt')).toBe(`${start}[secret]!`.slice(0, 1024))
    },
  )
})

describe('a name', () => {
  test('that leads to this machine first, and elsewhere then, is refused with the next connection', async () => {
    calls = 0
    const receiver = await openReceiver((_arrival, response) => {
      response.writeHead(500, { connection: 'close' }).end()
    })
    const resolve = addressesOf(['127.0.0.1'], ['10.0.0.1'])
    const sandbox = await openDelivering({ webhooks: { allowsLoopback: true, resolve } })
    await register(sandbox, `http://hooks.localhost:${receiver.port}/`)
    await createCustomer(sandbox)
    expect((await attempted(sandbox, 1))[0]).toMatchObject({ response_status: 500 })
    await advance(sandbox, 2)
    expect((await attempted(sandbox, 2))[0]).toMatchObject({
      acknowledged: false,
      failure: 'the address is not public',
    })
    expect(receiver.arrivals).toHaveLength(1)
  })

  test('is looked up once for a connection, so that no second answer can differ', async () => {
    calls = 0
    const receiver = await openReceiver()
    const resolve = addressesOf(['127.0.0.1'], ['10.0.0.1'])
    const attempt = await attemptAt(`http://hooks.localhost:${receiver.port}/`, { resolve })
    expect(attempt).toMatchObject({ acknowledged: true })
    expect(calls).toBe(1)
  })

  test.each<[string, readonly string[]]>([
    ['several addresses of which one is private', ['127.0.0.1', '192.168.0.1']],
    ['a private IPv6 address beside', ['127.0.0.1', 'fd00::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['no address', []],
    ['something that is none', ['nonsense']],
  ])('with %s is refused', async (_what, addresses) => {
    calls = 0
    const receiver = await openReceiver()
    const url = `http://hooks.localhost:${receiver.port}/`
    expect(await attemptAt(url, { resolve: addressesOf(addresses) })).toMatchObject({
      failure: 'the address is not public',
    })
    expect(receiver.arrivals).toEqual([])
  })

  test.each(['127.0.0.1', '10.1.2.3', '::1', '100.64.1.1', '169.254.169.254'])(
    'of a public webhook that leads to %s is refused',
    async (address) => {
      calls = 0
      const attempt = await attemptAt('https://hooks.example/', {
        allowsLoopback: false,
        resolve: addressesOf(['8.8.8.8', address]),
      })
      expect(attempt).toMatchObject({ failure: 'the address is not public' })
    },
  )

  test('that does not exist has failed', async () => {
    const resolve: Resolve = async () => {
      throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
    }
    const attempt = await attemptAt('https://hooks.example/', { resolve })
    expect(attempt).toMatchObject({ failure: 'the host name was not found' })
  })
})
