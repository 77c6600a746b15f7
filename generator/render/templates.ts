import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import Handlebars from 'handlebars'
import { fileReason, nearest, RampartError } from '../../diagnostics/index.js'
import { Layout, layoutPartials } from './layout.js'
import { type Contract, TemplateCheck, type TemplateSource } from './template-check.js'
import type { ClientValues, PartialModel, TagFileValues, TemplateModel } from './template-model.js'

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

type TemplateName = keyof TemplateModel

/** Texts of templates and of partials, by name. */
interface Sources {
  readonly templates: ReadonlyMap<string, TemplateSource>
  readonly partials: ReadonlyMap<string, TemplateSource>
}

interface Compiled extends Omit<TemplateSource, 'text'> {
  readonly print: Handlebars.TemplateDelegate
}

const options = { noEscape: true, strict: true, knownHelpersOnly: true } as const

/** The changes of a user. */
interface Own {
  readonly contract: Contract
  /** Names of the partials that are not the shipped ones. */
  readonly partials: ReadonlySet<string>
}

/** Compiled templates. They contain only loops over prepared strings: nothing is escaped or computed in them. */
export class Templates {
  readonly #templates: ReadonlyMap<string, Compiled>
  readonly #partials: ReadonlyMap<string, Compiled>
  readonly #own: Own | undefined
  /** Undefined with the shipped partials, because types are printed in their layout already. */
  readonly #layout: Layout | undefined

  private constructor({ templates, partials }: Sources, own?: Own) {
    const handlebars = Handlebars.create()
    for (const [name, { text }] of partials) handlebars.registerPartial(name, text)
    const printer = ({ text, ...at }: TemplateSource): Compiled =>
      Object.assign(at, { print: handlebars.compile(text, options) })
    const compiled = (sources: Sources['templates']): Map<string, Compiled> =>
      new Map(Array.from(sources, ([key, source]) => [key, printer(source)]))
    this.#templates = compiled(templates)
    this.#partials = compiled(partials)
    this.#own = own
    const isLaidOut = layoutPartials.some((name) => own?.partials.has(name))
    if (own && isLaidOut)
      this.#layout = new Layout(own.contract, (...given) => this.#partial(...given), own.partials)
  }

  /** Reads templates, those of `own` in place of `shipped`. @throws RampartError TEMPLATE_INVALID */
  static async load(shipped: string, own?: string): Promise<Templates> {
    const given = await sourcesIn(shipped, await namesIn(shipped))
    if (own === undefined) return new Templates(given)
    const changed = await sourcesIn(own, await ownNames(own))
    const sources = {
      templates: new Map([...given.templates, ...changed.templates]),
      partials: new Map([...given.partials, ...changed.partials]),
    }
    const contract: Contract = JSON.parse(await readTemplate(join(shipped, 'model.json')))
    refuseMistakes(sources, changed, contract)
    const partials = [...changed.partials].filter(
      ([name, one]) => given.partials.get(name)?.text !== one.text,
    )
    return new Templates(sources, { contract, partials: new Set(partials.map(([name]) => name)) })
  }

