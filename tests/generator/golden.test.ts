import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'
import { manifestName, type OutputFile } from '../../generator/index.js'
import { generateOne, repository, writeFiles } from './support/generated.js'

const folder = join(repository, 'fixtures/generator/golden')
const output = join(folder, 'output')
const howToUpdate =
  'If this change is meant, run: UPDATE_GOLDEN=1 npx vitest run tests/generator/golden.test.ts'

const byPath = (files: readonly OutputFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, content }) => [path, content]))

const kept = (): OutputFile[] =>
  readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: file.slice(output.length + 1).replaceAll(sep, '/'),
      content: readFileSync(file, 'utf8'),
    }))

it('the generated code of a small document is what it was', async () => {
  const text = readFileSync(join(folder, 'input.yaml'), 'utf8')
  const set = await generateOne(text, { name: 'example', file: 'input.yaml' })
  // The runtime is copied as it is, and has tests of its own; the manifest holds digests of it.
  const files = set.files.filter(({ path }) => !path.startsWith('runtime/') && path !== manifestName)
  if (process.env['UPDATE_GOLDEN'] === '1') {
    rmSync(output, { recursive: true, force: true })
    writeFiles(output, files)
  }
  expect(byPath(files), howToUpdate).toEqual(byPath(kept()))
})
