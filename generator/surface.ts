import vm from 'node:vm'
import {
  cached,
  collectReferences,
  entriesOf,
  groupedBy,
  isObject,
  locate,
  locationsOf,
  pointerTo,
  type Reference,
  segmentsOf,
} from '../document/index.js'
import type { Validator } from '../runtime/fail.js'
import type { JsonSchema, Surface } from '../runtime/surface.js'
import * as runtime from '../runtime/validators.js'
import { type Tables, tablesOf, unitsOf } from './build/build.js'
import { formIn, type NamedOperation, namedOperations } from './build/operations.js'
import { evaluatingUnits } from './build/subschemas.js'
import { parameterOn } from './load/gate.js'
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
import { costlyUnits, UnitCompiler } from './validators/compile.js'
import { ConstantName, FunctionName, RuntimeName } from './validators/statements.js'

/** An unreadable part of a document, which validates no values. */
export interface Unread {
  /** Its JSON Pointer in the document, in OpenAPI 3 if it was converted. */
  readonly pointer: string
  readonly message: string
  /** Name of the operation that it belongs to; absent if no operation uses it. */
  readonly operation?: string
  /** The part of the operation that it is in; absent for other parts, or the operation itself. */
  readonly part?: 'parameters' | 'requestBody' | 'responses'
  /** The status of the response as written, or the name of the parameter. */
  readonly name?: string
}

/** The smallest reusable part of a document, or part of an operation, that contains a gap. */
interface Owner extends Pick<Unread, 'part' | 'name'> {
  readonly key: string
  /** The path of its operations, and their method unless it applies to all. */
  readonly path?: string
  readonly method?: string
}

const partNamed = (name: string | undefined): Unread['part'] =>
  (['parameters', 'requestBody', 'responses'] as const).find((part) => part === name)

/** @param depth the number of keys before the key of the part */
const partAt = (at: readonly string[], depth: number, parameter: string | undefined): Owner => {
  const part = partNamed(at[depth])
  if (part === undefined) return { key: pointerTo(at.slice(0, depth)) }
  if (part === 'requestBody') return { part, key: pointerTo(at.slice(0, depth + 1)) }
  const name = part === 'parameters' ? parameter : at[depth + 1]
  const key = pointerTo([...at.slice(0, depth + 1), name ?? ''])
  return { part, key, ...(name !== undefined && { name }) }
}

/** Assigns the gaps of a document to operations. */
class Attribution {
  readonly #root: RawObject
  readonly #operations: ReadonlyMap<string, readonly NamedOperation[]>
  /** By the key of an owner, the references to it. */
  readonly #users: ReadonlyMap<string, readonly Reference[]>
  readonly #found: Unread[] = []

  constructor(document: LoadedDocument) {
    this.#root = document.root
    this.#operations = groupedBy(namedOperations(document, 'paths'), ({ path }) => path)
    const all = collectReferences(document.root)
    this.#users = groupedBy(all, ({ ref }) => this.#locatedOwner(segmentsOf(ref)).key)
  }

  /** Every part of an operation gets all gaps in itself, and the first gap of each component that it refers to. */
  of(gaps: readonly Gap[]): readonly Unread[] {
    const waiting = gaps.map((gap) => [this.#ownerOf(gap.path, gap.parameter), gap] as const)
    const reached = new Set<string>()
    for (const [index, [owner, gap]] of waiting.entries()) {
      if (index < gaps.length || !reached.has(owner.key)) this.#tell(owner, gap)
      if (reached.has(owner.key)) continue
      reached.add(owner.key)
      // One path item may refer to another.
      const item = owner.path === undefined ? [] : [pointerTo(['paths', owner.path])]
      for (const key of [owner.key, ...item])
        for (const { path } of this.#users.get(key) ?? []) waiting.push([this.#locatedOwner(path), gap])
    }
    const reported = new Set(this.#found.map(({ pointer }) => pointer))
    return [...this.#found, ...gaps.map(unreadAt).filter(({ pointer }) => !reported.has(pointer))]
  }

  #locatedOwner(at: readonly string[]): Owner {
    return this.#ownerOf(at, parameterOn(this.#root, at))
  }

  #ownerOf(at: readonly string[], parameter: string | undefined): Owner {
    const [section, path = '', third, fourth] = at
    if (section !== 'paths') return { key: pointerTo(at.slice(0, 3)) }
    const isAdditional = third === 'additionalOperations'
    const method = isAdditional ? fourth : third
    if (third === 'parameters') return { path, ...partAt(at, 2, parameter) }
    if (method === undefined) return { path, key: pointerTo(at) }
    return { path, method, ...partAt(at, isAdditional ? 4 : 3, parameter) }
  }

  #tell({ path, method, part, name }: Owner, gap: Gap): void {
    for (const one of path === undefined ? [] : (this.#operations.get(path) ?? [])) {
      if (method !== undefined && one.method !== method) continue
      const where = { ...(part && { part }), ...(name !== undefined && { name }) }
      this.#found.push({ ...unreadAt(gap), operation: one.name, ...where })
    }
  }
}

const unreadAt = ({ path, reason }: Gap): Unread => ({ pointer: pointerTo(path), message: reason })

const isNoForm = (root: RawObject, path: readonly string[]): boolean => {
  const at = locate(root, path)
  return at?.node['in'] === 'querystring' && !formIn(root, at)?.node['properties']
}

/**
 * Reads the parts that OpenAPI 3.2 adds: a media type with an `itemSchema` gets the schema of a list, because the items
 * of a stream are validated as one. Returns the parts that are not validated.
 */
const readNewerParts = (root: RawObject): readonly Gap[] => {
  if (!String(root['openapi']).startsWith('3.2')) return []
  const gaps: Gap[] = []
  for (const { node, path, kind } of locationsOf(root)) {
    if (kind !== 'object' && kind !== 'map') continue
    const at = (key: string, reason: string): void => void gaps.push({ path: [...path, key], reason })
    const known = entriesOf(node).map(([key]) => key)
    if (kind === 'object' && isObject(node) && known.includes('itemSchema')) {
      if (known.includes('schema')) at('itemSchema', 'a stream that has a schema is judged by it alone')
      else Object.assign(node, { schema: { type: 'array', items: node['itemSchema'] } })
    }
    if (kind === 'map' && path.at(-1) === 'additionalOperations')
      for (const key of known)
        if (key !== key.toUpperCase()) at(key, 'a method that is not in upper case is not called')
    if (path.at(-2) === 'parameters' && isNoForm(root, path))
      gaps.push({ path, reason: 'a query string that is not a form with properties is not written' })
  }
  return gaps
}

/** The gaps of a document, with the operations that they are in. */
const attributed = (document: LoadedDocument, gaps: readonly Gap[]): readonly Unread[] => {
  return gaps.length === 0 ? [] : new Attribution(document).of(gaps)
}

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
    this.#gaps = [...document.gaps, ...readNewerParts(document.root)]
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
    const gaps = [...this.#gaps, ...this.#tables.units.patterns.gaps.values()]
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
