import { execFile, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { main } from '../../bin/main.js'
import { idleContext } from '../support/context.js'
import { cleanEnv, finished, root, runCli, runProcess, startSandbox } from './cli.js'
import { folderWith, temporaryFolder } from '../support/folder.js'

const urls = ['--spec-url', 'https://api.example.com', '--base-url', 'https://api.example.com/api']
const mine = '{\n    "name": "mine",\n    "files": ["a", "b"]\n}\n'

const git = (cwd: string, ...args: readonly string[]): void => {
  const settings = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  execFileSync('git', [...settings, ...args], { cwd, stdio: 'ignore' })
}

/** The same as the folder of a repository. */
const project = async (
  files: Readonly<Record<string, string>> = { 'package.json': mine },
): Promise<string> => {
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

const workflows = ['.github/workflows/rampart.yml', '.github/workflows/rampart-update.yml']

describe('rampart init', () => {
  test('writes everything, and finds it there the next time', async () => {
    const cwd = await project()
    const { written, text, stderr } = await init(cwd, ...urls)
    expect(written).toEqual(['rampart.config.json', 'package.json', '.gitignore', ...workflows])
    expect(JSON.parse(await text('rampart.config.json'))).toEqual({
      $schema: './node_modules/rampart/bin/config/config.schema.json',
      specUrl: 'https://api.example.com',
      baseUrl: 'https://api.example.com/api',
      specs: 'specs',
    })
    expect(await text('package.json'), 'nothing else of it changes').toBe(
      mine.replace('"b"]\n', '"b"],\n    "scripts": {\n        "contract": "rampart check"\n    }\n'),
    )
    expect(await text('.gitignore')).toBe('rampart-report/\nrampart-inspect/\nrampart-drill/\n.rampart/\n')
    expect(stderr).toContain('       npx rampart fetch\n       npx rampart generate\n')
    const before = await stat(join(cwd, 'package.json'))
    const again = await init(cwd, ...urls)
    expect([again.written, again.stderr]).toEqual([[], 'Everything is there already.\n'])
    expect((await stat(join(cwd, 'package.json'))).mtimeMs).toBe(before.mtimeMs)
  })

  test('a process without a terminal asks nothing and ends, also where its input stays open', async () => {
    const cwd = await project({})
    const { code, stdout, stderr } = await runProcess(['init'], { cwd })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('package.json\n')
    expect(stderr).not.toContain('Host that serves')
    const args = [join(root, 'dist/bin/rampart.js'), 'init', '--json']
    const open = await finished(spawn(process.execPath, args, { cwd, env: cleanEnv() }))
    expect(JSON.parse(open.stdout)).toEqual({ written: [], kept: [], remarks: [] })
  })

  test.each([
    [
      'TypeScript by its settings',
      { 'package.json': mine, 'tsconfig.json': '{ // c\n}' },
      'rampart.config.ts',
    ],
    [
      'TypeScript by a dependency',
      { 'package.json': '{"devDependencies":{"typescript":"5"}}' },
      'rampart.config.ts',
    ],
    ['modules', { 'package.json': '{"type":"module"}' }, 'rampart.config.js'],
    ['neither', { 'package.json': mine }, 'rampart.config.json'],
    ['nothing at all', {}, 'rampart.config.json'],
  ])('a config for a project with %s, which commands take', async (_, files, name) => {
    const cwd = await project(files)
    const { written } = await init(cwd, '--spec-url', 'http://127.0.0.1:9', '--ci', 'none')
    expect(written).toEqual([name, 'package.json', '.gitignore'])
    const { code, stderr } = await runCli(['check', '--skip', 'test'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('FETCH_LOCK_MISSING')])
  })

  test.each([
    [
      'CRLF and tabs',
      '{\r\n\t"name": "mine"\r\n}\r\n',
      '{\r\n\t"name": "mine",\r\n\t"scripts": {\r\n\t\t"contract": "rampart check"\r\n\t}\r\n}\r\n',
    ],
    [
      'a mark and no last newline',
      '\uFEFF{\n   "scripts": {\n      "a": "}"\n   }\n}',
      '\uFEFF{\n   "scripts": {\n      "a": "}",\n      "contract": "rampart check"\n   }\n}',
    ],
    ['one line', '{"scripts":{"a":"b"},"x":1}', '{"scripts":{"a":"b", "contract": "rampart check"},"x":1}'],
    ['nothing in it', '{}', '{\n  "scripts": {\n    "contract": "rampart check"\n  }\n}'],
    [
      'an empty object of scripts',
      '{\n  "scripts": {}\n}\n',
      '{\n  "scripts": {\n    "contract": "rampart check"\n  }\n}\n',
    ],
    ['a script of that name', '{"scripts":{"contract":"make"}}', '{"scripts":{"contract":"make"}}'],
  ])('package.json with %s stays as it is otherwise', async (_, text, due) => {
    const cwd = await project({ 'package.json': text })
    const result = await init(cwd, '--ci', 'none')
    expect(await result.text('package.json')).toBe(due)
    expect(result.stderr.includes('a script "contract" of its own')).toBe(text === due)
  })

  test.each([
    ['none', undefined, 'rampart-report/\nrampart-inspect/\nrampart-drill/\n.rampart/\n'],
    ['no last newline', 'dist', 'dist\nrampart-report/\nrampart-inspect/\nrampart-drill/\n.rampart/\n'],
    ['CRLF', 'dist\r\n', 'dist\r\nrampart-report/\r\nrampart-inspect/\r\nrampart-drill/\r\n.rampart/\r\n'],
    [
      'some of them',
      '/rampart-report\n**/.rampart/\n',
      '/rampart-report\n**/.rampart/\nrampart-inspect/\nrampart-drill/\n',
    ],
    [
      'all of them',
      'rampart-report\nrampart-inspect\nrampart-drill/**\n.rampart',
      'rampart-report\nrampart-inspect\nrampart-drill/**\n.rampart',
    ],
  ])('.gitignore: %s', async (_, text, due) => {
    const cwd = await project({ 'package.json': mine, ...(text !== undefined && { '.gitignore': text }) })
    const result = await init(cwd, '--ci', 'none')
    expect(await result.text('.gitignore')).toBe(due)
  })
})

describe('the branch that the workflow checks', () => {
  const pushesTo = (text: string): unknown =>
    (parse(text) as { on: { push: { branches: readonly string[] } } }).on.push.branches

  test.each(['trunk', 'release/1.0', '2.0', "o'neil", 'true'])(
    'is %s where that is checked out',
    async (name) => {
      const cwd = await project()
      git(cwd, 'switch', '--quiet', '--orphan', name)
      const { text, stderr } = await init(cwd, ...urls)
      expect(pushesTo(await text(workflows[0] ?? ''))).toEqual([name])
      expect(stderr).not.toContain('Note:')
    },
  )

  test('is the default one of the remote, whichever is checked out, and stays as it is written', async () => {
    const [origin, cwd] = [await project(), join(temporaryFolder(), 'clone')]
    git(origin, 'switch', '--quiet', '--orphan', 'trunk')
    git(origin, 'commit', '--quiet', '--allow-empty', '--message', 'first')
    git(origin, 'clone', '--quiet', '.', cwd)
    git(cwd, 'switch', '--quiet', '--create', 'topic')
    const first = await init(cwd, ...urls)
    expect(pushesTo(await first.text(workflows[0] ?? ''))).toEqual(['trunk'])
    git(cwd, 'remote', 'remove', 'origin')
    await writeFile(join(cwd, 'pnpm-lock.yaml'), '')
    const again = await init(cwd, ...urls)
    expect(again.written).toEqual(workflows)
    expect(pushesTo(await again.text(workflows[0] ?? ''))).toEqual(['trunk'])
  })

  test('is main, with a note, for a commit that is on no branch', async () => {
    const cwd = await project()
    git(cwd, 'commit', '--quiet', '--allow-empty', '--message', 'first')
    git(cwd, 'switch', '--quiet', '--detach')
    const { text, stderr } = await init(cwd, ...urls)
    expect(pushesTo(await text(workflows[0] ?? ''))).toEqual(['main'])
    expect(stderr).toContain('Note: Git names no branch here')
  })
})

describe('outside of a repository', () => {
  test.each([
    [
      [],
      [],
      'Note: No workflow was written, since this folder is in no git repository. Run git init, then npx',
    ],
    [['--ci', 'github'], workflows, 'Note: This folder is in no git repository. The CI finds its files once'],
    [['--ci', 'none'], [], undefined],
  ])('%j writes %j, and says so', async (args, files, note) => {
    const { written, stderr } = await init(folderWith({ 'package.json': mine }), ...urls, ...args)
    expect(written).toEqual(['rampart.config.json', 'package.json', '.gitignore', ...files])
    if (note === undefined) expect(stderr).not.toContain('Note:')
    else expect(stderr).toContain(note)
  })
})

describe('how it is installed', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const file = `rampart-${version}.tgz`

  test.each([
    ['package-lock.json', `npm install --save-dev ./${file}`],
    ['pnpm-lock.yaml', `pnpm add --save-dev ./${file}`],
    ['yarn.lock', `yarn add --dev rampart@file:./${file}`],
    ['bun.lock', `bun add --dev ./${file}`],
  ])('where there is %s: %s', async (lock, command) => {
    const { stderr } = await init(await project({ 'package.json': mine, [lock]: '' }))
    expect(stderr).toContain(`1. Put ${file} here, which "npm pack" writes in a clone of rampart`)
    expect(stderr).toContain(`       ${command}\n`)
  })
})

describe('another run with other options', () => {
  const rest = ', // ours\n  test: { rules: ["a"] },\n}'
  const [spec, base] = ["specUrl: 'https://api.example.com'", "baseUrl: 'https://api.example.com/api'"]

  test.each([
    ['ts', 'import { defineConfig } from "rampart"\nexport default defineConfig({\n  ', `${rest})\n`],
    ['js', 'export default {\n  ', rest],
    ['cjs', 'module.exports = {\n  ', rest],
  ])('changes what they say in rampart.config.%s, and nothing else', async (ending, before, after) => {
    const name = `rampart.config.${ending}`
    const text = `${before}specUrl: "https://old.example"${after}`
    const cwd = await project({ 'package.json': '{"type":"module"}', [name]: text })
    const changed = await init(cwd, ...urls, '--ci', 'none')
    expect(changed.written).toEqual([name, 'package.json', '.gitignore'])
    expect(await changed.text(name)).toBe(`${before}${base},\n  ${spec}${after}`)
    const again = await runProcess(['init', ...urls, '--ci', 'none'], { cwd })
    expect(again).toMatchObject({ code: 0, stdout: '' })
  })

  test('changes what they say in rampart.config.json, and nothing else', async () => {
    const text = '{\n\t"specUrl": "https://old.example",\n\t"test": { "rules": ["a"] }\n}'
    const cwd = await project({ 'package.json': mine, 'rampart.config.json': text })
    const changed = await init(cwd, ...urls, '--ci', 'none')
    expect(await changed.text('rampart.config.json')).toBe(
      '{\n\t"specUrl": "https://api.example.com",\n\t"test": { "rules": ["a"] },\n\t"baseUrl": "https://api.example.com/api"\n}',
    )
    expect((await init(cwd, ...urls, '--ci', 'none')).written).toEqual([])
  })

  test('says what it cannot change, and replaces it when it is forced to', async () => {
    const text = 'const specUrl = "https://old.example"\nexport default { specUrl }\n'
    const cwd = await project({ 'package.json': '{"type":"module"}', 'rampart.config.js': text })
    const kept = await init(cwd, ...urls, '--ci', 'none')
    expect(kept.stderr).toContain("put in by hand: specUrl: 'https://api.example.com'")
    const forced = await init(cwd, ...urls, '--ci', 'none', '--force')
    expect(forced.written).toEqual(['rampart.config.js'])
    expect(await forced.text('rampart.config.js')).toContain("specUrl: 'https://api.example.com'")
  })

  test('a workflow that nobody has changed is renewed for another package manager; others are kept', async () => {
    const cwd = await project()
    await init(cwd, ...urls)
    await writeFile(join(cwd, 'pnpm-lock.yaml'), '')
    const [checks = '', updates = ''] = workflows
    await writeFile(join(cwd, updates), 'name: mine\n')
    const { written, stderr, text } = await init(cwd)
    expect(written).toEqual([checks])
    expect(await text(checks)).toContain('pnpm install --frozen-lockfile')
    expect(stderr).toContain(`${updates} has other content and was left alone; --force replaces it.`)
    expect(JSON.parse(await text('rampart.config.json'))).toMatchObject({
      specUrl: 'https://api.example.com',
    })
    expect((await init(cwd, '--force')).written).toEqual([updates])
  })

  test('another CI: its file is written, and those of the other are named', async () => {
    const cwd = await project()
    await init(cwd)
    const { written, stderr } = await init(cwd, '--ci', 'gitlab')
    expect(written).toEqual(['rampart.gitlab-ci.yml'])
    expect(stderr).toContain('.github/workflows/rampart.yml is there from before')
    expect(stderr).toContain("include: 'rampart.gitlab-ci.yml'")
  })
})

describe('before anything is written it ends with', () => {
  test.each([
    ['INIT_PACKAGE_INVALID', { 'package.json': '[]' }, 'package.json:1:1: it is not an object'],
    ['INIT_PACKAGE_INVALID', { 'package.json': '{\n  "name" 1\n}' }, 'package.json:2:10 is not valid JSON'],
    [
      'INIT_PACKAGE_INVALID',
      { 'package.json': '{ "scripts": 1 }' },
      'package.json:1:14 /scripts: "scripts" is no object',
    ],
    ['CONFIG_INVALID', { 'rampart.config.json': '{' }, '--force'],
    ['CONFIG_INVALID', { 'rampart.config.json': '{}', 'rampart.config.ts': '' }, 'are both there'],
    ['INIT_UNREADABLE', { '.github': '' }, '.github/workflows'],
    ['INIT_UNREADABLE', { '.gitignore/keep': '' }, '.gitignore'],
  ])('%s for %j', async (code, files, says) => {
    const cwd = await project(files)
    const before = await readdir(cwd, { recursive: true })
    const result = await runCli(['init', ...urls], { cwd })
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(`error[${code}]`)])
    expect(result.stderr).toContain(says)
    expect(await readdir(cwd, { recursive: true })).toEqual(before)
  })

  test.runIf(process.platform === 'linux')('a folder that cannot be written', async () => {
    const cwd = await project()
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
    const outer = await monorepo()
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
    const outer = await monorepo({ 'package.json': '{"workspaces":["packages/*"]}' })
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
  const typed = async (cwd: string, input: string, ...args: readonly string[]) => {
    let said = ''
    const stdin = Object.assign(Readable.from([input]), { isTTY: true })
    const stdout = Object.assign(new Readable(), { isTTY: true })
    const code = await main(['init', ...args], {
      ...idleContext,
      cwd,
      interactive: true,
      stdin: () => stdin,
      streams: { stdout, stderr: stdout } as never,
      stderr: (text) => void (said += text),
    })
    return { code, said }
  }

  test('three at most, and a wrong answer is asked for again', async () => {
    const cwd = await project()
    const input = 'nowhere\nhttps://api.example.com\n\njenkins\ngitlab\n'
    const { code, said } = await typed(cwd, input)
    expect(code, said).toBe(0)
    expect(said).toContain('That is no http or https URL.')
    expect(said).toContain('Please answer github, gitlab or none.')
    expect(await readdir(cwd)).toContain('rampart.gitlab-ci.yml')
    const again = await typed(cwd, '\n\n\n')
    expect(again.said).toContain('(empty: https://api.example.com)')
    expect(again.said).toContain('(empty: gitlab)')
    expect(again.said).toContain('Everything is there already.')
  })

  test('none that the command line answers, and none with --yes', async () => {
    const cwd = await project()
    expect((await typed(cwd, '', ...urls)).said).toMatch(/^CI system/)
    expect((await typed(cwd, '', '--yes')).said).not.toContain('CI system')
  })
})

test('the commands that it prints work, one after the other', async () => {
  const { specUrl, baseUrl, apiKey } = await startSandbox()
  const cwd = await project({ 'package.json': '{"devDependencies":{"rampart":"*"}}' })
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
