import vm from 'node:vm'
import { cached, segmentsOf } from '../document/index.js'
import type { JsonSchema, Surface } from '../runtime/surface.js'
import type { Validator } from '../runtime/fail.js'
import * as runtime from '../runtime/validators.js'
import { type Tables, tablesOf, unitsOf } from './build/build.js'
import { evaluatingUnits } from './build/subschemas.js'
import { loadDocument } from './load/load.js'
import { pointerInText } from './load/swagger.js'
import type {
  Gap,
  GenerateOptions,
  GeneratorInput,
  LoadedDocument,
  RawObject,
  Unit,
} from './model/document.js'
import { attributed, type Unread, unsupportedIn } from './unread.js'
import { costlyUnits, UnitCompiler } from './validators/compile.js'
import { ConstantName, FunctionName, RuntimeName } from './validators/statements.js'

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

/** Options for opening a document. */
export type SurfaceOptions = Pick<GenerateOptions, 'allowRefs' | 'signal'>

/** A document opened for testing. */
export interface OpenedSurface {
  /** Its tables, with validators that are compiled on first use. */
  readonly surface: Surface
  /** The bundled document. */
  readonly root: RawObject
  /** Whether it was converted from Swagger 2.0. */
  readonly isConverted: boolean
  /** Maps a JSON Pointer to the user's document; undefined if it has no counterpart there. */
  pointerInText(pointer: string): string | undefined
  /** The unreadable parts known so far; some only show when validators are compiled. */
  readonly unread: readonly Unread[]
}

// Units that must report what they evaluated can only be found from all units, which few documents need. An escape
// may hide the keyword.
const mayAskForEvaluated = (text: string): boolean => /unevaluated|\\(?:u00|x|U000000)[67]/.test(text)

const compilerOf = (tables: Tables, isWhole: boolean): UnitCompiler => {
  const evaluating = isWhole ? evaluatingUnits(unitsOf(tables)) : new Set<string>()
  const schemaOf = (unit: string): JsonSchema | undefined => tables.units.unit(unit)?.schema
  return new UnitCompiler({
    tellsEvaluated: (unit) => evaluating.has(unit),
    isCostly: costlyUnits(schemaOf),
    endOf: (unit) => unit,
  })
}

/** An opened document with the functions of generated modules, each compiled here on first use. */
class Opened implements OpenedSurface {
  readonly surface: Surface
  readonly #document: LoadedDocument
  readonly #tables: Tables
  readonly #compiler: UnitCompiler
  readonly #judges = new Map<string, Judge>()
  readonly #constants = new Map<string, unknown>()
  /** Gaps of the document, and schemas that turned out not to compile, so that their values are not validated. */
  readonly #gaps: Gap[]
  #known: { readonly count: number; readonly unread: readonly Unread[] } = { count: 0, unread: [] }

  constructor(document: LoadedDocument, { text }: GeneratorInput) {
    this.#document = document
    this.#gaps = [...document.gaps, ...unsupportedIn(document.root)]
    this.#tables = tablesOf(document, false)
    this.#compiler = compilerOf(this.#tables, !document.isSelfContained || mayAskForEvaluated(text))
    const { units: _units, names: _names, named: _named, ...tables } = this.#tables
    const validator: Surface['validator'] = async (name) => runtime.standard(this.#judge(name) as Validator)
    this.surface = { version: document.name, sha256: document.sha256, ...tables, validator }
  }

  get root(): RawObject {
    return this.#document.root
  }

  get isConverted(): boolean {
    return this.#document.pathInText !== undefined
  }

  get unread(): readonly Unread[] {
    const gaps = [...this.#gaps, ...this.#tables.units.gaps]
    if (this.#known.count !== gaps.length)
      this.#known = { count: gaps.length, unread: attributed(this.#document, gaps) }
    return this.#known.unread
  }

  pointerInText(pointer: string): string | undefined {
    return pointerInText(this.#document.pathInText, pointer)
  }

  #judge(name: string): Judge {
    return cached(this.#judges, name, () => {
      const unit = this.#tables.units.unit(name)
      if (!unit) throw new RangeError(`no validator is named ${name}`)
      return this.#compiled(unit)
    })
  }

  #compiled(unit: Unit): Judge {
    try {
      const { local, body, reads } = this.#compiler.code(unit)
      const outer = [...reads].filter(({ str }) => str !== local)
      const values = new Map(outer.flatMap((name) => this.#valueOf(name)))
      const text = `'use strict'\nreturn function ${local}(data) {\n${body}\n}`
      const filename = `rampart:${unit.pointer}`
      const made: unknown = vm.compileFunction(text, [...values.keys()], { filename })(...values.values())
      return made as Judge
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#gaps.push({ path: segmentsOf(unit.pointer), reason })
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

/** Implements `openSurface`. */
export async function openDocument(
  input: GeneratorInput,
  given: SurfaceOptions = {},
): Promise<OpenedSurface> {
  const options = { lenient: true, closedResponses: true, hasNewer: true, ...given }
  const loaded = await loadDocument(input, options)
  // A new root object, so that memoized references below the first one can be freed.
  return new Opened({ ...loaded, root: { ...loaded.root } }, input)
}
