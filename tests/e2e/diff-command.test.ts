import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finished, root, runCli, runWithInput } from './cli.js'
import { startServer } from '../support/loopback.js'
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
const withWords = changed((document) => Object.assign(document, { info: { title: 'Other', version } }))

/** A service that publishes one version. */
const publish = async (document: string): Promise<string> => {
  const { url } = await startServer((request, response) => {
    const isList = request.url === '/spec/versions'
    const list = JSON.stringify({ default: version, versions: [{ version, url: `/spec/${version}` }] })
    response.writeHead(200, { 'content-type': 'application/json' }).end(isList ? list : document)
  })
  return url
}

const diff = (cwd: string, line: string): Promise<Finished> => runCli(`diff ${line}`, { cwd })

describe('a served document that changes under a published date', () => {
  const fetchAgain = async (now: string): Promise<Finished> => {
    const cwd = temporaryFolder()
    for (const [out, document] of [
      ['specs', text],
      ['now', now],
    ] as const) {
      const specUrl = await publish(document)
      expect(await runCli(['fetch', '--spec-url', specUrl, '--out', out], { cwd })).toMatchObject({ code: 0 })
    }
    return diff(cwd, `${version} now/${version}.json`)
  }

  test('by one value of an enumeration: drift', async () => {
    const { code, stdout, stderr } = await fetchAgain(withValue)
    expect(stdout).toContain('Value `Paused` was added to `AbilityStatus`')
    expect(stdout).toContain(`Drift: ${version} changed under its users`)
    expect(stderr).toContain(`error[DIFF_DRIFT]: ${version}: 1 change needs a version of its own`)
    expect(code).toBe(1)
  })

  test('by words alone: no drift, and told', async () => {
    const { code, stdout } = await fetchAgain(withWords)
    expect(stdout).toContain('note: only documentation differs')
    expect(code).toBe(0)
  })
})

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

  test('a URL beside a file', async () => {
    const cwd = folderWith({ 'mine.json': text })
    const url = `${await publish(withValue)}/spec/${version}`
    const { code, stdout } = await diff(cwd, `mine.json ${url}`)
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('Value `Paused` was added to `AbilityStatus`'),
    ])
  })

  test('standard input, with a byte order mark', async () => {
    const cwd = folderWith({ 'new.json': withValue })
    const result = await runWithInput(['diff', '-', 'new.json', '--json'], `\uFEFF${text}`, { cwd })
    expect(JSON.parse(result.stdout)).toMatchObject({ from: { name: 'standard input' }, verdict: 'drift' })
    expect(result.code).toBe(1)
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
      ['--output=stolen:x', 'a revision does not begin with a dash'],
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

  test('no file of TypeScript is an error', async () => {
    const cwd = folderWith({ 'ok.json': text })
    expect(await diff(cwd, 'ok.json ok.json --impact .')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error[IMPACT_UNUSABLE]: .: it has no TypeScript or JavaScript file'),
    })
  })
})

describe('how it is judged', () => {
  test('files without a date: what needs a version must be minted', async () => {
    const cwd = folderWith(files)
    const { code, stdout, stderr } = await diff(cwd, 'old.json new.json')
    expect(stdout).toContain('1 change needs a version of its own')
    expect(stderr).toContain('error[DIFF_MUST_MINT]')
    expect(code).toBe(1)
    expect((await diff(cwd, 'old.json new.json --published')).stderr).toContain('error[DIFF_DRIFT]')
    expect((await diff(cwd, 'old.json new.json --unpublished')).code).toBe(0)
    expect((await diff(cwd, 'new.json old.json')).code).toBe(0)
  })

  test('an allow-list is written, explained, and lets pass what it names', async () => {
    const cwd = folderWith(files)
    const first = await diff(cwd, 'old.json new.json --write-allow known.json')
    expect(first.code).toBe(1)
    expect(first.stderr).toContain('Allow-list: known.json lets 1 change pass until')
    const second = await diff(cwd, 'old.json new.json --allow known.json')
    expect(second.stdout).toContain('All changes that need a version of their own are allowed: 1 change')
    expect(second.code).toBe(0)
    await writeFile(
      join(cwd, 'known.json'),
      (await readFile(join(cwd, 'known.json'), 'utf8')).replace(/20\d\d-/, '2020-'),
    )
    const third = await diff(cwd, 'old.json new.json --allow known.json')
    expect(third.stdout).toContain('expired on 2020-')
    expect(third.code).toBe(1)
  })

  test('a policy of the config file, or of a file', async () => {
    const policy = { verdicts: { 'response-property-removed': 'ship' } }
    const cwd = folderWith({
      ...files,
      'rampart.config.json': JSON.stringify({ diff: { policy } }),
      'wrong.json': JSON.stringify({ verdicts: { 'property-vanished': 'ship' } }),
    })
    expect((await diff(cwd, 'old.json new.json')).code).toBe(0)
    const wrong = await diff(cwd, 'old.json new.json --policy wrong.json')
    expect(wrong.stderr).toContain(
      'error[POLICY_INVALID]: wrong.json:1:14 /verdicts/property-vanished: "property-vanished" is neither the id nor the kind of a change; did you mean "property-renamed"?',
    )
    expect(wrong.code).toBe(2)
  })

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
      // Links lead from where the report lies.
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

  test('is found without TypeScript of its own, and says so', async () => {
    const { code, stdout } = await diff(folderWith(project), `${args} --json`)
    const notes = [expect.stringContaining('the project has no typescript; typescript 5.')]
    expect(JSON.parse(stdout)).toMatchObject({ impact: { lines: [{ line: 2 }, { line: 3 }], notes } })
    expect(code).toBe(0)
  })

  test('is what is left to do in a project on the newer code', async () => {
    const source = String(project['src/pet.ts']).replace('2026-01-01', '2026-02-01')
    const { code, stdout } = await diff(folderWith({ ...project, 'src/pet.ts': source }), args)
    expect(stdout).toContain(
      'it imports code of 2026-02-01 already: the lines that do not compile are left to do',
    )
    expect(stdout).toContain('src/pet.ts:2:')
    expect(code).toBe(0)
  })

  test('is refused with settings that another file would complete', async () => {
    const settings = '{"extends":"./gone.json","include":["src"]}'
    const { code, stderr } = await diff(folderWith({ ...project, 'tsconfig.json': settings }), args)
    expect(stderr).toMatch(/gone\.json/)
    expect([code, stderr]).toEqual([2, expect.stringContaining('error[IMPACT_UNUSABLE]')])
  })

  test('needs code of the older document', async () => {
    const { code, stderr } = await diff(
      folderWith({ ...project, 'src/pet.ts': 'export const a = 1\n' }),
      args,
    )
    expect([code, stderr]).toEqual([2, expect.stringContaining('.: none of its files imports code')])
  })
})

test('both sides have their lines', async () => {
  const cwd = folderWith({ 'old.json': text, 'new.json': withValue })
  const { stdout } = await diff(cwd, 'old.json new.json --json')
  const [change] = (JSON.parse(stdout) as { changes: { to: { pointer: string; line: number } }[] }).changes
  const line = withValue.split('\n')[(change?.to.line ?? 0) - 1]
  expect(line).toContain('"Paused"')
})
