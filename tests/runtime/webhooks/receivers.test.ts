import { request, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { setImmediate as immediate } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  fastifyPlugin,
  fetchHandler,
  expressHandler,
  nodeHandler,
} from '../../../runtime/webhooks/handlers.js'
import { type ReceiverOptions, seenKeys } from '../../../runtime/webhooks/receive.js'
import type { EventValidators } from '../../../runtime/webhooks/verify.js'
import { startServer } from '../../support/loopback.js'
import { body, event, headersOf, now, secret } from './signing.js'

const listening = async (listener: RequestListener): Promise<string> => (await startServer(listener)).url

type Start = (options: ReceiverOptions, errors: unknown[]) => Promise<string>

/** A handler of fetch requests behind Node's server. */
const startFetch: Start = (options, errors) => {
  const handler = fetchHandler(options)
  return listening((incoming, outgoing) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const method = incoming.method ?? 'GET'
    const chunks = new ReadableStream<Uint8Array>({
      async start(controller) {
        for await (const chunk of incoming) controller.enqueue(chunk)
        controller.close()
      },
    })
    const init = method === 'GET' ? { method, headers } : { method, headers, body: chunks, duplex: 'half' }
    handler(new Request('http://receiver.example/', init))
      .then((response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end()
      })
      .catch((error: unknown) => {
        errors.push(error)
        outgoing.writeHead(500).end()
      })
  })
}

const startNode: Start = (options, errors) => {
  const handler = nodeHandler(options)
  return listening((incoming, outgoing) => {
    handler(incoming, outgoing).catch((error: unknown) => errors.push(error))
  })
}

const fastifyApp = (errors: unknown[] = []): FastifyInstance => {
  const app = fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error.statusCode === undefined) errors.push(error)
    return reply.code(error.statusCode ?? 500).send()
  })
  app.post('/parsed', (incoming) => Promise.resolve({ kind: typeof incoming.body }))
  return app
}

const startFastify: Start = async (options, errors) => {
  const app = fastifyApp(errors)
  await app.register(fastifyPlugin({ ...options, path: '/' }))
  return app.listen({ port: 0, host: '127.0.0.1' })
}

interface ExpressLike {
  (): { use(handler: unknown): void; post(path: string, handler: unknown): void } & RequestListener
  json(): unknown
  raw(options: object): unknown
}

const isExpress = (loaded: unknown): loaded is ExpressLike => typeof loaded === 'function'

const express: unknown = createRequire(import.meta.url)('express')

const startExpressAfter =
  (parser: 'json' | 'raw' | undefined): Start =>
  (options, errors) => {
    if (!isExpress(express)) throw new Error('express is not a function')
    const app = express()
    if (parser === 'json') app.use(express.json())
    if (parser === 'raw') app.use(express.raw({ type: '*/*' }))
    app.use(expressHandler(options))
    app.use(
      (error: unknown, _request: unknown, response: { sendStatus(status: number): void }, _next: unknown) => {
        errors.push(error)
        response.sendStatus(500)
      },
    )
    return listening(app)
  }

const servers: readonly (readonly [string, Start])[] = [
  ['fetch', startFetch],
  ['Node', startNode],
  ['Fastify', startFastify],
  ...(express
    ? [
        ['Express', startExpressAfter(undefined)] as const,
        ['Express behind its raw parser', startExpressAfter('raw')] as const,
      ]
    : []),
]

const post = (url: string, text: string | Uint8Array = body, headers = headersOf(text)): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: Buffer.from(text) })

