import { _, type AnySchemaObject, type Code, Name, nil } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'
import type { SchemaCxt } from 'ajv/dist/compile/index.js'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import { cached, endOfChain, settled } from '../../document/index.js'
import { formats } from '../../runtime/formats.js'
import type { JsonSchema } from '../../runtime/surface.js'
import { evaluatingUnits, referredUnit, unitsInPlace } from '../build/subschemas.js'
import type { Unit } from '../model/document.js'
import { literalOf } from '../types/declarations.js'
import {
  AjvCore,
  assertKnownAjv,
  fullFormats,
  N,
  SchemaEnv,
  validateFunctionCode,
  vocabularies2020,
} from './ajv-modules.js'
import { CodeTree } from './code-tree.js'
import { addUnitKeywords } from './evaluated-keywords.js'
import { Constants, refusingAll, SchemaName, tidy } from './expressions.js'
import { type FindFunction, withShortSchemas } from './short-schemas.js'
import { ConstantName, eachRead, FunctionName, printBody, RuntimeName, type Statement } from './statements.js'
import { adapted } from './vocabulary.js'

class UnitAjv extends AjvCore {
  override _addVocabularies(): void {
    super._addVocabularies()
    for (const vocabulary of vocabularies2020) this.addVocabulary(adapted(vocabulary))
  }
}

// JSON Schema formats that ajv-formats implements. Its other formats belong to no specification.
const standardFormats =
  'hostname ipv4 ipv6 uri-reference uri-template duration json-pointer relative-json-pointer'

const addFormats = (ajv: UnitAjv): void => {
  for (const name of standardFormats.split(' ') as (keyof typeof fullFormats)[])
    ajv.addFormat(name, fullFormats[name])
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
}

// Some patterns only compile without the flag.
const regExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags)
    } catch {
      return new RegExp(pattern)
    }
  },
  { code: 'new RegExp' },
)

const createAjv = (find: FindFunction): UnitAjv => {
  assertKnownAjv()
  const ajv = new UnitAjv({
    allErrors: true,
    meta: false,
    logger: false,
    validateSchema: false,
    strict: false,
    strictNumbers: true,
    multipleOfPrecision: 9,
    next: true,
    // Messages come from `runtime/validation-errors.ts`.
    messages: false,
    loopRequired: Number.POSITIVE_INFINITY,
    code: { regExp },
  })
  addFormats(ajv)
  addUnitKeywords(ajv, find)
  return ajv
}

/** Optional features for a unit's schema, which cost bytes in the output. */
interface Needs {
  readonly unevaluated: boolean
  readonly ownProperties: boolean
}

/** The initial context of ajv's own compiler. */
const contextOf = (ajv: UnitAjv, schema: AnySchemaObject, gen: CodeTree, name: FunctionName, needs: Needs) =>
  ({
    gen,
    allErrors: true,
    data: N.data,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [N.data],
    dataPathArr: [nil],
    dataLevel: 0,
    dataTypes: [],
    definedProperties: new Set(),
    topSchemaRef: new SchemaName(schema),
    validateName: name,
    schema,
    schemaEnv: new SchemaEnv({ schema }),
    rootId: '',
    baseId: '',
    schemaPath: nil,
    errSchemaPath: '#',
    errorPath: _`""`,
    opts: { ...ajv.opts, ...needs },
    self: ajv,
  }) satisfies SchemaCxt

const codeOf = (evaluated: SchemaCxt['props'] | SchemaCxt['items']): Code =>
  evaluated instanceof Name ? evaluated : new _Code(literalOf(evaluated))

/** Inserts, before the final return statement, one that stores what was evaluated. */
const withEvaluated = (statements: readonly Statement[], name: FunctionName, { props, items }: SchemaCxt) => {
  const value = _`{ props: ${codeOf(props)}, items: ${codeOf(items)} }`
  const target = _`${name}${getProperty('evaluated')}`
  const stored: Statement = { kind: 'assign', target, value }
  return [...statements.slice(0, -1), stored, ...statements.slice(-1)]
}

// This many calls for one value take some microseconds.
const mostCalls = 1000

/** Finds the units with exponentially many calls: unions of unions of the same units. */
export function costlyUnits(schemaOf: (unit: string) => JsonSchema | undefined): (unit: string) => boolean {
  const calls = new Map<string, number>()
  const usedBy = (unit: string): readonly string[] => unitsInPlace(schemaOf(unit))
  const callsOf = (unit: string): number => {
    const all = usedBy(unit).reduce((sum, one) => sum + (calls.get(one) ?? 0), 1)
    return Math.min(all, Number.MAX_SAFE_INTEGER)
  }
  return (name) => settled(name, calls, usedBy, callsOf, 0) > mostCalls
}

/** A validation function of the module, which keeps the violations it found. */
interface CompiledFunction {
  /** Name of the function inside the module. */
  readonly local: string
  /** Its indented statements, without the braces around them. */
  readonly body: string
}

