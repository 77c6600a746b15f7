import { readdirSync, readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Finished, runCli } from '../../e2e/cli.js'
import { deadOrigin, listenOn, startServer } from '../../support/loopback.js'
import { handMade, secret } from './hand-made.js'
import { validatorOf } from '../../support/published-schema.js'
import { temporaryFolder } from '../../support/folder.js'

const drill = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = { RAMPART_WEBHOOK_SECRET: secret },
): Promise<Finished & { readonly cwd: string }> => {
  const cwd = temporaryFolder()
  const ended = await runCli(['webhook', 'drill', ...args], { cwd, env })
  return { ...ended, cwd }
}

const report = (cwd: string, name: string): string => readFileSync(join(cwd, 'rampart-drill', name), 'utf8')

interface Shown {
  readonly results: readonly {
    readonly state: string
    readonly requests: { readonly sent: number }
    readonly exchanges?: readonly string[]
  }[]
  readonly evidence: readonly { readonly id: string }[]
}

/** A server that does not speak HTTP. */
const startRaw = async (answer: string): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer))
  })
  onTestFinished(() => void server.close())
  return `127.0.0.1:${await listenOn(server)}`
}

describe('a drill ends', () => {
  test('with 0 for a right receiver, and reports in every form', async () => {
    const { url } = await startServer(handMade())
    const { code, stdout, cwd } = await drill(['--to', url])
    expect(stdout).toContain('The receiver does what it must')
    expect(code).toBe(0)
    const files = readdirSync(join(cwd, 'rampart-drill')).toSorted()
    expect(files).toEqual(['junit.xml', 'report.html', 'report.json'])
    expect(report(cwd, 'junit.xml')).toContain('<testsuite name="receiver" ')
    expect(report(cwd, 'junit.xml')).toContain('<testcase classname="receiver" name="receiver/raw-body">')
    expect(report(cwd, 'report.html')).toContain('Receiver at')
    const { results, evidence } = JSON.parse(report(cwd, 'report.json')) as Shown
    const shown = new Set(evidence.map(({ id }) => id))
    const sending = results.filter(({ state, requests }) => state === 'passed' && requests.sent > 0)
    expect(sending.filter(({ exchanges = [] }) => !exchanges.some((id) => shown.has(id)))).toEqual([])
    expect(sending.length).toBeGreaterThan(20)
    const validate = validatorOf('conformance/reports/report.schema.json', { strictTypes: false })
    expect([validate(JSON.parse(report(cwd, 'report.json'))), validate.errors]).toEqual([true, null])
  })

  test('with 1 for a wrong one, whose mistake is named in every report', async () => {
    const mac = (): Buffer => Buffer.alloc(32)
    const { url } = await startServer(handMade({ mac, isSigned: () => true }))
    const { code, stdout, stderr, cwd } = await drill(['--to', url])
    expect(code).toBe(1)
    expect(stdout).toContain('does not verify signatures')
    expect(stderr).toContain('error[DRILL_FINDINGS]: no-verification; broken rules: receiver/empty-signature')
    expect(report(cwd, 'report.html')).toContain('does not verify signatures')
    expect(report(cwd, 'junit.xml')).toContain('To fix it: ')
    expect(JSON.parse(report(cwd, 'report.json'))).toMatchObject({ mistakes: [{ name: 'no-verification' }] })
  })

  test('with 0 for what is good practice alone, which is said', async () => {
    const isTimely = (timestamp: string): boolean => Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
    const { url } = await startServer(handMade({ isTimely }))
    const { code, stdout } = await drill(['--to', url])
    expect(stdout).toMatch(/does what it must for all \d+ rules \(\d+ results\), with 1 warning\./)
    expect(stdout).toContain('Good practice, 1 warning that does not fail the run:')
    expect(stdout).not.toMatch(/\d mistake/)
    expect(code).toBe(0)
  })

  test('with 3 where nobody listens', async () => {
    const { code, stderr, stdout } = await drill(['--to', `${await deadOrigin()}/hooks`])
    expect(stdout).toContain('Nothing is known of the receiver')
    expect(stdout).toContain('1 request sent, 0 answered, 1 unanswered')
    // Nothing was judged of a version, so it has no row.
    expect(stdout.match(/^ +\S+ +0 +0 +\d+ .*$/gm)).toEqual([expect.stringMatching(/^ +receiver /)])
    expect(stderr).toContain(
      'error[WEBHOOK_UNREACHABLE]: the receiver sent no response, because nothing listens',
    )
    expect(code).toBe(3)
  })

  test('with 3 where TLS is not spoken', async () => {
    const host = await startRaw('HTTP/1.1 400 Bad Request\r\n\r\n')
    const { code, stderr } = await drill(['--to', `https://${host}/`])
    expect(stderr).toMatch(/error\[WEBHOOK_UNREACHABLE\]: .*, because the service there does not speak TLS/)
    expect(code).toBe(3)
  })

  test('with 3 where HTTP is not spoken', async () => {
    const { code, stderr } = await drill(['--to', `http://${await startRaw('220 mail ready\r\n')}/`])
    expect(stderr).toContain('sent something that is not HTTP')
    expect(code).toBe(3)
  })

  test.each([404, 405, 301, 307, 502, 503])('with 3 when everything is answered %i', async (status) => {
    let requests = 0
    const { url } = await startServer((request, response) => {
      requests += 1
      request.resume()
      response.writeHead(status, { location: '/elsewhere' })
      response.end()
    })
    const { code, stderr, stdout } = await drill(['--to', url])
    expect(stdout).toContain(`${requests} requests sent, ${requests} answered`)
    const words = status > 500 ? ` ${STATUS_CODES[status]}` : ''
    expect(stderr).toContain(
      `error[DRILL_NOT_A_RECEIVER]: the receiver answered ${status}${words} to every valid event`,
    )
    expect(stdout).not.toContain('does what it must')
    expect(code).toBe(3)
  })

  test('with 3 when the receiver has another secret', async () => {
    const { url } = await startServer(handMade())
    const { code, stderr, stdout } = await drill(['--to', url], { RAMPART_WEBHOOK_SECRET: 'another-secret' })
    expect(stderr).toContain('error[DRILL_REFUSED]: the receiver answered 401')
    expect(stdout).toContain('it verifies with another secret, or in another way')
    expect(code).toBe(3)
  })

  test('with 1 when no valid event is taken and the mistake is known', async () => {
    const isSigned = (expected: Buffer, given: string): boolean => given === expected.toString('hex')
    const { url } = await startServer(handMade({ isSigned }))
    const { code, stderr } = await drill(['--to', url])
    expect(stderr).toContain('error[DRILL_FINDINGS]: wrong-prefix')
    expect(code).toBe(1)
  })
})