describe.each(servers)('a receiver in %s', (name, start) => {
  const received: unknown[] = []
  const rejected: unknown[] = []
  const errors: unknown[] = []
  const open = (options: Partial<ReceiverOptions> = {}): Promise<string> => {
    for (const list of [received, rejected, errors]) list.length = 0
    const handle = (delivery: unknown): unknown => received.push(delivery)
    const onRejected = ({ reason }: { readonly reason: string }): unknown => rejected.push(reason)
    return start({ secret, now, handle, onRejected, ...options }, errors)
  }

  test('acknowledges with 200 what is verified, and hands it on', async () => {
    const response = await post(await open())
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    expect(received).toMatchObject([{ verified: true, event, message: event.data.message }])
  })

  test('takes bodies as they come', async () => {
    const odd = `  {"text":"Zo\\u00eb ë", "n": 1.0}\r\n`
    expect((await post(await open(), odd)).status).toBe(200)
  })

  test('answers 401 to what is not, and tells its owner alone why', async () => {
    const response = await post(await open(), body, headersOf(body, 'another'))
    expect(response.status).toBe(401)
    expect(await response.text()).toBe('')
    expect([received, rejected]).toEqual([[], ['wrong-secret']])
  })

  test('answers 500 when it has no secret', async () => {
    expect((await post(await open({ secret: () => '' }))).status).toBe(500)
    expect(rejected).toEqual(['empty-secret'])
  })

  test('asks for the secret at each delivery', async () => {
    const url = await open({ secret: () => Promise.resolve(['old', secret]) })
    expect((await post(url)).status).toBe(200)
  })

  test('handles a delivery once, and acknowledges it each time', async () => {
    const url = await open(seenKeys())
    const statuses = [await post(url), await post(url)].map(({ status }) => status)
    expect([statuses, received.length]).toEqual([[200, 200], 1])
  })

  test('asks for another attempt when its owner fails, who then is asked again', async () => {
    let calls = 0
    const handle = (): void => {
      calls++
      if (calls === 1) throw new Error('no disk')
    }
    const url = await open({ ...seenKeys(), handle })
    const statuses = [await post(url), await post(url), await post(url)].map(({ status }) => status)
    expect([statuses, calls]).toEqual([[500, 200, 200], 2])
    expect(errors).toMatchObject([{ message: 'no disk' }])
  })

  test('gives a retry that comes while the first attempt is handled the outcome of that', async () => {
    let [verified, calls] = [0, 0]
    let arrive = (): void => {}
    const retried = new Promise<void>((resolve) => (arrive = resolve))
    const isValid = (): boolean => {
      verified++
      if (verified === 2) arrive()
      return true
    }
    const handle = async (): Promise<void> => {
      calls++
      if (calls > 1) return
      await retried
      await immediate()
      throw new Error('no disk')
    }
    const validators = { [event.type]: () => Promise.resolve(isValid) } as unknown as EventValidators
    const url = await open({ ...seenKeys(), handle, validators })
    const both = await Promise.all([post(url), post(url)])
    expect([both.map(({ status }) => status), calls]).toEqual([[500, 500], 1])
    expect([(await post(url)).status, calls]).toEqual([200, 2])
    expect(errors).toMatchObject([{ message: 'no disk' }])
  })

  test('gives errors to the one who wants them', async () => {
    const own: unknown[] = []
    const handle = (): never => {
      throw new Error('no disk')
    }
    const response = await post(await open({ handle, onError: (error) => own.push(error) }))
    expect([response.status, own, errors]).toMatchObject([500, [{ message: 'no disk' }], []])
  })

  test('answers 500 when a hook fails', async () => {
    const seen = (): never => {
      throw new Error('no store')
    }
    expect((await post(await open({ seen }))).status).toBe(500)
    expect(errors).toMatchObject([{ message: 'no store' }])
  })

  test('answers 413 to a body beyond its limit, and reads one of exactly that size', async () => {
    const url = await open({ limit: body.length })
    expect((await post(url)).status).toBe(200)
    expect((await post(url, `${body} `)).status).toBe(413)
    expect(received).toHaveLength(1)
  })

  test('answers 413 when the size is not told before', async () => {
    const url = new URL(await open({ limit: 1000 }))
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(url, { method: 'POST', headers: headersOf(body) }, (response) => {
        resolve(response.statusCode)
        response.resume()
      })
      outgoing.on('error', reject)
      for (let part = 0; part < 20; part++) outgoing.write('x'.repeat(100))
      outgoing.end()
    })
    expect(status).toBe(name === 'Express behind its raw parser' ? 401 : 413)
    expect(received).toEqual([])
  })

  test('takes nothing but POST', async () => {
    const response = await fetch(await open())
    expect(response.status).toBe(name === 'Fastify' ? 404 : 405)
    if (name !== 'Fastify') expect(response.headers.get('allow')).toBe('POST')
  })

  test('outlives a sender who leaves in the middle', async () => {
    const url = new URL(await open())
    await new Promise<void>((resolve) => {
      const socket = connect(Number(url.port), url.hostname, () => {
        socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{', () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
    expect((await post(url.href)).status).toBe(200)
    expect(received).toHaveLength(1)
  })
})

describe('a body that was parsed before', () => {
  const reasons: string[] = []
  const options: ReceiverOptions = {
    secret,
    now,
    handle: () => {},
    onRejected: ({ reason }) => reasons.push(reason),
  }
  afterEach(() => {
    reasons.length = 0
  })

  test('by whom the request of a fetch handler passed', async () => {
    const incoming = new Request('http://a.example', { method: 'POST', body, headers: headersOf(body) })
    await incoming.json()
    expect((await fetchHandler(options)(incoming)).status).toBe(500)
    expect(reasons).toEqual(['parsed-body'])
  })

  test("by whom Node's request passed", async () => {
    const handler = nodeHandler(options)
    const url = await listening((incoming, outgoing) => {
      incoming.resume().on('end', () => void handler(incoming, outgoing))
    })
    expect((await post(url)).status).toBe(500)
    expect(reasons).toEqual(['parsed-body'])
  })

  test.skipIf(!express)("by Express's own parser", async () => {
    expect((await post(await startExpressAfter('json')(options, []))).status).toBe(500)
    expect(reasons).toEqual(['parsed-body'])
  })

  test('is no matter where the raw bytes were kept', async () => {
    const handler = nodeHandler(options)
    const url = await listening((incoming, outgoing) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () => {
        const kept = Object.assign(incoming, { body: event, rawBody: Buffer.concat(parts) })
        void handler(kept, outgoing)
      })
    })
    expect((await post(url)).status).toBe(200)
  })
})

describe('the plugin for Fastify', () => {
  const options: ReceiverOptions = { secret, now, handle: () => {} }

  test.each<[string, (app: FastifyInstance) => unknown, string]>([
    ['itself', (app) => app.register(fastifyPlugin, options), '/'],
    ['itself, with a path', (app) => app.register(fastifyPlugin, { ...options, path: '/hooks' }), '/hooks'],
    ['itself, below a prefix', (app) => app.register(fastifyPlugin, { ...options, prefix: '/api' }), '/api'],
    ['with its options', (app) => app.register(fastifyPlugin({ ...options, path: '/hooks' })), '/hooks'],
  ])('receives deliveries when it is registered %s', async (_way, register, url) => {
    const app = fastifyApp()
    await register(app)
    const { statusCode } = await app.inject({ method: 'POST', url, payload: body, headers: headersOf(body) })
    expect(statusCode).toBe(200)
    // A body that is missing is unsigned, and not one that Fastify parsed.
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(401)
  })

  test.each<[string, (app: FastifyInstance) => unknown]>([
    // @ts-expect-error there are no options
    ['options', (app) => app.register(fastifyPlugin)],
    // @ts-expect-error there is no secret
    ['a secret', (app) => app.register(fastifyPlugin, { handle: () => {} })],
    // @ts-expect-error there is no function
    ['handle', (app) => app.register(fastifyPlugin({ secret }))],
  ])('is refused without %s', async (_what, register) => {
    const app = fastifyApp()
    register(app)
    await expect(app.ready()).rejects.toThrow('needs the options "secret" and "handle"')
  })
})

test('the plugin leaves the rest of a Fastify application as it is', async () => {
  const url = await startFastify({ secret, now, handle: () => {} }, [])
  const answer = await fetch(`${url}/parsed`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await answer.json()).toEqual({ kind: 'object' })
  expect((await post(url)).status).toBe(200)
})
