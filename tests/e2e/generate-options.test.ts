import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'
import { runCli } from './cli.js'
import { folderWith } from '../support/folder.js'
import { tableIn } from '../support/table.js'

const document = tableIn<{ readonly components: { schemas: { Cat: { properties: { mood: object } } } } }>(
  import.meta.dirname,
  'generate-options.yaml',
)

const project = (documents: Readonly<Record<string, object>> = { '2030-01-01': document }): string =>
  folderWith(
    Object.fromEntries(Object.entries(documents).map(([name, content]) => [`specs/${name}.json`, content])),
  )

const generate = (cwd: string, line = ''): ReturnType<typeof runCli> => runCli(`generate ${line}`, { cwd })

/** Names of the operations and of the schemas that the tables of a version list. */
const listedIn = async (folder: string): Promise<{ operations: string[]; schemas: string[] }> => {
  const { operations, schemas } = await import(pathToFileURL(join(folder, 'operations.js')).href)
  return { operations: Object.keys(operations).toSorted(), schemas: Object.keys(schemas).toSorted() }
}

describe('what is generated for', () => {
  test.each([
    ['--include Cats', ['createCat', 'listCats'], ['Cat', 'Mood']],
    ['--include list*', ['listCats', 'listDogs'], ['Cat', 'Dog', 'Mood']],
    ['--include list* --exclude Cats', ['listDogs'], ['Dog']],
    ['--exclude *at*', ['listDogs'], ['Dog']],
  ])('%s', async (line, operations, schemas) => {
    const cwd = project()
    expect((await generate(cwd, line)).code).toBe(0)
    const folder = join(cwd, 'generated/2030-01-01')
    expect(await listedIn(folder)).toEqual({ operations, schemas })
    const exported = Object.keys(await import(pathToFileURL(join(folder, 'client.js')).href))
    expect(exported).toEqual(expect.arrayContaining(operations))
    expect(exported.filter((name) => /Cats?$|Dogs$/.test(name)).toSorted()).toEqual(operations)
    const judged = Object.keys(await import(pathToFileURL(join(folder, 'validators.js')).href))
    expect(judged.filter((name) => ['Cat', 'Dog', 'Mood'].includes(name)).toSorted()).toEqual(schemas)
  })

  test('--only takes documents by name', async () => {
    const cwd = project({ '2030-01-01': document, '2030-02-02': document })
    expect((await generate(cwd)).stderr).not.toContain('removed')
    expect(await generate(cwd, '--only 2030-02-02')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        'generated/2030-01-01 is removed: --only does not name it.\n',
      ) as string,
    })
    expect(await readdir(join(cwd, 'generated'))).not.toContain('2030-01-01')
  })
})

describe('a run that only looks', () => {
  test('says what it would write, and writes nothing', async () => {
    const cwd = project()
    const { code, stdout } = await generate(cwd, '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\+ generated\/2030-01-01\//)
    expect(stdout).toMatch(/\d+ new, 0 changed, 0 removed; nothing was written\.\n$/)
    expect(await readdir(cwd)).toEqual(['specs'])
  })

  test('names what changes and what goes', async () => {
    const cwd = project()
    await writeFile(join(cwd, 'specs/2030-02-02.json'), JSON.stringify(document))
    await generate(cwd)
    const { stdout } = await generate(cwd, '--dry-run --only 2030-01-01 --exclude Dogs')
    expect(stdout).toContain('~ generated/2030-01-01/operations.js\n')
    expect(stdout).toContain('- generated/2030-02-02/validators.js\n')
    expect((await generate(cwd, '--dry-run')).stdout).toBe(
      'generated is up to date; nothing would be written.\n',
    )
  })

  test('--check prints the command that corrects it, which does, and writes nothing', async () => {
    const cwd = project()
    const { code, stderr } = await generate(cwd, '--check --out "my code" --exclude Dogs')
    expect(code).toBe(1)
    const [, command = ''] = /next: Run: npx rampart (.+)\n/.exec(stderr) ?? []
    expect(command).toBe("generate --out 'my code' --exclude Dogs")
    await generate(cwd, '--out "my code" --exclude Dogs')
    expect((await generate(cwd, '--check --out "my code" --exclude Dogs')).code).toBe(0)
    await writeFile(join(cwd, 'my code/index.js'), '// touched')
    expect((await generate(cwd, '--check --out "my code" --exclude Dogs')).stderr).toMatch(
      /GENERATED_STALE[^]*index\.js differs/,
    )
    expect(await readFile(join(cwd, 'my code/index.js'), 'utf8')).toBe('// touched')
  })

  test('--check of a project with packs, auth and prepare is stale as of any other', async () => {
    const cwd = project()
    const config = { auth: { key: { env: 'KEY' } }, prepare: './prepare.js', packs: ['./pack.js'] }
    await writeFile(join(cwd, 'rampart.config.json'), JSON.stringify(config))
    const { code, stderr } = await generate(cwd, '--check --json')
    expect([code, stderr]).toEqual([1, expect.stringContaining('next: Run: npx rampart generate\n')])
  })
})

describe('the folder of a version', () => {
  const versions = { '2030-01-01': document, '2030-02-02': document }
  const indexIn = (...path: readonly string[]): string => pathToFileURL(join(...path, 'index.js')).href

  test('is deleted without harm to the others; --check names its files', async () => {
    const cwd = project(versions)
    await generate(cwd)
    await rm(join(cwd, 'generated/2030-01-01'), { recursive: true })
    const { load } = await import(indexIn(cwd, 'generated'))
    expect(await load('2030-02-02')).toMatchObject({ version: '2030-02-02' })
    const { code, stderr } = await generate(cwd, '--check')
    expect(code).toBe(1)
    expect(stderr).toContain(' 2030-01-01/index.js is missing\n')
    expect(stderr).not.toContain('2030-02-02/')
    expect((await generate(cwd, '--only 2030-02-02')).code).toBe(0)
    expect((await generate(cwd, '--check --only 2030-02-02')).code).toBe(0)
  })

  test('is copied with runtime/ and package.json, and needs nothing else', async () => {
    const cwd = project(versions)
    await generate(cwd)
    for (const path of ['2030-01-01', 'runtime', 'package.json'])
      await cp(join(cwd, 'generated', path), join(cwd, 'copied', path), { recursive: true })
    expect(await import(indexIn(cwd, 'copied/2030-01-01'))).toHaveProperty('listCats')
  })
})

const pack = promisify(execFile)

test('--package makes a package that tools find nothing wrong with', async () => {
  const cwd = project({
    '2030-01-01': document,
    '2030-02-02': { ...document, info: { title: 'Later', version: '2' } },
  })
  expect((await generate(cwd, '--package @here/api')).code).toBe(0)
  const folder = join(cwd, 'generated')
  const { messages } = await publint({ pkgDir: folder, level: 'warning' })
  expect(messages).toEqual([])
  const { stdout } = await pack('npm', ['pack', '--json', '--pack-destination', cwd], { cwd: folder })
  const [{ filename }] = JSON.parse(stdout)
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(join(cwd, filename))))
  if (analysis.types === false) throw new Error('the package has no types')
  // It is ESM alone: whoever requires it, or resolves as Node 10 did, is told so.
  const problems = analysis.problems.filter(
    (problem) => !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind),
  )
  expect(problems).toEqual([])
  expect(Object.keys(analysis.entrypoints)).toContain('./2030-02-02/validators')
})

