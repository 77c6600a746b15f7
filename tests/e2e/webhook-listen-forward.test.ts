import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Got, receiver } from '../bin/webhook/receiver.js'
import { runCli, temporaryFolder } from './cli.js'
import { deadOrigin } from './servers.js'
import { eventOf, headersOf, isDelivery, isForwarded, isNumber, post, startListen } from './webhook-listen.js'

const forwardingTo = async (url: string, ...args: readonly string[]) =>
  startListen(await temporaryFolder(), ['--forward-to', url, ...args])

const textOf = ({ body }: Got): string => String(body)

describe('rampart webhook listen --forward-to', () => {
  test('answers at once, and forwards the same bytes and signed headers in order', async () => {
    const target = await receiver()
    const listening = await forwardingTo(target.url)
    const bodies = [1, 2, 3].map((count) => Buffer.from(` ${JSON.stringify(eventOf({ count }))}\r\n`))
    const headers = bodies.map((body) => headersOf(body))
    for (const [index, body] of bodies.entries())
      expect((await post(listening.url, body, headers[index])).status).toBe(200)
    const line = await listening.line(isForwarded(3))
    expect(line).toMatchObject({ state: 'delivered', status: 200, attempts: 1, target: target.url })
    expect(target.got.map(({ body }) => body)).toEqual(bodies)
    expect(target.got[0]?.path).toBe('/in')
    for (const [name, value] of Object.entries(headers[0] ?? {}))
      expect(target.got[0]?.headers[name.toLowerCase()]).toBe(value)
    const numbered = listening.lines.flatMap(({ event, number }) => (event === 'listening' ? [] : [number]))
    expect(numbered.indexOf(2)).toBeLessThan(numbered.lastIndexOf(2))
    expect((await listening.stop()).stdout).toContain('"taken":3,"refused":0,"delivered":3')
  })

  test('what is not answered with 2xx is no delivery: it is tried again, and said why', async () => {
    const faults: readonly (readonly [reason: string, fault: (response: ServerResponse) => void])[] = [
      ...[307, 400, 404, 429, 500, 503].map(
        (status) =>
          [`answered ${status}`, (response: ServerResponse) => response.writeHead(status).end()] as const,
      ),
      ['no whole answer within 200 ms', () => undefined],
      [
        'the connection was closed without a whole answer',
        (response) =>
          response.writeHead(200, { 'content-length': 10 }).write('abc', () => response.destroy()),
      ],
    ]
    const retried = async ([reason, fault]: (typeof faults)[number]): Promise<void> => {
      let requests = 0
      const target = await receiver((_, response) => {
        if (requests++ === 0) fault(response)
        else response.writeHead(200).end()
      })
      const limit = reason.includes('200 ms') ? ['--forward-timeout', '0.2'] : []
      const listening = await forwardingTo(target.url, ...limit)
      for (let count = 0; count < 2; count++) expect((await post(listening.url)).status).toBe(200)
      await listening.line(isForwarded(2))
      const [first, second, ...others] = target.got.map(textOf)
      expect([second, others.length]).toEqual([first, 1])
      const retry = listening.lines.find(({ event }) => event === 'retry')
      expect(retry).toMatchObject({ number: 1, attempts: 1, reason: expect.stringContaining(reason) })
      expect(retry?.['inMs']).toBeGreaterThanOrEqual(800)
    }
    await Promise.all(faults.map(retried))
  })

  test('a target that is down at the start gets all in order when it is there', async () => {
    const origin = await deadOrigin()
    const cwd = await temporaryFolder()
    mkdirSync(join(cwd, '.rampart'))
    appendFileSync(join(cwd, '.rampart', 'webhooks.jsonl'), '{"number":1,"receivedAt":"20')
    const listening = await startListen(cwd, ['--forward-to', `${origin}/in`])
    const bodies = [1, 2, 3, 4].map((count) => JSON.stringify(eventOf({ count })))
    for (const body of bodies) expect((await post(listening.url, body)).status).toBe(200)
    expect(await listening.line(({ event }) => event === 'retry')).toMatchObject({
      reason: 'nothing listens there',
      aside: false,
    })
    expect(listening.lines.slice(0, 2).map(({ event }) => event)).toEqual(['listening', 'torn'])
    const back = await receiver(
      (_, response) => void response.writeHead(200).end(),
      Number(new URL(origin).port),
    )
    await listening.line(isForwarded(4))
    expect(back.got.map(textOf)).toEqual(bodies)
    expect((await listening.stop()).stdout).toContain('"waiting":0')
  })

  test('one that is refused for ever does not hold up the others; the user gives it up', async () => {
    const target = await receiver(
      (got, response) => void response.writeHead(textOf(got).includes('poison') ? 400 : 200).end(),
    )
    const cwd = await temporaryFolder()
    const listening = await startListen(cwd, ['--forward-to', target.url])
    await post(listening.url, JSON.stringify(eventOf({ poison: true })))
    for (let count = 0; count < 3; count++) await post(listening.url)
    await listening.line(isForwarded(4))
    expect(await listening.line(({ aside }) => aside === true)).toMatchObject({
      number: 1,
      reason: 'answered 400',
    })
    const give = ['webhook', 'listen', '--give-up', '1']
    expect(await runCli(give, { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in use by process'),
    })
    expect((await listening.stop()).stdout).toContain('"delivered":3,"givenUp":0,"waiting":1')
    const list = await runCli(['webhook', 'listen', '--list'], { cwd })
    expect(list.stdout).toMatch(/^#1 .*waiting after 3 attempts: answered 400\n#2 .*delivered 200\n/)
    expect(list.stderr).toContain('1 delivery waits for a target.')
    expect(await runCli(give, { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('given up: #1'),
    })
    expect(await runCli(give, { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not wait'),
    })
    const again = await startListen(cwd, ['--forward-to', target.url])
    expect(again.lines[0]).toMatchObject({ waiting: 0 })
  })

  test('each target has a queue of its own; a ping goes to the rest, and what has no target is answered', async () => {
    const up = await receiver()
    const origin = await deadOrigin()
    const targets = [
      `Transaction,new_autoramp=${origin}/in`,
      `customer_status=${up.url}`,
      `ping=${up.url}?ping`,
    ]
    const args = targets.flatMap((target) => ['--forward-to', target])
    const listening = await startListen(await temporaryFolder(), args)
    const kinds = ['transaction', 'customer_status', 'ping', 'identification_status', 'customer_status']
    for (const type of kinds)
      expect((await post(listening.url, JSON.stringify(eventOf({ type })))).status).toBe(200)
    await listening.line(isForwarded(5))
    expect(up.got.map(({ path }) => path).toSorted()).toEqual(['/in', '/in', '/in?ping'])
    expect(await listening.line(isNumber(4))).toMatchObject({ ignored: true, kept: true })
    expect((await listening.stop()).stdout).toContain('"delivered":3,"givenUp":0,"waiting":1')
  })

  test.each([
    [['--forward-to', 'customer_stats=http://127.0.0.1:1/'], 'did you mean "customer_status"?'],
    [['--forward-to', 'transaction=http://127.0.0.1:1/', '--events', 'ping'], 'which --events leaves out'],
    [['--forward-to', 'http://127.0.0.1:1/', '--answer', '500'], 'leave one out'],
    [
      ['--forward-to', 'http://127.0.0.1:1/', '--no-keep', '--when-down', 'keep'],
      '--when-down keep needs a file',
    ],
  ])('%j is wrong use', async (args, message) => {
    const run = await runCli(['webhook', 'listen', ...args], { cwd: await temporaryFolder() })
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })

  test('what is not valid is for the target to refuse: its answer goes back, and nobody tries again', async () => {
    const target = await receiver(
      (_, response) => void response.writeHead(418, { 'content-type': 'text/x' }).end('no'),
    )
    const listening = await forwardingTo(target.url)
    const answer = await post(listening.url, '{}', headersOf('other'))
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([418, 'no', 'text/x'])
    expect(await listening.line(isNumber(1))).toMatchObject({
      verdict: 'no-match',
      forward: { state: 'failed' },
    })
    expect((await listening.stop()).stdout).toContain(
      '"taken":0,"refused":1,"delivered":0,"givenUp":0,"waiting":0',
    )
    expect(target.got).toHaveLength(1)
  })

  test.each([[['--when-down', 'refuse']], [['--no-keep']]])(
    'with %j the answer of the target goes back, and the sender tries again',
    async (args) => {
      const elsewhere = await receiver()
      const target = await receiver(
        (_, response) => void response.writeHead(307, { location: elsewhere.url }).end(),
      )
      const listening = await forwardingTo(target.url, ...args)
      const answer = await post(listening.url)
      expect([answer.status, answer.headers.get('location')]).toEqual([307, elsewhere.url])
      expect(elsewhere.got).toEqual([])
      await target.close()
      expect((await post(listening.url)).status).toBe(503)
      const hanging = createServer().listen(target.port, '127.0.0.1')
      const slow = await forwardingTo(target.url, '--forward-timeout', '0.2', ...args)
      expect((await post(slow.url)).status).toBe(504)
      hanging.close()
      expect(listening.lines.filter(isDelivery).map(({ forward }) => forward)).toMatchObject([
        { state: 'failed', status: 307 },
        { state: 'failed', reason: 'nothing listens there' },
      ])
      expect((await listening.stop()).stdout).toContain('"refused":2,"delivered":0,"givenUp":0,"waiting":0')
    },
  )

  test('--events forwards those kinds and ping; others are answered and printed', async () => {
    const target = await receiver()
    const listening = await forwardingTo(target.url, '--events', 'CustomerStatus', 'transaction')
    for (const type of ['customer_status', 'ping', 'identification_status'])
      expect((await post(listening.url, JSON.stringify(eventOf({ type })))).status).toBe(200)
    expect(await listening.line(isNumber(3))).toMatchObject({ ignored: true, kept: true })
    await listening.line(isForwarded(2))
    expect(target.got).toHaveLength(2)
    const args = ['webhook', 'listen', '--events', 'CustomerStats']
    const unknown = await runCli(args, { cwd: await temporaryFolder() })
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean "CustomerStatus"?'),
    })
  })

  test('what waited until its signature is old is signed anew, as a retry of the service is', async () => {
    const cwd = await temporaryFolder()
    const target = await receiver()
    const listening = await startListen(cwd, ['--forward-to', `${await deadOrigin()}/in`])
    const body = JSON.stringify(eventOf())
    const headers = headersOf(body)
    await post(listening.url, body, headers)
    await listening.stop()
    const file = join(cwd, '.rampart', 'webhooks.jsonl')
    const old = String(Number(headers['webhook-timestamp']) - 3600)
    const text = readFileSync(file, 'utf8').replace(headers['webhook-timestamp'] ?? '', old)
    appendFileSync(file, text)
    const again = await startListen(cwd, ['--forward-to', target.url])
    await again.line(isForwarded(1))
    expect(target.got).toMatchObject([{ isSigned: true }])
    expect(target.got[0]?.headers['webhook-timestamp']).not.toBe(old)
    expect(target.got[0]?.headers['webhook-id']).not.toBe(headers['Webhook-Id'])
  })
})
