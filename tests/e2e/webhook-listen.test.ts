import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiver } from '../bin/webhook/receiver.js'
import { secret } from '../bin/webhook/support.js'
import { runCli, temporaryFolder } from './cli.js'
import { type Line, startListen } from './webhook-listen.js'

const eventOf = (more: object = {}) => {
  const id = randomUUID()
  return {
    type: 'customer_status',
    timestamp: '2026-08-01T09:15:00Z',
    data: { customer_id: id, message: { id, status: 'Active' } },
    ...more,
  }
}

const headersOf = (body: string | Buffer, key = secret): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', key).update(timestamp).update(body).digest('hex')
  return {
    'Content-Type': 'application/json',
    'Webhook-Id': randomUUID(),
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1=${digest}`,
  }
}

const post = async (
  url: string,
  body: string | Buffer = JSON.stringify(eventOf()),
  headers = headersOf(body),
) => {
  const answer = await fetch(url, { method: 'POST', body: Buffer.from(body), headers, redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const isDelivery = (line: Line): boolean => line['event'] === 'delivery'
const isNumber =
  (number: number) =>
  (line: Line): boolean =>
    isDelivery(line) && line['number'] === number
const isForwarded =
  (number: number) =>
  (line: Line): boolean =>
    line['event'] === 'forwarded' && line['number'] === number
const cwdOf = (): Promise<string> => temporaryFolder()

describe('rampart webhook listen', () => {
  test('verifies, tells and keeps what arrives, and ends with 0 when it is interrupted', async () => {
    const cwd = await cwdOf()
    const listening = await startListen(cwd)
    const event = eventOf()
    expect((await post(listening.url, JSON.stringify(event))).status).toBe(200)
    expect((await post(listening.url, JSON.stringify(event), headersOf('x'))).status).toBe(401)
    expect(await listening.line(isNumber(1))).toMatchObject({
      type: 'customer_status',
      messageType: 'WebhookCustomerStatusMessage',
      customerId: event.data.customer_id,
      verdict: 'valid',
      answered: 200,
      kept: true,
      problems: [],
      ms: expect.any(Number),
    })
    expect(await listening.line(isNumber(2))).toMatchObject({
      verdict: 'no-match',
      answered: 401,
      duplicateOf: 1,
    })
    const { code, stdout } = await listening.stop()
    expect(code).toBe(0)
    expect(stdout).toContain('{"event":"stopped","taken":2,"refused":0,"lost":0,"waiting":0}')
    const file = join(cwd, '.rampart', 'webhooks.jsonl')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const kept = readFileSync(file, 'utf8')
    expect(stdout + kept).not.toContain(secret.slice(6))
    expect(Buffer.from(JSON.parse(kept.split('\n')[0] ?? '').bodyBase64, 'base64').toString()).toBe(
      JSON.stringify(event),
    )
    expect(readFileSync(join(cwd, '.rampart', '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('explains what is not valid, and says what the document finds wrong', async () => {
    const listening = await startListen(await cwdOf(), ['--no-keep'])
    const body = JSON.stringify(eventOf())
    await post(listening.url, `${body}\n`, headersOf(body))
    expect(await listening.line(isNumber(1))).toMatchObject({ verdict: 'newline-added', answered: 401 })
    await post(listening.url, JSON.stringify(eventOf({ data: { customer_id: 'x', message: {} } })))
    expect(await listening.line(isNumber(2))).toMatchObject({
      verdict: 'valid',
      problems: expect.arrayContaining([expect.stringContaining('/data/customer_id')]),
    })
  })

  test('says that nothing is verified without a secret, and answers 200', async () => {
    const listening = await startListen(await cwdOf(), ['--no-keep'], {})
    expect(listening.lines[0]).toMatchObject({ event: 'listening', verifying: false })
    expect((await post(listening.url, 'anything', {})).status).toBe(200)
    expect(await listening.line(isNumber(1))).toMatchObject({ verdict: 'not verified' })
  })

  test('forwards the same bytes and signed headers, and passes the answer of the target back', async () => {
    const target = await receiver(
      (got, response) =>
        void response
          .writeHead(got.isSigned ? 200 : 418, { 'content-type': 'text/x' })
          .end('from the target'),
    )
    const listening = await startListen(await cwdOf(), ['--forward-to', target.url])
    const body = Buffer.from(` ${JSON.stringify(eventOf())}\r\n`)
    const headers = headersOf(body)
    const answer = await post(listening.url, body, headers)
    expect(answer).toMatchObject({ status: 200, text: 'from the target' })
    expect(answer.headers.get('content-type')).toBe('text/x')
    expect(target.got[0]?.body).toEqual(body)
    expect(target.got[0]?.path).toBe('/in')
    for (const [name, value] of Object.entries(headers))
      expect(target.got[0]?.headers[name.toLowerCase()]).toBe(value)
    expect(await listening.line(isNumber(1))).toMatchObject({ forward: { state: 'answered', status: 200 } })
    expect((await post(listening.url, body, headersOf('x'))).status).toBe(418)
  })

  test('keeps what it cannot forward, says so, and forwards all of it in order when the target is back', async () => {
    const first = await receiver()
    const listening = await startListen(await cwdOf(), ['--forward-to', first.url])
    await post(listening.url)
    await first.close()
    const bodies = [1, 2, 3].map((count) => JSON.stringify(eventOf({ count })))
    for (const body of bodies) expect((await post(listening.url, body)).status).toBe(200)
    expect(await listening.line(isNumber(2))).toMatchObject({
      forward: { state: 'waiting', reason: 'nothing listens there' },
    })
    expect(await listening.line(({ event }) => event === 'down')).toMatchObject({
      waiting: expect.any(Number),
    })
    const back = await receiver(undefined, first.port)
    await listening.line(isForwarded(4))
    expect(back.got.map(({ body, isSigned }) => [String(body), isSigned])).toEqual(
      bodies.map((body) => [body, true]),
    )
    await post(listening.url)
    expect(await listening.line(isNumber(5))).toMatchObject({ forward: { state: 'answered', status: 200 } })
  })

  test('kill -9 loses nothing that was kept: the next run forwards it', async () => {
    const cwd = await cwdOf()
    const target = await receiver()
    await target.close()
    const killed = await startListen(cwd, ['--forward-to', target.url])
    const bodies = Array.from({ length: 30 }, (_, count) => JSON.stringify(eventOf({ count })))
    const answers = await Promise.all(bodies.map((body) => post(killed.url, body)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await killed.stop('SIGKILL')
    const back = await receiver(undefined, target.port)
    const next = await startListen(cwd, ['--forward-to', target.url])
    expect(next.lines.find(({ event }) => event === 'listening')).toMatchObject({ waiting: 30 })
    await next.line(isForwarded(30))
    expect(new Set(back.got.map(({ body }) => String(body)))).toEqual(new Set(bodies))
    expect(back.got).toHaveLength(30)
    expect((await next.stop()).stdout).toContain('"waiting":0')
  })

  test('what breaks the connection each time does not hold up what came after it', async () => {
    const target = await receiver((got, response) =>
      String(got.body).includes('poison') ? void response.destroy() : void response.writeHead(200).end(),
    )
    const listening = await startListen(await cwdOf(), ['--forward-to', target.url])
    await post(listening.url, JSON.stringify(eventOf({ poison: true })))
    await post(listening.url)
    expect(await listening.line(isForwarded(1))).toMatchObject({
      state: 'failed',
      reason: expect.any(String),
    })
    expect(await listening.line(isForwarded(2))).toMatchObject({ state: 'answered', status: 200 })
  })

  test('refuses instead of keeping where it is told so, and passes a time-out on', async () => {
    const hanging = await receiver(() => undefined)
    const slow = await startListen(await cwdOf(), ['--forward-to', hanging.url, '--forward-timeout', '0.2'])
    expect((await post(slow.url)).status).toBe(504)
    expect(await slow.line(isNumber(1))).toMatchObject({
      forward: { state: 'failed', reason: 'no answer within 200 ms' },
    })
    await hanging.close()
    const refusing = await startListen(await cwdOf(), ['--forward-to', hanging.url, '--when-down', 'refuse'])
    expect((await post(refusing.url)).status).toBe(503)
    expect(await refusing.line(isNumber(1))).toMatchObject({ forward: { state: 'failed' } })
  })

  test('a redirect of the target is passed back and not followed', async () => {
    const elsewhere = await receiver()
    const target = await receiver(
      (_, response) => void response.writeHead(302, { location: elsewhere.url }).end(),
    )
    const listening = await startListen(await cwdOf(), ['--forward-to', target.url, '--no-keep'])
    const answer = await post(listening.url)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, elsewhere.url])
    expect(elsewhere.got).toEqual([])
  })

  test('--events forwards those kinds and ping; others are answered and told', async () => {
    const target = await receiver()
    const listening = await startListen(await cwdOf(), [
      '--forward-to',
      target.url,
      '--events',
      'CustomerStatus',
      'transaction',
    ])
    expect((await post(listening.url)).status).toBe(200)
    expect((await post(listening.url, JSON.stringify(eventOf({ type: 'ping' })))).status).toBe(200)
    expect(
      (await post(listening.url, JSON.stringify(eventOf({ type: 'identification_status' })))).status,
    ).toBe(200)
    expect(await listening.line(isNumber(3))).toMatchObject({ ignored: true, kept: true })
    expect(target.got).toHaveLength(2)
    const unknown = await runCli(['webhook', 'listen', '--events', 'CustomerStats'], { cwd: await cwdOf() })
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean "CustomerStatus"?'),
    })
  })

  test('--answer answers with what it is told', async () => {
    const listening = await startListen(await cwdOf(), ['--answer', '500', '--no-keep'])
    expect((await post(listening.url)).status).toBe(500)
  })

  test('hostile deliveries are refused or shown, and nothing falls over', async () => {
    const listening = await startListen(await cwdOf(), ['--timeout', '0.5', '--limit', '100000'])
    expect((await post(listening.url, Buffer.alloc(50 * 1024 * 1024))).status).toBe(413)
    expect((await fetch(listening.url)).status).toBe(405)
    const raw = (text: string): Promise<string> =>
      new Promise((done) => {
        const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
        let got = ''
        socket.on('data', (chunk) => (got += chunk.toString()))
        socket.on('close', () => done(got))
        socket.on('error', () => done(got))
        socket.write(text)
      })
    const answers = await Promise.all([
      raw('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'),
      raw('POST / HTTP/1.1\r\nHost: x\r\n'),
      raw('\u0016\u0003\u0001 no http\r\n\r\n'),
      raw(
        `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n${'x'.repeat(65536)}\r\n10000\r\n${'x'.repeat(65536)}`,
      ),
    ])
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['408', '408', '400', '413'])
    const bodies = [
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from('['.repeat(50_000)),
      Buffer.from(`{"type":"ping","data":${'{"a":'.repeat(9000)}1${'}'.repeat(9001)}`),
      Buffer.from('{"type":"\\u001b[2J\\u0000evil\\n","data":{"customer_id":"\\u202e"}}'),
      Buffer.alloc(0),
    ]
    for (const body of bodies) expect([200, 401]).toContain((await post(listening.url, body)).status)
    const lines = await Promise.all(bodies.map((_, index) => listening.line(isNumber(index + 1))))
    expect(lines.map(({ verdict }) => verdict)).toEqual([
      'not-json',
      'not-json',
      'valid',
      'valid',
      'not-json',
    ])
    const refused = listening.lines
      .filter(({ event }) => event === 'refused')
      .map(({ reason }) => String(reason))
    expect(refused.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'no-http',
      'too-large',
      'too-large',
      'too-slow',
      'too-slow',
      'wrong-method',
    ])
    expect((await post(listening.url)).status).toBe(200)
  })

  test('a thousand at once are all answered, told and kept', async () => {
    const cwd = await cwdOf()
    const listening = await startListen(cwd)
    const answers = await Promise.all(Array.from({ length: 1000 }, () => post(listening.url)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1000)
    await listening.line(
      ({ event }) => event === 'delivery' && listening.lines.filter(isDelivery).length === 1000,
    )
    await listening.stop()
    const list = await runCli(['webhook', 'listen', '--list'], { cwd })
    expect(list.stdout.trim().split('\n')).toHaveLength(1000)
    expect(list.stdout).toMatch(/^#1 {2}20.*customer_status.*valid\n/)
  })

  test('sends one again, as it was or signed anew, also from a script', async () => {
    const cwd = await cwdOf()
    const listening = await startListen(cwd)
    const body = JSON.stringify(eventOf())
    const headers: Record<string, string> = { ...headersOf(body), 'X-Own': 'kept' }
    await post(listening.url, body, headers)
    const target = await receiver()
    const again = ['webhook', 'listen', '--resend', 'last', '--forward-to', target.url]
    const env = { RAMPART_WEBHOOK_SECRET: secret }
    expect(await runCli(again, { cwd })).toMatchObject({ code: 0, stdout: '#1  sent again  answered 200\n' })
    expect(await runCli([...again, '--resign'], { cwd, env })).toMatchObject({ code: 0 })
    expect(target.got.map((got) => [String(got.body), got.isSigned, got.headers['x-own']])).toEqual([
      [body, true, 'kept'],
      [body, true, 'kept'],
    ])
    expect(target.got[0]?.headers['webhook-id']).toBe(headers['Webhook-Id'])
    expect(target.got[1]?.headers['webhook-id']).not.toBe(headers['Webhook-Id'])
    await target.close()
    expect(await runCli(again, { cwd })).toMatchObject({ code: 3 })
    const byId = ['webhook', 'listen', '--show', headers['Webhook-Id'] ?? '']
    const shown = await runCli(byId, { cwd })
    expect(JSON.parse(shown.stdout)).toMatchObject({ number: 1, verdict: 'valid' })
    const unknown = await runCli(['webhook', 'listen', '--show', '77'], { cwd })
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('kept are #1 to #1') })
    expect(await runCli(['webhook', 'verify', '.rampart/webhooks.jsonl'], { cwd, env })).toMatchObject({
      code: 0,
    })
  })

  test('ends with 2 on a port or a file that is taken, with a way out', async () => {
    const cwd = await cwdOf()
    const listening = await startListen(cwd)
    const { port } = new URL(listening.url)
    const taken = await runCli(['webhook', 'listen', '--port', port, '--no-keep'], { cwd })
    expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining('WEBHOOK_PORT_TAKEN') })
    expect(taken.stderr).toContain('--port 0 for one that is free')
    const itself = ['webhook', 'listen', '--port', port, '--forward-to', `http://localhost:${port}/in`]
    expect((await runCli(itself, { cwd })).stderr).toContain('--forward-to is the listener itself')
    const elsewhere = await runCli(['webhook', 'listen', '--host', '203.0.113.5', '--no-keep'], { cwd })
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Give --host an address') })
    const busy = await runCli(['webhook', 'listen', '--port', '0'], { cwd })
    expect(busy).toMatchObject({ code: 2, stderr: expect.stringContaining('WEBHOOK_KEEP_UNUSABLE') })
  })
})
