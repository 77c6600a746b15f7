import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finished, finished, root, runCli, startCli, startSandbox } from './cli.js'
import { startProxy } from './proxy.js'
import { temporaryFolder } from '../support/folder.js'

/** A service that hangs at the first matching path, and a promise that resolves then. */
const hangAt = async (target: string, matches: (path: string, count: number) => boolean) => {
  let reached: () => void = () => undefined
  const hanging = new Promise<void>((done) => (reached = done))
  let count = 0
  const { url: origin } = await startProxy(target, (path) => {
    if (!matches(path, count++)) return undefined
    reached()
    return 'hang'
  })
  return { origin, hanging }
}

/** A module that reports on stderr when the command line is loaded, so that signals find its handlers. */
const announcer = `data:text/javascript,${encodeURIComponent(
  "const on = process.on; process.on = function (name, ...rest) { if (name === 'SIGTERM') setImmediate(() => process.stderr.write('ready ')); return on.call(this, name, ...rest) }",
)}`

const interrupt = async (child: ChildProcess, moment: Promise<unknown>) => {
  const ending = finished(child)
  await moment
  child.kill('SIGINT')
  return ending
}

/** Rules that create things and cancel them, with a few hundred requests. */
const suite = (origin: string): string[] => {
  const rules = ['--rules', 'quote/*', '--versions', '2026-08-01']
  return ['test', '--base-url', `${origin}/api`, '--timeout', '600', ...rules]
}

/** The output and the files of an interrupted run. */
const expectReport = async ({ code, stdout, stderr }: Finished, cwd: string): Promise<object> => {
  expect(code).toBe(130)
  expect(stdout).toMatch(/The run was interrupted: \d+ of \d+ (rules|results) are inconclusive; /)
  expect(stderr).toContain('Interrupted; the reports in rampart-report hold what was judged by then.')
  expect(stderr).not.toContain('nothing was left half done')
  expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m)
  const report = JSON.parse(await readFile(join(cwd, 'rampart-report', 'report.json'), 'utf8')) as object
  expect(report).toMatchObject({ interrupted: true, verdict: { state: 'incomplete' } })
  return report
}

describe('Ctrl-C', () => {
  test.each([
    { phase: 'the version list', matches: (path: string) => path === '/spec/versions' },
    { phase: 'a document', matches: (path: string) => path === '/spec/2026-07-01' },
  ])('while fetching $phase leaves nothing', async ({ matches }) => {
    const cwd = temporaryFolder()
    const { specUrl } = await startSandbox()
    const { origin, hanging } = await hangAt(specUrl, matches)
    const result = await interrupt(startCli(['fetch', '--spec-url', origin], { cwd }), hanging)
    expect(result.code).toBe(130)
    expect(result.stderr).toContain('Interrupted')
    expect(await readdir(cwd)).toEqual([])
  })

  test('before the first rule ends at once, with nothing to report', async () => {
    const cwd = temporaryFolder()
    const { specUrl, apiKey } = await startSandbox()
    const { origin, hanging } = await hangAt(specUrl, (path) => path.startsWith('/api'))
    const args = ['test', '--base-url', `${origin}/api`, '--timeout', '600']
    const result = await interrupt(startCli(args, { cwd, env: { RAMPART_API_KEY: apiKey } }), hanging)
    expect(result.code).toBe(130)
    expect(result.stderr).toContain('Interrupted; nothing was left half done.')
    expect(await readdir(cwd)).toEqual([])
  })

  test('in the middle of the suite, run in part on the test runner, keeps the reports of what was judged', async () => {
    const cwd = temporaryFolder()
    const { specUrl, apiKey } = await startSandbox()
    const { origin, hanging } = await hangAt(specUrl, (path, count) => path.startsWith('/api') && count > 20)
    const args = [...suite(origin), '--shard', '1/3']
    const result = await interrupt(startCli(args, { cwd, env: { RAMPART_API_KEY: apiKey } }), hanging)
    await expectReport(result, cwd)
  })

  test('while testing cancels what was created, says how much of it stays, and keeps the reports', async () => {
    const cwd = temporaryFolder()
    const { specUrl, apiKey } = await startSandbox()
    let isHeld = false
    const { origin, hanging } = await hangAt(specUrl, (path, count) => {
      const isDue = !isHeld && path.startsWith('/api') && count > 200
      isHeld ||= isDue
      return isDue
    })
    const result = await interrupt(
      startCli(suite(origin), { cwd, env: { RAMPART_API_KEY: apiKey } }),
      hanging,
    )
    const report = (await expectReport(result, cwd)) as { created: readonly { fate: string }[] }
    const [, all = '', stay = ''] =
      /Created: (\d+) things, (\d+) of them stays?, which the report lists\./.exec(result.stderr) ?? []
    expect(Number(stay)).toBeLessThan(Number(all))
    expect(result.stderr).not.toContain(apiKey)
    const kept = report.created.filter(({ fate }) => fate === 'kept' || fate === 'refused')
    expect([report.created.length, kept.length]).toEqual([Number(all), Number(stay)])
  })

  test('while generating ends before anything is written', async () => {
    const cwd = temporaryFolder()
    const args = ['generate', '--input', join(root, 'dist', 'specs', '2026-08-01.json'), '--out', 'code']
    const child = startCli(args, { cwd, env: { NODE_OPTIONS: `--import ${announcer}` } })
    const result = await interrupt(child, once(child.stderr ?? child, 'data'))
    expect(result.code).toBe(130)
    expect(await readdir(cwd)).toEqual([])
  })

  test.skipIf(process.platform === 'win32')(
    'ends at the second time what reads a pipe without a writer',
    async () => {
      const cwd = temporaryFolder()
      spawnSync('mkfifo', ['pipe.json'], { cwd })
      const child = startCli(['diff', 'pipe.json', 'pipe.json'], {
        cwd,
        env: { NODE_OPTIONS: `--import ${announcer}` },
      })
      const ending = once(child, 'close')
      await once(child.stderr ?? child, 'data')
      const pressing = setInterval(() => child.kill('SIGINT'), 250)
      expect(await ending).toEqual([null, 'SIGINT'])
      clearInterval(pressing)
    },
  )

  test('ends the embedded service, also while a client holds a connection', async () => {
    const child = startCli(['sandbox', '--port', '0', '--json'], { cwd: root })
    const ending = finished(child)
    const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
    const { specUrl } = JSON.parse(chunk.toString()) as { specUrl: string }
    await (await fetch(`${specUrl}/spec/versions`)).text()
    child.kill('SIGINT')
    expect((await ending).code).toBe(0)
  })
})

