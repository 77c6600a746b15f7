import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { evaluatingUnits } from '../build/evaluated.js'
import { referredUnit } from '../build/unit-schemas.js'
import type { Unit } from '../model/document.js'
import { refusingAll } from './failures.js'
import { Compiler } from './compiler.js'
import { Constants } from './constants.js'
import { costlyUnits } from './costly.js'
import { printBody } from './print.js'
import { ConstantName, eachRead, FunctionName, RuntimeName, type Statement } from './statements.js'
import { tidy } from './tidy.js'

/** A function of the module that judges a value, and keeps what it found. */
export interface CompiledFunction {
  /** Name of the unit. */
  readonly unit: string
  /** Name of the function inside the module. */
  readonly local: string
  /** Its statements, indented, without the braces around them. */
  readonly body: string
}

/** All validators of a version, as code. */
export interface CompiledValidators {
  readonly functions: readonly CompiledFunction[]
  /** Units that are judged by the function of another, by name: that of the other. */
  readonly aliases: ReadonlyMap<string, string>
  /** Patterns, lists and sets, named by what they hold. */
  readonly constants: readonly { readonly name: string; readonly code: string }[]
  /** Names of the runtime that functions and constants use. */
  readonly imports: readonly string[]
}

const prototypeMembers = new Set(Object.getOwnPropertyNames(Object.prototype))

const mentionsMembers = (schema: unknown): boolean => {
  if (typeof schema === 'string') return prototypeMembers.has(schema)
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(([key, value]) => prototypeMembers.has(key) || mentionsMembers(value))
}

const messageOf = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof RangeError) return `it is too large for the compiler: ${reason}`
  return error instanceof URIError ? 'a name in it holds one half of a surrogate pair' : reason
}

/** By the name of each unit that only hands another one on, the name of the unit at the end. */
const aliasesOf = (units: readonly Unit[]): ReadonlyMap<string, string> => {
  const next = new Map(
    units.flatMap(({ name, schema }) => {
      const other = referredUnit(schema)
      return other === undefined ? [] : [[name, other] as const]
    }),
  )
  const endOf = (name: string): string => {
    const passed = new Set<string>()
    let here = name
    for (let on = next.get(here); on !== undefined && !passed.has(on); on = next.get(here)) {
      passed.add(here)
      here = on
    }
    return here
  }
  return new Map(Array.from(next.keys(), (name) => [name, endOf(name)]))
}

const recall = new RuntimeName('recall')

/** Everything outside its functions that the code of a module refers to. */
class References {
  readonly #constants = new Map<string, ConstantName>()
  readonly #imports = new Set<string>()

  add(statements: readonly Statement[]): void {
    eachRead(statements, (name) => {
      if (name instanceof RuntimeName) this.use(name)
      if (!(name instanceof ConstantName)) return
      this.#constants.set(name.str, name)
      for (const used of name.imports) this.#imports.add(used)
    })
  }

  use(name: RuntimeName): void {
    this.#imports.add(name.str)
  }

  get constants(): CompiledValidators['constants'] {
    const all = [...this.#constants.values()].toSorted((a, b) => (a.str < b.str ? -1 : 1))
    return all.map(({ str, code }) => ({ name: str, code }))
  }

  get imports(): readonly string[] {
    return [...this.#imports].toSorted()
  }
}

/** Compiles the units of one document. */
class UnitCompiler {
  readonly #aliases: ReadonlyMap<string, string>
  readonly #names: ReadonlyMap<string, FunctionName>
  readonly #compiler: Compiler
  readonly #references = new References()
  readonly #costly: ReadonlySet<string>
  readonly #file: string
  readonly #problems: Problem[] = []

  constructor(units: readonly Unit[], file: string) {
    const evaluating = evaluatingUnits(units)
    this.#costly = costlyUnits(units)
    this.#file = file
    this.#aliases = aliasesOf(units)
    this.#names = new Map(units.map(({ name }) => [name, new FunctionName(`$${name}`, evaluating.has(name))]))
    this.#compiler = new Compiler((unit) => this.#nameOf(unit), new Constants())
  }

  compile(units: readonly Unit[]): CompiledValidators {
    const functions = units.flatMap((unit) => (this.#aliases.has(unit.name) ? [] : this.#function(unit)))
    if (this.#problems.length > 0) {
      throw new RampartError('DOCUMENT_INVALID', {
        message: `${this.#file}: no validator can be made of ${this.#problems.length} schema(s)`,
        where: { file: this.#file },
        problems: this.#problems,
      })
    }
    const { constants, imports } = this.#references
    return { functions, aliases: this.#aliases, constants, imports }
  }

  #function(unit: Unit): CompiledFunction[] {
    try {
      const name = this.#nameOf(unit.name)
      const statements = tidy(this.#statements(unit.schema, name))
      this.#references.add(statements)
      return [{ unit: unit.name, local: name.str, body: this.#body(name, statements, unit.name) }]
    } catch (error) {
      const where = { file: this.#file, pointer: unit.pointer }
      this.#problems.push({ code: 'DOCUMENT_INVALID', severity: 'error', message: messageOf(error), where })
      return []
    }
  }

  // Evaluated members would have to be remembered too: such unions are asked as often as it takes.
  #body(name: FunctionName, statements: readonly Statement[], unit: string): string {
    if (name.tellsEvaluated || !this.#costly.has(unit)) return printBody(statements)
    this.#references.use(recall)
    return `  return ${recall.str}(${name.str}, data, () => {\n${printBody(statements, '    ')}\n  })`
  }

  #statements(schema: JsonSchema, name: FunctionName): readonly Statement[] {
    if (schema === false) return refusingAll(name)
    const needs = { unevaluated: name.tellsEvaluated, ownProperties: mentionsMembers(schema) }
    return this.#compiler.compile(schema === true ? {} : schema, name, needs)
  }

  #nameOf(unit: string): FunctionName {
    const name = this.#names.get(this.#aliases.get(unit) ?? unit)
    if (!name) throw new Error(`no validator is named ${unit}`)
    return name
  }
}

/**
 * Compiles the units of one document into functions of one module, which call each other by their names.
 * @param file of the document, for messages
 * @throws RampartError DOCUMENT_INVALID with every schema that no validator can be made of
 */
export function compileValidators(units: readonly Unit[], file: string): CompiledValidators {
  return new UnitCompiler(units, file).compile(units)
}
