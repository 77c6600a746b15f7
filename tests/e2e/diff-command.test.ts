import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finished, root, runCli } from './cli.js'
import { folderWith, temporaryFolder } from '../support/folder.js'
import { tableIn } from '../support/table.js'

type Files = Readonly<Record<string, unknown>>

const { files, hostile, project } = tableIn<Readonly<Record<'files' | 'hostile' | 'project', Files>>>(
  import.meta.dirname,
  'diff-command.yaml',
)

const diff = (cwd: string, line: string): Promise<Finished> => runCli(`diff ${line}`, { cwd })

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
