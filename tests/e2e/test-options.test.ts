import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../conformance/index.js'
import { type Finished, runCli, startSandbox } from './cli.js'
import { startProxy } from './proxy.js'
import { validatorOf } from '../support/published-schema.js'
import { temporaryFolder } from '../support/folder.js'
import { isWhole } from '../support/whole.js'

const readReport = async (folder: string): Promise<Report> =>
  JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report

const failedRules = ({ results }: Report): string[] => [
  ...new Set(results.filter(({ state }) => state === 'failed').map(({ id }) => id)),
]

interface Setup {
  readonly cwd: string
  readonly baseUrl: string
  readonly specUrl: string
  readonly run: (line: string) => Promise<Finished>
  readonly runWith: (env: NodeJS.ProcessEnv, line: string) => Promise<Finished>
}

const setUp = async (...sandbox: readonly string[]): Promise<Setup> => {
  const cwd = temporaryFolder()
  const { baseUrl, specUrl, apiKey } = await startSandbox(...sandbox)
  const runWith = (env: NodeJS.ProcessEnv, line: string) =>
    runCli(line, { cwd, env: { RAMPART_API_KEY: apiKey, ...env } })
  return { cwd, baseUrl, specUrl, runWith, run: (line) => runWith({}, line) }
}

/** A service as production shows it: no sandbox controls. Lists what is sent to the API. */
const production = async (target: string) => {
  const asked: string[] = []
  const { url: origin } = await startProxy(target, (path, method) => {
    if (path.startsWith('/api')) asked.push(`${method} ${path}`)
    return path.startsWith('/api/sandbox') ? 'nothing' : undefined
  })
  return { asked, baseUrl: `${origin}/api`, host: origin.replace('http://', '') }
}

const isWrite = (line: string): boolean => /^(POST|PUT|PATCH|DELETE) \/api\/(?!sandbox)/.test(line)

test('a service without sandbox controls is read and nothing else, unless this very command line says otherwise', async () => {
  const { specUrl, run, runWith, cwd } = await setUp()
  const { asked, baseUrl, host } = await production(specUrl)
  const narrow = `test --base-url ${baseUrl} --versions 2026-08-01 --tags customers terms`

  expect(await run(narrow)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('nothing is created'),
  })
  expect(asked.filter(isWrite)).toEqual([])

  const bySetting = await runWith({ RAMPART_ALLOW_WRITES: 'true' }, narrow)
  expect(bySetting).toMatchObject({ code: 2, stderr: expect.stringContaining('error[WRITES_REFUSED]') })
  expect(bySetting.stderr).toContain(host)
  expect(asked.filter(isWrite)).toEqual([])

  await writeFile(join(cwd, 'rampart.config.json'), '{ "test": { "allowWrites": true } }')
  expect(await run(narrow)).toMatchObject({ code: 2, stderr: expect.stringContaining('WRITES_REFUSED') })
  expect(asked.filter(isWrite)).toEqual([])

  const explicit = await run(`${narrow} --allow-writes --max-creations 3`)
  expect(explicit.stderr).toMatch(new RegExp(`WARNING: ${host}[^]*up to 3 things`))
  const { created = [], warnings = [] } = await readReport(join(cwd, 'rampart-report'))
  expect(created).toHaveLength(3)
  expect(created.every(({ externalId = '' }) => externalId.startsWith('rampart-'))).toBe(true)
  expect(warnings.map(({ code }) => code)).toContain('creations-capped')
})

