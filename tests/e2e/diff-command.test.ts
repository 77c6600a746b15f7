import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finished, root, runCli } from './cli.js'
import { folderWith, temporaryFolder } from '../support/folder.js'
import { git } from '../support/git.js'
import { tableIn } from '../support/table.js'

type Files = Readonly<Record<string, unknown>>

const { files, hostile, project } = tableIn<Readonly<Record<'files' | 'hostile' | 'project', Files>>>(
  import.meta.dirname,
  'diff-command.yaml',
)

const version = '2026-08-01'
const text = readFileSync(join(root, 'dist', 'specs', `${version}.json`), 'utf8')

interface Document {
  components: { schemas: Record<string, { enum: string[]; properties: Record<string, object> }> }
}

const changed = (change: (document: Document) => void): string => {
  const document = JSON.parse(text) as Document
  change(document)
  return JSON.stringify(document, undefined, 2)
}

const withValue = changed(({ components: { schemas } }) => schemas['AbilityStatus']?.enum.push('Paused'))

const diff = (cwd: string, line: string): Promise<Finished> => runCli(`diff ${line}`, { cwd })

describe('where documents come from', () => {
  test('versions of a folder', async () => {
    const specs = join(root, 'dist', 'specs')
    const { code, stdout } = await diff(root, `2026-07-01 ${version} --specs ${specs} --json`)
    expect(JSON.parse(stdout)).toMatchObject({
      circumstance: 'dated',
      verdict: 'minted',
      from: { name: '2026-07-01', version: '2026-07-01', file: 'dist/specs/2026-07-01.json' },
      notes: [],
    })
    expect(code).toBe(0)
  })

  test('git, without a shell', async () => {
    const cwd = folderWith({ [`specs/${version}.json`]: text })
    git(cwd, 'init', '-q')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'first')
    await writeFile(join(cwd, 'specs', `${version}.json`), withValue)
    const { code, stdout } = await diff(cwd, `--from-git HEAD:specs/${version}.json specs/${version}.json`)
    expect(stdout).toContain('Value `Paused` was added')
    expect(code).toBe(1)
    for (const [name, says] of [
      ['-output=stolen:x', 'a revision does not begin with a dash'],
      ['HEAD', 'not of the form REV:path'],
      ['HEAD:', 'it names no file'],
      ['HEAD:specs', 'cannot be read from git'],
      ['HEAD:$(touch stolen)', 'cannot be read from git'],
      ['nobody:x', 'cannot be read from git'],
    ] as const) {
      const refused = await diff(cwd, `--from-git "${name}" ${version}`)
      expect(refused.stderr).toContain('error[GIT_UNREADABLE]')
      expect(refused.stderr).toContain(says)
      expect(refused.code).toBe(2)
    }
    await expect(readFile(join(cwd, 'stolen'))).rejects.toThrow('ENOENT')
  })

  test('a comment on GitHub links to both documents, each at its commit', async () => {
    const file = `specs/${version}.json`
    const cwd = folderWith({ [file]: text })
    git(cwd, 'init', '-q')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'first')
    const older = git(cwd, 'rev-parse', 'HEAD').trim()
    await writeFile(join(cwd, file), withValue)
    const newer = 'f'.repeat(40)
    const [server, repository] = ['https://github.example', 'a/b']
    const env = { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: newer }
    const line = `diff --from-git HEAD:${file} ${file} --format github-comment`
    const linked = (stdout: string): string[] =>
      [older, newer].filter((one) => stdout.includes(`${server}/${repository}/blob/${one}/${file}`))
    expect(linked((await runCli(line, { cwd, env })).stdout)).toEqual([older, newer])
    expect((await runCli(line, { cwd, env: { ...env, GITHUB_REPOSITORY: 'a' } })).stdout).not.toContain(
      '/blob/',
    )
  })
})

describe('how it is judged', () => {
  test('every format is printed alone, or written with the text beside it', async () => {
    const cwd = folderWith(files)
    for (const [format, begins] of [
      ['html', '<!doctype html>'],
      ['json', '{\n  "diffVersion": 2'],
      ['sarif', '{\n  "$schema"'],
      ['markdown', '## new.json'],
      ['github-comment', '<!-- rampart diff -->'],
      ['github', '::error file=old.json,line='],
    ] as const) {
      const { stdout } = await diff(cwd, `old.json new.json --format ${format}`)
      expect(stdout.startsWith(begins), stdout.slice(0, 60)).toBe(true)
      const { stdout: beside } = await diff(cwd, `old.json new.json --format ${format} --output out/file`)
      expect(beside).toMatch(/^old\.json -> new\.json\n/)
      const written = await readFile(join(cwd, 'out', 'file'), 'utf8')
      // Links are relative to the report.
      if (format === 'html') expect(written).toContain('href="../old.json#L')
      else expect(written).toBe(stdout)
    }
  })

  test('on GitHub the log obeys nothing that a document holds', async () => {
    const cwd = folderWith(hostile)
    const env = { GITHUB_ACTIONS: 'true' }
    const { stdout } = await runCli('diff old.json new.json', { cwd, env })
    const [first = '', ...rest] = stdout.trimEnd().split('\n')
    const token = /^::stop-commands::(\w+)$/.exec(first)?.[1]
    expect(rest.at(-1)).toBe(`::${token}::`)
    expect(rest.filter((line) => /^\s*::error/.test(line))).toEqual([])
  })
})

describe('what a project has of it', () => {
  const args = '2026-01-01 2026-02-01 --impact .'

  test('is listed with the changes, and nothing is left behind', async () => {
    const cwd = folderWith(project)
    await mkdir(join(cwd, 'node_modules'))
    await symlink(join(root, 'node_modules', 'typescript'), join(cwd, 'node_modules', 'typescript'))
    const temporary = temporaryFolder()
    const result = await runCli(`diff ${args} --json`, { cwd, env: { TMPDIR: temporary } })
    const { impact, changes } = JSON.parse(result.stdout) as {
      impact: { lines: { changes: string[] }[] }
      changes: { id: string; fingerprint: string }[]
    }
    const change = changes.find(({ id }) => id === 'response-enum-value-added')
    expect(impact).toMatchObject({
      filesRead: 1,
      lines: [
        { file: 'src/pet.ts', line: 2, kind: 'error', changes: [change?.fingerprint] },
        { file: 'src/pet.ts', line: 3, kind: 'mention', changes: [change?.fingerprint] },
      ],
    })
    expect(result.code).toBe(0)
    expect(await readdir(temporary)).toEqual([])
    expect((await readdir(cwd)).toSorted()).toEqual([
      'node_modules',
      'package.json',
      'specs',
      'src',
      'tsconfig.json',
    ])
  })
})
