import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, runProcess } from './cli.js'
import { temporaryFolder } from '../support/folder.js'

type Document = Readonly<Record<string, unknown>>

const documentOf = (leaf: object, title = 'Again'): Document => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  paths: {},
  components: {
    schemas: {
      Leaf: leaf,
      Branch: { type: 'object', properties: { leaf: { $ref: '#/components/schemas/Leaf' } } },
      Stone: { type: 'string', maxLength: 3 },
    },
  },
})

const text = { type: 'string', minLength: 2 }

interface Project {
  readonly cwd: string
  readonly put: (name: string, document: Document) => Promise<void>
  readonly generate: () => ReturnType<typeof runCli>
}

const project = async (): Promise<Project> => {
  const cwd = temporaryFolder()
  await mkdir(join(cwd, 'specs'))
  return {
    cwd,
    put: (name, document) => writeFile(join(cwd, 'specs', name), JSON.stringify(document)),
    generate: () => runCli(['generate', '--json'], { cwd }),
  }
}

/** The inode and the time of each path. */
const identities = async (folder: string): Promise<Map<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = files.map(async (path): Promise<[string, string]> => {
    const { ino, mtimeMs } = await stat(path)
    return [path.slice(folder.length + 1), `${ino} ${mtimeMs}`]
  })
  return new Map(await Promise.all(found))
}

const changedPaths = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].flatMap(([path, identity]) => (before.get(path) === identity ? [] : [path])).toSorted()

test('a run with nothing to do touches no file, and loads nothing that generates', async () => {
  const { cwd, put, generate } = await project()
  await put('2030-01-01.json', documentOf(text))
  expect((await generate()).code).toBe(0)
  const before = await identities(join(cwd, 'generated'))
  const loaded = temporaryFolder()
  const { code, stdout, stderr } = await runProcess(['generate', '--json'], {
    cwd,
    env: { NODE_V8_COVERAGE: loaded },
  })
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: '{"written":[],"removed":[]}\n',
    stderr: 'generated is up to date.\n',
  })
  expect(changedPaths(before, await identities(join(cwd, 'generated')))).toEqual([])
  const [report = ''] = await readdir(loaded)
  const scripts = await readFile(join(loaded, report), 'utf8')
  expect(scripts).toContain('/dist/generator/manifest.js')
  expect(scripts).not.toMatch(/node_modules\/(ajv|handlebars|typescript|openapi-typescript|@redocly)\//)
})

test('a document of several files is read again once one of them changes', async () => {
  const { cwd, put } = await project()
  await put('2030-01-01.json', documentOf({ $ref: 'shared/leaf.json' }))
  await mkdir(join(cwd, 'specs/shared'))
  const steps = [text, text, { type: 'integer' }]
  const runs: unknown[] = []
  for (const leaf of steps) {
    await put('shared/leaf.json', leaf)
    const { stdout, stderr } = await runProcess(['generate', '--json'], { cwd })
    runs.push([stdout.includes('schemas.d.ts'), stderr])
  }
  expect(runs).toEqual([
    [true, expect.any(String)],
    [false, 'generated is up to date.\n'],
    [true, expect.any(String)],
  ])
})

test.each([
  {
    what: 'a new version, its own folder and what lists the versions',
    change: ({ put }: Project) => put('2030-02-02.json', documentOf({ type: 'integer' })),
    changed: [/^2030-02-02\//, /^index\.(js|d\.ts)$/, /^rampart\.generated\.json$/],
    same: /^2030-01-01\//,
  },
  {
    what: 'a schema, its type and comment, its validator and the tables',
    change: ({ put }: Project) => put('2030-01-01.json', documentOf({ type: 'string', maxLength: 4 })),
    changed: [
      /^2030-01-01\/(validators|operations)\.js$/,
      /^2030-01-01\/schemas\.d\.ts$/,
      /^rampart\.generated\.json$/,
    ],
    same: /^2030-01-01\/(types|client)\./,
  },
  {
    what: 'a file that somebody edited, that file',
    change: ({ cwd }: Project) => writeFile(join(cwd, 'generated/2030-01-01/schemas.js'), '// edited'),
    changed: [/^2030-01-01\/schemas\.js$/],
    same: /^2030-01-01\/validators\./,
  },
  {
    what: 'a file that somebody deleted, that file',
    change: ({ cwd }: Project) => rm(join(cwd, 'generated/2030-01-01/validators.js')),
    changed: [/^2030-01-01\/validators\.js$/],
    same: /^2030-01-01\/(schemas|types)\./,
  },
])('what changes is written anew, and nothing else: $what', async ({ change, changed, same }) => {
  const here = await project()
  await here.put('2030-01-01.json', documentOf(text))
  await here.generate()
  const before = await identities(join(here.cwd, 'generated'))
  await change(here)
  expect((await here.generate()).code).toBe(0)
  const after = await identities(join(here.cwd, 'generated'))
  const paths = changedPaths(before, after)
  expect(paths.filter((path) => !changed.some((pattern) => pattern.test(path)))).toEqual([])
  for (const pattern of changed) expect(paths.some((path) => pattern.test(path))).toBe(true)
  const others = [...after.keys()].filter((path) => same.test(path))
  expect(others).not.toEqual([])
  expect(others.filter((path) => paths.includes(path) && !changed.some((one) => one.test(path)))).toEqual([])
  // Files that a run keeps from an earlier one equal those of a fresh run.
  const fresh = await runCli(['generate', '--out', 'fresh'], { cwd: here.cwd })
  expect(fresh.code).toBe(0)
  for (const path of after.keys())
    expect(await readFile(join(here.cwd, 'generated', path), 'utf8')).toBe(
      await readFile(join(here.cwd, 'fresh', path), 'utf8'),
    )
})

test('a run after a merge that left conflicts in the manifest owns the files of both sides', async () => {
  const { cwd, put, generate } = await project()
  await put('2030-01-01.json', documentOf(text))
  await generate()
  const manifest = join(cwd, 'generated', 'rampart.generated.json')
  const ours = await readFile(manifest, 'utf8')
  await writeFile(manifest, `<<<<<<< HEAD\n${ours}=======\n${ours}>>>>>>> theirs\n`)
  await put('2030-01-01.json', documentOf({ type: 'integer' }))
  const { code, stderr } = await generate()
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('OUTPUT_FOREIGN_FILE')])
  expect(await readFile(manifest, 'utf8')).not.toContain('<<<<<<<')
})
