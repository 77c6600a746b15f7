import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'

import { commandsFor } from '../../bin/commands.js'
import type { CommandContext } from '../../bin/process/context.js'
import { RampartError } from '../../diagnostics/index.js'
import { knownFaults } from '../../sandbox/index.js'
import { provocationsFile, shellText } from '../../bin/sandbox/webhooks.js'
import { startServer } from '../support/loopback.js'
import { list, look, text } from './support/look.js'
import { freshPath } from './support/state.js'

/** The mask of the process before any state was stored. */
const umask = process.umask()

interface Running {
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves with the first output. */
  readonly started: Promise<string>
  readonly stop: () => Promise<void>
}

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Running => {
  const abort = new AbortController()
  const out: string[] = []
  const err: string[] = []
  let finished = Promise.resolve()
  const started = new Promise<string>((resolve, reject) => {
    const context: CommandContext = {
      cwd: '/',
      env,
      stdout: (line) => {
        out.push(line)
        resolve(line)
      },
      stderr: (line) => void err.push(line),
      signal: abort.signal,
      color: false,
      interactive: false,
    }
    const command = commandsFor(context).find((one) => one.name() === 'sandbox')
    if (!command) throw new Error('there is no such command')
    command.exitOverride().configureOutput({ writeErr: () => {} })
    finished = command.parseAsync([...args], { from: 'user' }).then(() => undefined)
    finished.catch(reject)
  })
  const stop = async (): Promise<void> => {
    abort.abort()
    await finished
  }
  return { stdout: () => out.join(''), stderr: () => err.join(''), started, stop }
}

