import { RampartError } from '../../diagnostics/index.js'
import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/options.js'
import { clientValues, importsOf, withTags } from './client.js'
import type { ClientValues, ModuleValues, TagFileValues } from './template-model.js'
import type { Templates } from './templates.js'

const ofEachTag = '[tag]'

const placeOf = (path: string): ModuleValues => {
  const up = '../'.repeat(path.split('/').length - 1)
  return { chunk: '', folder: up === '' ? '.' : up.slice(0, -1), root: `${up}..`, borrowed: [] }
}

/** The name of a file in imports, in lower case. */
const moduleOf = (path: string): string => path.toLowerCase().replace(/(\.d)?\.[cm]?[jt]sx?$/, '')

/** The values of the files of one template, by path. */
const printingsOf = (
  name: string,
  values: ClientValues,
): readonly (readonly [path: string, values: ClientValues | TagFileValues])[] => {
  if (!name.includes(ofEachTag)) return [[name, values]]
  return values.tags.map((tag) => {
    const { functions } = tag
    const own = { ...values, functions, ...importsOf(functions, []), tags: [tag], tag }
    return [name.replaceAll(ofEachTag, tag.file), own]
  })
}

/**
 * Prints the files that templates of a user add to a version.
 * @param requests names of the schemas that differ between requests and responses
 * @param others the other files of the version
 * @throws RampartError TEMPLATE_INVALID where two files would have one name
 */
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
    const values = withTags({ ...content, ...placeOf(name), chunks: [] }, model)
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
