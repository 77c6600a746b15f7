import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import Fastify from 'fastify'
import type { Report } from '../../../conformance/index.js'
import {
  expressHandler,
  fastifyPlugin,
  fetchHandler,
  nodeHandler,
  seenKeys,
} from '#generated/2026-08-01/webhooks.js'
import { startServer } from '../../support/loopback.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { handMade, hmac, type Parts, right, secret } from './hand-made.js'
import { hasPython, startPython } from './python.js'
import { row } from '../../support/table.js'
import { sampleOf } from '../../support/whole.js'

const expectSpotless = (report: Report): void => {
  expect(failedIn(report)).toEqual([])
  expect(mistakesIn(report)).toEqual([])
  expect(String(report.observations)).not.toContain('lack of time')
  expect(report.results.filter(({ state }) => state === 'skipped')).toEqual([])
}

const receiver = () => ({ secret, handle: () => undefined, ...seenKeys() })

/** Closed when the test has finished, because concurrent tests have their own. */
type Finish = (end: () => void | Promise<void>) => void

const fetchServer = async (finished: Finish): Promise<string> => {
  const handler = fetchHandler(receiver())
  const { url } = await startServer((request, response) => {
    const { method = 'GET', headers } = request
    const hasBody = !['GET', 'HEAD'].includes(method)
    const given = new Request(`http://receiver.test${request.url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
    })
    void handler(given).then(({ status }) => {
      response.statusCode = status
      response.end()
    })
  }, finished)
  return url
}

interface ExpressLike {
  (): { post(path: string, handler: unknown): void } & RequestListener
}

const isExpress = (loaded: unknown): loaded is ExpressLike => typeof loaded === 'function'

const expressServer = async (finished: Finish): Promise<string> => {
  const express: unknown = createRequire(import.meta.url)('express')
  if (!isExpress(express)) throw new Error('express is not a function')
  const app = express()
  app.post('/hooks', expressHandler(receiver()))
  const { url } = await startServer(app, finished)
  return `${url}/hooks`
}

const fastifyServer = async (finished: Finish): Promise<string> => {
  const app = Fastify()
  await app.register(fastifyPlugin({ path: '/hooks', ...receiver() }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  finished(() => app.close())
  return `${address}/hooks`
}

const nodeServer = async (finished: Finish): Promise<string> => {
  const handler = nodeHandler(receiver())
  const { url } = await startServer((request, response) => void handler(request, response), finished)
  return url
}

describe.concurrent('a right receiver passes', () => {
  test.for([
    ['fetch', fetchServer],
    ['node', nodeServer],
    ['express', expressServer],
    ['fastify', fastifyServer],
  ] as const)('made of the generated module for %s', async ([, start], { onTestFinished }) => {
    // Sender and receiver share one process here, and the machine may be busy.
    expectSpotless(await drilled(await start(onTestFinished), { timeoutMs: 60_000 }))
  })

  const refusals = [401, 400, 403, 422, 404, 413, 415]
  let refused = 0
  const seen = new Set<string>()
  let parts = 0
  const handMadeOnes: readonly (readonly [string, Partial<Parts>])[] = [
    row('is made by hand', {}),
    row(
      'demands what is always sent, closes each connection, refuses in many ways and shows what it refused',
      {
        before: ({ headers }) => {
          if (headers['webhook-id'] === undefined) return 400
          if (headers['content-length'] === undefined) return 411
          return headers['content-type']?.startsWith('application/json') === true ? undefined : 415
        },
        get refusal() {
          return refusals[refused++ % refusals.length] ?? 401
        },
        page: ({ request, body, status }) => ({
          headers: { connection: 'close', 'content-type': 'text/html', 'x-request-id': crypto.randomUUID() },
          text: `<h1>${status}</h1><pre>${JSON.stringify([request.headers, request.url, body.toString()])}</pre>`,
        }),
      },
    ),
    row('has a window of ten minutes, takes one right signature of several and 100 KiB at most', {
      isTimely: (text) => /^\d{10}$/.test(text) && Math.abs(Date.now() / 1000 - Number(text)) <= 600,
      isSigned: (expected, given) => given.split(/[, ]/).some((one) => right.isSigned(expected, one)),
      read: async (request) =>
        Number(request.headers['content-length'] ?? 0) > 102_400 ? Buffer.alloc(0) : right.read(request),
    }),
    row('takes a signature once', {
      isSigned: (expected, given) => {
        if (seen.has(given)) return false
        seen.add(given)
        return right.isSigned(expected, given)
      },
    }),
    row('has a window of three minutes, remembers what it has seen and does not wait for a slow body', {
      isTimely: (text) => /^\d{10}$/.test(text) && Math.abs(Date.now() / 1000 - Number(text)) <= 180,
      read: async (request) => {
        parts = 0
        request.on('data', () => (parts += 1))
        return right.read(request)
      },
      handle: (event) => {
        seen.add(JSON.stringify(event.data))
        return parts > 4 ? 408 : 200
      },
    }),
  ]

  test.for(sampleOf(handMadeOnes, 0.1))('that %s', async ([, parts], { onTestFinished }) => {
    const { url } = await startServer(handMade(parts), onTestFinished)
    expectSpotless(await drilled(url))
  })

  test('that reads digests in base64, when it is told so', async ({ onTestFinished }) => {
    const isSigned = (expected: Buffer, given: string): boolean =>
      given === `v1=${expected.toString('base64')}`
    const { url } = await startServer(handMade({ isSigned }), onTestFinished)
    expectSpotless(await drilled(url, { encoding: 'base64' }))
  })

  test('that has the window it is told to have', async ({ onTestFinished }) => {
    const { url } = await startServer(handMade(), onTestFinished)
    const report = await drilled(url, { tolerance: 300 })
    expectSpotless(report)
    const states = report.results.filter(({ id }) => id.includes('tolerance')).map(({ state }) => state)
    expect(states).toEqual(['passed', 'passed'])
  })

  test('that is asked to take a customer of its own', async ({ onTestFinished }) => {
    const customerId = '11111111-2222-4333-8444-555555555555'
    const handle: Parts['handle'] = ({ data }) => (data?.customer_id === customerId ? 200 : 404)
    const { url } = await startServer(handMade({ handle }), onTestFinished)
    expectSpotless(await drilled(url, { customerId }))
  })

  test.skipIf(!hasPython).for([
    ['threaded'],
    ['single'],
    // Reads signs, zeros and underscores in a timestamp, as int() does.
    ['threaded', 'int'],
  ] as const)('in Python, %s %s', async ([server, manner], { onTestFinished }) =>
    expectSpotless(await drilled(await startPython(onTestFinished, server, manner))),
  )
})

// Mistakes that only Python makes; those of every language are in wrong.ts.
describe.skipIf(!hasPython).concurrent('in Python, a receiver that', () => {
  const wrong: readonly (readonly [string, string, string])[] = [
    [
      'reserialised',
      'raw-body raw-numbers non-ascii respelled-body decoded-body uncaught-exception',
      'reserialised-body breaks-at-no-json',
    ],
    ['printed', 'every-kind', 'reserialised-body'],
    ['nan', 'malformed-timestamp ten-digits', 'not-a-number'],
    ['one at a time', 'same-moment', 'overlap-refused'],
    ['shows traces', 'trace-in-answer', 'trace-shown'],
    ['throws at duplicates', 'duplicate same-moment uncaught-exception', 'duplicate-refused'],
    ['throws at letters', 'uncaught-exception', 'breaks-at-other-letters'],
    ['throws at digits', 'uncaught-exception', 'breaks-at-no-digits'],
  ]
  test.for(sampleOf(wrong, 0.1))(
    'is wrong in "%s"',
    async ([mistake, breaks, mistakes], { onTestFinished }) => {
      const report = await drilled(await startPython(onTestFinished, 'threaded', mistake))
      expect({ breaks: failedIn(report).toSorted(), mistakes: mistakesIn(report) }).toEqual({
        breaks: breaks.split(' ').toSorted(),
        mistakes: mistakes.split(' '),
      })
    },
  )
})

test('the raw body is what the right one verifies', () =>
  expect(right.mac('1', Buffer.from('2'))).toEqual(hmac('12')))
