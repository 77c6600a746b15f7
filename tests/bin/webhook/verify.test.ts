import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { main } from '../../../bin/main.js'
import { contextOf } from '../../support/command.js'
import { secret, webhook } from './support.js'
import { temporaryFolder } from '../../support/folder.js'

const body =
  '{"type":"customer_status","timestamp":"x","data":{"customer_id":"11111111-2222-4333-8444-555555555555","message":{"id":"11111111-2222-4333-8444-555555555555","status":"Active"}}}'
const timestamp = '1785575700'
const at = '--at 2026-08-01T09:15:10Z'

const digest = (text: string | Buffer, key = secret): string =>
  createHmac('sha256', key).update(timestamp).update(text).digest('hex')

const headersOf = (text: string | Buffer = body, key = secret): string =>
  `webhook-id: a\nwebhook-timestamp: ${timestamp}\nwebhook-signature: v1=${digest(text, key)}\n`

const files = (content: string | Buffer = body, headers = headersOf()) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'h'), headers)
  writeFileSync(join(cwd, 'b'), content)
  return cwd
}

const both = 'verify --headers h --body b'

describe('rampart webhook verify', () => {
  test('ends with 0 for a valid delivery and says under which variable', async () => {
    const { code, stdout, stderr } = await webhook(`${both} ${at}`, { cwd: files() })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^valid {2}customer_status {2}customer 11111111-/)
    expect(stdout).toContain('signed under RAMPART_WEBHOOK_SECRET, digest in hex')
    expect(stdout).toContain('webhook-timestamp is 10 s before the time of judging')
    expect(stderr).toBe('')
  })

  test('ends with 1 for one that is not, with the mistake and what to do', async () => {
    const { code, stdout, stderr } = await webhook(`${both} ${at}`, { cwd: files(`${body}\n`) })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^not valid {2}customer_status/)
    expect(stdout).toContain('newline-added: the body ends with a line end')
    expect(stderr).toContain('error[WEBHOOK_NOT_VALID]: newline-added')
  })

  test('judges at the time of now unless told, and within the tolerance given', async () => {
    const cwd = files()
    expect((await webhook(both, { cwd })).stdout).toMatch(/stale: .* before the time of judging/)
    expect((await webhook(`${both} --at 1785576300`, { cwd })).code).toBe(1)
    expect((await webhook(`${both} --at 1785576300 --tolerance 600`, { cwd })).code).toBe(0)
    expect((await webhook(`${both} --at 2026-08-01T09:09:00Z`, { cwd })).stdout).toMatch(
      /future: .* after the time of judging/,
    )
  })

  test('prints everything as JSON', async () => {
    const { code, stdout } = await webhook(`${both} ${at} --json`, { cwd: files() })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      valid: true,
      mistakes: [],
      secret: 'RAMPART_WEBHOOK_SECRET',
      encoding: 'hex',
      age: 10,
      type: 'customer_status',
      version: '2026-08-01',
      problems: [],
    })
  })

  test('tells what the document finds wrong with a delivery that is signed well', async () => {
    const wrong = body.replace('"id":"1', '"id":"x')
    const { code, stdout } = await webhook(`${both} ${at}`, { cwd: files(wrong, headersOf(wrong)) })
    expect(code).toBe(0)
    expect(stdout).toContain('note: 2026-08-01 at /data/message/id: must be a UUID')
  })

  test.each([
    [`[${body}]`, 'not-an-object: the body is a list of JSON'],
    ['[]', 'not-an-object: the body is a list'],
    ['"ping"', 'not-an-object: the body is a text'],
    ['7', 'not-an-object: the body is a number'],
    ['true', 'not-an-object: the body is a boolean'],
    ['null', 'not-an-object: the body is null'],
    ['ping', 'not-json: the body is not JSON'],
  ])('ends with 1 for %s, though it is signed', async (wrong, mistake) => {
    const { code, stdout } = await webhook(`${both} ${at}`, { cwd: files(wrong, headersOf(wrong)) })
    expect(code).toBe(1)
    expect(stdout).toContain(mistake)
    expect(stdout).toContain('signed under RAMPART_WEBHOOK_SECRET')
    const unsigned = await webhook(`${both} ${at}`, { cwd: files(wrong, headersOf(body)) })
    expect(unsigned.stdout).not.toMatch(/not-an-object|not-json/)
  })

  test.each([
    ['in capitals', `v1=${digest(body).toUpperCase()}`, ['The digest is written in upper-case hex']],
    ['without its prefix', digest(`${body} `), ['wrong-prefix:', 'no-match:']],
  ])('names what is wrong with a digest %s', async (_, signature, words) => {
    const headers = headersOf().replace(/v1=.*/, signature)
    const { stdout } = await webhook(`${both} ${at}`, { cwd: files(body, headers) })
    for (const word of words) expect(stdout).toContain(word)
  })

  test('takes the secret from standard input, with the line end that ends the line', async () => {
    for (const stdin of [secret, `${secret}\n`, `${secret}\r\n`]) {
      const run = await webhook(`${both} ${at} --secret-stdin`, { cwd: files(), env: {}, stdin })
      expect(run.code).toBe(0)
    }
    const padded = await webhook(`${both} ${at} --secret-stdin`, {
      cwd: files(),
      env: {},
      stdin: ` ${secret}\n`,
    })
    expect(padded.stdout).toContain('secret-given')
  })

  test('names which of other secrets it is signed with', async () => {
    const cwd = files(body, headersOf(body, 'of another'))
    const env = { RAMPART_WEBHOOK_SECRET: secret, STAGING: 'of another' }
    const run = await webhook(`${both} ${at} --other-secret-env STAGING`, { cwd, env })
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('another-secret: it is signed with the secret of STAGING')
    const stdin = `${secret}\nof another\n`
    const lines = await webhook(`${both} ${at} --secret-stdin`, { cwd, env: {}, stdin })
    expect(lines.stdout).toContain('the secret of line 2 of standard input')
    const rotated = await webhook(`${both} ${at} --secret-env RAMPART_WEBHOOK_SECRET STAGING`, {
      cwd,
      env,
    })
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining('signed under STAGING') })
  })

  test('takes a decoded secret for right where it is told so', async () => {
    const key = Buffer.from(secret.slice(6), 'base64')
    const headers = headersOf().replace(
      /v1=.*/,
      `v1=${createHmac('sha256', key).update(timestamp).update(body).digest('base64')}`,
    )
    const cwd = files(body, headers)
    expect((await webhook(`${both} ${at}`, { cwd })).stdout).toContain('decoded-secret')
    expect((await webhook(`${both} ${at} --secret-as base64`, { cwd })).code).toBe(0)
    const plain = await webhook(`${both} ${at} --secret-as base64`, { cwd: files() })
    expect(plain.stdout).toContain('secret-not-decoded')
  })

  test('judges a recorded delivery at the time of its arrival', async () => {
    const cwd = temporaryFolder()
    const headers = headersOf()
      .trim()
      .split('\n')
      .map((line) => line.split(': '))
    const saved = {
      receivedAt: '2026-08-01T09:15:03Z',
      headers,
      bodyBase64: Buffer.from(body).toString('base64'),
    }
    writeFileSync(join(cwd, 'one.json'), JSON.stringify(saved))
    writeFileSync(
      join(cwd, 'two.jsonl'),
      `${JSON.stringify(saved)}\n${JSON.stringify({ ...saved, headers: [] })}\n${JSON.stringify(saved)}\n`,
    )
    expect((await webhook('verify one.json', { cwd })).code).toBe(0)
    expect((await webhook('verify -', { cwd, stdin: JSON.stringify(saved) })).code).toBe(0)
    expect((await webhook('verify one.json --at now', { cwd })).stdout).toContain('stale')
    expect((await webhook('verify two.jsonl', { cwd })).stderr).toContain(
      'holds 2 deliveries: choose one with --entry',
    )
    expect((await webhook('verify two.jsonl --entry 2', { cwd })).code).toBe(0)
    expect((await webhook('verify two.jsonl --entry 3', { cwd })).code).toBe(2)
  })

  test('reads the headers or the body from standard input', async () => {
    const cwd = files()
    const head = await webhook(`verify --headers - --body b ${at}`, {
      cwd,
      stdin: headersOf(),
    })
    expect(head.code).toBe(0)
    const tail = await webhook(`verify --headers h --body - ${at}`, { cwd, stdin: body })
    expect(tail.code).toBe(0)
  })

  test.each(['verify -', `${both} --secret-stdin`, 'send --body - --to http://127.0.0.1:1'])(
    '%s is interrupted before its input ends',
    async (line) => {
      const interrupt = new AbortController()
      const env = { RAMPART_WEBHOOK_SECRET: secret }
      const context = contextOf({ cwd: files(), env, signal: interrupt.signal })
      const stdin = () => {
        setImmediate(() => interrupt.abort(new Error('interrupted')))
        return new PassThrough()
      }
      expect(await main(['webhook', ...line.split(' ')], { ...context, stdin })).toBe(130)
    },
  )

  test('never prints the secret, wherever somebody put it', async () => {
    const leaking = JSON.stringify({ type: secret, data: { customer_id: secret, message: { id: secret } } })
    const runs = [
      `${both} ${at}`,
      `${both} ${at} --json`,
      `${both} --at now`,
      `${both} --secret=${secret}`,
      `${both} --secret ${secret}`,
      `${both} --secret-env ${secret}`,
      `${both} --secret-env ${secret}!`,
    ]
    for (const headers of [headersOf(leaking), headersOf('other'), headersOf().replace('v1=', secret)]) {
      for (const line of runs) {
        const { stdout, stderr } = await webhook(line, { cwd: files(leaking, headers) })
        expect(stdout + stderr, line).not.toContain(secret.slice(6))
      }
    }
  })

  test('shows foreign text without what moves a cursor', async () => {
    const wrong = JSON.stringify({ type: '\u001b[2J\u202eevil\n', data: { customer_id: 'a\u0000b' } })
    const { stdout } = await webhook(`${both} ${at}`, { cwd: files(wrong, headersOf(wrong)) })
    expect(stdout).toContain('\\u{1b}[2J\\u{202e}evil\\u{a}')
    for (const letter of ['\u001b', '\u202e', '\u0000']) expect(stdout).not.toContain(letter)
  })
})
