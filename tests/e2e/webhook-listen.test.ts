import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiver, secret } from '../bin/webhook/support.js'
import { runCli } from './cli.js'
import { eventOf, headersOf, isDelivery, isNumber, post, startListen } from './webhook-listen.js'
import { temporaryFolder } from '../support/folder.js'
import { isSignedBy } from '../support/receiver.js'

/** The answer to bytes on a new connection, until it is closed. */
const exchange = (port: string, text: string): Promise<string> =>
  new Promise((done) => {
    const socket = connect(Number(port), '127.0.0.1')
    let got = ''
    socket.on('data', (chunk) => (got += chunk.toString()))
    socket.on('close', () => done(got))
    socket.on('error', () => done(got))
    socket.write(text)
  })

describe('rampart webhook listen', () => {
  test('verifies, tells and keeps what arrives, and ends with 0 when it is interrupted', async () => {
    const cwd = temporaryFolder()
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
      age: expect.any(Number),
    })
    expect(await listening.line(isNumber(2))).toMatchObject({
      verdict: 'no-match',
      answered: 401,
      duplicateOf: 1,
    })
    const { code, stdout } = await listening.stop()
    expect(code).toBe(0)
    expect(stdout).toContain('{"event":"stopped","taken":1,"refused":1,"delivered":0}')
    const file = join(cwd, '.rampart', 'webhooks.jsonl')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(cwd, '.rampart')).mode & 0o777).toBe(0o700)
    const kept = readFileSync(file, 'utf8')
    expect(stdout + kept).not.toContain(secret.slice(6))
    expect(Buffer.from(JSON.parse(kept.split('\n')[0] ?? '').bodyBase64, 'base64').toString()).toBe(
      JSON.stringify(event),
    )
    expect(readFileSync(join(cwd, '.rampart', '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('explains what is not valid, and says what the document finds wrong', async () => {
    const listening = await startListen(temporaryFolder(), '--no-keep')
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
    const listening = await startListen(temporaryFolder(), '--no-keep', {})
    expect(listening.lines[0]).toMatchObject({ event: 'listening', verifying: false })
    expect((await post(listening.url, 'anything', {})).status).toBe(200)
    expect(await listening.line(isNumber(1))).toMatchObject({ verdict: 'not verified' })
  })

  test('--answer answers with what it is told', async () => {
    const listening = await startListen(temporaryFolder(), '--answer 500 --no-keep')
    expect((await post(listening.url)).status).toBe(500)
  })

  test('hostile deliveries are refused or shown, and nothing falls over', async () => {
    const listening = await startListen(temporaryFolder(), '--timeout 0.5 --limit 100000')
    expect((await post(listening.url, Buffer.alloc(50 * 1024 * 1024))).status).toBe(413)
    const { port } = new URL(listening.url)
    expect((await fetch(listening.url)).status).toBe(405)
    const answers = await Promise.all([
      exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'),
      exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\n'),
      exchange(port, '\u0016\u0003\u0001 no http\r\n\r\n'),
      exchange(
        port,
        `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n${'x'.repeat(65536)}\r\n10000\r\n${'x'.repeat(65536)}`,
      ),
    ])
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['408', '408', '400', '413'])
    const bodies = [
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from('['.repeat(100_000)),
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

  test('a body that drips, a head that is too long and a method that is another are refused', async () => {
    const listening = await startListen(temporaryFolder(), '--timeout 0.3 --limit 1000 --no-keep')
    const { port } = new URL(listening.url)
    const head = 'POST / HTTP/1.1\r\nHost: x\r\n'
    const dripping = connect(Number(port), '127.0.0.1')
    dripping.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    const drip = setInterval(() => dripping.write('1\r\n{\r\n'), 20)
    const dripped = new Promise<string>((done) => dripping.once('data', (chunk) => done(String(chunk))))
    expect((await dripped).slice(9, 12)).toBe('408')
    clearInterval(drip)
    dripping.destroy()
    const answers = await Promise.all([
      exchange(port, `${head}X: ${'x'.repeat(20_000)}\r\n\r\n`),
      exchange(port, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      exchange(port, `${head}Expect: 100-continue\r\nContent-Length: 1001\r\nConnection: close\r\n\r\n`),
    ])
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['431', '405', '413'])
    expect(listening.lines.filter(isDelivery)).toEqual([])
    const { stdout } = await listening.stop()
    expect(stdout).toContain('"taken":0,"refused":4')
  })

  test('what a sender writes at once, asks about first or breaks off is taken as HTTP has it', async () => {
    const listening = await startListen(temporaryFolder(), '--no-keep', {})
    const { port } = new URL(listening.url)
    const head = 'POST / HTTP/1.1\r\nHost: x\r\n'
    const one = `${head}Content-Length: 2\r\n\r\n{}`
    const pipelined = await exchange(
      port,
      `${one}${one}${one.replace('\r\n\r', '\r\nConnection: close\r\n\r')}`,
    )
    expect(pipelined.match(/HTTP\/1.1 200/g)).toHaveLength(3)
    const asked = `${head}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
    expect(await exchange(port, asked)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200/)
    const broken = connect(Number(port), '127.0.0.1')
    broken.write(`${head}Content-Length: 10\r\n\r\nabc`)
    broken.once('connect', () => setImmediate(() => broken.resetAndDestroy()))
    expect(await listening.line(({ event }) => event === 'refused')).toMatchObject({ reason: 'broken-off' })
    // A delivery is described once it is answered.
    await listening.line((line) => isDelivery(line) && line['number'] === 4)
    expect(listening.lines.filter(isDelivery)).toHaveLength(4)
  })

  test('--keep-last bounds the list and the file', async () => {
    const cwd = temporaryFolder()
    const listening = await startListen(cwd, '--keep-last 5', {})
    for (let count = 0; count < 12; count++) await post(listening.url)
    const list = async (...args: readonly string[]): Promise<string[]> =>
      (await runCli(['webhook', 'listen', '--list', ...args], { cwd })).stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0] ?? '')
    const last = ['#8', '#9', '#10', '#11', '#12']
    expect(await list('--keep-last', '5')).toEqual(last)
    await listening.stop()
    expect(await list()).toEqual(last)
  })

  test('--list says what became of each', async () => {
    const cwd = temporaryFolder()
    const target = await receiver()
    const listening = await startListen(cwd, `--forward-to ${target.url}`)
    await post(listening.url)
    await post(listening.url, '{}', headersOf('x'))
    await target.close()
    await post(listening.url)
    const { stdout } = await runCli('webhook listen --list', { cwd })
    expect(stdout).toMatch(
      /^#1 .*valid  target 200\n#2 .*no-match  not delivered: answered 401\n#3 .*not delivered: nothing listens there \(connection refused\)\n$/,
    )
  })

  test('sends one again, as it was or signed anew, also from a script', async () => {
    const cwd = temporaryFolder()
    const listening = await startListen(cwd)
    const body = JSON.stringify(eventOf())
    const headers: Record<string, string> = { ...headersOf(body), 'X-Own': 'kept' }
    await post(listening.url, body, headers)
    const target = await receiver()
    const again = ['webhook', 'listen', '--resend', 'last', '--forward-to', target.url]
    const env = { RAMPART_WEBHOOK_SECRET: secret }
    expect(await runCli(again, { cwd })).toMatchObject({ code: 0, stdout: '#1  sent again  target 200\n' })
    expect(await runCli([...again, '--resign'], { cwd, env })).toMatchObject({ code: 0 })
    expect(target.arrivals.map((one) => [one.body, isSignedBy(one, secret), one.headers['x-own']])).toEqual([
      [body, true, 'kept'],
      [body, true, 'kept'],
    ])
    expect(target.arrivals[0]?.headers['webhook-id']).toBe(headers['Webhook-Id'])
    expect(target.arrivals[1]?.headers['webhook-id']).not.toBe(headers['Webhook-Id'])
    await target.close()
    expect(await runCli(again, { cwd })).toMatchObject({ code: 3 })
    const byId = ['webhook', 'listen', '--show', headers['Webhook-Id'] ?? '']
    const shown = await runCli(byId, { cwd })
    expect(JSON.parse(shown.stdout)).toMatchObject({ number: 1, verdict: 'valid' })
    const unknown = await runCli('webhook listen --show 77', { cwd })
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('kept are #1 to #1') })
    expect(await runCli('webhook verify .rampart/webhooks.jsonl', { cwd, env })).toMatchObject({ code: 0 })
  })

  test('ends with 2 on a port that is taken or a file that is none, with a way out', async () => {
    const cwd = temporaryFolder()
    const listening = await startListen(cwd)
    const { port } = new URL(listening.url)
    const taken = await runCli(`webhook listen --port ${port} --no-keep`, { cwd })
    expect(taken).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/WEBHOOK_PORT_TAKEN.*: another program listens on it\n/),
    })
    expect(taken.stderr).toContain('--port 0 for one that is free')
    const itself = ['webhook', 'listen', '--port', port, '--forward-to', `http://localhost:${port}/in`]
    expect((await runCli(itself, { cwd })).stderr).toContain('--forward-to is the listener itself')
    const elsewhere = await runCli('webhook listen --host 203.0.113.5 --no-keep', { cwd })
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Give --host an address') })
    const folder = await runCli(`webhook listen --port 0 --keep ${cwd}`, { cwd })
    expect(folder).toMatchObject({ code: 2, stderr: expect.stringContaining('WEBHOOK_KEEP_UNUSABLE') })
  })
})
