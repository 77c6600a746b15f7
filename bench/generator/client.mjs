// The size of the client before any operation: what a bundler makes of it, minified and gzipped. What the client
// loads only when asked to (validation on demand) is a file of its own and told apart.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { series } from './documents.mjs'
import * as generators from './generators.mjs'
import { empty } from './measure.mjs'

export const clientSize = async (folder) => {
  const out = empty(folder, 'client')
  const { failed } = generators.rampart(folder, out, '--input', series().at(-1))
  if (failed) throw new Error(failed)
  const entry = join(out, 'entry.js')
  writeFileSync(entry, "export { createClient } from './runtime/client/client.js'\n")
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: true,
    write: false,
    target: 'es2022',
    outdir: join(out, 'bundle'),
  })
  const sizes = outputFiles.map(({ path, contents }) => [
    path.endsWith('entry.js'),
    gzipSync(contents).length,
  ])
  const sum = (first) => sizes.filter(([one]) => one === first).reduce((total, [, size]) => total + size, 0)
  return { core: sum(true), onDemand: sum(false) }
}