/** Resolves when something whose name matches appears in a folder. */
const appearance = (folder: string, name: RegExp): Promise<void> =>
  new Promise((done) => {
    const watcher = watch(folder, (_event, entry) => {
      if (entry === null || !name.test(entry)) return
      watcher.close()
      done()
    })
  })

describe('a kill', () => {
  /** Documents whose code is hundreds of files, which take a while to write; resolves to the command for some. */
  const documentsIn = async (cwd: string): Promise<(count: number) => string[]> => {
    const names = Array.from({ length: 60 }, (_, index) => `it-${index}.json`)
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'It', version: '1' }, paths: {} })
    for (const name of names) await writeFile(join(cwd, name), text)
    return (count) => ['generate', '--input', ...names.slice(0, count), '--out', 'code']
  }

  test('while code is being written leaves the old code whole, and the next run goes on', async () => {
    const cwd = temporaryFolder()
    const generate = await documentsIn(cwd)
    expect(await runCli(generate(1), { cwd })).toMatchObject({ code: 0 })
    const manifest = await readFile(join(cwd, 'code', 'rampart.generated.json'), 'utf8')
    const child = startCli(generate(60), { cwd })
    const ending = finished(child)
    await appearance(join(cwd, 'code'), /^\.rampart-\d/)
    child.kill('SIGKILL')
    await ending
    expect(await readFile(join(cwd, 'code', 'rampart.generated.json'), 'utf8')).toBe(manifest)
    const { files } = JSON.parse(manifest) as { files: Record<string, string> }
    await Promise.all(Object.keys(files).map((path) => access(join(cwd, 'code', path))))
    expect(await runCli(generate(60), { cwd })).toMatchObject({ code: 0 })
    expect((await readdir(join(cwd, 'code'))).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('of a pipe reader is not a failure', async () => {
    const cwd = temporaryFolder()
    await writeFile(join(cwd, 'empty'), '')
    const child = startCli(['rules'], { cwd })
    child.stdout?.destroy()
    expect((await finished(child)).stderr).toMatch(/^Rules: \d+, \d+ of them not promised[^\n]*\n$/)
  })

  test('of a pipe reader does not make a failed check a good one', async () => {
    const child = startCli(['check', '--skip', 'test'], { cwd: temporaryFolder() })
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect((await finished(child)).code).toBe(2)
  })
})
