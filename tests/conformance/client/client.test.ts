import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Client, type ClientOptions } from '../../../conformance/client/client.js'
import type { ExchangeRequest } from '../../../conformance/index.js'
import { Stopped } from '../../../conformance/model/explorer.js'
import { startServer } from '../../support/loopback.js'

const clientFor = (baseUrl: string, options: Partial<ClientOptions> = {}): Client => {
  const client = new Client({ baseUrl, timeoutMs: 2_000, ...options })
  onTestFinished(() => client.close())
  return client
}

const get = (url: string, method = 'GET'): ExchangeRequest => ({ method, url, headers: [] })

const listening = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

test('sends a path as it is spelled', async () => {
  const { url, requests } = await startServer((_, response) => response.end('{}'))
  const client = clientFor(url)
  for (const path of ['/pets/%2e%2e', '/pets/..', '/a//b?x=[1]&y=%00', '?q=1'])
    await client.send(get(`${url}${path}`))
  expect(requests.map((one) => one.url)).toEqual(['/pets/%2e%2e', '/pets/..', '/a//b?x=[1]&y=%00', '/?q=1'])
})

test('says what came of a request, and how long it took', async () => {
  const { url } = await startServer((_, response) => response.writeHead(302, { location: '/x' }).end('body'))
  const seen: string[] = []
  const client = clientFor(url, { onExchange: (exchange) => void seen.push(exchange.request.url) })
  const { exchange, durationMs, noAnswer } = await client.send(get(`${url}/a`), { operationId: 'a' })
  expect(exchange).toMatchObject({
    operationId: 'a',
    target: 'api',
    response: { status: 302, body: 'body' },
  })
  expect([durationMs > 0, noAnswer, seen]).toEqual([true, undefined, [`${url}/a`]])
})

const megabyte = Buffer.alloc(1024 * 1024, 'x')

const failures: Readonly<
  Record<string, readonly [listener: RequestListener, noAnswer: string | undefined, body: RegExp]>
> = {
  'closed before an answer': [(request) => request.socket.destroy(), 'broken', /closed before an answer/],
  'reset in the middle': [
    (request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => request.socket.resetAndDestroy())
    },
    'broken',
    /closed in the middle/,
  ],
  'no HTTP': [
    (request) => request.socket.end('nonsense\r\n\r\n'),
    'broken',
    /^the answer is no HTTP: Response does not match/,
  ],
  'not compressed as it says': [
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
    'broken',
    /not compressed/,
  ],
  'no answer': [() => undefined, 'timeout', /no answer in the time given/],
  'too large': [
    (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(megabyte));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
    'unread',
    /more than \d+ bytes/,
  ],
  'a body without end': [
    (_, response) => {
      const timer = setInterval(() => response.write('line\n'), 20)
      response.on('close', () => clearInterval(timer))
    },
    'unread',
    /no end/,
  ],
  'a stream of events': [
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
    undefined,
    /^data: 1\n\n$/,
  ],
}

test.concurrent.each(Object.entries(failures))('%s', async (_, [listener, noAnswer, body]) => {
  const server = createServer(listener)
  const origin = `http://127.0.0.1:${await listening(server)}`
  const client = new Client({ baseUrl: origin, timeoutMs: 900 })
  try {
    const answered = await client.send(get(`${origin}/x`, 'POST'))
    expect([answered.noAnswer, answered.exchange.response.body]).toEqual([
      noAnswer,
      expect.stringMatching(body),
    ])
    expect(client.outages).toEqual([])
  } finally {
    await client.close()
    server.closeAllConnections()
    server.close()
  }
})

test('a request that cannot be written as HTTP is not sent, and says nothing of the service', async () => {
  const { url, requests } = await startServer((_, response) => response.end())
  const { noAnswer } = await clientFor(url).send({ ...get(`${url}/`), headers: [['x', 'a\nb']] })
  expect([noAnswer, requests.length]).toEqual(['unread', 0])
})

test('nothing is sent to another origin', async () => {
  const { url } = await startServer((_, response) => response.end())
  const other = await startServer((_, response) => response.end())
  const client = clientFor(url)
  for (const wrong of [`${other.url}/`, `${url}@${other.url.slice(7)}/`, `${url}.example/`])
    await expect(client.send(get(wrong))).rejects.toThrow(/origin/)
  expect(other.requests).toEqual([])
})

describe('a kept connection that the server closes', () => {
  /** Answers one request of each connection, and closes it when a second one comes. */
  const forgetful = (): RequestListener => {
    const seen = new WeakSet<object>()
    return ({ socket }, response) => {
      if (seen.has(socket)) return void socket.destroy()
      seen.add(socket)
      response.end('ok')
    }
  }

  test('is no defect of an idempotent request, which is sent again', async () => {
    const { url, requests } = await startServer(forgetful())
    const client = clientFor(url)
    for (const _ of [1, 2, 3, 4]) {
      const { noAnswer, exchange } = await client.send(get(`${url}/`, 'DELETE'))
      expect([noAnswer, exchange.response.body]).toEqual([undefined, 'ok'])
    }
    expect(requests.length).toBeGreaterThan(4)
  })

  test('is said of a POST, which may have been carried out', async () => {
    const { url, requests } = await startServer(forgetful())
    const client = clientFor(url)
    const said = new Set<string | undefined>()
    for (const _ of [1, 2, 3, 4]) said.add((await client.send(get(`${url}/`, 'POST'))).noAnswer)
    expect([said, requests.length]).toEqual([new Set([undefined, 'broken']), 4])
  })
})