  /** @throws RampartError TEMPLATE_INVALID when the template fails. */
  render<Name extends TemplateName>(name: Name, values: TemplateModel[Name]): string {
    const laidOut = this.#layout?.values(this.#own?.contract.templates[name] ?? '', values) ?? values
    return printTemplate(this.#templates.get(name), laidOut)
  }

  /** Names of the templates of a user that replace none: paths in the folder of a version. */
  get files(): readonly string[] {
    return [...this.#templates.keys()].filter((name) => !isShipped(name))
  }

  /** Prints one of `files`. @throws RampartError TEMPLATE_INVALID when the template fails. */
  renderFile(name: string, values: ClientValues | TagFileValues): string {
    const laidOut = this.#layout?.values('tag' in values ? 'TagFileValues' : 'ClientValues', values) ?? values
    return printTemplate(this.#templates.get(name), laidOut)
  }

  /** The name of the type of a component schema, from its name as an identifier; undefined where it stays. */
  get typeName(): ((name: string) => string) | undefined {
    if (this.#own?.partials.has('type-name') !== true) return undefined
    return (name) => {
      const made = this.#partial('type-name', { name })
      if (/^[A-Za-z_]\w*$/.test(made)) return made
      const file = this.#partials.get('type-name')?.file ?? ''
      const message = `partials/type-name.hbs makes ${JSON.stringify(made)} of ${name}, which is not a name`
      throw invalid(message, file)
    }
  }

  #partial<Name extends keyof PartialModel>(name: Name, values: PartialModel[Name]): string {
    // Partials end with a line break, but are printed inside a line.
    return printTemplate(this.#partials.get(name), values).replace(/\n$/, '')
  }
}

const printTemplate = (template: Compiled | undefined, values: unknown): string => {
  try {
    return template?.print(values) ?? ''
  } catch (cause) {
    throw invalid(`template ${template?.name}: ${messageOf(cause)}`, template?.file ?? '', cause)
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const invalid = (message: string, file: string, cause?: unknown): RampartError =>
  new RampartError('TEMPLATE_INVALID', { message, where: { file }, cause })

const fixFolder = 'Give --templates a folder; "npx rampart templates eject --to DIR" makes one.'

/** Refuses templates that use unknown names, before one is printed. */
const refuseMistakes = ({ templates, partials }: Sources, ownSources: Sources, contract: Contract): void => {
  const parsed = ({ name, file }: TemplateSource, parse: () => void): void => {
    try {
      parse()
    } catch (cause) {
      throw invalid(`${name}: ${messageOf(cause)}`, file, cause)
    }
  }
  for (const source of partials.values()) parsed(source, () => Handlebars.parse(source.text))
  const all = new TemplateCheck(contract, partials)
  for (const [name, source] of templates) {
    const type = contract.templates[name] ?? contract.files[name.includes('[tag]') ? 'tag' : 'file'] ?? ''
    parsed(source, () => all.template(type, source))
  }
  for (const [name, type] of Object.entries(contract.partials)) all.partial(name, type)
  const mistakes = all.mistakes(ownSources.partials.keys())
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
    throw invalid(`cannot read template ${file}`, file, cause)
  }
}

/** The templates below a folder, as paths without their extension. */
const namesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new RampartError('TEMPLATE_INVALID', {
      message: `the folder of templates ${folder} cannot be read: ${fileReason(cause)}`,
      where: { file: folder },
      fix: fixFolder,
      cause,
    })
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
  if (names.length === 0)
    throw new RampartError('TEMPLATE_INVALID', {
      message: `${folder} contains no template, which is a file that ends in .hbs`,
      where: { file: folder },
      fix: fixFolder,
    })
  for (const name of names) {
    const mistake = name.startsWith(partial) || isShipped(name) ? undefined : mistakeInName(name)
    if (mistake !== undefined) throw invalid(`${name}.hbs ${mistake}`, join(folder, `${name}.hbs`))
  }
  return names
}

const isShipped = (name: string): boolean => templateNames.some((template) => template === name)

/** The reason why a template that replaces none cannot add a file; undefined if it can. */
const mistakeInName = (name: string): string | undefined => {
  const placeholders = [...name.matchAll(/\[([^\]]*)\]/g)].map(([, placeholder = '']) => placeholder)
  const unknown = placeholders.find((placeholder) => placeholder !== 'tag')
  if (unknown !== undefined) return `is for each ${unknown}, but files can only be for each [tag]`
  const [, stem = '', ending = ''] = /^([^.]*)(.*)$/.exec(name) ?? []
  const known = templateNames.filter((template) => template.replace(/^[^.]*/, '') === ending)
  const stems = known.map((template) => template.slice(0, -ending.length))
  const near = nearest(stem, stems)
  const [meant] = near.map((one) => JSON.stringify(`${one}${ending}.hbs`))
  return meant === undefined ? undefined : `replaces no template; did you mean ${meant}?`
}