test('what two calls at once with one key created is listed in the report', async () => {
  const { baseUrl, run, cwd } = await setUp()
  await run(`test --base-url ${baseUrl} --versions 2026-08-01 --rules idempotency/concurrent`)
  const headers = { 'X-API-Key': 'sandbox-key' }
  const all = await fetch(`${baseUrl}/customers?page_size=100`, { headers })
  const { items } = (await all.json()) as { items: { id: string }[] }
  const { created = [] } = await readReport(join(cwd, 'rampart-report'))
  const listed = new Set(created.map(({ id }) => id))
  expect(items.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([])
  expect(items.length).toBeGreaterThan(0)
})

test('a plan is shown without a request of the API, and from a folder without any', async () => {
  const { specUrl, run, cwd } = await setUp()
  const { asked, baseUrl } = await production(specUrl)
  const shown = await run(`test --base-url ${baseUrl} --plan`)
  expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining('Only the documents') })
  expect(shown.stdout).toMatch(/will be judged:\n[^]*versioning\/echo {2}2025-03-13 2026-07-01 2026-08-01/)
  expect(asked).toEqual([])
  expect(await run(`fetch --spec-url ${specUrl} --out ${join(cwd, 'specs')}`)).toMatchObject({ code: 0 })
  const offline = await run('test --plan --specs specs --versions 2026-08-01 --json')
  expect(offline).toMatchObject({ code: 0, stderr: 'Nothing was sent.\n' })
  const { versions, steps } = JSON.parse(offline.stdout) as {
    versions: string[]
    steps: { will: string }[]
  }
  expect(versions).toEqual(['2026-08-01'])
  expect(new Set(steps.map(({ will }) => will))).toEqual(new Set(['run', 'sandbox', 'skip', 'open']))
  const some = 'test --plan --specs specs --versions 2026-08-01 --include'
  expect((await run(`${some} 'get /customers*'`)).stdout).toMatch(
    /Cases of 2026-08-01 are made of \d+ operations:\n {4}GET \/customers/,
  )
  expect(await run(`${some} customerz`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('error[SELECTION_EMPTY]: --include: no operation has "customerz"'),
  })
})

const entriesIn = (folder: string): readonly object[] => {
  const archive = JSON.parse(readFileSync(join(folder, 'exchanges.har'), 'utf8')) as {
    log: { entries: readonly object[] }
  }
  return archive.log.entries
}

test.runIf(isWhole)(
  'shards are merged into the report of the whole run, with every exchange, and end as it would',
  async () => {
    const { baseUrl, run, cwd } = await setUp('--fault', 'versioning/vary')
    const args = `test --base-url ${baseUrl} --versions 2026-07-01 2026-08-01 --rules versioning/* terms/*`
    await run(`${args} --report-dir unparted`)
    for (const index of [1, 2]) await run(`${args} --shard ${index}/2 --report-dir part-${index}`)
    expect(await run('merge-reports part-2 part-1 --report-dir whole')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('versioning/vary'),
    })
    const [unparted, whole, one, two] = await Promise.all(
      ['unparted', 'whole', 'part-1', 'part-2'].map((folder) => readReport(join(cwd, folder))),
    )
    const keys = (report: Report | undefined) =>
      report?.results.map(({ id, version }) => `${id} ${version}`) ?? []
    expect(new Set(keys(whole))).toEqual(new Set([...keys(one), ...keys(two)]))
    expect(keys(whole)).toHaveLength(new Set(keys(whole)).size)
    expect(new Set(keys(whole))).toEqual(new Set(keys(unparted)))
    expect(whole && failedRules(whole)).toEqual(['versioning/vary', 'versioning/unknown-path'])

    const exchanges = ['whole', 'part-1', 'part-2'].map((folder) => entriesIn(join(cwd, folder)))
    expect(exchanges[0]).toEqual([...(exchanges[2] ?? []), ...(exchanges[1] ?? [])])
    expect(exchanges[0]?.length).toBeGreaterThan(50)

    const validate = validatorOf('conformance/reports/report.schema.json', { strictTypes: false })
    for (const report of [whole, one, two])
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true)

    // Merging requires each part exactly once.
    const merge = async (folders: string) => {
      const { code, stderr, stdout } = await run(`merge-reports ${folders} --report-dir merged`)
      return { code, stdout, obstacle: /error\[REPORTS_DIFFER\]: (.*)/.exec(stderr)?.[1] }
    }
    const refused = { code: 2, stdout: '' }
    expect(await merge('part-1')).toEqual({ ...refused, obstacle: 'part 2 of 2 is missing' })
    expect(await merge('part-1 part-2 part-1')).toMatchObject({
      ...refused,
      obstacle: expect.stringContaining('more than once'),
    })
    expect(await merge('part-1 unparted')).toMatchObject({
      ...refused,
      obstacle: expect.stringContaining('unparted is the report of a whole run'),
    })

    await rm(join(cwd, 'part-2', 'exchanges.har'))
    expect(await run('merge-reports part-2 part-1 --report-dir merged')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('part-2 has no exchanges.har; its exchanges are left out.'),
    })
    expect(entriesIn(join(cwd, 'merged'))).toEqual(exchanges[1])
  },
)
