import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { finished, type Finished } from '../cli.js'
import type { Installation } from './installation.js'

// The steps of a user with the installed package, from the first document to a webhook, on one version of Node.

/** A receiver as docs/generator.md has it, on a free port that it prints. */
const receiver = `
import { createServer } from 'node:http'
import { nodeHandler, seenKeys } from './generated/2026-08-01/webhooks.js'

const secret = process.env.RAMPART_WEBHOOK_SECRET
const server = createServer(nodeHandler({ secret, ...seenKeys(), handle: () => {} }))
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())))
`

/** The version and the rules of a run that only shows that runs work; other tests cover the rules. */
const config = (specUrl: string, baseUrl: string): string => `
import { defineConfig } from 'rampart'

const versions = ['2026-08-01']
const test: { readonly rules: string[]; versions: string[] } = { rules: ['versioning/*', 'quote/fields'], versions }

export default defineConfig({ specUrl: '${specUrl}', baseUrl: '${baseUrl}', generate: { only: versions }, test })
`

type Run = (...args: readonly string[]) => Promise<Finished>

const signedDelivery = async (cwd: string): Promise<readonly string[]> => {
  const body = '{"type":"ping","message":{}}'
  const at = `${Math.floor(Date.now() / 1000)}`
  const digest = createHmac('sha256', 'whsec_of-the-road')
    .update(at + body)
    .digest('hex')
  await writeFile(join(cwd, 'headers.txt'), `webhook-timestamp: ${at}\nwebhook-signature: v1=${digest}\n`)
  await writeFile(join(cwd, 'body.json'), body)
  return ['--headers', 'headers.txt', '--body', 'body.json']
}

/** Takes the steps with the program `node` in a folder `name`; resolves to the folder. */
export async function walkRoad(installation: Installation, node: string, name: string): Promise<string> {
  const { folder, makeFolder, start } = installation
  const cwd = await makeFolder(name)
  const cli = join(folder, 'dist/bin/rampart.js')
  await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n')
  const rampart: Run = (...args) => finished(start(cwd, node, cli, ...args))
  const right: Run = async (...args) => {
    const done = await rampart(...args)
    expect(done, `${args.join(' ')}: ${done.stderr}`).toMatchObject({ code: 0 })
    expect(done.stderr, args.join(' ')).not.toMatch(/Warning|DeprecationWarning/)
    return done
  }
  const serve = async (...args: readonly string[]) => {
    const child = start(cwd, node, ...args)
    onTestFinished(() => void child.kill('SIGKILL'))
    if (child.stdout === null) throw new TypeError('its output is not a pipe')
    const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line')
    return { child, told: JSON.parse(String(line)) as Readonly<Record<string, string>> }
  }

  const first = await serve(cli, 'sandbox', '--port', '0', '--json', '--seed', '3', '--data', 'state')
  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  const { told } = await serve(cli, 'sandbox', '--port', '0', '--json', '--data', 'state')
  expect(told).toMatchObject({ seed: 3 })
  const { specUrl = '', baseUrl = '' } = told
  const begun = await makeFolder(`${name}-begun`)
  const init = [node, cli, 'init', '--yes', '--spec-url', specUrl] as const
  expect(await finished(start(begun, ...init))).toMatchObject({ code: 0 })

  await writeFile(join(cwd, 'rampart.config.ts'), config(specUrl, baseUrl))
  await right('fetch')
  await right('generate')
  const { stdout: compared } = await right('diff', '2026-07-01', '2026-08-01')
  expect(compared).toContain('2026-08-01 is a version of its own, and 4 changes need one')
  const { stdout: checked } = await right('check')
  expect(checked).toMatch(/^4 passed$/m)

  const delivery = await signedDelivery(cwd)
  await right('webhook', 'verify', ...delivery)
  await writeFile(join(cwd, 'body.json'), '{}')
  expect((await rampart('webhook', 'verify', ...delivery)).code).toBe(1)
  await writeFile(join(cwd, 'receiver.mjs'), receiver)
  const { told: address } = await serve('receiver.mjs')
  const rules = ['--rules', 'receiver/every-kind', 'receiver/*-signature', '--report-dir', 'drilled']
  await right('webhook', 'drill', '--to', `http://127.0.0.1:${address['port']}/`, ...rules)

  const parts = await rampart('test', '--shard', '1/2')
  expect([parts.code, parts.stderr]).toEqual([2, expect.stringContaining('error[VITEST_MISSING]')])
  return cwd
}
