import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Client, type ClientOptions, requireAnswer } from '../../../conformance/client/client.js'
import { Health } from '../../../conformance/client/health.js'
import {
  type Exchange,
  type ExchangeRequest,
  type HeaderList,
  headerValues,
} from '../../../conformance/exchange/exchange.js'
import { RequestCounter } from '../../../conformance/model/report.js'
import { NoAnswer } from '../../../conformance/model/outcome.js'
import { type Failure, failures } from '../../support/dying.js'
import { exchangeOf, operationOf, parameterOf } from '../support/make.js'
import { deadOrigin, listenOn, startServer } from '../../support/loopback.js'
import { row, tableIn } from '../../support/table.js'

type Sending = NonNullable<Parameters<Client['send']>[1]>

const tables = tableIn<{
  readonly services: readonly {
    readonly what: string
    readonly serves: Readonly<Record<string, string>>
    readonly options?: Partial<ClientOptions>
    readonly asks: readonly (readonly [
      line: string,
      Omit<Sending, 'operation'> & { readonly as?: keyof typeof operations },
      due: number | string,
    ])[]
    readonly asked?: number | readonly number[] | Readonly<Record<string, number>>
    readonly interruptions?: readonly string[]
  }[]
}>(import.meta.dirname, 'client.yaml')

const clientFor = (baseUrl: string, options: Partial<ClientOptions> = {}): Client => {
  const client = new Client({ origins: [baseUrl], timeoutMs: 2_000, ...options })
  onTestFinished(() => client.close())
  return client
}

const get = (url: string, method = 'GET'): ExchangeRequest => ({ method, url, headers: [] })

/** Responds by the words of a script, repeating the last one: a status, `cut`, or `hang`. */
const scripted = (script: string): RequestListener => {
  const words = script.split(' ')
  return ({ socket }, response) => {
    const word = words.length > 1 ? words.shift() : words[0]
    if (word === 'cut') socket.destroy()
    else if (word !== 'hang') response.writeHead(Number(word), { 'retry-after': '0' }).end('{}')
  }
}

test('sends a path as it is spelled', async () => {
  const { url, requests } = await startServer((_, response) => response.end('{}'))
  const client = clientFor(url)
  for (const path of ['/pets/%2e%2e', '/pets/..', '/a//b?x=[1]&y=%00', '?q=1'])
    await client.send(get(`${url}${path}`))
  expect(requests.map((one) => one.url)).toEqual(['/pets/%2e%2e', '/pets/..', '/a//b?x=[1]&y=%00', '/?q=1'])
})

test('sends the bytes of a body that are not UTF-8 as they are, beside others', async () => {
  const bodies: Buffer[] = []
  const { url } = await startServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.end(void bodies.push(Buffer.concat(chunks))))
  })
  const client = clientFor(url)
  for (const body of ['{"a":"\udcff\udc80"}', 'Zoë 🙂']) await client.send({ ...get(url, 'POST'), body })
  expect(bodies.map((one) => one.toString('latin1'))).toEqual([
    '{"a":"\xff\x80"}',
    Buffer.from('Zoë 🙂').toString('latin1'),
  ])
})

/** An operation as in the tables of a document. */
const operation = operationOf({ operationId: 'a', path: '/a', security: [] })

test('says what came of a request, and how long it took', async () => {
  const { url } = await startServer((_, response) => response.writeHead(302, { location: '/x' }).end('body'))
  const seen: string[] = []
  const client = clientFor(url, { onExchange: (exchange) => void seen.push(exchange.request.url) })
  const { exchange, durationMs, noAnswer } = await client.send(get(`${url}/a`), { operation })
  expect(exchange).toMatchObject({ operationId: 'a', target: 'api', response: { status: 302, body: 'body' } })
  expect([durationMs > 0, noAnswer, seen]).toEqual([true, undefined, [`${url}/a`]])
})

test.each([
  [true, [expect.stringMatching(/^[\da-f]{8}-1$/), expect.stringMatching(/^[\da-f]{8}-2$/)]],
  [false, [undefined, undefined]],
])('names exchanges where they are recorded: %j', async (isNamed, ids) => {
  const { url } = await startServer((_, response) => response.end('{}'))
  const client = clientFor(url, { isNamed })
  const [one, other] = [await client.send(get(`${url}/a`)), await client.send(get(`${url}/a`))]
  expect([one.exchange.id, other.exchange.id]).toEqual(ids)
})

