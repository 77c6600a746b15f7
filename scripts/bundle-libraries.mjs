// Bundles libraries that are details of rampart into `dist/bundled/`, so that who installs rampart does not install
// them and all that they need. Sources import them as `#bundled/NAME`, which package.json leads here. Packages that
// rampart depends on stay where they are. Nothing is minified: traces lead to lines that can be read.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist', 'bundled')
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { dependencies, imports } = read(join(root, 'package.json'))

/** Licences that allow this. Another one is looked at before it is added. */
const allowedLicences = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'])

const libraries = Object.entries(imports)
  .filter(([name]) => name.startsWith('#bundled/'))
  .map(([name, { default: file }]) => ({ name: name.slice('#bundled/'.length), file: join(root, file) }))

const packageOf = (specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
const isOutside = (id) => isBuiltin(id) || (!/^[./\0]/.test(id) && packageOf(id) in dependencies)

/** The folder of the package that a module is of. */
const folderOf = (module) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0]

/**
 * A module that exports by name what a library does: of CommonJS a bundler would keep the default export alone. Where
 * Node finds no names in CommonJS, they are those of the default export.
 */
const entryOf = async (name) => {
  const library = await import(name)
  const namesIn = (exported) =>
    Object.keys(exported).filter(
      (one) => /^[a-z_]\w*$/i.test(one) && !/^(default|module\.exports)$/.test(one),
    )
  const named = namesIn(library)
  const code =
    named.length > 0
      ? `export { ${named.join(', ')} } from '${name}'`
      : `import library from '${name}'\nexport const { ${namesIn(library.default).join(', ')} } = library`
  const isEntry = (id) => (id === entry ? id : null)
  return {
    name: 'entry',
    resolveId: isEntry,
    load: (id) => (isEntry(id) === null ? null : { code, moduleType: 'js' }),
  }
}
const entry = '\0entry'

/** Writes one library; the folders of the packages that are in it. */
const bundle = async ({ name, file }) => {
  const plugins = [await entryOf(name)]
  const build = await rolldown({ cwd: root, input: entry, platform: 'node', external: isOutside, plugins })
  const format = file.endsWith('.cjs') ? 'cjs' : 'esm'
  const { output } = await build.generate({ format, exports: 'named', codeSplitting: false })
  await build.close()
  const [chunk] = output
  // Names of modules in comments are paths from the repository; no path of a machine may be left.
  if (output.length !== 1 || chunk.code.includes(root))
    throw new Error(`${name} is not one file free of paths`)
  writeFileSync(file, chunk.code)
  return chunk.moduleIds.map(folderOf).filter((folder) => folder !== undefined)
}

const notice = (folder) => {
  const { name, version, license, homepage: home } = read(join(folder, 'package.json'))
  const homepage = home ?? `https://www.npmjs.com/package/${name}`
  if (!allowedLicences.has(license)) throw new Error(`${name} is licensed as ${license}: may it be bundled?`)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const heading = `## ${name} ${version}\n\n${license}, ${homepage}\n`
  return [heading, ...texts.map((text) => `\n\`\`\`\`text\n${text}\n\`\`\`\`\n`)].join('')
}

const key = createHash('sha256')
for (const file of ['package.json', 'package-lock.json', 'scripts/bundle-libraries.mjs'])
  key.update(readFileSync(join(root, file)))
const digest = key.digest('hex')
const stamp = join(target, 'stamp')

const make = async () => {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const folders = new Set()
  for (const library of libraries) for (const folder of await bundle(library)) folders.add(folder)
  // Its binaries, for every platform, are in the package; what it compiles elsewhere cannot be brought along.
  const level = dirname(createRequire(import.meta.url).resolve('classic-level/package.json'))
  cpSync(join(level, 'prebuilds'), join(target, 'prebuilds'), { recursive: true })
  const notices = [...folders].map(notice).toSorted()
  const preface = '# Third-party notices\n\nThese packages are in the files of this folder.\n'
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.md'), [preface, ...notices].join('\n'))
  writeFileSync(stamp, digest)
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) await make()
