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
import { cleanEnv, finished, root, runCli, runProcess, startSandbox } from './cli.js'
import { folderWith, temporaryFolder } from '../support/folder.js'
import { git } from '../support/git.js'
import { tableIn } from '../support/table.js'

const urls = ['--spec-url', 'https://api.example.com', '--base-url', 'https://api.example.com/api']
const mine = '{\n    "name": "mine",\n    "private": true\n}\n'

/** The same as the folder of a repository. */
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
    expect(await text('.gitignore')).toBe('rampart-report/\nrampart-inspect/\nrampart-drill/\n.rampart/\n')
    expect(stderr).toContain('       npx rampart fetch\n       npx rampart generate\n')
    const before = await stat(join(cwd, 'package.json'))
    const again = await init(cwd, ...urls)
    expect([again.written, again.stderr]).toEqual([[], 'Everything is there already.\n'])
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

  test('is main, with a note, for a commit that is on no branch', async () => {
    const cwd = project()
    git(cwd, 'commit', '--quiet', '--allow-empty', '--message', 'first')
    git(cwd, 'switch', '--quiet', '--detach')
    const { text, stderr } = await init(cwd, ...urls)
    expect(pushesTo(await text(workflows[0]))).toEqual(['main'])
    expect(stderr).toContain('Note: Git names no branch here')
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

describe('another run with other options', () => {
  const texts = {
    'rampart.config.js': 'const specUrl = "https://old.example"\nexport default { specUrl }\n',
    'rampart.config.cjs': 'module.exports = { specUrl: "https://old.example" } // ours\n',
    'rampart.config.json': '{\n\t"specUrl": "https://old.example",\n\t"test": { "rules": ["a"] }\n}',
  }

  test.each(Object.entries(texts))(
    'leaves %s alone, and replaces it when it is forced to',
    async (name, text) => {
      const cwd = project({ 'package.json': '{"type":"module"}', [name]: text })
      const kept = await init(cwd, ...urls, '--ci', 'none')
      expect(kept.written).toEqual(['package.json', '.gitignore'])
      expect(await kept.text(name)).toBe(text)
      expect(kept.stderr).toContain(
        "add by hand: specUrl: 'https://api.example.com', baseUrl: 'https://api.example.com/api'. --force",
      )
      const forced = await init(cwd, ...urls, '--ci', 'none', '--force')
      expect(forced.written).toEqual([name])
      expect(await forced.text(name)).toMatch(/specUrl"?: .https:\/\/api\.example\.com./)
      // This process has loaded the file as it was before.
      const again = await runProcess(['init', ...urls, '--ci', 'none'], { cwd })
      expect(again).toMatchObject({ code: 0, stdout: '' })
    },
  )

  test('a workflow that nobody has changed is renewed for another package manager; others are kept', async () => {
    const cwd = project()
    await init(cwd, ...urls)
    await writeFile(join(cwd, 'pnpm-lock.yaml'), '')
    const [checks, updates] = workflows
    await writeFile(join(cwd, updates), 'name: mine\n')
    const { written, stderr, text } = await init(cwd)
    expect(written).toEqual([checks])
    expect(await text(checks)).toContain('pnpm install --frozen-lockfile')
    expect(stderr).toContain(`${updates} has other content and was not changed; --force replaces it.`)
    expect(JSON.parse(await text('rampart.config.json'))).toMatchObject({
      specUrl: 'https://api.example.com',
    })
    expect((await init(cwd, '--force')).written).toEqual([updates])
  })

  test('another CI: its file is written, and those of the other are named', async () => {
    const cwd = project()
    await init(cwd)
    const { written, stderr } = await init(cwd, '--ci', 'gitlab')
    expect(written).toEqual(['rampart.gitlab-ci.yml'])
    expect(stderr).toContain('.github/workflows/rampart.yml exists already')
    expect(stderr).toContain("include: 'rampart.gitlab-ci.yml'")
  })
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
    // For root, permissions alone would not make it read-only.
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

describe('a package of a monorepo', () => {
  const monorepo = (more: Readonly<Record<string, string>> = {}) =>
    project({
      'package.json': '{"workspaces":["packages/*"],"devDependencies":{"typescript":"5"}}',
      'package-lock.json': '{}',
      '.gitignore': 'rampart-report\n/.rampart\n',
      'packages/one/package.json': '{}',
      ...more,
    })

  test('has its config and its script, and its workflows where GitHub looks for them', async () => {
    const outer = monorepo()
    const { written, text } = await init(join(outer, 'packages', 'one'))
    expect(written).toEqual([
      'rampart.config.ts',
      'package.json',
      '.gitignore',
      '../../.github/workflows/rampart-packages-one.yml',
      '../../.github/workflows/rampart-packages-one-update.yml',
    ])
    expect(await text('.gitignore'), 'what a .gitignore above covers').toBe(
      'rampart-inspect/\nrampart-drill/\n.rampart/\n',
    )
    const { jobs } = parse(await text(written[3] ?? '')) as {
      jobs: { check: { defaults: object; steps: readonly object[] } }
    }
    expect(jobs.check.defaults).toEqual({ run: { 'working-directory': 'packages/one' } })
    expect(jobs.check.steps).toContainEqual({ run: 'npm ci', 'working-directory': '.' })
    expect(jobs.check.steps).toContainEqual(
      expect.objectContaining({ with: expect.objectContaining({ path: 'packages/one/rampart-report' }) }),
    )
  })

  test('the schema of a JSON config is where the packages are installed', async () => {
    const outer = monorepo({ 'package.json': '{"workspaces":["packages/*"]}' })
    const { text } = await init(join(outer, 'packages', 'one'), '--ci', 'gitlab')
    expect(JSON.parse(await text('rampart.config.json'))).toMatchObject({
      $schema: '../../node_modules/rampart/bin/config/config.schema.json',
    })
    const file = parse(await text('rampart.gitlab-ci.yml')) as Record<string, { script: readonly string[] }>
    expect(file['rampart-packages-one']?.script).toEqual([
      'npm ci',
      'cd "$CI_PROJECT_DIR/packages/one"',
      'npx rampart check',
    ])
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
    expect(again.said).toContain('Everything is there already.')
  })

  test('none that the command line answers, and none with --yes', async () => {
    const cwd = project()
    expect((await typed(cwd, '', ...urls)).said).toMatch(/^CI system/)
    expect((await typed(cwd, '', '--yes')).said).not.toContain('CI system')
  })

  test.each([
    ['standard output is no terminal', { isTTY: false, interactive: true }],
    ['standard error is none, or a CI runs', { isTTY: true, interactive: false }],
  ])('none where %s, though there is a keyboard', async (_, ends) => {
    expect((await typedAt(ends, project(), '')).said).not.toContain('CI system')
  })
})

test('the commands that it prints work, one after the other', async () => {
  const { specUrl, baseUrl, apiKey } = await startSandbox()
  const cwd = project({ 'package.json': '{"devDependencies":{"rampart":"*"}}' })
  const { stderr, text } = await init(cwd, '--spec-url', specUrl, '--base-url', baseUrl)
  const config = JSON.parse(await text('rampart.config.json')) as object
  await writeFile(
    join(cwd, 'rampart.config.json'),
    JSON.stringify({ ...config, test: { rules: ['versioning/echo'] } }),
  )
  const commands = [...stderr.matchAll(/^ {7}npx rampart (.+)$/gm)].map(([, line = '']) => line.split(' '))
  expect(commands).toEqual([['fetch'], ['generate'], ['check']])
  for (const args of commands) {
    const result = await runCli(args, { cwd, env: { RAMPART_API_KEY: apiKey } })
    expect(result.code, result.stderr).toBe(0)
  }
})
