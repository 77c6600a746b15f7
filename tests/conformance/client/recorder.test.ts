import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NoAnswer } from '../../../conformance/model/outcome.js'
import { Recorder } from '../../../conformance/client/recorder.js'
import { type Exchange, headerValues, type HeaderList } from '../../../conformance/exchange/exchange.js'
import { RequestCounter } from '../../../conformance/model/requests.js'
import { startServer } from '../../support/loopback.js'

const open = (timeoutMs = 5_000, patienceMs = 0) => {
  const seen: Exchange[] = []
  const onExchange = (exchange: Exchange): void => void seen.push(exchange)
  const recorder = new Recorder({ timeoutMs, patienceMs, onExchange })
  const counter = new RequestCounter()
  onTestFinished(() => recorder.close())
  const send = (url: string, method = 'GET', headers: HeaderList = []) =>
    recorder.send(
      { method, url, headers, ...(method === 'POST' ? { body: '{}' } : {}) },
      { target: 'api', counter },
    )
  return { seen, send, counter, recorder }
}

const withKey: HeaderList = [['idempotency-key', 'k']]

describe('a busy service is asked again', () => {
  test.each([429, 502, 503, 504])('after %d, and nobody sees that answer', async (status) => {
    let times = 0
    const { url, requests } = await startServer((_, response) => {
      response.writeHead(times++ === 0 ? status : 200, { 'retry-after': '0' }).end()
    })
    const { seen, send } = open()
    expect((await send(url, 'POST', withKey)).response.status).toBe(200)
    expect(requests).toHaveLength(2)
    expect(seen.map(({ isReplay, response }) => [isReplay, response.status])).toEqual([[false, 200]])
  })

  test('three times, and then there is no verdict', async () => {
    const { url, requests } = await startServer((_, response) => {
      response.writeHead(429, { 'retry-after': new Date(0).toUTCString() }).end()
    })
    const { seen, send } = open()
    await expect(send(url)).rejects.toThrow(
      `GET ${url}: it keeps answering 429; run again later, or with fewer requests (--rate)`,
    )
    expect(requests).toHaveLength(3)
    expect(seen).toEqual([])
  })
})

test('a service that stays busy is given up', async () => {
  const { url, requests } = await startServer((_, response) => {
    response.writeHead(503, { 'retry-after': '0' }).end()
  })
  const { send, recorder } = open()
  for (let round = 0; round < 8; round++) await expect(send(`${url}/${round}`)).rejects.toThrow(NoAnswer)
  expect(requests, 'three operations, three times each, and a probe').toHaveLength(3 * 3 + 1)
  expect(recorder.gone.aborted).toBe(true)
})

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

describe('a broken connection', () => {
  test.each([
    ['GET', [], 'sent again', false],
    ['PUT', [], 'sent again', false],
    ['POST', withKey, 'sent again, and may be a replay', true],
  ] as const)('%s %j is %s', async (method, headers, _outcome, isReplay) => {
    let times = 0
    const { url, requests } = await startServer((request, response) => {
      if (times++ === 0) request.socket.destroy()
      else response.end('{}')
    })
    const exchange = await open().send(url, method, headers)
    expect([exchange.response.status, exchange.isReplay, requests.length]).toEqual([200, isReplay, 2])
  })

  test('ends a POST without a key: it may have been carried out', async () => {
    const { url, requests } = await startServer((request) => request.socket.destroy())
    await expect(open().send(url, 'POST')).rejects.toThrow(NoAnswer)
    expect(requests).toHaveLength(1)
  })

  test('in the middle of the body is no answer', async () => {
    const { url } = await startServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"half":', () => request.socket.destroy())
    })
    await expect(open().send(url)).rejects.toThrow(NoAnswer)
  })
})

describe('no answer', () => {
  test('within the time given', async () => {
    const { url } = await startServer(() => {})
    await expect(open(50).send(url)).rejects.toThrow(`GET ${url}: no answer in the time given`)
  })

  test('goes on until the service is not asked any more', async () => {
    const { url, requests } = await startServer((request) => request.socket.destroy())
    const { send, counter, recorder } = open()
    for (let round = 0; round < 3; round++) await expect(send(url, 'POST')).rejects.toThrow(NoAnswer)
    await expect(send(url, 'POST')).rejects.toThrow(
      `the service stayed away, so it is not asked any more: POST ${url}: UND_ERR_SOCKET`,
    )
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET'])
    expect(counter.count).toEqual({ sent: 3, answered: 0, unanswered: 3 })
    expect(recorder.probes.count).toEqual({ sent: 1, answered: 0, unanswered: 1 })
  })

  test('is forgotten when the service answers what it answered before', async () => {
    const { url, requests } = await startServer((request, response) => {
      if (request.method === 'GET') response.end()
      else request.socket.destroy()
    })
    const { send, recorder } = open()
    await send(`${url}/served`)
    for (let round = 0; round < 8; round++) await expect(send(url, 'POST')).rejects.toThrow(NoAnswer)
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(8)
    expect(
      requests.filter(({ url: path }) => path === '/served'),
      'a probe after each three',
    ).toHaveLength(1 + 2)
    expect(recorder.gone.aborted).toBe(false)
  })

  test('is waited for while the service is away for a moment', async () => {
    let times = 0
    const { url } = await startServer((request, response) => {
      if (++times < 5) request.socket.destroy()
      else response.end()
    })
    const { send } = open(5_000, 2_000)
    for (let round = 0; round < 3; round++) await expect(send(url, 'POST')).rejects.toThrow(NoAnswer)
    expect((await send(url, 'POST')).response.status).toBe(200)
  })

  test('is what more than 16 MiB are', async () => {
    const block = Buffer.alloc(1024 * 1024, 'x')
    const { url } = await startServer((_, response) => {
      for (let count = 0; count < 17; count++) response.write(block)
      response.end()
    })
    const { send, counter } = open()
    await expect(send(url)).rejects.toThrow('the body has more than')
    expect(counter.count).toEqual({ sent: 1, answered: 0, unanswered: 1 })
  })

  test('carries the exchange that it was to be of', async () => {
    const { url } = await startServer((request) => request.socket.destroy())
    const error: unknown = await open()
      .send(url, 'POST')
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      exchange: { request: { method: 'POST' }, response: { status: 0, body: 'UND_ERR_SOCKET' } },
    })
  })
})

describe('what is recorded', () => {
  test('redirects as they come, followed by no one', async () => {
    const { url, requests } = await startServer((_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/api' }).end()
    })
    const exchange = await open().send(url, 'GET', [['x-api-key', 'secret']])
    expect(exchange.response.status).toBe(302)
    expect(requests).toHaveLength(1)
  })

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

  test('a body that is not what it is called as no answer', async () => {
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"a":1}')
    })
    await expect(open().send(url)).rejects.toThrow(/Z_DATA_ERROR/)
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
