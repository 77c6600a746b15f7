import { execFile } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
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
})

describe('the folder of a version', () => {
  const versions = { '2030-01-01': document, '2030-02-02': document }
  const indexIn = (...path: readonly string[]): string => pathToFileURL(join(...path, 'index.js')).href

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
  // The package is only ESM: `require`, and the resolution of Node 10, get an error.
  const problems = analysis.problems.filter(
    (problem) => !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind),
  )
  expect(problems).toEqual([])
  expect(Object.keys(analysis.entrypoints)).toContain('./2030-02-02/validators')
})