const ofService = (name: string): Failure => failures[name] ?? expect.fail(`no failure is named ${name}`)

const ofLines =
  (text: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/jsonl' }).write(text)

const outcomes: readonly (readonly [string, string | undefined, RegExp, Failure])[] = [
  row('closed before a response', 'broken', /closed before a response/, ofService('closes its port')),
  row('closed in the middle', 'broken', /closed in the middle/, ofService('breaks off in the middle')),
  row('reset in the middle', 'broken', /closed in the middle/, (request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => request.socket.resetAndDestroy())
  }),
  row('no HTTP', 'broken', /^the response is not HTTP: Response does not match/, (request) =>
    request.socket.end('nonsense\r\n\r\n'),
  ),
  row('not compressed as it says', 'broken', /not compressed/, (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
  ),
  row('no answer', 'timeout', /no response within the time limit/, ofService('hangs')),
  row('too large', 'unread', /larger than \d+ bytes/, ofService('never stops sending')),
  row('a body without end', 'unread', /did not end/, ofService('sends a byte now and then')),
  row('a stream that is silent', 'unread', /did not end/, (_, response) => void response.write('{}\n')),
  row('a body that breaks off in a line', 'timeout', /no response/, ofService('sends a part and hangs')),
  row('a body that stays shorter than it says', 'timeout', /no response/, (_, response) => {
    response.writeHead(200, { 'content-length': '9' }).write('{}')
  }),
  row(
    'a stream of events',
    undefined,
    /^data: 1\n\n$/,
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
  ),
  row('a stream of lines', undefined, /^\{\}\n\{$/, ofLines('{}\n{')),
  row('a stream whose first line is not complete', 'timeout', /no response/, ofLines('{')),
]

/** What came of a request to a server of its own, which concurrent tests close themselves. */
const toldBy = async (failure: Failure, timeoutMs: number): Promise<readonly unknown[]> => {
  const ends: (() => unknown)[] = []
  const { url } = await startServer(failure, (end) => void ends.push(end))
  const client = new Client({ origins: [url], timeoutMs })
  try {
    const { noAnswer, exchange } = await client.send(get(`${url}/x`, 'POST'))
    return [noAnswer, exchange.response.body]
  } finally {
    await client.close()
    for (const end of ends) await end()
  }
}

test.concurrent.each(outcomes)('%s', async (_, noAnswer, body, failure) => {
  expect(await toldBy(failure, 2_500)).toEqual([noAnswer, expect.stringMatching(body)])
})

test.concurrent('a stream of lines is read for a while after its first line, however late that comes', async () => {
  const late: Failure = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' }).flushHeaders()
    setTimeout(() => response.write('{}\n'), 2_200)
  }
  expect(await toldBy(late, 20_000)).toEqual([undefined, '{}\n'])
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

  test('is not a defect of an idempotent request, which is sent again', async () => {
    const { url, requests } = await startServer(forgetful())
    const client = clientFor(url)
    for (const _ of [1, 2, 3, 4]) {
      const { noAnswer, exchange } = await client.send(get(`${url}/`, 'DELETE'))
      expect([noAnswer, exchange.response.body]).toEqual([undefined, 'ok'])
    }
    expect(requests.length).toBeGreaterThan(4)
  })

  test('is not a defect of a POST either, which is sent once more on a connection of its own', async () => {
    const { url, requests } = await startServer(forgetful())
    const client = clientFor(url)
    const said = new Set<string | undefined>()
    for (const _ of [1, 2, 3, 4]) said.add((await client.send(get(`${url}/`, 'POST'))).noAnswer)
    expect([said, requests.length > 4]).toEqual([new Set([undefined]), true])
  })

  test('is not used again after a failure', async () => {
    const connections: unknown[] = []
    const { url } = await startServer(({ socket }, response) => {
      connections.push(socket)
      response.writeHead(500).end('{}')
    })
    const client = clientFor(url)
    for (const _ of [1, 2, 3]) await client.send(get(`${url}/`, 'POST'))
    expect(new Set(connections).size).toBe(3)
  })
})

test('a service that is busy under several requests at once is asked again alone, and half as much from then on', async () => {
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
  const all = Array.from({ length: 8 }, () => client.send(get(`${url}/`, 'POST'), { operation }))
  const statuses = (await Promise.all(all)).map(({ exchange }) => exchange.response.status)
  expect([new Set(statuses), most > 1, overlaps.at(-1)]).toEqual([new Set([200]), true, 1])
  expect(requests.length).toBeGreaterThan(8)
})

test('a service of which one operation is always busy is asked for the others as before', async () => {
  const waiting: ServerResponse[] = []
  const { url } = await startServer(({ url: path }, response) => {
    if (path !== '/') return void response.writeHead(503).end()
    // Answers four requests together.
    if (waiting.push(response) === 4) for (const one of waiting.splice(0)) one.end()
  })
  const client = clientFor(url, { concurrency: 4, timeoutMs: 1_000 })
  await Promise.all(['/off', '/idle'].map((path) => client.send(get(`${url}${path}`))))
  const answered = await Promise.all(Array.from({ length: 4 }, () => client.send(get(`${url}/`))))
  expect(answered.map(({ exchange }) => exchange.response.status)).toEqual([200, 200, 200, 200])
})

describe('a service that goes away', () => {
  /** Ends without a response when /crash is requested. */
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
    const origin = `http://127.0.0.1:${await listenOn(server)}`
    const client = clientFor(origin, { patienceMs: 120 })
    await client.send(get(`${origin}/`))
    const { noAnswer, exchange } = await client.send(get(`${origin}/crash`, 'POST'))
    expect([noAnswer, exchange.response.body]).toEqual([
      'broken',
      'the connection was closed before a response',
    ])
    await expect(client.send(get(`${origin}/`))).rejects.toBeInstanceOf(NoAnswer)
    expect(client.ended).toBe(
      `POST ${origin}/crash: the connection was closed before a response, and since then the service does not answer; answered last: GET ${origin}/`,
    )
    expect(client.outage?.exchange).toBe(exchange)
  })

  test('and comes back is asked on, with what had not been sent', async () => {
    server = fragile()
    const port = await listenOn(server)
    const origin = `http://127.0.0.1:${port}`
    const client = clientFor(origin)
    await client.send(get(`${origin}/crash`, 'POST'))
    const next = client.send(get(`${origin}/`, 'POST'))
    await startServer((_, response) => response.end('again'), onTestFinished, {}, port)
    expect((await next).exchange.response.body).toBe('again')
    expect(client.ended).toBeUndefined()
  })

  /** Crashes when /crash is requested, while other requests are in flight. */
  const crashing = async (comesBack: boolean): Promise<string> => {
    const server = createServer((request, response) => {
      if (request.url === '/') return void response.end('ok')
      if (request.url !== '/crash') return void setTimeout(() => response.end('ok'), 40)
      return void setTimeout(() => {
        server.close(() => comesBack && server.listen(port, '127.0.0.1'))
        server.closeAllConnections()
      }, 10)
    })
    const port = await listenOn(server)
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${port}`
  }

  test('because of one request is not held against those in flight with it', async () => {
    const origin = await crashing(true)
    const client = clientFor(origin)
    await client.send(get(`${origin}/`))
    const sending = { mayBeRepeated: true }
    const asked = ['/a', '/crash', '/b'].map((path) => client.send(get(origin + path, 'POST'), sending))
    const said = (await Promise.all(asked)).map(({ noAnswer, exchange: { response } }) => [
      noAnswer,
      response.body,
    ])
    expect(said).toEqual([
      [undefined, 'ok'],
      ['broken', 'the connection was closed before a response'],
      [undefined, 'ok'],
    ])
  })

  test('and stays away is given up with all that was in flight, first what was invented', async () => {
    const origin = await crashing(false)
    const client = clientFor(origin, { patienceMs: 0 })
    await client.send(get(`${origin}/`))
    const asked = ['/a', '/crash'].map((path) => client.send(get(origin + path), { isGuess: path !== '/a' }))
    const ended = await Promise.allSettled(asked)
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const reason = 'the connection was closed before a response, and since then the service does not answer'
    expect(client.ended).toBe(
      `GET ${origin}/crash: ${reason}; also in flight: GET ${origin}/a; answered last: GET ${origin}/`,
    )
  })

  test('and is away when the time of the run ends is given up with all that was in flight', async () => {
    const origin = await crashing(false)
    const client = clientFor(origin, { patienceMs: 60_000 })
    await client.send(get(`${origin}/`))
    client.cutAt = Date.now() + 500
    await Promise.allSettled(
      ['/a', '/crash'].map((path) => client.send(get(origin + path), { isGuess: path !== '/a' })),
    )
    await client.lookBack()
    expect(client.ended).toContain(
      `GET ${origin}/crash: the connection was closed before a response, and since`,
    )
    expect(client.ended).toContain(`; also in flight: GET ${origin}/a`)
  })

  test('was never there', async () => {
    const origin = await deadOrigin()
    const client = clientFor(origin, { patienceMs: 0 })
    await expect(client.send(get(`${origin}/`))).rejects.toBeInstanceOf(NoAnswer)
  })
})

const asked = { isOwn: true, isSecured: false, isPlainRead: true, isToBeFound: true, isGuess: true }

test('an operation that took the service down three times gets nothing odd any more', async () => {
  const up = exchangeOf({ status: 200 })
  const probed = [1, 2, 3].flatMap(() => [undefined, up.response])
  const health = new Health({
    probe: () => Promise.resolve(probed.shift()),
    patienceMs: 10_000,
    lossMs: 40_000,
    deadline: () => Infinity,
    signal: new AbortController().signal,
  })
  const odd = { ...asked, operation: 'GET /a' }
  for (const _ of [1, 2, 3]) {
    await health.ready(up.request, odd)
    health.failed(odd, exchangeOf({ status: 0 }), 'closed', 1)
    health.closedAlone(odd)
    await health.recover()
  }
  await expect(health.ready(up.request, odd)).rejects.toThrow(/^GET \/a took the service down 3 times/)
  await health.ready(up.request, { ...odd, isGuess: false })
  await health.ready(up.request, { ...odd, operation: 'GET /b' })
  expect(health.interruptions).toHaveLength(3)
  expect(health.longestDownMs).toBeGreaterThanOrEqual(250)
})

test('a service is probed with a fast read where it has one', async () => {
  const probed: string[] = []
  const health = new Health({
    probe: ({ url }) => {
      probed.push(url)
      return Promise.resolve(exchangeOf({ status: 200 }).response)
    },
    patienceMs: 0,
    lossMs: 40_000,
    deadline: () => Infinity,
    signal: new AbortController().signal,
  })
  for (const [path, ms] of [
    ['/fast', 0],
    ['/slow', 5_000],
  ] as const) {
    // prettier-ignore
    const exchange = { ...exchangeOf({ status: 200 }), sentAt: Date.now() - ms }
    await health.answered(exchange, get(path), { ...asked, operation: `GET ${path}` })
  }
  await health.recover()
  expect(probed).toEqual(['/fast'])
})

test.each([
  ['where the time is limited', 60_000, false],
  ['where it is not', Infinity, true],
])('operations that hang do not end a run %s', (_, forMs, isGone) => {
  const health = new Health({
    probe: () => Promise.resolve(undefined),
    patienceMs: 0,
    lossMs: 40_000,
    deadline: () => Date.now() + forMs,
    signal: new AbortController().signal,
  })
  for (const path of ['/a', '/b', '/c', '/d', '/e'])
    health.failed({ ...asked, operation: path }, exchangeOf({ status: 0 }), 'no response', 10_000)
  expect(health.gone.aborted).toBe(isGone)
})

test('a busy service is not waited for beyond the end', async () => {
  const { url, requests } = await startServer((_, response) =>
    response.writeHead(429, { 'retry-after': '60' }).end(),
  )
  const client = clientFor(url)
  client.cutAt = Date.now() + 1_000
  expect((await client.send(get(`${url}/`))).exchange.response.status).toBe(429)
  expect(requests).toHaveLength(1)
})

test.each([
  [false, 'is served on where it answers others'],
  [true, 'shows that the service is away where it answers nothing'],
])('a request that is cut at the end (%j): %s', async (isAway) => {
  let hangs = false
  const { url } = await startServer((request, response) => {
    if (!hangs || (!isAway && request.url === '/')) response.end('ok')
  })
  const client = clientFor(url, { timeoutMs: 60_000, patienceMs: 0 })
  await client.send(get(`${url}/`), { operation })
  hangs = true
  client.cutAt = Date.now() + 50
  await expect(client.send(get(`${url}/slow`))).rejects.toThrow('the time of the run was up')
  await client.lookBack()
  expect(client.gone.aborted).toBe(isAway)
})

test('a request that got less time than a response may take proves nothing, though the run has time again', async () => {
  const { url, requests } = await startServer(() => {
    client.cutAt = Infinity
  })
  const client: Client = clientFor(url)
  client.cutAt = Date.now() + 50
  await expect(client.send(get(`${url}/slow`))).rejects.toThrow('the time of the run was up')
  client.cutAt = 0
  await expect(client.send(get(`${url}/late`))).rejects.toThrow('the time of the run was up')
  expect(requests).toHaveLength(1)
})

const secured = operationOf({ operationId: 'a', path: '/a' })
const other = operationOf({ operationId: 'b', method: 'post', path: '/b' })
/** A read by id, whose parameter the document omits, or declares. */
const byId = operationOf({ operationId: 'c', path: '/c/{id}' })
const declared = { ...byId, parameters: [parameterOf({ name: 'id', in: 'path' })] }

const operations = {
  plain: operation,
  secured,
  other,
  byId,
  declared,
  another: { ...declared, operationId: 'd', path: '/d/{id}' },
  ofThing: operationOf({ path: '/a/{id}' }),
}

test.each(tables.services.map((row) => [row.what, row] as const))('a service %s', async (_, row) => {
  const scripts = new Map(Object.entries(row.serves).map(([path, words]) => [path, scripted(words)]))
  const { url, requests } = await startServer((request, response) =>
    (scripts.get(request.url ?? '') ?? scripts.get('*'))?.(request, response),
  )
  const client = clientFor(url, row.options)
  const counts: number[] = []
  for (const [line, { as, ...sending }, due] of row.asks) {
    const [method, path] = line.split(' ')
    const before = requests.length
    const sent = client.send(get(`${url}${path}`, method), {
      ...sending,
      ...(as && { operation: operations[as] }),
    })
    if (typeof due === 'number') expect((await sent).exchange.response.status).toBe(due)
    else await expect(sent).rejects.toThrow(new RegExp(due.replaceAll('ORIGIN', url)))
    counts.push(requests.length - before)
  }
  const { asked } = row
  if (typeof asked === 'number') expect(requests).toHaveLength(asked)
  else if (Array.isArray(asked)) expect(counts).toEqual(asked)
  else
    for (const [path, most] of Object.entries(asked ?? {}))
      expect(requests.filter((one) => one.url === path).length).toBeLessThanOrEqual(most)
  if (row.interruptions)
    expect(client.interruptions).toEqual(
      row.interruptions.map((one) => expect.stringMatching(new RegExp(one)) as unknown),
    )
  if (row.asks.every(([, , due]) => typeof due === 'number')) expect(client.ended).toBeUndefined()
})

describe('a service that no longer serves what it served', () => {
  test('is found out where everything is unknown from some request on', async () => {
    const { url, requests } = await startServer(scripted('200 200 200 200 200 404'))
    const client = clientFor(url, { patienceMs: 0 })
    await client.send(get(`${url}/a`), { operation: secured })
    const asking = async (): Promise<void> => {
      for (let times = 0; times < 50; times++) await client.send(get(`${url}/${times}`))
    }
    await expect(asking()).rejects.toThrow(/404, and GET .*a, which succeeded before, answered 404/)
    expect(requests.length).toBeLessThan(30)
  })

  test('is served on where all that it read was deleted, and what is deleted is answered 403', async () => {
    const { url } = await startServer(({ method, url: path }, response) => {
      if (method === 'DELETE') isDeleted = true
      const isRefused = isDeleted && (method === 'GET' || path === '/c/1/d/1')
      response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' }).end('{}')
    })
    let isDeleted = false
    const client = clientFor(url, { patienceMs: 0 })
    const below = { ...declared, operationId: 'd', path: '/c/{id}/d/{id}' }
    await client.send(get(`${url}/c/1`), { operation: declared })
    await client.send(get(`${url}/c/1/d/1?full=true`), { operation: below })
    await client.send(get(`${url}/c/1`, 'DELETE'), { operation: other })
    for (const method of ['GET', 'DELETE']) {
      const { exchange } = await client.send(get(`${url}/c/1/d/1`, method), { operation: below })
      expect(exchange.response.status).toBe(403)
    }
  })

  test('is served on where a request that was on its way is carried out', async () => {
    let isOut = false
    const { url } = await startServer(({ url: path }, response) => {
      const [status, afterMs] = path === '/slow' ? [200, 200] : [isOut ? 500 : 200, path === '/c' ? 100 : 0]
      setTimeout(() => response.writeHead(status).end('{}'), afterMs)
    })
    const client = clientFor(url, { patienceMs: 1_000 })
    await client.send(get(`${url}/a`), { operation: secured })
    isOut = true
    const failing = expect(client.send(get(`${url}/c`))).rejects.toThrow(
      /500, and GET .*, which succeeded before/,
    )
    await new Promise((done) => setTimeout(done, 20))
    const served = client.send(get(`${url}/slow`, 'POST'), { operation: other })
    await failing
    await client.send(get(`${url}/b`)).catch(() => undefined)
    expect([(await served).exchange.response.status, client.gone.aborted]).toEqual([200, false])
  })
})

test('a client that is closed gives up what is under way', async () => {
  const { url } = await startServer(scripted('hang'))
  const client = clientFor(url)
  const sent = client.send(get(`${url}/`))
  const ended = expect(sent).rejects.toBeInstanceOf(NoAnswer)
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

/** A client for which no response is an error, as for rules. */
const open = (timeoutMs = 5_000, patienceMs = 0) => {
  const seen: Exchange[] = []
  const counter = new RequestCounter()
  let client: Client | undefined
  onTestFinished(() => client?.close())
  const send = async (url: string, method = 'GET', headers: HeaderList = []): Promise<Exchange> => {
    client ??= new Client({ origins: [url], timeoutMs, patienceMs })
    const request = { method, url, headers, ...(method === 'POST' ? { body: '{}' } : {}) }
    const exchange = requireAnswer(await client.send(request, { counter }))
    seen.push(exchange)
    return exchange
  }
  return { seen, send, counter, isGone: () => client?.gone.aborted, probes: () => client?.probes.count }
}

const withKey: HeaderList = [['idempotency-key', 'k']]

// Observers do not see a busy response; after that of a gateway, or a broken connection, the request may have been
// carried out.
test.each<[string, string, HeaderList, isReplay: boolean]>([
  ['429 200', 'POST', withKey, false],
  ['502 200', 'POST', withKey, true],
  ['503 200', 'POST', withKey, false],
  ['504 200', 'POST', withKey, true],
  ['504 200', 'PUT', withKey, false],
  ['cut 200', 'GET', [], false],
  ['cut 200', 'PUT', [], false],
  ['cut 200', 'POST', withKey, true],
])('%s: a %s with %j is sent again, as a replay: %j', async (script, method, headers, isReplay) => {
  const { url, requests } = await startServer(scripted(script))
  const { seen, send } = open()
  await send(url, method, headers)
  expect(requests).toHaveLength(2)
  expect(seen.map((one) => [one.isReplay, one.response.status])).toEqual([[isReplay, 200]])
})

test('a busy service is asked three times, and then there is no verdict', async () => {
  const { url, requests } = await startServer((_, response) => {
    response.writeHead(429, { 'retry-after': new Date(0).toUTCString() }).end()
  })
  const { seen, send } = open()
  await expect(send(url)).rejects.toThrow(
    `GET ${url}: the service keeps returning 429; run again later, or with fewer requests (--rate)`,
  )
  expect(requests).toHaveLength(3)
  expect(seen).toEqual([])
})

test('a service that stays busy is given up', async () => {
  const { url, requests } = await startServer(scripted('503'))
  const { send, isGone } = open()
  for (let round = 0; round < 8; round++) await expect(send(`${url}/${round}`)).rejects.toThrow(NoAnswer)
  expect(requests, 'three operations, three times each, and a probe').toHaveLength(3 * 3 + 1)
  expect(isGone()).toBe(true)
})

test.each([503, 502])(
  'a service of which every second response is %i is judged, and the report says so',
  async (busy) => {
    let count = 0
    const { url } = await startServer(({ url: path }, response) => {
      response.writeHead(count++ % 2 === 0 ? busy : path?.startsWith('/no') ? 404 : 200).end('{}')
    })
    const client = clientFor(url)
    await client.send(get(`${url}/a`), { operation })
    const statuses = []
    for (let round = 0; round < 25; round++)
      statuses.push((await client.send(get(`${url}/no/${round}`))).exchange.response.status)
    expect(new Set(statuses)).toEqual(new Set([404]))
    expect(client.interruptions).toEqual([
      '502, 503 or 504 was answered 26 times, and the requests were sent again',
    ])
  },
)

test('one operation that stays busy among others that are served is not waited for again', async () => {
  const { url, requests } = await startServer(({ url: path }, response) => {
    response.writeHead(path === '/busy' ? 429 : 200, { 'retry-after': '0' }).end()
  })
  const { send } = open()
  for (let round = 0; round < 5; round++) {
    await expect(send(`${url}/busy`)).rejects.toThrow(NoAnswer)
    await send(`${url}/free`)
  }
  expect(requests.filter(({ url: path }) => path === '/busy')).toHaveLength(3 + 4)
})

test('a broken connection ends a POST without a key: it may have been carried out, and the error shows it', async () => {
  const { url, requests } = await startServer(scripted('cut'))
  await expect(open().send(url, 'POST')).rejects.toMatchObject({
    name: 'NoAnswer',
    exchange: {
      request: { method: 'POST' },
      response: { status: 0, body: expect.stringContaining('the connection was closed before a response') },
    },
  })
  expect(requests).toHaveLength(1)
})

describe('no answer', () => {
  test('goes on until the service is given up', async () => {
    const { url, requests } = await startServer(scripted('cut'))
    const { send, counter, probes } = open()
    for (let round = 0; round < 3; round++) await expect(send(url, 'POST')).rejects.toThrow(NoAnswer)
    await expect(send(url, 'POST')).rejects.toThrow(
      `the service stayed down, so no further request is sent: POST ${url}: the connection was closed before a response`,
    )
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET'])
    expect(counter.count).toEqual({ sent: 3, answered: 0, unanswered: 3 })
    expect(probes()).toEqual({ sent: 1, answered: 0, unanswered: 1 })
  })

  test('is forgotten when the service answers what it answered before', async () => {
    const { url, requests } = await startServer((request, response) => {
      if (request.method === 'GET') response.end()
      else request.socket.destroy()
    })
    const { send, isGone } = open()
    await send(`${url}/served`)
    for (let round = 0; round < 8; round++) await expect(send(url, 'POST')).rejects.toThrow(NoAnswer)
    // The first one came over a connection that had been used, so it was sent once more.
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(8 + 1)
    expect(
      requests.filter(({ url: path }) => path === '/served'),
      'a probe after each three',
    ).toHaveLength(1 + 3)
    expect(isGone()).toBe(false)
  })

  test('is waited for while the service is away for a moment', async () => {
    const { url } = await startServer(scripted('cut cut cut cut 200'))
    const { send } = open(5_000, 2_000)
    for (let round = 0; round < 3; round++) await expect(send(url, 'POST')).rejects.toThrow(NoAnswer)
    expect((await send(url, 'POST')).response.status).toBe(200)
  })
})

describe('what is recorded', () => {
  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => text],
    ['unheard-of', (text: string) => text],
  ])('bodies that were sent as %s', async (encoding, encode) => {
    const { url, requests } = await startServer((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('{"a":1}'))
    })
    expect((await open().send(url)).response.body).toBe('{"a":1}')
    expect(requests).toHaveLength(1)
  })

  test('every line of a header, and letters beyond ASCII', async () => {
    const { url } = await startServer((_, response) => {
      response
        .writeHead(200, ['vary', 'Origin', 'Vary', 'X-API-Version', 'x-note', 'caf\u00E9'])
        .end('\u00FC')
    })
    const { response } = await open().send(url)
    expect(headerValues(response.headers, 'vary')).toEqual(['Origin', 'X-API-Version'])
    expect(headerValues(response.headers, 'x-note')).toEqual(['caf\u00E9'])
    expect(response.body).toBe('\u00FC')
  })

  test('a second request with one idempotency key as a replay', async () => {
    const { url } = await startServer((_, response) => void response.end())
    const { send } = open()
    const other: HeaderList = [['Idempotency-Key', 'other']]
    const sent = [
      await send(`${url}/a`, 'POST', withKey),
      await send(`${url}/a`, 'POST', withKey),
      await send(`${url}/b`, 'POST', withKey),
      await send(`${url}/a`, 'POST', other),
      await send(`${url}/a`, 'POST'),
      await send(`${url}/a`, 'POST'),
    ]
    expect(sent.map(({ isReplay }) => isReplay)).toEqual([false, true, false, false, false, false])
  })
})