test('templates are taken along, changed, and printed through', async () => {
  const cwd = project()
  const eject = await runCli('templates eject client.js --to own', { cwd })
  expect([eject.code, eject.stdout]).toEqual([0, 'own/client.js.hbs\n'])
  const file = join(cwd, 'own/client.js.hbs')
  await writeFile(file, `// Ours\n${await readFile(file, 'utf8')}`)
  expect((await generate(cwd, '--templates own')).code).toBe(0)
  expect(await readFile(join(cwd, 'generated/2030-01-01/client.js'), 'utf8')).toMatch(/^\/\/ Ours\n/)
  const partial = await runCli('templates eject partials/header --to own', { cwd })
  expect([partial.code, partial.stdout]).toEqual([0, 'own/partials/header.hbs\n'])
  await writeFile(join(cwd, 'own/partials/header.hbs'), '// (c) Us\n')
  expect((await generate(cwd, '--templates own')).code).toBe(0)
  expect(await readFile(join(cwd, 'generated/2030-01-01/types.d.ts'), 'utf8')).toMatch(/^\/\/ \(c\) Us\n/)
  const again = await runCli('templates eject --to own', { cwd })
  expect([again.code, again.stderr]).toEqual([
    2,
    expect.stringContaining('own already contains client.js.hbs, partials/header.hbs; nothing was written'),
  ])
  expect(await readdir(join(cwd, 'own'))).toEqual(['client.js.hbs', 'partials'])
})

test('a folder of templates that is not there is named, also where code is up to date', async () => {
  const cwd = project()
  expect((await generate(cwd)).code).toBe(0)
  const { code, stderr } = await generate(cwd, '--templates none')
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/TEMPLATE_INVALID.*none cannot be read: there is/),
  ])
})

test.each([
  { option: '--brands', line: /\bid: Uuid\b/ },
  { option: '--open-enums', line: /"good" \| "bad" \| string/ },
])('$option shows in the types', async ({ option, line }) => {
  const cwd = project()
  expect((await generate(cwd)).code).toBe(0)
  const types = join(cwd, 'generated/2030-01-01/schemas.d.ts')
  expect(await readFile(types, 'utf8')).not.toMatch(line)
  expect((await generate(cwd, option)).code).toBe(0)
  expect(await readFile(types, 'utf8')).toMatch(line)
})

test('--lenient leaves a gap where a reference names nothing', async () => {
  const broken = structuredClone(document)
  broken.components.schemas.Cat.properties.mood = { $ref: '#/components/schemas/Gone' }
  const cwd = project({ '2030-01-01': broken })
  const strict = await generate(cwd)
  expect([strict.code, strict.stderr]).toEqual([
    2,
    expect.stringContaining('#/components/schemas/Cat/properties/mood'),
  ])
  const lenient = await generate(cwd, '--lenient')
  expect([lenient.code, lenient.stderr]).toEqual([0, expect.stringContaining('#/components/schemas/Gone')])
})