describe('a drill', () => {
  test('shows the secret nowhere, even when the receiver does', async () => {
    const { url } = await startServer((request, response) => {
      request.resume()
      response.setHeader('x-debug', secret)
      response.end(JSON.stringify({ secret, encoded: Buffer.from(secret).toString('base64') }))
    })
    const { stdout, stderr, cwd } = await drill(['--to', `${url}/hooks?token=token-of-the-url`])
    const files = readdirSync(join(cwd, 'rampart-drill')).map((name) => report(cwd, name))
    for (const text of [stdout, stderr, ...files]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('base64'))
      expect(text).not.toContain('token-of-the-url')
    }
  })

  test('prints the report alone as JSON, of the rules and kinds that are asked for', async () => {
    const { url, requests } = await startServer(handMade())
    const args = '--rules receiver/*-timestamp --kinds Ping --format json --rate 500'
    const { code, stdout } = await drill(['--to', url, ...args.split(' ')])
    const { results, subject } = JSON.parse(stdout)
    expect({ code, subject }).toEqual({ code: 0, subject: 'receiver' })
    const rules = ['missing', 'tampered', 'stale', 'future', 'malformed'].map(
      (how) => `receiver/${how}-timestamp`,
    )
    expect(results.map(({ id }: { id: string }) => id)).toEqual(rules)
    const agents = requests.map(({ headers }) => headers['user-agent'])
    expect(agents.filter((agent) => agent?.startsWith('rampart-drill/') !== true)).toEqual([])
  })

  test('sends the same ids again with the same seed, and marks them', async () => {
    const idsOf = async (seed: string): Promise<unknown[]> => {
      const { url, requests } = await startServer(handMade())
      await drill(['--to', url, '--rules', 'receiver/every-kind', '--seed', seed])
      return requests.map(({ headers }) => headers['webhook-id'])
    }
    const ids = await idsOf('7')
    expect(await idsOf('7')).toEqual(ids)
    expect(await idsOf('8')).not.toEqual(ids)
    for (const id of ids) expect(id).toMatch(/^d4111d4e-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('lists its rules and sends nothing', async () => {
    const { code, stdout } = await drill(['--list'], {})
    expect(code).toBe(0)
    expect(stdout).toContain('receiver/ten-digits')
    const json = await drill(['--list', '--format', 'json'], {})
    expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining({ id: 'receiver/steady' }))
  })

  test('of a receiver whose answer never ends is over', async () => {
    const { url } = await startServer((request, response) => {
      request.resume()
      response.write('x')
      const pour = (): void => {
        if (!response.destroyed) setImmediate(() => response.write('x'.repeat(1024), pour))
      }
      pour()
    })
    const { code, stdout } = await drill(['--to', url, '--timeout', '0.2'])
    expect(stdout).toContain('does not complete its response')
    expect(code).toBe(1)
  })
})
