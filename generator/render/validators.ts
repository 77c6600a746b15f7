import { join } from 'node:path/posix'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { DocumentModel, Unit, UnitHome } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { Compiler, type Needs } from './ajv.js'
import { moduleCode } from './module-code.js'
import type { CompiledBefore } from './compiled-before.js'
import { memberName } from './literal.js'
import type { Templates } from './templates.js'
import { standardExports } from './validator-exports.js'

// No name that `build/names.ts` hands out is this one.
const defaultName = 'unit'
const prototypeMembers = new Set(Object.getOwnPropertyNames(Object.prototype))

const mentions = (schema: unknown, test: (key: string) => boolean): boolean => {
  if (typeof schema !== 'object' || schema === null) return typeof schema === 'string' && test(schema)
  return Object.entries(schema).some(([key, value]) => test(key) || mentions(value, test))
}

/** Whatever stands under the keyword that names another unit; a property of that name is one too many, and no harm. */
const unitsIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'unit' && typeof value === 'string' ? [value] : unitsIn(value),
  )
}

const groupByModule = (units: readonly Unit[]): Map<string, Unit[]> => {
  const groups = new Map<string, Unit[]>()
  for (const unit of units) groups.set(unit.module, [...(groups.get(unit.module) ?? []), unit])
  return groups
}

/** Name of the unit that another one only refers to. */
const aliased = ({ schema }: Unit): string | undefined => {
  const [[keyword, name] = [], ...others] = typeof schema === 'object' ? Object.entries(schema) : []
  return keyword === 'unit' && others.length === 0 ? String(name) : undefined
}

const upTo = (module: string): string => '../'.repeat(module.split('/').length)

