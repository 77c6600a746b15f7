import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { usual } from '../payment/webhooks/examine.js'
import type { Sending, WrongSending } from '../payment/webhooks/sending.js'
import { startSender } from '../payment/webhooks/service.js'
import { runCli } from './cli.js'
import { temporaryFolder } from '../support/folder.js'
import { freePort, startServer } from '../support/loopback.js'

const start = async (sending: Partial<Sending>, wrong: WrongSending = {}) => {
  const service = await startSender({ ...usual, ...sending }, wrong)
  onTestFinished(() => service.close())
  return service
}

const run = async (baseUrl: string, ...args: readonly string[]) => {
  const cwd = temporaryFolder()
  const all = ['test', '--base-url', baseUrl, '--rules', 'webhooks/method', '--allow-writes', ...args]
  const env = { RAMPART_API_KEY: 'key', RAMPART_WEBHOOK_SECRET: usual.secret }
  return { ...(await runCli(all, { cwd, env })), cwd }
}

describe('rampart test --webhook-port', () => {
  test('judges what a service delivers, and keeps the secret out of everything', async () => {
    const wrong: WrongSending = {
      container: (container, { kind }) => ({ ...container, leak: kind === 'ping' ? '' : usual.secret }),
      attempt: (attempt) => ({ ...attempt, method: 'PUT' }),
    }
    const { baseUrl, lead } = await start({ operations: 'none' }, wrong)
    const port = await freePort()
    lead(`http://127.0.0.1:${port}/`)
    const result = await run(baseUrl, '--webhook-port', String(port), '--webhook-wait', '2')
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('broken rules: webhooks/method')
    for (const name of await readdir(join(result.cwd, 'rampart-report'))) {
      expect(await readFile(join(result.cwd, 'rampart-report', name), 'utf8')).not.toContain(usual.secret)
    }
    expect(result.stdout + result.stderr).not.toContain(usual.secret)
  })

  test('skips with the way out where nobody receives', async () => {
    const { baseUrl } = await start({})
    const result = await run(baseUrl)
    expect(result.stdout).toContain('it needs a receiver of webhooks; open one with --webhook-port')
  })

  test('ends with 2 on a port that is taken, and on a URL without a port', async () => {
    const { baseUrl } = await start({})
    const { url: other } = await startServer(() => undefined)
    const taken = await run(baseUrl, '--webhook-port', new URL(other).port)
    expect(taken).toMatchObject({ code: 2 })
    expect(taken.stderr).toContain('WEBHOOK_PORT_TAKEN')
    const without = await run(baseUrl, '--webhook-url', 'https://hooks.example/in')
    expect(without).toMatchObject({ code: 2 })
    expect(without.stderr).toContain('give --webhook-port too')
  })
})