/** The output of a sandbox that is stopped at once. */
const wordsOf = async (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> => {
  const sandbox = run(['--port', '0', ...args], env)
  const told = await sandbox.started
  await sandbox.stop()
  return told
}

const factsOf = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse(await wordsOf(['--json', ...args]))

const failureOf = (...args: readonly string[]): Promise<unknown> =>
  run(['--port', '0', ...args]).started.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Expects an error about wrong use. */
const expectUse = (error: unknown, code: string, message: unknown): void => {
  expect(error).toBeInstanceOf(RampartError)
  expect(error).toMatchObject({ code, exitCode: 2, message })
}

const statusWith = async (baseUrl: string, key: string): Promise<number> =>
  (await fetch(`${baseUrl}/fiatcurrencies`, { headers: { 'x-api-key': key } })).status

describe('rampart sandbox', () => {
  test('takes the other readings and a rate limit, and says so', async () => {
    const sandbox = run(['--port', '0', '--reading', 'other', '--rate-limit', '1'])
    const told = await sandbox.started
    expect(told).toContain('Reading   other')
    const [, baseUrl = ''] = /Base URL {2}(\S+)/.exec(told) ?? []
    const answer = await fetch(`${baseUrl}/fiatcurrencies`, { headers: { 'x-api-key': 'wrong' } })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const statuses = Array.from({ length: 5 }, () => statusWith(baseUrl, 'sandbox-key'))
    expect(await Promise.all(statuses)).toContain(429)
    await sandbox.stop()
  })

  test('registers webhooks, tells their secrets, and delivers to loopback where that is allowed', async () => {
    const url = 'http://127.0.0.1:9/hook'
    const told = await factsOf('--seed', '7', '--allow-loopback-webhooks', '--webhook', url, url)
    expect(list(told, 'webhooks')).toEqual([
      { id: expect.any(String), url, secret: expect.stringMatching(/^sandbox_[0-9a-f]{64}$/) },
    ])
    expect(await wordsOf(['--webhook', 'https://hooks.example/'])).toMatch(
      /^Webhook {3}https:\/\/hooks.example\/\n {10}secret sandbox_[0-9a-f]{64}, /m,
    )
  })

  test('allows hosts by name, several of a variable among them', async () => {
    const hosts = ['--allow-webhook-host', 'host.docker.internal,192.168.1.20:8080', 'receiver.lan']
    const urls = ['http://host.docker.internal/', 'http://192.168.1.20:8080/', 'http://receiver.lan/']
    const told = await factsOf(...hosts, '--webhook', ...urls)
    expect(list(told, 'webhooks')).toMatchObject(urls.map((url) => ({ url })))
  })

  test('registers a webhook once for a state', async () => {
    const args = ['--webhook', 'https://hooks.example/', '--data', freshPath()]
    const [made] = list(await factsOf(...args), 'webhooks')
    const [again] = list(await factsOf(...args), 'webhooks')
    expect(again).toEqual({ id: text(made, 'id'), url: 'https://hooks.example/' })
  })

  test('says how late it answers', async () => {
    expect(await wordsOf(['--latency', '0-1'])).toMatch(/^Latency {3}0-1 ms$/m)
    expect(await factsOf('--latency', '2')).toMatchObject({ latency: { min: 2, max: 2 } })
  })

  test('serves on a free port until it is interrupted, with a client still connected', async () => {
    const sandbox = run(['--port', '0', '--json', '--seed', '3'])
    const told: unknown = JSON.parse(await sandbox.started)
    expect(told).toMatchObject({ apiKey: 'sandbox-key', seed: 3, faults: [] })
    expect(text(told, 'baseUrl')).toBe(`${text(told, 'specUrl')}/api`)
    expect(text(told, 'specUrl')).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/)
    const list = await fetch(`${text(told, 'specUrl')}/spec/versions`)
    expect(await list.json()).toMatchObject({ default: '2025-03-13' })
    expect(await statusWith(text(told, 'baseUrl'), 'sandbox-key')).toBe(200)
    await sandbox.stop()
    await expect(fetch(text(told, 'specUrl'))).rejects.toThrow()
    expect(sandbox.stderr()).toBe('')
  })

  test('says in words where it is, with which key, and what to try', async () => {
    const faults = ['--fault', 'versioning/vary', 'versioning/echo', '--fault', 'quote/fields']
    const told = await wordsOf(faults)
    expect(told).toMatch(/^Base URL {2}http:\/\/127\.0\.0\.1:[0-9]+\/api$/m)
    expect(told).toMatch(/^API key {3}sandbox-key$/m)
    expect(told).toMatch(/^Fault {5}versioning\/vary\nFault {5}versioning\/echo\nFault {5}quote\/fields$/m)
  })

  test('registers a webhook to a port of this machine, and prints the command that judges every rule', async () => {
    const told = await factsOf('--seed', '3', '--webhook-port', '0')
    const [webhook] = list(told, 'webhooks')
    const [, port = ''] = /^http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(text(webhook, 'url')) ?? []
    expect(look(told, 'test', 'env')).toEqual({
      RAMPART_API_KEY: 'sandbox-key',
      RAMPART_SECOND_KEY: 'second-sandbox-key',
      RAMPART_WEBHOOK_SECRET: text(webhook, 'secret'),
    })
    expect(list(told, 'test', 'args').join('\n')).toBe(
      `test\n--base-url\n${text(told, 'baseUrl')}\n--second-key-env\nRAMPART_SECOND_KEY\n` +
        `--sub-partner-id\n${text(told, 'subPartnerId')}\n--provocations\n${provocationsFile()}\n` +
        `--webhook-port\n${port}`,
    )
  })

  test.each([
    ['nobody', undefined, 'npx rampart'],
    ['npx', 'npm/11.6.0 node/v22.1.0 linux x64', 'npx rampart'],
    ['pnpm', 'pnpm/10.1.0 npm/? node/v22.1.0 linux x64', 'pnpm exec rampart'],
    ['yarn 1', 'yarn/1.22.22 npm/? node/v22.1.0 linux x64', 'yarn -s rampart'],
  ])('started by %s it prints that command as it can be pasted into any folder', async (_, agent, due) => {
    const env = agent === undefined ? {} : { npm_config_user_agent: agent }
    const told = (await wordsOf([], env)).replaceAll(/ \\\n +/g, ' ')
    expect(told).toContain(` ${due} test --base-url http://127.0.0.1:`)
    expect(told).toContain(` --provocations ${provocationsFile()}\n`)
    expect(told).toContain(`with "${due} sandbox --webhook-port 0"`)
    expect(isAbsolute(provocationsFile())).toBe(true)
  })

  test('puts each option on a line, and quotes for a shell', () => {
    const env = { RAMPART_API_KEY: 'a key' }
    const args = ['test', '--base-url', `http://127.0.0.1/${'x'.repeat(80)}`]
    expect(shellText({ env, args }, 'npx rampart', '  ')).toBe(
      `RAMPART_API_KEY='a key' npx rampart test \\\n  --base-url ${args[2]}`,
    )
  })

  test('says what would have webhooks judged, and takes no secret for one that was registered before', async () => {
    expect(await wordsOf([])).toContain('--webhook-port 0')
    const args = ['--webhook-port', '9', '--data', freshPath()]
    expect(look(await factsOf(...args), 'test', 'env')).toHaveProperty('RAMPART_WEBHOOK_SECRET')
    expect(look(await factsOf(...args), 'test', 'env')).not.toHaveProperty('RAMPART_WEBHOOK_SECRET')
  })

  test('takes keys from the environment and does not print them', async () => {
    const sandbox = run(['--port', '0', '--json', '--verbose'], { RAMPART_SANDBOX_KEYS: 'key-a, key-b' })
    const told: unknown = JSON.parse(await sandbox.started)
    const baseUrl = text(told, 'baseUrl')
    expect(look(told, 'test', 'env')).toEqual({})
    expect(list(told, 'test', 'args')).toContain('--second-key-env')
    for (const [key, status] of [
      ['key-a', 200],
      ['key-b', 200],
      ['sandbox-key', 401],
    ] as const)
      expect(await statusWith(baseUrl, key), key).toBe(status)
    await sandbox.stop()
    expect(sandbox.stdout() + sandbox.stderr()).not.toContain('key-a')
    expect(sandbox.stderr()).toBe(
      [200, 200, 401].map((status) => `GET /api/fiatcurrencies ${status}\n`).join(''),
    )
  })

  test('says in words where keys of the user are, and shows those of its own', async () => {
    const own = run(['--port', '0'], { RAMPART_SANDBOX_KEYS: 'key-a' })
    const words = await own.started
    await own.stop()
    expect(words).toMatch(/API key {3}one of RAMPART_SANDBOX_KEYS\nSeed /)
    expect(words).toMatch(/X-API-Key: KEY'[^]*Test it: {2}RAMPART_API_KEY=KEY [^]*Stop it:/)
    const usual = run(['--port', '0'])
    const shown = await usual.started
    await usual.stop()
    expect(shown).toMatch(/API key {3}sandbox-key\n {10}second-sandbox-key, of another partner\nSeed /)
  })

  test('lists its faults', async () => {
    const words = run(['--list-faults'])
    await words.started
    const lines = words.stdout().trimEnd().split('\n')
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual(
      knownFaults.map(({ name, does }) => [name, does]),
    )
    const json: unknown = JSON.parse(await run(['--list-faults', '--json']).started)
    expect(json).toEqual(knownFaults.map(({ name, does }) => ({ rule: name, does })))
  })

  test('does not start on a port that is taken', async () => {
    const { port } = new URL((await startServer(() => undefined)).url)
    expectUse(await failureOf('--port', port), 'SANDBOX_PORT_TAKEN', expect.stringContaining(port))
  })

  test('keeps its state, seed and reading where it is told to', async () => {
    const path = freshPath()
    const told = await factsOf('--data', path, '--seed', '3', '--reading', 'other')
    expect(told).toMatchObject({ seed: 3, reading: 'other', data: path })
    const second = run(['--port', '0', '--data', path])
    expect(await second.started).toMatch(/^Seed {6}3\nReading {3}other\nData {6}.+state$/m)
    const error = await failureOf('--data', path)
    await second.stop()
    expectUse(error, 'SANDBOX_DATA_UNUSABLE', `${path} is in use by another process.`)
    expect(process.umask()).toBe(umask)
  })

  test('lets go of its state when it cannot start', async () => {
    const path = freshPath()
    const error = await failureOf('--data', path, '--fault', 'unknown')
    expect(error).toMatchObject({ code: 'SANDBOX_FAULT_UNKNOWN' })
    expect(await wordsOf(['--data', path])).toContain('Base URL')
  })
})
