import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { main } from '../../bin/main.js'
import { idleContext } from '../support/context.js'
import { cleanEnv, finished, root, runCli, runProcess } from './cli.js'
import { folderWith, temporaryFolder } from '../support/folder.js'
import { git } from '../support/git.js'
import { tableIn } from '../support/table.js'

const urls = ['--spec-url', 'https://api.example.com', '--base-url', 'https://api.example.com/api']
const mine = '{\n    "name": "mine",\n    "private": true\n}\n'

/** A project that is the root of a repository. */
const project = (files: Readonly<Record<string, string>> = { 'package.json': mine }): string => {
  const cwd = folderWith(files)
  git(cwd, 'init', '--quiet', '--initial-branch=main')
  return cwd
}

const init = async (cwd: string, ...args: readonly string[]) => {
  const result = await runCli(['init', ...args], { cwd })
  expect(result.code, result.stderr).toBe(0)
  const text = (path: string): Promise<string> => readFile(join(cwd, path), 'utf8')
  return { ...result, text, written: result.stdout.split('\n').filter((line) => line !== '') }
}

const workflows = ['.github/workflows/rampart.yml', '.github/workflows/rampart-update.yml'] as const

type Files = Readonly<Record<string, string>>
type Change = readonly [before: string, after: string]

const table = tableIn<{
  readonly configs: readonly (readonly [name: string, config: string, Files])[]
  readonly projects: readonly ({
    readonly name: string
    readonly says?: string
    readonly 'package.json': Change
    readonly '.gitignore'?: Change
  } & { readonly [lock: string]: string })[]
  readonly outside: readonly (readonly [args: readonly string[], written: 'both' | [], note: string | null])[]
  readonly refused: readonly (readonly [code: string, Files, says: string])[]
}>(import.meta.dirname, 'init.yaml')

describe('rampart init', () => {
  test('writes everything, and finds it there the next time', async () => {
    const cwd = project()
    const { written, text, stderr } = await init(cwd, ...urls)
    expect(written).toEqual(['rampart.config.json', 'package.json', '.gitignore', ...workflows])
    expect(JSON.parse(await text('rampart.config.json'))).toEqual({
      $schema: './node_modules/rampart/bin/config/config.schema.json',
      specUrl: 'https://api.example.com',
      baseUrl: 'https://api.example.com/api',
      specs: 'specs',
    })
    expect(await text('package.json'), 'nothing else of it changes').toBe(
      mine.replace('true\n', 'true,\n    "scripts": {\n        "contract": "rampart check"\n    }\n'),
    )
    expect(await text('.gitignore')).toBe(
      'rampart-report/\nrampart-inspect/\nrampart-drill/\n.rampart/\n.env\n',
    )
    expect(stderr).toContain('       npx rampart fetch\n       npx rampart generate\n')
    const before = await stat(join(cwd, 'package.json'))
    const again = await init(cwd, ...urls)
    expect([again.written, again.stderr]).toEqual([[], 'Everything is already there.\n'])
    expect((await stat(join(cwd, 'package.json'))).mtimeMs).toBe(before.mtimeMs)
  })

  test('a process without a terminal asks nothing and ends, also where its input stays open', async () => {
    const cwd = project({})
    const { code, stdout, stderr } = await runProcess(['init'], { cwd })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('package.json\n')
    expect(stderr).not.toContain('Host that serves')
    const args = [join(root, 'dist/bin/rampart.js'), 'init', '--json']
    const open = await finished(spawn(process.execPath, args, { cwd, env: cleanEnv() }))
    expect(JSON.parse(open.stdout)).toEqual({ written: [], kept: [], remarks: [] })
  })

  test.each(table.configs)('a config for a project with %s, which commands take', async (_, name, files) => {
    const cwd = project(files)
    const { written } = await init(cwd, '--spec-url', 'http://127.0.0.1:9', '--ci', 'none')
    expect(written).toEqual([name, 'package.json', '.gitignore'])
    const { code, stderr } = await runCli(['check', '--skip', 'test'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('FETCH_LOCK_MISSING')])
  })

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const tarball = `rampart-${version}.tgz`

  test.each(table.projects)('a project with $name stays as it is otherwise', async (row) => {
    const { name: _name, says, 'package.json': scripts, '.gitignore': ignored, ...locks } = row
    const cwd = project({
      'package.json': scripts[0],
      ...(ignored?.[0] && { '.gitignore': ignored[0] }),
      ...Object.fromEntries(Object.keys(locks).map((lock) => [lock, ''])),
    })
    const { text, stderr } = await init(cwd, '--ci', 'none')
    expect(await text('package.json')).toBe(scripts[1])
    if (ignored) expect(await text('.gitignore')).toBe(ignored[1])
    expect(stderr.includes('of its own')).toBe(says !== undefined)
    expect(stderr).toContain(says ?? '')
    for (const command of Object.values(locks)) {
      expect(stderr).toContain(`1. Put ${tarball} here, which "npm pack" writes in a clone of rampart`)
      expect(stderr).toContain(`       ${command.replace('TARBALL', tarball)}\n`)
    }
  })
})