describe('a service that limits requests', () => {
  test('is asked again when it says so', async () => {
    let left = 2
    const { url, requests } = await startServer((_, response) =>
      left-- > 0 ? response.writeHead(429, { 'retry-after': '0' }).end() : response.end('ok'),
    )
    const { exchange } = await clientFor(url).send(get(`${url}/`, 'POST'))
    expect([exchange.response.status, requests.length]).toEqual([200, 3])
  })

  test('is taken at its word in the end, and sooner for an operation that always is', async () => {
    const { url, requests } = await startServer((_, response) =>
      response.writeHead(429, { 'retry-after': '0' }).end(),
    )
    const client = clientFor(url)
    const counts: number[] = []
    for (const _ of [1, 2, 3]) {
      const before = requests.length
      expect((await client.send(get(`${url}/`), { operationId: 'x' })).exchange.response.status).toBe(429)
      counts.push(requests.length - before)
    }
    expect(counts).toEqual([4, 4, 1])
  })
})

describe('a service that is busy under several requests at once', () => {
  test('is asked again alone, and half as much from then on', async () => {
    let [under, most] = [0, 0]
    const overlaps: number[] = []
    const { url, requests } = await startServer((_, response) => {
      const isBusy = ++under > 1
      most = Math.max(most, under)
      overlaps.push(under)
      setImmediate(() => {
        under--
        response.writeHead(isBusy ? 503 : 200).end()
      })
    })
    const client = clientFor(url, { concurrency: 4 })
    const all = Array.from({ length: 8 }, () => client.send(get(`${url}/`, 'POST'), { operationId: 'x' }))
    const statuses = (await Promise.all(all)).map(({ exchange }) => exchange.response.status)
    expect([new Set(statuses), most > 1, overlaps.at(-1)]).toEqual([new Set([200]), true, 1])
    expect(requests.length).toBeGreaterThan(8)
  })
})

describe('a service that goes away', () => {
  /** Ends as soon as it is asked for /crash, without an answer. */
  const fragile = (): Server =>
    createServer((request, response) => {
      if (request.url !== '/crash') return response.end('ok')
      server.close()
      server.closeAllConnections()
      return undefined
    })
  let server: Server

  test('and stays away is given up, and what it went with is known', async () => {
    server = fragile()
    const origin = `http://127.0.0.1:${await listening(server)}`
    const client = clientFor(origin, { patienceMs: 120 })
    await client.send(get(`${origin}/`))
    const { noAnswer, exchange } = await client.send(get(`${origin}/crash`, 'POST'))
    expect([noAnswer, exchange.response.body]).toEqual([
      'broken',
      'the connection was closed before an answer, and the service accepts no connections since',
    ])
    await expect(client.send(get(`${origin}/`))).rejects.toBeInstanceOf(Stopped)
    expect(client.gone).toBe('the service accepts no connections (ECONNREFUSED)')
    expect(client.outages).toMatchObject([{ hasReturned: false, suspects: [exchange] }])
  })

  test('and comes back is asked on, with what had not been sent', async () => {
    server = fragile()
    const port = await listening(server)
    const origin = `http://127.0.0.1:${port}`
    const client = clientFor(origin)
    await client.send(get(`${origin}/crash`, 'POST'))
    const next = client.send(get(`${origin}/`, 'POST'))
    const second = createServer((_, response) => response.end('again'))
    await listening(second, port)
    onTestFinished(() => {
      second.closeAllConnections()
      second.close()
    })
    expect((await next).exchange.response.body).toBe('again')
    expect(client.gone).toBeUndefined()
  })

  test('was never there', async () => {
    const closed = createServer()
    const port = await listening(closed)
    closed.close()
    const client = clientFor(`http://127.0.0.1:${port}`, { patienceMs: 0 })
    await expect(client.send(get(`http://127.0.0.1:${port}/`))).rejects.toBeInstanceOf(Stopped)
    expect([client.hasAnswered, client.outages]).toEqual([false, []])
  })
})

test('a service that hangs is given up', async () => {
  const { url } = await startServer(() => undefined)
  const client = clientFor(url, { timeoutMs: 30 })
  for (let count = 0; count < 8; count++) expect((await client.send(get(`${url}/`))).noAnswer).toBe('timeout')
  await expect(client.send(get(`${url}/`))).rejects.toThrow(/hangs/)
})

test('a service of which one operation hangs is asked on', async () => {
  const { url } = await startServer((request, response) => {
    if (request.url === '/') response.end('ok')
  })
  const client = clientFor(url, { timeoutMs: 30 })
  await client.send(get(`${url}/`))
  for (let count = 0; count < 10; count++) await client.send(get(`${url}/slow`))
  expect([client.gone, (await client.send(get(`${url}/`))).exchange.response.body]).toEqual([undefined, 'ok'])
})

test('a client that is closed gives up what is under way', async () => {
  const { url } = await startServer(() => undefined)
  const client = clientFor(url)
  const sent = client.send(get(`${url}/`))
  const ended = expect(sent).rejects.toBeInstanceOf(Stopped)
  await client.close()
  await ended
})

test('no more are on their way than wanted', async () => {
  const held: ServerResponse[] = []
  let most = 0
  const { url } = await startServer((_, response) => {
    most = Math.max(most, held.push(response))
    if (held.length < 3) return
    // A fourth one would arrive before the event loop came round so often.
    let rounds = 50
    const answer = (): unknown =>
      rounds-- > 0 ? setImmediate(answer) : held.splice(0).forEach((one) => one.end())
    answer()
  })
  const client = clientFor(url, { concurrency: 3 })
  await Promise.all(Array.from({ length: 12 }, () => client.send(get(`${url}/`))))
  expect(most).toBe(3)
})
