import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

// Bundles the compiled runtime into the few files that are laid beside generated code. They are read by people too:
// nothing is minified. Files that did not change are left alone.

const dist = fileURLToPath(new URL('../', import.meta.url))
const target = join(dist, 'runtime-bundle')

/** The files, and the module that each is made of. Those of the second kind import the first. */
const base = { validators: 'validators' }
const others = { client: 'client/index', webhooks: 'webhooks/index' }

/** Leaves imports of the first file as they are. */
const onBase: Plugin = {
  name: 'on-base',
  resolveId: (id, importer) => {
    const name = basename(id)
    return importer !== undefined && /^validators(\.d)?\.[jt]s$/.test(name)
      ? { id: './validators.js', external: true }
      : null
  },
}

const bundled = async (
  entries: Readonly<Record<string, string>>,
  ending: string,
  plugins: readonly Plugin[],
): Promise<(readonly [string, string])[]> => {
  const paths = Object.entries(entries).map(([name, path]) => [name, `./runtime/${path}${ending}`])
  const bundle = await rolldown({ cwd: dist, input: Object.fromEntries(paths), plugins: [...plugins] })
  const { output } = await bundle.generate({ format: 'esm', entryFileNames: `[name]${ending.slice(-3)}` })
  await bundle.close()
  return output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []))
}

const declarations = (): Plugin[] => dts({ dtsInput: true, tsconfig: false })

const files = [
  ...(await bundled(base, '.js', [])),
  // Bundled one by one, because a small module that several of them use would become a separate file.
  ...(await bundled({ client: others.client }, '.js', [onBase])),
  ...(await bundled({ webhooks: others.webhooks }, '.js', [onBase])),
  ...(await bundled({ surface: 'surface' }, '.js', [onBase])),
  ...(await bundled(base, '.d.ts', declarations())),
  ...(await bundled({ ...others, surface: 'surface' }, '.d.ts', [onBase, ...declarations()])),
]

await mkdir(target, { recursive: true })
for (const name of await readdir(target)) {
  if (!files.some(([path]) => path === name)) await rm(join(target, name))
}
for (const [name, text] of files) {
  const path = join(target, name)
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) await writeFile(path, text)
}
