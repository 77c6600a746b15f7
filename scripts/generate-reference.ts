import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationOf } from '../diff/index.js'
import { generate, type OutputFile } from '../generator/index.js'

// Generates the reference service's code from its bundled documents. Files that did not change are left alone,
// so that the compiler's incremental build has nothing to do either.

const root = fileURLToPath(new URL('../../', import.meta.url))
const target = join(root, 'generated')

const existing = async (): Promise<Set<string>> => {
  const entries = await readdir(target, { recursive: true, withFileTypes: true }).catch(() => [])
  return new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
}

const writeChanged = async ({ path, content }: OutputFile): Promise<void> => {
  const file = join(target, path)
  if ((await readFile(file, 'utf8').catch(() => undefined)) === content) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

const specs = join(root, 'dist', 'specs')
const dates = (await readdir(specs)).filter((name) => /^\d{4}-\d{2}-\d{2}\.json$/.test(name))
const inputs = await Promise.all(
  dates.map(async (name) => ({
    name: name.replace('.json', ''),
    file: `specs/${name}`,
    text: await readFile(join(specs, name), 'utf8'),
  })),
)
const options = {
  templates: join(root, 'templates'),
  runtime: join(root, 'dist', 'runtime-bundle'),
  // The reference service answers as its documents say, and its tests hold it to that.
  closedResponses: true,
}
const { files } = await generate(inputs, options, migrationOf)
const stale = await existing()
for (const file of files) {
  await writeChanged(file)
  stale.delete(join(target, file.path))
}
for (const file of stale) await rm(file)
