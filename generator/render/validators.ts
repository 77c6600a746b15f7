import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { referredUnit } from '../build/unit-schemas.js'
import type { DocumentModel, Unit } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { Compiler, type Needs } from './ajv.js'
import { moduleCode } from './module-code.js'
import type { CompiledBefore } from './compiled-before.js'
import type { Templates } from './templates.js'
import type { UnitPaths } from './unit-paths.js'
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

const upTo = (module: string): string => '../'.repeat(module.split('/').length)

const isPathsType = ({ type }: Unit): boolean => /^(NonNullable<)?paths\[/.test(type)
const isRequestType = ({ type }: Unit): boolean => type.startsWith('RequestOf<')
const isComponentsType = (unit: Unit): boolean => unit.type.startsWith('components[') || isRequestType(unit)

/** Prints the validators of one document: one module per home, each with its declarations. */
export class ValidatorRenderer {
  readonly #templates: Templates
  readonly #file: string
  readonly #units: ReadonlyMap<string, Unit>
  readonly #paths: UnitPaths
  readonly #before: CompiledBefore
  readonly #unevaluated: boolean
  readonly #problems: Problem[] = []
  readonly #compiler = new Compiler()

  constructor(templates: Templates, model: DocumentModel, paths: UnitPaths, before: CompiledBefore) {
    const { file, units } = model
    this.#templates = templates
    this.#before = before
    this.#file = file
    this.#paths = paths
    this.#units = new Map(units.map((unit) => [unit.name, unit]))
    this.#unevaluated = units.some(({ schema }) => mentions(schema, (key) => key.startsWith('unevaluated')))
  }

  /**
   * All modules of validators.
   * @throws RampartError DOCUMENT_INVALID with every schema that no validator can be made of.
   */
  render(): OutputFile[] {
    const groups = groupByModule([...this.#units.values()])
    const files = [...groups].flatMap(([module, units]) => this.#module(module, units))
    if (this.#problems.length === 0) return files
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
      .filter((name) => this.#paths.has(name))
      .map((name) => this.#paths.importFrom(module, name))
    return [this.#unevaluated, units.map(({ exportName, schema }) => [exportName, schema]), paths]
  }

  #code(module: string, units: readonly Unit[]): string {
    try {
      const own = units.filter((unit) => referredUnit(unit.schema) === undefined)
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
    const target = referredUnit(unit.schema)
    if (target === undefined) return []
    const { path, exportName } = this.#paths.importFrom(module, target)
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
    return this.#compiler.compile(schemas, (unit) => this.#paths.importFrom(module, unit), needs)
  }
}