/** All validators of a version, as code. */
export interface CompiledValidators {
  readonly functions: readonly CompiledFunction[]
  /** Units that use the function of another, with the name of that unit. */
  readonly aliases: ReadonlyMap<string, string>
  /** Patterns, lists and sets, named by content. */
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

/** For each unit that is only a reference, the unit at the end of the chain. */
const aliasesOf = (units: readonly Unit[]): ReadonlyMap<string, string> => {
  const next = new Map(
    units.flatMap(({ name, schema }) => {
      const other = referredUnit(schema)
      return other === undefined ? [] : [[name, other] as const]
    }),
  )
  const endOf = (name: string): string =>
    endOfChain(
      name,
      (one) => next.get(one),
      (one) => one,
    )
  return new Map(Array.from(next.keys(), (name) => [name, endOf(name)]))
}

const recall = new RuntimeName('recall')

interface UnitCode extends CompiledFunction {
  /** The names outside of the function that its code uses. */
  readonly reads: ReadonlySet<Name>
}

/** Facts that the code of a unit depends on besides its own schema. */
interface UnitRelations {
  /** Whether other units need to know which members it evaluated. */
  readonly tellsEvaluated: (unit: string) => boolean
  /** Whether it would call others for the same value exponentially often. */
  readonly isCostly: (unit: string) => boolean
  /** The unit whose function validates it; usually the unit itself. */
  readonly endOf: (unit: string) => string
}

/** Makes functions of units, one at a time. */
export class UnitCompiler {
  readonly #relations: UnitRelations
  readonly #names = new Map<string, FunctionName>()
  readonly #ajv = createAjv((unit) => this.#nameOf(unit))
  readonly #constants = new Constants()

  constructor(relations: UnitRelations) {
    this.#relations = relations
  }

  /** @throws Error with the reason if the schema cannot be compiled */
  code(unit: Unit): UnitCode {
    const name = this.#nameOf(unit.name)
    try {
      const statements = tidy(this.#statements(unit.schema, name))
      const reads = new Set<Name>()
      eachRead(statements, (read) => reads.add(read))
      // Results are only cached without evaluated members, which would have to be cached too.
      const recalls = !name.tellsEvaluated && this.#relations.isCostly(unit.name)
      if (recalls) reads.add(recall)
      return { local: name.str, body: bodyOf(name, statements, recalls), reads }
    } catch (error) {
      throw new Error(messageOf(error), { cause: error })
    }
  }

  /** The statements that validate a schema. @throws Error if it is invalid, or ajv emits unknown code */
  #statements(schema: JsonSchema, name: FunctionName): readonly Statement[] {
    if (schema === false) return refusingAll(name)
    const needs = { unevaluated: name.tellsEvaluated, ownProperties: mentionsMembers(schema) }
    const gen = new CodeTree(this.#constants, name, needs.ownProperties)
    const short = withShortSchemas(schema === true ? {} : schema)
    const it: SchemaCxt = contextOf(this.#ajv, short, gen, name, needs)
    validateFunctionCode(it)
    return name.tellsEvaluated ? withEvaluated(gen.statements, name, it) : gen.statements
  }

  #nameOf(unit: string): FunctionName {
    const end = this.#relations.endOf(unit)
    return cached(this.#names, end, () => new FunctionName(`$${end}`, this.#relations.tellsEvaluated(end)))
  }
}

const bodyOf = (name: FunctionName, statements: readonly Statement[], recalls: boolean): string =>
  recalls
    ? `  return ${recall.str}(${name.str}, data, () => {\n${printBody(statements, '    ')}\n  })`
    : printBody(statements)

const refusal = (file: string, problems: readonly Problem[]): RampartError =>
  new RampartError('DOCUMENT_INVALID', {
    message: `${file}: ${problems.length} schema(s) cannot be compiled to validators`,
    where: { file },
    problems,
  })

/** Compiles units into functions of one module. @throws RampartError DOCUMENT_INVALID with all problems */
export function compileValidators(units: readonly Unit[], file: string): CompiledValidators {
  const aliases = aliasesOf(units)
  const evaluating = evaluatingUnits(units)
  const schemas = new Map(units.map(({ name, schema }) => [name, schema]))
  const compiler = new UnitCompiler({
    tellsEvaluated: (unit) => evaluating.has(unit),
    isCostly: costlyUnits((unit) => schemas.get(unit)),
    endOf: (unit) => aliases.get(unit) ?? unit,
  })
  const constants = new Map<string, ConstantName>()
  const imports = new Set<string>()
  const problems: Problem[] = []
  const functions = units.flatMap((unit): CompiledFunction[] => {
    if (aliases.has(unit.name)) return []
    try {
      const { reads, ...code } = compiler.code(unit)
      for (const name of reads) {
        if (name instanceof RuntimeName) imports.add(name.str)
        if (!(name instanceof ConstantName)) continue
        constants.set(name.str, name)
        for (const used of name.imports) imports.add(used)
      }
      return [code]
    } catch (error) {
      const where = { file, pointer: unit.pointer }
      problems.push({ code: 'DOCUMENT_INVALID', severity: 'error', message: messageOf(error), where })
      return []
    }
  })
  if (problems.length > 0) throw refusal(file, problems)
  const sorted = [...constants.values()].toSorted((a, b) => (a.str < b.str ? -1 : 1))
  const rows = sorted.map(({ str, code }) => ({ name: str, code }))
  return { functions, aliases, constants: rows, imports: [...imports].toSorted() }
}
