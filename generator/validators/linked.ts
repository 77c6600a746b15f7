import vm from 'node:vm'
import * as runtime from '../../runtime/validators.js'
import type { Validator } from '../../runtime/validator.js'
import type { Unit } from '../model/document.js'
import type { UnitCompiler } from './compile.js'
import { ConstantName, FunctionName, RuntimeName } from './statements.js'

/** A function of generated code, with what it leaves behind for those that call it. */
interface Judge {
  (data: unknown): boolean
  found?: unknown
  evaluated?: unknown
}

/** Calls made up for a schema that no function can be made of: anything fits. */
const anything = (): Judge =>
  Object.assign(() => true, { found: null, evaluated: { props: true, items: true } })

/** The value of a name of the runtime. */
const ofRuntime = (name: string): unknown => Reflect.get(runtime, name)

/** Where the functions of a document come from. */
export interface LinkedParts {
  readonly compiler: UnitCompiler
  readonly unitOf: (name: string) => Unit | undefined
  /** Called with each unit that no function can be made of, and why: values of it are not judged. */
  readonly onFault: (unit: Unit, message: string) => void
}

/** The functions of units in this process, each compiled when it is first called: the code that generated modules hold. */
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

  /** Names inside the function have no value outside. */
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

  /** The function of another unit; until it is called, one in its place. */
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
