import { createServer as createTcpServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import type { SandboxOptions } from '../../../sandbox/index.js'
import type { Resolve } from '../../../sandbox/webhooks/http-client.js'
import { listenOn } from '../../support/loopback.js'
import { createCustomer } from '../support/actors.js'
import { look } from '../support/look.js'
import {
  advance,
  attempted,
  attemptAt,
  leadingTo,
  openDelivering,
  openRegistered,
  register,
} from './support/delivering.js'
import { type Answering, hanging, openReceiver, redirecting, status } from '../../support/receiver.js'

/** The first attempt to deliver to an endpoint that answers so. */
const attemptBy = async (
  answering: Answering,
  webhooks: SandboxOptions['webhooks'] = {},
): Promise<unknown> => {
  const { url } = await openReceiver(answering)
  return attemptAt(url, { allowsLoopback: true, ...webhooks })
}

const notPublic = { acknowledged: false, failure: 'the address is not public' }

const dripping: Answering = (_, response) => {
  response.writeHead(200)
  const drips = setInterval(() => response.write('.'), 20)
  response.once('close', () => clearInterval(drips))
}
const drippingInTime: Answering = (_, response) => {
  response.writeHead(200).write('we')
  setImmediate(() => response.end('ll'))
}
const cutOff: Answering = (_, response) => {
  response.writeHead(200, { 'content-length': 100 })
  response.write('well', () => response.socket?.destroy())
}
const resetting: Answering = (_, response) => void response.socket?.resetAndDestroy()
const interim: Answering = (_, response) => {
  response.writeProcessing()
  response.writeEarlyHints({ link: '</a.css>; rel=preload' })
  response.end()
}
const noText = Buffer.from([0xff, 0xfe, 0x00, 0xc3])

const failed = (failure: string, code?: number): object => ({
  acknowledged: false,
  failure,
  ...(code !== undefined && { response_status: code }),
})
const acknowledged = { acknowledged: true, response_status: 200 }

describe('an endpoint', () => {
  test.each<[string, Answering, object, SandboxOptions['webhooks']?]>([
    ['hangs', hanging, { ...failed('no response in time'), response_excerpt: '' }, { timeout: 100 }],
    ['drips without end', dripping, failed('the response was not complete in time', 200), { timeout: 1000 }],
    ['drips, and ends in time', drippingInTime, { ...acknowledged, response_excerpt: 'well' }],
    ['resets the connection', resetting, failed('the connection was cut')],
    ['cuts its answer off', cutOff, failed('the response was incomplete', 200)],
    [
      'sends 17 MiB',
      status(200, 'w'.repeat(17 * 2 ** 20)),
      failed('the response is longer than 16 MiB', 200),
    ],
    ['sends a megabyte', status(200, 'w'.repeat(2 ** 20)), acknowledged],
    ['answers 102 and 103 before 200', interim, acknowledged],
    [
      'sends a header without end',
      status(200, '', { 'x-long': 'a'.repeat(100_000) }),
      { acknowledged: false },
    ],
    ['sends bytes that are not text', status(500, noText), { response_excerpt: '\uFFFD\uFFFD\uFFFD\uFFFD' }],
  ])('that %s', async (_what, answering, attempt, webhooks) =>
    expect(await attemptBy(answering, webhooks)).toMatchObject(attempt),
  )

  test('whose name hangs is given up', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    const webhooks = { allowsLoopback: true, timeout: 100, resolve }
    expect(await attemptAt('http://hooks.localhost/', webhooks)).toMatchObject(failed('no response in time'))
  })

  test('that speaks no HTTP has failed', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-none\r\n'))
    onTestFinished(() => void server.close())
    const attempt = await attemptAt(`http://127.0.0.1:${await listenOn(server)}/`, { allowsLoopback: true })
    expect(attempt).toMatchObject(failed('the response is not HTTP'))
  })

  test.each([301, 302, 303, 307, 308])('that redirects by %i is not followed', async (code) => {
    const target = await openReceiver()
    const attempt = await attemptBy(redirecting(target.url, code))
    const failure = `answered ${code}; redirects are not followed`
    expect(attempt).toMatchObject(failed(failure, code))
    expect(target.arrivals).toEqual([])
  })

  test('is shown by the start of its answer, with nothing in it that acts', async () => {
    const hostile = `<script>alert(1)</script>\u001B[2J\u202Egnp.exe\u0000${'é'.repeat(100_000)}`
    const attempt = await attemptBy(status(500, hostile))
    const excerpt = String(look(attempt, 'response_excerpt'))
    expect(excerpt.startsWith('<script>alert(1)</script>\uFFFD[2J\uFFFDgnp.exe\uFFFDé')).toBe(true)
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(3 * 1024)
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
    const receiver = await openReceiver(status(500, '', { connection: 'close' }))
    const resolve = leadingTo(['127.0.0.1'], ['10.0.0.1'])
    const sandbox = await openDelivering({ webhooks: { allowsLoopback: true, resolve } })
    await register(sandbox, `http://hooks.localhost:${receiver.port}/`)
    await createCustomer(sandbox)
    expect((await attempted(sandbox, 1))[0]).toMatchObject({ response_status: 500 })
    await advance(sandbox, 2)
    expect((await attempted(sandbox, 2))[0]).toMatchObject(notPublic)
    expect(receiver.arrivals).toHaveLength(1)
  })

  test('is looked up once for a connection, so that no second answer can differ', async () => {
    const { port } = await openReceiver()
    const resolve = vi.fn(leadingTo(['127.0.0.1'], ['10.0.0.1']))
    const attempt = await attemptAt(`http://hooks.localhost:${port}/`, { allowsLoopback: true, resolve })
    expect(attempt).toMatchObject({ acknowledged: true })
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  test.each<[string, readonly string[]]>([
    ['several addresses of which one is private', ['127.0.0.1', '192.168.0.1']],
    ['a private IPv6 address beside', ['127.0.0.1', 'fd00::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['no address', []],
    ['something that is none', ['nonsense']],
  ])('with %s is refused', async (_what, addresses) => {
    const { port, arrivals } = await openReceiver()
    const webhooks = { allowsLoopback: true, resolve: leadingTo(addresses) }
    expect(await attemptAt(`http://hooks.localhost:${port}/`, webhooks)).toMatchObject(notPublic)
    expect(arrivals).toEqual([])
  })

  test.each(['127.0.0.1', '10.1.2.3', '::1', '100.64.1.1', '169.254.169.254'])(
    'of a public webhook that leads to %s is refused',
    async (address) => {
      const resolve = leadingTo(['8.8.8.8', address])
      expect(await attemptAt('https://hooks.example/', { resolve })).toMatchObject(notPublic)
    },
  )

  test('that does not exist has failed', async () => {
    const resolve: Resolve = async () => {
      throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
    }
    const attempt = await attemptAt('https://hooks.example/', { allowsLoopback: true, resolve })
    expect(attempt).toMatchObject({ failure: 'the host name was not found' })
  })
})
