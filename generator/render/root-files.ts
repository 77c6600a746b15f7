import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import type { DocumentModel, OutputFile } from '../model/document.js'
import { clientValues, importsOf, withTags } from './client.js'
import type { ClientValues, ModuleValues, TagFileValues } from './template-model.js'
import type { Templates } from './templates.js'

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

/** The modules of a version, including those from templates of a user, except `index` and chunks. */
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

/** The package.json: without a name it only declares ESM, for output within a CommonJS package. */
export function packageFile(
  packageName: string | undefined,
  names: readonly string[],
  files: readonly OutputFile[],
): OutputFile {
  const own = { type: 'module', sideEffects: false }
  const paths = new Set(files.map(({ path }) => path))
  const head = { name: packageName, version: versionOf(names) }
  const content = packageName === undefined ? own : { ...head, ...own, exports: exportsOf(names, paths) }
  return { path: 'package.json', content: `${JSON.stringify(content, undefined, 2)}\n` }
}

/** Prints the module that loads versions by name, and the client of all of them. */
export function renderRoot(names: readonly string[], templates: Templates): OutputFile[] {
  const rows = names.map((name, index) => {
    return { key: JSON.stringify(name), folder: `./${name}/`, alias: `V${index + 1}` }
  })
  return [
    { path: 'index.js', content: templates.render('root.js', { rows }) },
    { path: 'index.d.ts', content: templates.render('root.d.ts', { rows }) },
  ]
}

/** The bundled runtime as text, copied beside generated code so that it depends on no package. */
export async function renderRuntime(folder: string): Promise<OutputFile[]> {
  const names = (await readdir(folder)).toSorted()
  const read = async (name: string): Promise<OutputFile> => {
    return { path: `runtime/${name}`, content: await readFile(join(folder, name), 'utf8') }
  }
  return Promise.all(names.map(read))
}

const ofEachTag = '[tag]'

const moduleValuesOf = (path: string): ModuleValues => {
  const up = '../'.repeat(path.split('/').length - 1)
  return { chunk: '', folder: up === '' ? '.' : up.slice(0, -1), root: `${up}..`, borrowed: [] }
}

/** The name of a file in imports, in lower case. */
const moduleOf = (path: string): string => path.toLowerCase().replace(/(\.d)?\.[cm]?[jt]sx?$/, '')

/** The values of the files of one template, by path. */
const printingsOf = (name: string, values: ClientValues): [path: string, ClientValues | TagFileValues][] => {
  if (!name.includes(ofEachTag)) return [[name, values]]
  return values.tags.map((tag) => {
    const { functions } = tag
    const own = { ...values, functions, ...importsOf(functions, []), tags: [tag], tag }
    return [name.replaceAll(ofEachTag, tag.file), own]
  })
}

/** Prints files that templates of a user add. @throws RampartError TEMPLATE_INVALID for a taken name */
export function renderOwnFiles(
  model: DocumentModel,
  requests: ReadonlySet<string>,
  templates: Templates,
  others: readonly OutputFile[],
): OutputFile[] {
  if (templates.files.length === 0) return []
  const content = clientValues(model, requests)
  const modules = new Map(others.map(({ path }) => [moduleOf(path), path]))
  const taken = new Map<string, string>()
  return templates.files.flatMap((name) => {
    const values = withTags({ ...content, ...moduleValuesOf(name), chunks: [] }, model)
    return printingsOf(name, values).map(([path, own]) => {
      const other = modules.get(moduleOf(path)) ?? taken.get(path.toLowerCase())
      if (other !== undefined) {
        throw new RampartError('TEMPLATE_INVALID', {
          message: `${name}.hbs prints ${path}, which has the name of ${other}`,
          fix: `Rename the template, for instance to ${name.replace(/(?=\.)/, '-own')}.hbs.`,
        })
      }
      taken.set(path.toLowerCase(), `the output of ${name}.hbs`)
      return { path, content: templates.renderFile(name, own) }
    })
  })
}
