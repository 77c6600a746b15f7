import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import Handlebars from 'handlebars'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import { type Contract, TemplateCheck, type TemplateSource } from './template-check.js'
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

/** Texts of templates and of partials, by name. */
interface Sources {
  readonly templates: ReadonlyMap<string, TemplateSource>
  readonly partials: ReadonlyMap<string, TemplateSource>
}

interface Compiled {
  readonly file: string
  readonly print: Handlebars.TemplateDelegate
}

const options = { noEscape: true, strict: true, knownHelpersOnly: true } as const

/** Compiled templates. They contain only loops over prepared strings: nothing is escaped or computed in them. */
export class Templates {
  readonly #compiled: ReadonlyMap<string, Compiled>

  private constructor({ templates, partials }: Sources) {
    const handlebars = Handlebars.create()
    for (const [name, { text }] of partials) handlebars.registerPartial(name, text)
    this.#compiled = new Map(
      Array.from(templates, ([name, { file, text }]) => [
        name,
        { file, print: handlebars.compile(text, options) },
      ]),
    )
  }

  /**
   * Reads the templates and partials of `shipped`, overridden by those of the same name in `own`.
   * @throws RampartError TEMPLATE_INVALID when one cannot be read, asks for what it is not given, or, in `own`, when
   * it overrides nothing.
   */
  static async load(shipped: string, own?: string): Promise<Templates> {
    const given = await sourcesIn(shipped, await namesIn(shipped))
    if (own === undefined) return new Templates(given)
    const changed = await sourcesIn(own, await ownNames(own))
    const sources = {
      templates: new Map([...given.templates, ...changed.templates]),
      partials: new Map([...given.partials, ...changed.partials]),
    }
    check(sources, changed, JSON.parse(await readTemplate(join(shipped, 'model.json'))))
    return new Templates(sources)
  }

  /** @throws RampartError TEMPLATE_INVALID when the template fails. */
  render<Name extends TemplateName>(name: Name, values: TemplateModel[Name]): string {
    const template = this.#compiled.get(name)
    try {
      return template?.print(values) ?? ''
    } catch (cause) {
      throw invalid(`template ${name}.hbs: ${messageOf(cause)}`, template?.file ?? name, { cause })
    }
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const invalid = (
  message: string,
  file: string,
  { cause, line }: { readonly cause?: unknown; readonly line?: number } = {},
): RampartError =>
  new RampartError('TEMPLATE_INVALID', {
    message,
    where: { file, ...(line !== undefined && { line }) },
    cause,
  })

/** Refuses templates that ask for what they are not given, before one is printed. */
const check = ({ templates, partials }: Sources, own: Sources, contract: Contract): void => {
  const parsed = ({ name, file }: TemplateSource, parse: () => void): void => {
    try {
      parse()
    } catch (cause) {
      throw invalid(`${name}: ${messageOf(cause)}`, file, { cause })
    }
  }
  for (const source of partials.values()) parsed(source, () => Handlebars.parse(source.text))
  const all = new TemplateCheck(contract, partials)
  for (const [name, source] of templates) {
    parsed(source, () => all.template(contract.templates[name] ?? '', source))
  }
  const mistakes = all.mistakes(own.partials.keys())
  const [first] = mistakes
  if (!first) return
  const problems = mistakes.map(({ message, file, line }) => ({
    code: 'TEMPLATE_INVALID' as const,
    severity: 'error' as const,
    message,
    where: { file, line },
  }))
  throw new RampartError('TEMPLATE_INVALID', {
    message: problems.length > 1 ? `the templates have ${problems.length} mistakes` : first.message,
    where: { file: first.file, line: first.line },
    ...(problems.length > 1 && { problems }),
  })
}

const readTemplate = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw invalid(`cannot read template ${file}`, file, { cause })
  }
}

/** The templates below a folder, as paths without their extension. */
const namesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw invalid(`cannot read the folder of templates ${folder}`, folder, { cause })
  })
  return entries
    .filter((entry) => entry.endsWith('.hbs'))
    .map((entry) => entry.slice(0, -'.hbs'.length).replaceAll(sep, '/'))
}

const partial = 'partials/'

const sourcesIn = async (folder: string, names: readonly string[]): Promise<Sources> => {
  const all = await Promise.all(
    names.map(async (name): Promise<[string, TemplateSource]> => {
      const file = join(folder, `${name}.hbs`)
      return [name, { name: `${name}.hbs`, file, text: await readTemplate(file) }]
    }),
  )
  const partials = all.filter(([name]) => name.startsWith(partial))
  return {
    templates: new Map(all.filter(([name]) => !name.startsWith(partial))),
    partials: new Map(partials.map(([name, source]) => [name.slice(partial.length), source])),
  }
}

const ownNames = async (folder: string): Promise<string[]> => {
  const names = await namesIn(folder)
  if (names.length === 0) throw invalid(`${folder} holds no template, a file that ends in .hbs`, folder)
  const odd = names.find(
    (name) => !name.startsWith(partial) && !templateNames.some((template) => template === name),
  )
  if (odd === undefined) return names
  const known = templateNames.map((name) => `${name}.hbs`)
  const file = `${odd}.hbs`
  throw invalid(`${file} replaces no template${didYouMean(file, known)}`, join(folder, file))
}
