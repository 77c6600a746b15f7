import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Caches of generated code are keyed by what generates it: the compiled generator, its templates, the runtime, and the differ
// for MIGRATION.md.

const root = fileURLToPath(new URL('../../', import.meta.url))
const hash = createHash('sha256')
for (const folder of ['dist/generator', 'dist/diff', 'dist/runtime-bundle', 'templates']) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(js|hbs)$/.test(entry.name))
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    hash.update(await readFile(file))
  }
}
await writeFile(join(root, 'dist', 'build-id'), hash.digest('hex'))
