import type { ServerResponse } from 'node:http'
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
import { openReceiver, status } from '../../support/receiver.js'

/** The first attempt to deliver to an endpoint that answers so. */
const attemptBy = async (
  answer: (response: ServerResponse) => void,
  webhooks: SandboxOptions['webhooks'] = {},
): Promise<unknown> => {
  const { url } = await openReceiver((_arrival, response) => answer(response))
  return attemptAt(url, { allowsLoopback: true, ...webhooks })
}

const notPublic = { acknowledged: false, failure: 'the address is not public' }

describe('an endpoint', () => {
  test('that hangs is given up', async () => {
    const failed = { acknowledged: false, failure: 'no answer in time', response_excerpt: '' }
    expect(await attemptBy(() => undefined, { timeout: 100 })).toMatchObject(failed)
  })

  test('whose name hangs is given up', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    const webhooks = { allowsLoopback: true, timeout: 100, resolve }
    const failed = { acknowledged: false, failure: 'no answer in time' }
    expect(await attemptAt('http://hooks.localhost/', webhooks)).toMatchObject(failed)
  })

  test('that says 200 and drips its body without end has failed', async () => {
    const drip = (response: ServerResponse) => {
      response.writeHead(200)
      const dripping = setInterval(() => response.write('.'), 20)
      response.once('close', () => clearInterval(dripping))
    }
    const failed = { acknowledged: false, response_status: 200, failure: 'the answer had no end in time' }
    expect(await attemptBy(drip, { timeout: 1000 })).toMatchObject(failed)
  })

  test('that says 200 and drips its body in time has acknowledged', async () => {
    const attempt = await attemptBy((response) => {
      response.writeHead(200).write('we')
      setImmediate(() => response.end('ll'))
    })
    expect(attempt).toMatchObject({ acknowledged: true, response_excerpt: 'well' })
  })

  test('that says 200 and cuts its answer off has failed', async () => {
    const attempt = await attemptBy((response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('well', () => response.socket?.destroy())
    })
    const failure = 'the answer was cut off before its end'
    expect(attempt).toMatchObject({ acknowledged: false, response_status: 200, failure })
  })

  test('that says 200 and sends more than 16 MiB has failed', async () => {
    const attempt = await attemptBy((response) =>
      response.writeHead(200).end(Buffer.alloc(17 * 2 ** 20, 'w')),
    )
    const failure = 'the answer is longer than 16 MiB'
    expect(attempt).toMatchObject({ acknowledged: false, response_status: 200, failure })
  })

  test('that says 200 with a megabyte has acknowledged', async () => {
    const attempt = await attemptBy((response) => response.end('w'.repeat(2 ** 20)))
    expect(attempt).toMatchObject({ acknowledged: true })
  })

  test('that answers 102 and 103 before 200 has acknowledged', async () => {
    const attempt = await attemptBy((response) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.end()
    })
    expect(attempt).toMatchObject({ acknowledged: true, response_status: 200 })
  })

  test('that speaks no HTTP has failed', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-none\r\n'))
    onTestFinished(() => void server.close())
    const attempt = await attemptAt(`http://127.0.0.1:${await listenOn(server)}/`, { allowsLoopback: true })
    expect(attempt).toMatchObject({ acknowledged: false, failure: 'the answer is no HTTP' })
  })

  test.each([301, 302, 303, 307, 308])('that redirects by %i is not followed', async (code) => {
    const target = await openReceiver()
    const attempt = await attemptBy((response) => response.writeHead(code, { location: target.url }).end())
    const failure = `answered ${code}; redirects are not followed`
    expect(attempt).toMatchObject({ acknowledged: false, response_status: code, failure })
    expect(target.arrivals).toEqual([])
  })

  test('is shown by the start of its answer, with nothing in it that acts', async () => {
    const hostile = `<script>alert(1)</script>\u001B[2J\u202Egnp.exe\u0000${'é'.repeat(100_000)}`
    const attempt = await attemptBy((response) => response.writeHead(500).end(hostile))
    const excerpt = String(look(attempt, 'response_excerpt'))
    expect(excerpt.startsWith('<script>alert(1)</script>\uFFFD[2J\uFFFDgnp.exe\uFFFDé')).toBe(true)
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(3 * 1024)
  })

  test('that sends bytes that are no text, or headers without end, harms nothing', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0xc3])
    const odd = await attemptBy((response) => response.writeHead(500).end(bytes))
    expect(odd).toMatchObject({ response_excerpt: '\uFFFD\uFFFD\uFFFD\uFFFD' })
    const loud = await attemptBy((response) =>
      response.writeHead(200, { 'x-long': 'a'.repeat(100_000) }).end(),
    )
    expect(loud).toMatchObject({ acknowledged: false })
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
    const receiver = await openReceiver((_arrival, response) => {
      response.writeHead(500, { connection: 'close' }).end()
    })
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
