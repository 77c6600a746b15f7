import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { evaluatingUnits } from '../build/evaluated.js'
import { referredUnit, unitsIn } from '../build/unit-schemas.js'
import type { DocumentModel, PlacedUnit } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { Compiler, type Needs } from './ajv.js'
import { moduleCode } from './module-code.js'
import type { CompiledBefore } from './compiled-before.js'
import type { Templates } from './templates.js'
import type { UnitImport, UnitPaths } from './unit-paths.js'

// No name that `build/names.ts` hands out is this one.
const defaultName = 'unit'
const prototypeMembers = new Set(Object.getOwnPropertyNames(Object.prototype))

const mentions = (schema: unknown, test: (key: string) => boolean): boolean => {
  if (typeof schema !== 'object' || schema === null) return typeof schema === 'string' && test(schema)
  return Object.entries(schema).some(([key, value]) => test(key) || mentions(value, test))
}

/** Units of one module: those that are known by it, and those whose code it holds. */
interface Group {
  readonly known: PlacedUnit[]
  readonly held: PlacedUnit[]
}

const groupByModule = (units: Iterable<PlacedUnit>, isWhole: boolean): Map<string, Group> => {
  const groups = new Map<string, Group>()
  const groupAt = (module: string): Group => {
    const group = groups.get(module) ?? { known: [], held: [] }
    groups.set(module, group)
    return group
  }
  for (const unit of units) {
    const isElsewhere = unit.code.module !== unit.module
    // What only other units refer to needs no module to be known by; and only where all have one does anybody rely on it.
    if (!isElsewhere || (isWhole && unit.isShared !== true)) groupAt(unit.module).known.push(unit)
    groupAt(unit.code.module).held.push(unit)
  }
  return groups
}

const messageOf = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof RangeError) return `it is too large for the compiler: ${reason}`
  return error instanceof URIError ? 'a name in it holds one half of a surrogate pair' : reason
}

const upTo = (module: string): string => '../'.repeat(module.split('/').length)

/** Prints the validators of one document: one module per home, each with its declarations. */
export class ValidatorRenderer {
  readonly #templates: Templates
  readonly #file: string
  readonly #units: ReadonlyMap<string, PlacedUnit>
  readonly #paths: UnitPaths
  /** By the name of a unit, the name that `validators/index.js` exports it by. */
  readonly #exported: ReadonlyMap<string, string>
  readonly #before: CompiledBefore
  /** Names of units that have to tell what they evaluated. */
  readonly #evaluating: ReadonlySet<string>
  /** Whether the folder of the version holds all of its validators. */
  readonly #isWhole: boolean
  readonly #problems: Problem[] = []
  readonly #compiler = new Compiler()

  constructor(templates: Templates, model: DocumentModel, paths: UnitPaths, before: CompiledBefore) {
    const { file, units, base, exports, tellsEvaluated } = model
    this.#isWhole = base === undefined
    this.#templates = templates
    this.#before = before
    this.#file = file
    this.#paths = paths
    this.#exported = new Map(Array.from(exports, ([name, unit]) => [unit, name]))
    this.#units = new Map(units.map((unit) => [unit.name, unit]))
    this.#evaluating = tellsEvaluated ? new Set(this.#units.keys()) : evaluatingUnits(units)
  }

