import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { rolldown } from 'rolldown'

/** Bundles a module as an application is shipped: all in one file, minified. */
type Bundler = (folder: string, code: string) => Promise<string>

const withEsbuild: Bundler = async (folder, contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

const withRolldown: Bundler = async (folder, code) => {
  const entry = join(folder, 'bundled-in-memory.js')
  const inMemory = {
    name: 'in-memory',
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? code : null),
  }
  const bundle = await rolldown({ input: entry, plugins: [inMemory] })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}

export const bundlers: Readonly<Record<string, Bundler>> = { esbuild: withEsbuild, rolldown: withRolldown }

/** Bundles many programs in one run of esbuild, each into a file of its own. */
export async function bundleEach(
  folder: string,
  programs: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const inMemory: Plugin = {
    name: 'in-memory',
    setup: (bundler) => {
      bundler.onResolve({ filter: /^program:/ }, ({ path }) => ({
        path: path.slice(8),
        namespace: 'program',
      }))
      bundler.onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => ({
        contents: programs.get(path) ?? '',
        resolveDir: folder,
      }))
    },
  }
  const { outputFiles } = await build({
    entryPoints: Array.from(programs.keys(), (name) => ({ in: `program:${name}`, out: name })),
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    plugins: [inMemory],
  })
  return new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]))
}

/** Bytes of a text as it travels. */
export const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length
