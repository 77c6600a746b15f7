import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../bin/main.js'
import { preparePlan } from '../../bin/vitest/prepare.js'

const files: Readonly<Record<string, unknown>> = {
  'baseline.json': {
    baselineVersion: 1,
    findings: [{ rule: 'versioning/eco', reason: 'r', expires: '2030-01-01' }],
  },
  'provocations.json': { prohibited_industri: [] },
  'policy.json': {},
  'report.json': { reportVersion: 1 },
  'broken.json': '{\n  "findings": [,]\n}',
  'recording.har': { log: {} },
  'text.har': 'no recording',
}

let cwd = ''
let origin = ''
let requests = 0

const server = createServer((_request, response) => {
  requests += 1
  response.writeHead(404).end()
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  requests = 0
  cwd = mkdtempSync(join(tmpdir(), 'rampart-inputs-'))
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  mkdirSync(join(cwd, 'folder'))
  return () => rmSync(cwd, { recursive: true, force: true })
})

interface Run {
  readonly code: number
  readonly stderr: string
}

/** Runs a command line; ORIGIN in it is the server that counts. */
const run = async (line: string, env: NodeJS.ProcessEnv = {}): Promise<Run> => {
  let stderr = ''
  const code = await main(line.replaceAll('ORIGIN', origin).split(' '), {
    cwd,
    env,
    stdout: () => undefined,
    stderr: (text) => void (stderr += text),
    signal: new AbortController().signal,
    color: false,
    interactive: false,
  })
  return { code, stderr }
}

const id = '6f0c1e0a-8f35-4c57-9d1b-0d1f3a5c7e91'

const ofTest: readonly (readonly [string, RegExp])[] = [
  ['--rules versionning/*', /RULES_UNKNOWN[^]*did you mean "versioning\/\*"\?/],
  ['--rules versioning/* quote/eco', /RULES_UNKNOWN.*"quote\/eco"; did you mean "quote\/echo"\?/],
  ['--rules quote/* --tags webhooks', /RULES_UNKNOWN.*no rule has both/],
  [
    '--tags quot not:write',
    /TAGS_UNKNOWN.*"quot"; did you mean "quote"\?[^]*"write"; did you mean "writes"\?/,
  ],
  ['--versions 2026-8-1', /VERSIONS_UNKNOWN.*"2026-8-1" is no version/],
  ['--customer-id abc', /OPTION_INVALID.*--customer-id takes a UUID, and was given "abc"/],
  [
    `--recipient-account-id ${id}0 --customer-id ${id}`,
    /OPTION_INVALID.*--recipient-account-id takes a UUID/,
  ],
  ['--sub-partner-id shop', /OPTION_INVALID.*--sub-partner-id takes a UUID/],
  ['--api-key-env STAGING_KEY', /VARIABLE_UNSET.*: STAGING_KEY, which --api-key-env names, is not set/],
  ['--second-key-env EMPTY', /VARIABLE_UNSET.*: EMPTY, which --second-key-env names, is blank/],
  ['--webhook-port 0 --webhook-secret-env HOOK', /VARIABLE_UNSET.*: HOOK, which --webhook-secret-env names/],
  ['--webhook-url https://hooks.example.com', /OPTION_INVALID.*--webhook-port/],
  ['--webhook-wait 5', /OPTION_INVALID.*--webhook-wait does nothing without --webhook-port/],
  [`--recipient-account-id ${id}`, /OPTION_INVALID.*does nothing without --customer-id/],
  ['--specs specs', /OPTION_INVALID.*--specs does nothing without --plan/],
  ['--plan --write-baseline known.json', /OPTION_INVALID.*--plan and --write-baseline exclude each other/],
  ['--plan --shard 1/2', /OPTION_INVALID.*--plan and --shard exclude each other/],
  ['--rate 0', /from 0\.01 to 10000/],
  ['--shard 3/2', /1 <= i <= n/],
  ['--spec-url ftp://x', /FETCH_URL_INVALID.*--spec-url/],
  ['--allow-origin nowhere', /FETCH_URL_INVALID/],
  [
    '--baseline baseline.json',
    /BASELINE_INVALID.*baseline\.json:1:\d+ \/findings\/0\/rule: .*did you mean "versioning\/echo"/,
  ],
  ['--baseline broken.json', /BASELINE_INVALID.*broken\.json:2:16 is not valid JSON/],
  ['--baseline none.json', /BASELINE_INVALID.*none\.json/],
  ['--provocations provocations.json', /PROVOCATIONS_INVALID.*did you mean "prohibited_industry"/],
  ['--only-failed report.json', /REPORT_UNUSABLE[^]*has no "results"[^]*report\.json:1:1/],
  ['--report-dir policy.json', /OUTPUT_NOT_WRITABLE.*is a file/],
  ['--write-baseline folder', /OUTPUT_NOT_WRITABLE.*is a folder/],
]

