import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { KeptDelivery } from '../../webhook/index.js'
import { receiver, secret } from '../bin/webhook/support.js'
import { runCli } from './cli.js'
import { eventOf, isNumber, post, startListenProcess } from './webhook-listen.js'
import { temporaryFolder } from '../support/folder.js'

const hasLimits = spawnSync('prlimit', ['--version']).status === 0
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe('a process of rampart webhook listen', () => {
  test('that is killed in the middle of many has acknowledged only what the target took and the log has', async () => {
    const cwd = temporaryFolder()
    const target = await receiver()
    const killed = await startListenProcess(cwd, `--forward-to ${target.url}`)
    const acknowledged: string[] = []
    let left = 300
    const send = async (): Promise<void> => {
      while (left-- > 0) {
        const body = JSON.stringify(eventOf({ left }))
        const answer = await post(killed.url, body).catch(() => undefined)
        if (answer?.status !== 200) return
        acknowledged.push(body)
        if (acknowledged.length === 100) killed.child.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: 10 }, send))
    const got = target.arrivals.map(({ body }) => body)
    const { stdout } = await runCli('webhook listen --list --json', { cwd })
    const kept = stdout
      .trim()
      .split('\n')
      .map((line) => Buffer.from((JSON.parse(line) as KeptDelivery).bodyBase64, 'base64').toString())
    expect(acknowledged.length).toBeGreaterThanOrEqual(100)
    for (const bodies of [got, kept])
      expect(acknowledged.filter((body) => !bodies.includes(body))).toEqual([])
    expect(new Set(got).size).toBe(got.length)
  })

  // A limit on the size of files stands for a full disk: it can be set, and taken away, while the listener runs.
  test.skipIf(!hasLimits)(
    'forwards on while its log cannot be written, says so once, and keeps what comes after',
    async () => {
      const cwd = temporaryFolder()
      const target = await receiver()
      const listening = await startListenProcess(cwd, `--forward-to ${target.url}`)
      const limit = (bytes: string): void =>
        void spawnSync('prlimit', ['--pid', String(listening.child.pid), `--fsize=${bytes}:unlimited`])
      const sent = async (): Promise<number> => (await post(listening.url)).status
      expect(await sent()).toBe(200)
      limit('1000')
      const statuses = [await sent(), await sent(), await sent()]
      limit('unlimited')
      expect([...statuses, await sent()]).toEqual([200, 200, 200, 200])
      const lines = await Promise.all([1, 2, 3, 4, 5].map((number) => listening.line(isNumber(number))))
      const kept = lines.filter((line) => line['kept'] === true).map(({ number }) => number)
      expect([kept.at(-1), target.arrivals.length]).toEqual([5, 5])
      expect(kept.length).toBeLessThan(5)
      expect(listening.lines.filter(({ event }) => event === 'not-kept')).toHaveLength(1)
      const { stdout } = await runCli('webhook listen --list --json', { cwd })
      const numbers = stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as KeptDelivery).number)
      expect(numbers).toEqual(kept)
    },
  )

  test.skipIf(!hasOpenssl)('forwards over TLS to a target that it trusts, and to no other', async () => {
    const cwd = temporaryFolder()
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', join(cwd, 'key.pem'), '-out', join(cwd, 'cert.pem')]
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    execFileSync('openssl', ['req', '-x509', ...key, ...files, ...subject], { stdio: 'ignore' })
    const got: string[] = []
    const pair = { key: readFileSync(join(cwd, 'key.pem')), cert: readFileSync(join(cwd, 'cert.pem')) }
    const server = createServer(pair, (request, response) => {
      got.push(String(request.headers['webhook-id']))
      response.writeHead(200).end()
    })
    await new Promise<void>((done) => server.listen(0, done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const args = `--forward-to https://localhost:${port}/in`
    const wary = await startListenProcess(cwd, args)
    expect((await post(wary.url)).status).toBe(502)
    expect(await wary.line(isNumber(1))).toMatchObject({
      forward: { state: 'failed', reason: expect.stringContaining('certificate is not trusted') },
    })
    expect(got).toEqual([])
    const env = { RAMPART_WEBHOOK_SECRET: secret, NODE_EXTRA_CA_CERTS: join(cwd, 'cert.pem') }
    const trusting = await startListenProcess(cwd, args, env)
    expect((await post(trusting.url)).status).toBe(200)
    expect(got).toHaveLength(1)
    server.closeAllConnections()
  })
})