describe('the branch that the workflow checks', () => {
  const pushesTo = (text: string): unknown =>
    (parse(text) as { on: { push: { branches: readonly string[] } } }).on.push.branches

  test('is the one that is checked out, whatever it is called', async () => {
    const cwd = project()
    for (const name of ['trunk', 'release/1.0', '2.0', "o'neil", 'true']) {
      git(cwd, 'switch', '--quiet', '--orphan', name)
      await rm(join(cwd, '.github'), { recursive: true, force: true })
      const { text, stderr } = await init(cwd, ...urls)
      expect(pushesTo(await text(workflows[0]))).toEqual([name])
      expect(stderr).not.toContain('Note:')
    }
  })

  test('is the default one of the remote, whichever is checked out, and stays as it is written', async () => {
    const [origin, cwd] = [project(), join(temporaryFolder(), 'clone')]
    git(origin, 'switch', '--quiet', '--orphan', 'trunk')
    git(origin, 'commit', '--quiet', '--allow-empty', '--message', 'first')
    git(origin, 'clone', '--quiet', '.', cwd)
    git(cwd, 'switch', '--quiet', '--create', 'topic')
    const first = await init(cwd, ...urls)
    expect(pushesTo(await first.text(workflows[0]))).toEqual(['trunk'])
    git(cwd, 'remote', 'remove', 'origin')
    await writeFile(join(cwd, 'pnpm-lock.yaml'), '')
    const again = await init(cwd, ...urls)
    expect(again.written).toEqual(workflows)
    expect(pushesTo(await again.text(workflows[0]))).toEqual(['trunk'])
  })
})

test.each(table.outside)('outside of a repository %j writes %j, and says so', async (args, files, note) => {
  const { written, stderr } = await init(folderWith({ 'package.json': mine }), ...urls, ...args)
  expect(written).toEqual([
    'rampart.config.json',
    'package.json',
    '.gitignore',
    ...(files === 'both' ? workflows : []),
  ])
  if (note === null) expect(stderr).not.toContain('Note:')
  else expect(stderr).toContain(note)
})

describe('before anything is written it ends with', () => {
  test.each(table.refused)('%s for %j', async (code, files, says) => {
    const cwd = project(files)
    const before = await readdir(cwd, { recursive: true })
    const result = await runCli(['init', ...urls], { cwd })
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(`error[${code}]`)])
    expect(result.stderr).toContain(says)
    expect(await readdir(cwd, { recursive: true })).toEqual(before)
  })

  test.runIf(process.platform === 'linux')('a folder that cannot be written', async () => {
    const cwd = project()
    await chmod(cwd, 0o555)
    // Permissions do not make it read-only for root.
    const { uid, gid } = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const run = promisify(execFile)(process.execPath, [join(root, 'dist/bin/rampart.js'), 'init'], {
      cwd,
      env: cleanEnv(),
      ...(uid !== undefined && { uid, gid }),
    })
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('OUTPUT_NOT_WRITABLE'),
    })
    await chmod(cwd, 0o755)
    expect(await readdir(cwd)).not.toContain('rampart.config.json')
  })
})

describe('questions at a terminal', () => {
  const typedAt = async (
    { isTTY, interactive }: { readonly isTTY: boolean; readonly interactive: boolean },
    cwd: string,
    input: string,
    ...args: readonly string[]
  ) => {
    let said = ''
    const stdin = Object.assign(Readable.from([input]), { isTTY: true })
    const stdout = Object.assign(new Readable(), { isTTY })
    const code = await main(['init', ...args], {
      ...idleContext,
      cwd,
      interactive,
      stdin: () => stdin,
      streams: { stdout, stderr: stdout } as never,
      stderr: (text) => void (said += text),
    })
    return { code, said }
  }
  const typed = (cwd: string, input: string, ...args: readonly string[]) =>
    typedAt({ isTTY: true, interactive: true }, cwd, input, ...args)

  test('three at most, and a wrong answer is asked for again', async () => {
    const cwd = project()
    const input = 'nowhere\nhttps://api.example.com\n\njenkins\ngitlab\n'
    const { code, said } = await typed(cwd, input)
    expect(code, said).toBe(0)
    expect(said).toContain('The answer is not an http or https URL.')
    expect(said).toContain('The answer is none of github, gitlab and none.')
    expect(await readdir(cwd)).toContain('rampart.gitlab-ci.yml')
    const again = await typed(cwd, '\n\n\n')
    expect(again.said).toContain('(empty: https://api.example.com)')
    expect(again.said).toContain('(empty: gitlab)')
    expect(again.said).toContain('Everything is already there.')
  })

  test('none that the command line answers, and none with --yes', async () => {
    const cwd = project()
    expect((await typed(cwd, '', ...urls)).said).toMatch(/^CI system/)
    expect((await typed(cwd, '', '--yes')).said).not.toContain('CI system')
  })

  test.each([
    ['standard output is not a terminal', { isTTY: false, interactive: true }],
    ['standard error is none, or a CI runs', { isTTY: true, interactive: false }],
  ])('none where %s, though there is a keyboard', async (_, ends) =>
    expect((await typedAt(ends, project(), '')).said).not.toContain('CI system'),
  )
})