const others: readonly (readonly [string, RegExp])[] = [
  ['fetch --spec-url ORIGIN --out policy.json', /OUTPUT_NOT_WRITABLE/],
  ['fetch --spec-url ORIGIN --allow-origin nowhere', /FETCH_URL_INVALID/],
  ['inspect text.har --spec-url ORIGIN', /RECORDING_SYNTAX/],
  ['inspect recording.har --spec-url ORIGIN', /RECORDING_EMPTY/],
  ['inspect recording.har --spec-url ORIGIN --base-url x', /FETCH_URL_INVALID.*--base-url/],
  ['inspect recording.har --spec-url ORIGIN --report-dir policy.json', /OUTPUT_NOT_WRITABLE/],
  ['webhook send custmer_status --to ORIGIN', /WEBHOOK_KIND_UNKNOWN.*did you mean "customer_status"\?/],
  ['webhook send ping --to ORIGIN --version 2026-08-02', /WEBHOOK_VERSION_UNKNOWN.*"2026-08-01"/],
  [
    'webhook send ping --to ORIGIN --secret-env HOOK',
    /WEBHOOK_SECRET_MISSING.*: HOOK, which --secret-env names/,
  ],
  ['webhook drill --to ORIGIN --rules receiver/nothing', /DRILL_RULES_UNKNOWN/],
  ['webhook drill --to ORIGIN --kinds pinng', /WEBHOOK_KIND_UNKNOWN.*did you mean "ping"\?/],
  ['webhook drill --to ORIGIN --secret-env HOOK', /WEBHOOK_SECRET_MISSING.*: HOOK/],
  ['webhook drill --to ORIGIN --report-dir policy.json', /OUTPUT_NOT_WRITABLE/],
  ['check --spec-url ORIGIN --base-url ORIGIN/api --report-dir policy.json', /OUTPUT_NOT_WRITABLE/],
]

const rows = [
  ...ofTest.map(([args, says]) => [`test --base-url ORIGIN/api ${args}`, says] as const),
  ...others,
]

describe('what is wrong with the inputs is said before anything is sent', () => {
  test.each(rows)('%s', async (line, says) => {
    const { code, stderr } = await run(line, { EMPTY: ' ', RAMPART_API_KEY: 'key' })
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)])
    expect(requests, 'requests that arrived').toBe(0)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test.each([
    [{ test: { customerId: 'abc' } }, /--customer-id takes a UUID/],
    [{ test: { apiKeyEnv: 'STAGING_KEY' } }, /: STAGING_KEY, which --api-key-env names, is not set/],
    [{ test: { baseline: 'baseline.json' } }, /BASELINE_INVALID/],
    [{ test: { provocations: { Persn: [] } } }, /\/Persn: .*did you mean "Person"/],
    [{ test: { rules: ['versioning/eco'] } }, /RULES_UNKNOWN/],
    [{ diff: { policy: {} } }, /POLICY_INVALID.*says nothing/],
    [{ diff: { policy: 'policy.json' } }, /POLICY_INVALID.*policy\.json:1:1/],
    [{ diff: { allow: 'broken.json' } }, /ALLOW_INVALID.*broken\.json:2:16/],
    [{ tests: {} }, /CONFIG_INVALID.*did you mean "test"/],
  ])('by rampart check for all of its parts: %j', async (config, says) => {
    writeFileSync(join(cwd, 'rampart.config.json'), JSON.stringify(config))
    const { code, stderr } = await run('check --spec-url ORIGIN --base-url ORIGIN/api')
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)])
    expect(requests).toBe(0)
  })

  test.each([
    ['RAMPART_CUSTOMER_ID', 'abc', /--customer-id takes a UUID/],
    ['RAMPART_API_KEY_ENV', 'STAGING_KEY', /: STAGING_KEY, which --api-key-env names, is not set/],
    ['RAMPART_VERSIONS', 'newest', /"newest" is no version/],
  ])('also where it comes from %s', async (name, value, says) => {
    const { code, stderr } = await run('test --base-url ORIGIN/api', { [name]: value })
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)])
    expect(requests).toBe(0)
  })

  test.each([
    [{ customerId: 'abc' }, /--customer-id takes a UUID/],
    [{ rules: ['quote/eco'] }, /did you mean "quote\/echo"/],
    [{ apiKeyEnv: 'RAMPART_NO_SUCH_KEY' }, /RAMPART_NO_SUCH_KEY, which --api-key-env names, is not set/],
    [{ provocations: { Persn: [] } }, /did you mean "Person"/],
  ])('by rampart/vitest: %j', async (options, says) => {
    await expect(preparePlan({ baseUrl: `${origin}/api`, ...options })).rejects.toThrow(says)
    expect(requests).toBe(0)
  })

  test.each([
    `test --base-url ORIGIN/api --customer-id ${id.toUpperCase()} --rules versioning/* --api-key-env KEY`,
    'fetch --spec-url ORIGIN',
    'check --spec-url ORIGIN --base-url ORIGIN/api --skip fetch',
    'webhook send ping --to ORIGIN --secret-env KEY',
  ])('and what is right is sent: %s', async (line) => {
    await run(line, { KEY: 'key' })
    expect(requests).toBeGreaterThan(0)
  })

  test('a key that no header carries is named, and never sent', async () => {
    const { code, stderr } = await run('test --base-url ORIGIN/api --api-key-env KEY', { KEY: 'k3y\nx' })
    expect([code, stderr, requests]).toEqual([3, expect.stringMatching(/SERVICE_REFUSED_KEY.*in KEY has/), 0])
    expect(stderr).not.toContain('k3y')
  })

  test('a name that could be the key itself is not repeated', async () => {
    for (const name of ['live_0f9a8b7c6d5e', 'A0F9B8C7D6E5F4A3B2C1D0E9F8']) {
      const { code, stderr } = await run(`test --base-url ORIGIN/api --api-key-env ${name}`)
      expect([code, stderr]).toEqual([2, expect.stringContaining('VARIABLE_UNSET')])
      expect(stderr).not.toContain(name)
    }
  })

  test('no message prints a whole list', async () => {
    for (const line of [
      'test --base-url ORIGIN/api --rules zzzzzz',
      'test --base-url ORIGIN/api --tags zzzzzz',
      'sandbox --fault zzzzzz',
      'webhook send zzzzzz --to ORIGIN',
      'templates eject zzzzzz',
    ]) {
      const { code, stderr } = await run(line)
      expect([code, stderr.length < 400], stderr).toEqual([2, true])
    }
  })
})