  /**
   * All modules of validators.
   * @throws RampartError DOCUMENT_INVALID with every schema that no validator can be made of.
   */
  render(): OutputFile[] {
    const groups = groupByModule(this.#units.values(), this.#isWhole)
    const files = [...groups].flatMap(([module, group]) => this.#module(module, group))
    if (this.#problems.length === 0) return files
    throw new RampartError('DOCUMENT_INVALID', {
      message: `${this.#file}: no validator can be made of ${this.#problems.length} schema(s)`,
      where: { file: this.#file },
      problems: this.#problems,
    })
  }

  #module(module: string, { known, held }: Group): OutputFile[] {
    const path = `validators/${module}`
    const others = known.filter(({ code }) => code.module !== module)
    return [
      this.#before.file(`${path}.js`, this.#sources(module, held, others), () =>
        this.#templates.render('validator.js', { code: this.#code(module, held, others) }),
      ),
      ...(!this.#isWhole || known.every((unit) => unit.isShared)
        ? []
        : [{ path: `${path}.d.ts`, content: this.#declarations(module, known) }]),
    ]
  }

  /** What tables declare is handed on from there: their declarations are long, and read once. */
  #declarations(module: string, known: readonly PlacedUnit[]): string {
    const up = '../'.repeat(module.split('/').length - 1)
    const rows = known.filter(({ isShared }) => isShared !== true)
    const inTable = rows.filter(({ name }) => !this.#exported.has(name))
    const typeOf = ({ name }: PlacedUnit): string => `Validators[${JSON.stringify(name)}]`
    const main = inTable.find(({ exportName }) => exportName === 'default')
    const named = inTable.filter(({ exportName }) => exportName !== 'default')
    return this.#templates.render('validator.d.ts', {
      index: JSON.stringify(`${up}index.js`),
      handedOn: rows.flatMap(({ name, exportName }) => {
        const from = this.#exported.get(name)
        return from === undefined ? [] : [{ from, as: exportName }]
      }),
      table: inTable.length === 0 ? undefined : JSON.stringify(`${up}load.js`),
      main: main && typeOf(main),
      named: named.map((unit) => `${unit.exportName}: ${typeOf(unit)}`).join(',\n  '),
    })
  }

  /** All that the code of a module depends on. */
  #sources(module: string, held: readonly PlacedUnit[], others: readonly PlacedUnit[]): unknown {
    const used = new Set(held.flatMap(({ schema }) => unitsIn(schema)))
    const paths = [...used]
      .filter((name) => this.#paths.has(name))
      .map((name) => this.#paths.importFrom(module, name))
    const schemas = held.map(({ code, schema }) => [code.exportName, schema])
    return [this.#isEvaluating(held), schemas, paths, others.map(({ code }) => code)]
  }

  #code(module: string, held: readonly PlacedUnit[], others: readonly PlacedUnit[]): string {
    const handed = others.map(({ name, exportName }) => this.#handOn(module, name, exportName))
    return [...handed, ...this.#held(module, held)].join('\n').trimEnd()
  }

  #held(module: string, units: readonly PlacedUnit[]): string[] {
    try {
      const own = units.filter((unit) => referredUnit(unit.schema) === undefined)
      const aliases = units.flatMap((unit) => {
        const target = referredUnit(unit.schema)
        return target === undefined ? [] : [this.#handOn(module, target, unit.code.exportName)]
      })
      if (own.length === 0) return aliases
      const runtime = `${upTo(module)}../runtime`
      return [...aliases, moduleCode(this.#compile(module, own), runtime, defaultName)]
    } catch (error) {
      if (units.length > 1) for (const unit of units) this.#held(module, [unit])
      else for (const { pointer } of units) this.#problems.push(this.#problem(pointer, error))
      return []
    }
  }

  #isEvaluating(units: readonly PlacedUnit[]): boolean {
    return units.some(({ name }) => this.#evaluating.has(name))
  }

  /** The line that exports the validator of a unit that stands in another module. */
  #handOn(module: string, unit: string, as: string): string {
    const { path, exportName } = this.#paths.importFrom(module, unit)
    const names = exportName === as ? as : `${exportName} as ${as}`
    return `export { ${names} } from ${JSON.stringify(path)};`
  }

  #problem(pointer: string, error: unknown): Problem {
    const where = { file: this.#file, pointer }
    return { code: 'DOCUMENT_INVALID', severity: 'error', message: messageOf(error), where }
  }

  #compile(module: string, units: readonly PlacedUnit[]): string {
    const nameIn = ({ exportName }: PlacedUnit['code']): string =>
      exportName === 'default' ? defaultName : exportName
    const schemas = new Map<string, JsonSchema>(units.map(({ code, schema }) => [nameIn(code), schema]))
    const own = new Map(units.map(({ name, code }) => [name, nameIn(code)]))
    const needs: Needs = {
      unevaluated: this.#isEvaluating(units),
      ownProperties: units.some(({ schema }) => mentions(schema, (key) => prototypeMembers.has(key))),
    }
    const importOf = (unit: string): UnitImport => {
      const local = own.get(unit)
      return local === undefined ? this.#paths.importFrom(module, unit) : { path: '', exportName: local }
    }
    return this.#compiler.compile(schemas, importOf, needs)
  }
}
