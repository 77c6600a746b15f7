import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from './cli.js'

// What users install: the tarball, in an empty project, as somebody who may not write to the installation.

const exec = promisify(execFile)
const nobody = 65_534
const isRoot = process.getuid?.() === 0

const strictProject = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
  },
  include: ['generated/**/*.d.ts'],
}

let project = ''
let packed: readonly string[] = []

const env = (): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|RAMPART_|NODE_ENV$|TEST$|npm_)/.test(name),
  )
  return { ...Object.fromEntries(kept), HOME: join(project, 'no-home'), RAMPART_API_KEY: 'sandbox-key' }
}

const asUser = () => ({
  cwd: join(project, 'work'),
  env: env(),
  // Nobody owns nothing: for root, permissions alone would not make the installation read-only.
  ...(isRoot ? { uid: nobody, gid: nobody } : {}),
})

const rampart = (...args: readonly string[]) => exec('npx', ['--no-install', 'rampart', ...args], asUser())

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'rampart-package-'))
  const { stdout } = await exec(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', project],
    { cwd: root },
  )
  const [tarball] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  packed = tarball.files.map(({ path }) => path)
  await writeFile(join(project, 'package.json'), '{ "name": "empty", "private": true }\n')
  await exec(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', join(project, tarball.filename)],
    { cwd: project },
  )
  await mkdir(join(project, 'work'))
  await exec('chmod', ['-R', 'a-w,a+rX', join(project, 'node_modules')])
  await exec('chmod', ['a+rx', project])
  await exec('chmod', ['a+rwx', join(project, 'work')])
}, 300_000)

afterAll(async () => {
  await exec('chmod', ['-R', 'u+w', project])
  await rm(project, { recursive: true, force: true })
})

describe('the tarball', () => {
  test('holds what is needed and nothing else', () => {
    const allowed =
      /^(dist\/(bin|conformance|diagnostics|diff|document|fetch|generator|redaction|reporting|runtime|runtime-bundle|sandbox|specs|versions|webhook)\/|dist\/build-id$|generated\/|templates\/|ci\/|fixtures\/(sandbox\/provocations|webhooks\/messages)\.json$|bin\/(check\/check|test\/provocations)\.schema\.json$|conformance\/reports\/(baseline|report)\.schema\.json$|diff\/(policy\/(allow|policy)|reports\/diff)\.schema\.json$|(package\.json|README\.md|LICENSE|CHANGELOG\.md)$)/
    expect(packed.filter((path) => !allowed.test(path))).toEqual([])
    expect(packed).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/bin/rampart.js',
        'dist/specs/index.json',
        'fixtures/webhooks/messages.json',
      ]),
    )
  })

  test('names no machine and no registry', async () => {
    const text = await readFile(join(project, 'node_modules', 'rampart', 'package.json'), 'utf8')
    expect(text).not.toMatch(/https?:\/\/registry|\/work\/|\/home\//)
  })
})

test('the demo works from a read-only installation', { timeout: 240_000 }, async () => {
  const service = spawn('npx', ['--no-install', 'rampart', 'sandbox', '--port', '0', '--json'], asUser())
  onTestFinished(() => void service.kill('SIGINT'))
  const line = await new Promise<string>((done) =>
    createInterface({ input: service.stdout }).once('line', done),
  )
  const { baseUrl, specUrl } = JSON.parse(line) as { baseUrl: string; specUrl: string }

  await rampart('fetch', '--spec-url', specUrl)
  expect(await readdir(join(project, 'work', 'specs'))).toContain('rampart.lock.json')

  await rampart('generate')
  await writeFile(join(project, 'work', 'tsconfig.json'), JSON.stringify(strictProject))
  // As a user would, with a compiler of their own.
  await exec(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'], asUser())

  const compared = await rampart('diff', '2026-07-01', '2026-08-01')
  expect(compared.stdout).toContain('2026-08-01 is a version of its own, and 4 changes need one')

  const tested = await rampart('test', '--base-url', baseUrl)
  expect(tested.stdout).toContain('The contract holds')
  expect((await readdir(join(project, 'work', 'rampart-report'))).toSorted()).toEqual([
    'exchanges.har',
    'junit.xml',
    'report.html',
    'report.json',
    'results.sarif',
  ])

  await rampart('fetch', '--spec-url', specUrl, '--frozen')
  await rampart('generate', '--check')
})
