import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { RampartError } from '../../diagnostics/index.js'

/** The templates that a run prints through, by the name of what they print. */
export const templateNames = [
  'types.d.ts',
  'schemas.js',
  'schemas.d.ts',
  'operations.js',
  'operations.d.ts',
  'validator.js',
  'validator.d.ts',
  'validators-index.js',
  'validators-index.d.ts',
  'surface.js',
  'surface.d.ts',
  'index.js',
  'index.d.ts',
] as const

export type TemplateName = (typeof templateNames)[number]

/** Compiled templates. They hold loops over ready-made strings only: nothing is escaped or computed in them. */
export class Templates {
  readonly #compiled: ReadonlyMap<TemplateName, Handlebars.TemplateDelegate>

  private constructor(compiled: ReadonlyMap<TemplateName, Handlebars.TemplateDelegate>) {
    this.#compiled = compiled
  }

  /**
   * Reads the templates of a folder; one that is missing there is taken from `fallback`.
   * @throws RampartError TEMPLATE_INVALID when one cannot be read or does not parse.
   */
  static async load(folder: string, fallback: string = folder): Promise<Templates> {
    const entries = templateNames.map(async (name): Promise<[TemplateName, Handlebars.TemplateDelegate]> => {
      const text = await readTemplate(join(folder, `${name}.hbs`), join(fallback, `${name}.hbs`))
      return [name, Handlebars.compile(text, { noEscape: true, strict: true, knownHelpersOnly: true })]
    })
    return new Templates(new Map(await Promise.all(entries)))
  }

  /** @throws RampartError TEMPLATE_INVALID when the template asks for a value that does not exist. */
  render(name: TemplateName, values: object): string {
    try {
      return this.#compiled.get(name)?.(values) ?? ''
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new RampartError('TEMPLATE_INVALID', { message: `template ${name}.hbs: ${reason}`, cause })
    }
  }
}

const readTemplate = async (path: string, fallback: string): Promise<string> => {
  for (const candidate of [path, fallback]) {
    try {
      return await readFile(candidate, 'utf8')
    } catch (cause) {
      const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
      if (!missing || candidate === fallback) {
        throw new RampartError('TEMPLATE_INVALID', {
          message: `cannot read template ${candidate}`,
          where: { file: candidate },
          cause,
        })
      }
    }
  }
  return ''
}
