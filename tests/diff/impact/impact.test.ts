import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import type { Change } from '../../../diff/model/report.js'
import { findImpact, type ImpactResult } from '../../../diff/impact/find-impact.js'
import { generate } from '../../../generator/index.js'
import { root } from '../../e2e/cli.js'
import { sharedFolder } from '../../support/folder.js'
import { tableIn } from '../../support/table.js'
import { changeOf, reportOf, sideOf } from '../make.js'
import { edited } from '../support/edited.js'

interface Project {
  readonly name: string
  /** Texts, or objects to be written as JSON. */
  readonly files: Readonly<Record<string, string | object>>
  /** Folders of generated code, with the versions in them. */
  readonly generated?: Readonly<Record<string, readonly string[]>>
  readonly package?: string
  readonly configs?: readonly string[]
  readonly sources?: readonly string[]
  /** The version of TypeScript that the project has. */
  readonly speaks?: string
  readonly imports?: string
  /** Folders of generated code that its imports of the older document lead to. */
  readonly moved?: readonly string[]
  readonly finds?: readonly string[]
  readonly where?: readonly string[]
  readonly refuses?: string
}
interface Tables {
  readonly document: object
  readonly edits: Readonly<Record<string, unknown>>
  readonly changes: Readonly<
    Record<string, readonly [id: string, from: string | null, to: string | null, rest?: Partial<Change>]>
  >
  readonly pets: string
  readonly projects: readonly Project[]
}

const tables = tableIn<Tables>(import.meta.dirname, 'projects.yaml')
const older = tables.document
const newer = edited(older, tables.edits)
const versions: Readonly<Record<string, object>> = { '2026-07-01': older, '2026-08-01': newer }

const changes = Object.entries(tables.changes).map(([name, [id, from, to, rest]]) => {
  const { from: _from, to: _to, ...plain } = changeOf(id, rest)
  const change: Change = {
    ...plain,
    ...(from !== null && { from: { pointer: `#${from}` } }),
    ...(to !== null && { to: { pointer: `#${to}` } }),
  }
  return { name, change }
})
const nameOf = new Map(changes.map(({ name, change: { fingerprint } }) => [fingerprint, name]))

const home = sharedFolder({ 'package.json': { type: 'module' } })
beforeAll(async () => {
  await mkdir(join(home, 'node_modules'), { recursive: true })
  await symlink(join(root, 'node_modules', 'typescript'), join(home, 'node_modules', 'typescript'))
  await generateInto('before', { document: older })
  await generateInto('after', { document: newer })
})

const write = async (path: string, content: string): Promise<void> => {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), content)
}

const generateInto = async (
  folder: string,
  documents: Readonly<Record<string, object | undefined>>,
  packageName?: string,
): Promise<void> => {
  const inputs = Object.entries(documents).map(([name, document]) => ({
    name,
    file: `${name}.json`,
    text: JSON.stringify(document),
  }))
  const { files } = await generate(inputs, {
    templates: join(root, 'templates'),
    runtime: join(root, 'dist', 'runtime-bundle'),
    typesWorker: join(root, 'dist/generator/types/openapi-typescript/worker.js'),
    ...(packageName === undefined ? {} : { packageName }),
  })
  for (const { path, content } of files) await write(`${folder}/${path}`, content)
}

/** Writes a project into a folder of its own, and its generated code. */
const writeProject = async (folder: string, project: Project): Promise<void> => {
  const { files, generated = {}, package: packageName } = project
  const used =
    packageName === undefined
      ? {}
      : { 'src/pets.ts': tables.pets.replaceAll('./generated/', `${packageName}/`) }
  for (const [path, content] of Object.entries({ ...files, ...used }))
    await write(`${folder}/${path}`, typeof content === 'string' ? content : JSON.stringify(content))
  for (const [path, names] of Object.entries(generated)) {
    const documents = Object.fromEntries(names.map((name) => [name, versions[name]]))
    await generateInto(`${folder}/${path}`, documents, packageName)
  }
}

const ask = (
  folder: string,
  { configs = ['tsconfig.json'], sources = [], speaks }: Partial<Project> = {},
  known = { names: ['2026-07-01'], sha256: 'a'.repeat(64) },
): ImpactResult =>
  findImpact({
    project: {
      ts,
      configs: configs.map((path) => join(home, folder, path)),
      files: sources.map((path) => join(home, folder, path)),
      ...(speaks !== undefined && { speaks }),
    },
    before: { root: join(home, 'before'), name: 'document', document: older, known },
    after: {
      root: join(home, 'after'),
      name: 'document',
      document: newer,
      known: { names: ['2026-08-01'], sha256: 'b'.repeat(64) },
    },
    changes: reportOf(
      changes.map(({ change }) => change),
      { from: sideOf('2026-07-01'), to: sideOf('2026-08-01') },
    ).changes,
  })

const summaryOf = (found: ImpactResult): string[] =>
  'reason' in found
    ? [found.reason]
    : found.lines.map(({ line, kind, changes: own }) => {
        const names = own.map((one) => nameOf.get(one) ?? one)
        return `${line} ${kind} ${names.toSorted().join(',')}`
      })

const projects = tables.projects.map((project, index) => ({
  ...project,
  project,
  folder: `project-${index}`,
}))

test.each(projects)(
  'lines that changes touch: $name',
  async ({ project, folder, finds, where, moved, ...expected }) => {
    await writeProject(folder, project)
    const found = ask(folder, project)
    if (finds) expect(summaryOf(found)).toEqual(finds)
    if (expected.refuses !== undefined) expect(summaryOf(found)[0]).toContain(expected.refuses)
    if (expected.imports !== undefined)
      expect(found).toMatchObject({ imports: expected.imports, ownErrors: { count: 0 } })
    if (moved) expect('moved' in found && found.moved.map((one) => one.root)).toEqual(moved)
    if (where)
      expect('lines' in found && found.lines.map(({ file }) => file)).toEqual(
        where.map((path) => join(home, folder, path)),
      )
  },
)

test('generated code is found by its digest as well', async () => {
  const [, beside] = tables.projects
  if (!beside) throw new TypeError('no project')
  await writeProject('digest', beside)
  const manifest = JSON.parse(
    await readFile(join(home, 'digest/src/generated/rampart.generated.json'), 'utf8'),
  ) as { documents: Record<string, { sha256: string }> }
  const sha256 = manifest.documents['2026-07-01']?.sha256 ?? ''
  expect(summaryOf(ask('digest', {}, { names: ['other'], sha256 }))).toEqual(beside.finds)
})

test('lines say what the compiler says, the code, and where; errors of the project itself are counted', async () => {
  const [plain] = tables.projects
  if (!plain) throw new TypeError('no project')
  await writeProject('plain', plain)
  const found = ask('plain')
  expect('lines' in found && found.lines[1]).toMatchObject({
    file: join(home, 'plain/src/pets.ts'),
    line: 6,
    column: 40,
    code: 'export const tagOf = (pet: Pet) => pet.tag',
    message: expect.stringContaining("Property 'tag' does not exist"),
  })
  expect('ownErrors' in found && found.ownErrors).toMatchObject({ count: 1, first: [{ line: 28 }] })
})
