import vm from 'node:vm'
import * as runtime from '../../runtime/validators.js'
import type { Validator } from '../../runtime/validator.js'
import type { Unit } from '../model/document.js'
import type { UnitCompiler } from './compile.js'
import { ConstantName, FunctionName, RuntimeName } from './statements.js'

/** A function of generated code, with the results that it stores for callers. */
interface Judge {
  (data: unknown): boolean
  found?: unknown
  evaluated?: unknown
}

/** Replaces a schema that cannot be compiled: every value is valid. */
const anything = (): Judge =>
  Object.assign(() => true, { found: null, evaluated: { props: true, items: true } })

const ofRuntime = (name: string): unknown => Reflect.get(runtime, name)

/** The source of a document's functions. */
export interface LinkedParts {
  readonly compiler: UnitCompiler
  readonly unitOf: (name: string) => Unit | undefined
  /** Called with each unit that cannot be compiled, so that its values are not validated, and the reason. */
  readonly onFault: (unit: Unit, message: string) => void
}

/** The functions of units in this process, with the same code as generated modules. Each is compiled on first use. */
export class LinkedUnits {
  readonly #parts: LinkedParts
  readonly #judges = new Map<string, Judge>()
  readonly #constants = new Map<string, unknown>()

  constructor(parts: LinkedParts) {
    this.#parts = parts
  }

  /**
   * The validator of a unit.
   * @throws RangeError when there is no unit of that name.
   */
  validator(name: string): Validator {
    return runtime.standard(this.#judge(name) as Validator)
  }

  #judge(name: string): Judge {
    const known = this.#judges.get(name)
    if (known) return known
    const unit = this.#parts.unitOf(name)
    if (!unit) throw new RangeError(`no validator is named ${name}`)
    const judge = this.#compiled(unit)
    this.#judges.set(name, judge)
    return judge
  }

  #compiled(unit: Unit): Judge {
    try {
      const { local, body, reads } = this.#parts.compiler.code(unit)
      const outer = [...reads].filter(({ str }) => str !== local)
      const values = new Map(outer.flatMap((name) => this.#valueOf(name)))
      const text = `'use strict'\nreturn function ${local}(data) {\n${body}\n}`
      const filename = `rampart:${unit.pointer}`
      const made: unknown = vm.compileFunction(text, [...values.keys()], { filename })(...values.values())
      return made as Judge
    } catch (error) {
      this.#parts.onFault(unit, error instanceof Error ? error.message : String(error))
      return anything()
    }
  }

  /** Local names of the function have no value outside. */
  #valueOf(name: unknown): [string, unknown][] {
    if (name instanceof RuntimeName) return [[name.str, ofRuntime(name.str)]]
    if (name instanceof ConstantName) return [[name.str, this.#constant(name)]]
    return name instanceof FunctionName ? [[name.str, this.#later(name.str.slice(1))]] : []
  }

  #constant({ str, code, imports }: ConstantName): unknown {
    if (!this.#constants.has(str))
      this.#constants.set(str, vm.compileFunction(`return ${code}`, [...imports])(...imports.map(ofRuntime)))
    return this.#constants.get(str)
  }

  /** The function of another unit, or a placeholder until its first call. */
  #later(name: string): Judge {
    const known = this.#judges.get(name)
    if (known) return known
    const later: Judge = (data) => {
      const judge = this.#judge(name)
      const isValid = judge(data)
      later.found = judge.found
      later.evaluated = judge.evaluated
      return isValid
    }
    return later
  }
}
