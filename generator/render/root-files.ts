import type { OutputFile } from '../model/options.js'
import type { Templates } from './templates.js'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const date = /^(\d{4})-(\d{2})-(\d{2})$/

/** A semantic version for the package, from the newest date of its documents. */
const versionOf = (names: readonly string[]): string => {
  const [, year, month, day] = date.exec(names.findLast((name) => date.test(name)) ?? '') ?? []
  return year === undefined ? '0.0.0' : `${Number(year)}.${Number(month)}.${Number(day)}`
}

const entryOf = (path: string, paths: ReadonlySet<string>): object => ({
  ...(paths.has(`${path}.d.ts`) && { types: `./${path}.d.ts` }),
  default: `./${path}.js`,
})

/** The modules of a version, also those that templates of a user add, without `index` and chunks of modules. */
const modulesOf = (version: string, paths: ReadonlySet<string>): string[] =>
  [...paths]
    .filter((path) => path.startsWith(`${version}/`) && path.endsWith('.js'))
    .map((path) => path.slice(`${version}/`.length, -'.js'.length))
    .filter((name) => name !== 'index' && !/\/\d+$/.test(name))
    .toSorted()

/** Every module that users import by name: its export path, and the file without extension. */
const exportsOf = (names: readonly string[], paths: ReadonlySet<string>): Record<string, unknown> => {
  const all = [
    ['.', 'index'],
    ['./webhooks', 'runtime/webhooks'],
    ...names.flatMap((name) => [
      [`./${name}`, `${name}/index`],
      ...modulesOf(name, paths).map((module) => [`./${name}/${module}`, `${name}/${module}`]),
    ]),
  ]
  const present = all.filter(([, path = '']) => paths.has(`${path}.js`))
  const types = names.filter((name) => paths.has(`${name}/types.d.ts`))
  return Object.fromEntries([
    ...present.map(([name = '', path = '']): [string, unknown] => [name, entryOf(path, paths)]),
    ...types.map((name): [string, unknown] => [`./${name}/types`, { types: `./${name}/types.d.ts` }]),
    ['./package.json', './package.json'],
  ])
}

/**
 * The package.json of the output. Without a name it only declares the code as ESM, so that it also works inside a
 * CommonJS package; with one it makes the folder a package.
 */
export function packageFile(
  packageName: string | undefined,
  names: readonly string[],
  files: readonly OutputFile[],
): OutputFile {
  const own = { type: 'module', sideEffects: false }
  const content =
    packageName === undefined
      ? own
      : {
          name: packageName,
          version: versionOf(names),
          ...own,
          exports: exportsOf(names, new Set(files.map(({ path }) => path))),
        }
  return { path: 'package.json', content: `${JSON.stringify(content, undefined, 2)}\n` }
}

/** Prints the module that loads versions by name, and the client of all of them. */
export function renderRoot(names: readonly string[], templates: Templates): OutputFile[] {
  const rows = names.map((name, index) => ({
    key: JSON.stringify(name),
    folder: `./${name}/`,
    alias: `V${index + 1}`,
  }))
  return [
    { path: 'index.js', content: templates.render('root.js', { rows }) },
    { path: 'index.d.ts', content: templates.render('root.d.ts', { rows }) },
  ]
}

/** The bundled runtime as text, copied beside generated code so that it depends on no package. */
export async function renderRuntime(folder: string): Promise<OutputFile[]> {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      path: `runtime/${name}`,
      content: await readFile(join(folder, name), 'utf8'),
    })),
  )
}