const isPathsType = ({ type }: Unit): boolean => /^(NonNullable<)?paths\[/.test(type)
const isRequestType = ({ type }: Unit): boolean => type.startsWith('RequestOf<')
const isComponentsType = (unit: Unit): boolean => unit.type.startsWith('components[') || isRequestType(unit)

/** Prints the validators of one document: one module per home, each with its declarations. */
export class ValidatorRenderer {
  readonly #templates: Templates
  readonly #file: string
  readonly #units: ReadonlyMap<string, Unit>
  readonly #homes: ReadonlyMap<string, UnitHome>
  readonly #model: DocumentModel
  readonly #before: CompiledBefore
  readonly #unevaluated: boolean
  readonly #problems: Problem[] = []
  readonly #compiler = new Compiler()

  constructor(templates: Templates, model: DocumentModel, before: CompiledBefore) {
    const { name: version, file, units, base } = model
    this.#templates = templates
    this.#model = model
    this.#before = before
    this.#file = file
    this.#homes = new Map([
      ...(base?.units ?? []),
      ...units.map(({ name, ...unit }): [string, UnitHome] => [name, { ...unit, version }]),
    ])
    this.#units = new Map(units.map((unit) => [unit.name, unit]))
    this.#unevaluated = units.some(({ schema }) => mentions(schema, (key) => key.startsWith('unevaluated')))
  }

  /**
   * All modules below `validators/`, and the table that loads them by name.
   * @throws RampartError DOCUMENT_INVALID with every schema that no validator can be made of.
   */
  render(): OutputFile[] {
    const groups = groupByModule([...this.#units.values()])
    const files = [...groups].flatMap(([module, units]) => this.#module(module, units))
    if (this.#problems.length === 0) return [...files, ...this.#loaders(), ...this.#index()]
    throw new RampartError('DOCUMENT_INVALID', {
      message: `${this.#file}: no validator can be made of ${this.#problems.length} schema(s)`,
      where: { file: this.#file },
      problems: this.#problems,
    })
  }

  #module(module: string, units: readonly Unit[]): OutputFile[] {
    const path = `validators/${module}`
    const isShared = units.every((unit) => unit.isShared)
    const declared = {
      runtime: `${upTo(module)}../runtime`,
      types: `${upTo(module)}types.js`,
      usesPaths: units.some(isPathsType),
      usesComponents: units.some(isComponentsType),
      usesRequests: units.some(isRequestType),
      main: units.find(({ exportName }) => exportName === 'default'),
      named: units.filter(({ exportName }) => exportName !== 'default'),
    }
    return [
      this.#before.file(`${path}.js`, this.#sources(module, units), () =>
        this.#templates.render('validator.js', { code: this.#code(module, units) }),
      ),
      ...(isShared
        ? []
        : [{ path: `${path}.d.ts`, content: this.#templates.render('validator.d.ts', declared) }]),
    ]
  }

  /** All that the code of a module depends on. */
  #sources(module: string, units: readonly Unit[]): unknown {
    const used = new Set(units.flatMap(({ schema }) => unitsIn(schema)))
    const paths = [...used]
      .filter((name) => this.#homes.has(name))
      .map((name) => this.#importPath(module, name))
    return [this.#unevaluated, units.map(({ exportName, schema }) => [exportName, schema]), paths]
  }

  #code(module: string, units: readonly Unit[]): string {
    try {
      const own = units.filter((unit) => aliased(unit) === undefined)
      const aliases = units.flatMap((unit) => this.#alias(module, unit))
      const runtime = `${upTo(module)}../runtime`
      const compiled = own.length === 0 ? '' : moduleCode(this.#compile(module, own), runtime)
      const code = own.length === 0 ? '' : standardExports(compiled, defaultName, runtime)
      return [...aliases, code].join('\n').trimEnd()
    } catch (error) {
      if (units.length > 1) for (const unit of units) this.#code(module, [unit])
      else for (const { pointer } of units) this.#problems.push(this.#problem(pointer, error))
      return ''
    }
  }

  /** The line that exports the validator of another unit under the name of one that means the same. */
  #alias(module: string, unit: Unit): string[] {
    const target = aliased(unit)
    if (target === undefined) return []
    const { path, exportName } = this.#importPath(module, target)
    const names = exportName === unit.exportName ? exportName : `${exportName} as ${unit.exportName}`
    return [`export { ${names} } from ${JSON.stringify(path)};`]
  }

  #problem(pointer: string, error: unknown): Problem {
    const reason = error instanceof Error ? error.message : String(error)
    const message = error instanceof RangeError ? `it is too large for the compiler: ${reason}` : reason
    return { code: 'DOCUMENT_INVALID', severity: 'error', message, where: { file: this.#file, pointer } }
  }

  #compile(module: string, units: readonly Unit[]): string {
    const schemas = new Map<string, JsonSchema>(
      units.map(({ exportName, schema }) => [exportName === 'default' ? defaultName : exportName, schema]),
    )
    const needs: Needs = {
      unevaluated: this.#unevaluated,
      ownProperties: units.some(({ schema }) => mentions(schema, (key) => prototypeMembers.has(key))),
    }
    return this.#compiler.compile(schemas, (unit) => this.#importPath(module, unit), needs)
  }

  /** Where a module in the folder of the document imports the validator of a unit from. */
  importOf(name: string): { readonly path: string; readonly exportName: string } {
    const home = this.#home(name)
    return {
      path: `./${join('validators', this.#pathOf(home))}`.replace('./../', '../'),
      exportName: home.exportName,
    }
  }

  #home(name: string): UnitHome {
    const home = this.#homes.get(name)
    if (!home) throw new Error(`no validator is named ${name}`)
    return home
  }

  /** Path of the module of a unit, from the folder of validators or from `depth` folders below it. */
  #pathOf({ version, module }: UnitHome, depth = 0): string {
    const validators = version === this.#model.name ? '' : `../../${version}/validators/`
    return `${'../'.repeat(depth)}${validators}${module}.js`.replace(/^(?!\.)/, './')
  }

  #importPath(from: string, name: string): { path: string; exportName: string } {
    const home = this.#home(name)
    return { path: this.#pathOf(home, from.split('/').length - 1), exportName: home.exportName }
  }

  #rows(names: Iterable<string>): object[] {
    return Array.from(names, (name) => {
      const { path, exportName } = this.#importPath('', name)
      return { key: memberName(name), path: JSON.stringify(path), exportName }
    })
  }

  #loaders(): OutputFile[] {
    const { base } = this.#model
    // What is shared inside a document is nobody's to ask for.
    const own = [...this.#units.values()].flatMap(({ name, isShared }) => (isShared ? [] : [name]))
    const gone = base?.removed.units ?? []
    const replaced = [...gone, ...own].map((name) => JSON.stringify(name)).join(' | ')
    const path = base && JSON.stringify(`../../${base.name}/validators/load.js`)
    const code = {
      base: path,
      rows: this.#rows(own),
      open: base ? `/* @__PURE__ */ extend(base.loaders, ${JSON.stringify(gone)}, ` : '',
      close: base ? ')' : '',
    }
    const isExtended = base !== undefined && base.depth > 0
    const types = {
      base: isExtended ? path : undefined,
      rows: this.#rows(isExtended ? own : [...(base?.units.keys() ?? []), ...own]),
      extends: isExtended ? `extends Omit<base.Validators, ${replaced || 'never'}> ` : '',
    }
    return [
      { path: 'validators/load.js', content: this.#templates.render('validators-load.js', code) },
      { path: 'validators/load.d.ts', content: this.#templates.render('validators-load.d.ts', types) },
    ]
  }

  #index(): OutputFile[] {
    const { base, exports } = this.#model
    // A name cannot be taken out of what is exported as a whole.
    const whole = base && [...base.exports.keys()].every((name) => exports.has(name)) ? base : undefined
    const own = [...exports].filter(
      ([name, unit]) => !whole?.units.has(unit) || whole.exports.get(name) !== unit,
    )
    const values = {
      base: whole && JSON.stringify(`../../${whole.name}/validators/index.js`),
      rows: own.map(([name, unit]) => {
        const home = this.#home(unit)
        return { from: home.exportName, as: name, path: JSON.stringify(this.#pathOf(home)) }
      }),
    }
    return [
      { path: 'validators/index.js', content: this.#templates.render('validators-index.js', values) },
      { path: 'validators/index.d.ts', content: this.#templates.render('validators-index.d.ts', values) },
    ]
  }
}
