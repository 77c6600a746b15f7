import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import type { TemplateModel } from './template-model.js'

/** The names of the templates, after the files that they print. */
export const templateNames = [
  'types.d.ts',
  'schemas.js',
  'schemas.d.ts',
  'single.d.ts',
  'operations.js',
  'operations.d.ts',
  'validators.js',
  'validators.d.ts',
  'client.js',
  'client.d.ts',
  'webhooks.js',
  'webhooks.d.ts',
  'index.js',
  'index.d.ts',
  'MIGRATION.md',
  'root.js',
  'root.d.ts',
] as const satisfies readonly TemplateName[]

export type TemplateName = keyof TemplateModel

interface Compiled {
  readonly file: string
  readonly print: Handlebars.TemplateDelegate
}

const options = { noEscape: true, strict: true, knownHelpersOnly: true } as const

/** Compiled templates. They contain only loops over prepared strings: nothing is escaped or computed in them. */
export class Templates {
  readonly #compiled: ReadonlyMap<TemplateName, Compiled>

  private constructor(compiled: ReadonlyMap<TemplateName, Compiled>) {
    this.#compiled = compiled
  }

  /**
   * Reads the templates of `shipped`, overridden by those of the same name in `own`.
   * @throws RampartError TEMPLATE_INVALID when one cannot be read, or when one in `own` overrides nothing.
   */
  static async load(shipped: string, own?: string): Promise<Templates> {
    const replaced = own === undefined ? [] : await ownNames(own)
    const entries = templateNames.map(async (name): Promise<[TemplateName, Compiled]> => {
      const folder = own !== undefined && replaced.includes(name) ? own : shipped
      const file = join(folder, `${name}.hbs`)
      return [name, { file, print: Handlebars.compile(await readTemplate(file), options) }]
    })
    return new Templates(new Map(await Promise.all(entries)))
  }

  /** @throws RampartError TEMPLATE_INVALID when the template does not parse or uses an unknown value. */
  render<Name extends TemplateName>(name: Name, values: TemplateModel[Name]): string {
    const template = this.#compiled.get(name)
    try {
      return template?.print(values) ?? ''
    } catch (cause) {
      throw invalid(`template ${name}.hbs: ${messageOf(cause)}`, template?.file ?? name, cause)
    }
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const invalid = (message: string, file: string, cause?: unknown): RampartError =>
  new RampartError('TEMPLATE_INVALID', { message, where: { file }, cause })

const readTemplate = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw invalid(`cannot read template ${file}`, file, cause)
  }
}

const isTemplateName = (name: string): name is TemplateName =>
  templateNames.some((template) => template === name)

const ownNames = async (folder: string): Promise<TemplateName[]> => {
  const entries = await readdir(folder).catch((cause: unknown) => {
    throw invalid(`cannot read the folder of templates ${folder}`, folder, cause)
  })
  const names = entries
    .filter((entry) => entry.endsWith('.hbs'))
    .map((entry) => entry.slice(0, -'.hbs'.length))
  if (names.length === 0) throw invalid(`${folder} holds no template, a file that ends in .hbs`, folder)
  const odd = names.find((name) => !isTemplateName(name))
  if (odd === undefined) return names.filter(isTemplateName)
  const known = templateNames.map((name) => `${name}.hbs`)
  const file = `${odd}.hbs`
  throw invalid(`${file} replaces no template${didYouMean(file, known)}`, join(folder, file))
}
