import { type AnySchemaObject, nil, _, type Code, Name } from 'ajv'
import type { SchemaCxt } from 'ajv/dist/compile/index.js'
import type { JsonSchemaObject } from '../../runtime/surface.js'
import { formats } from '../../runtime/formats.js'
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
import { literalOf } from '../types/declarations.js'
import { type Constants, SchemaName } from './expressions.js'
import { type FindFunction, withShortSchemas } from './short-schemas.js'
import type { FunctionName, Statement } from './statements.js'
import { addUnitKeywords } from './evaluated-keywords.js'
import { adapted } from './vocabulary.js'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'
import { _Code } from 'ajv/dist/compile/codegen/code.js'

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

/** Compiles schemas with ajv's vocabulary. */
export class Compiler {
  readonly #ajv: UnitAjv
  readonly #constants: Constants

  constructor(find: FindFunction, constants: Constants) {
    this.#ajv = createAjv(find)
    this.#constants = constants
  }

  /** The statements that validate a schema. @throws Error if it is invalid, or ajv emits unknown code */
  compile(schema: JsonSchemaObject, name: FunctionName, needs: Needs): readonly Statement[] {
    const gen = new CodeTree(this.#constants, name, needs.ownProperties)
    const it = this.#context(withShortSchemas(schema), gen, name, needs)
    validateFunctionCode(it)
    return name.tellsEvaluated ? withEvaluated(gen.statements, name, it) : gen.statements
  }

  /** The initial context of ajv's own compiler. */
  #context(schema: AnySchemaObject, gen: CodeTree, name: FunctionName, needs: Needs): SchemaCxt {
    return {
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
      opts: { ...this.#ajv.opts, ...needs },
      self: this.#ajv,
    }
  }
}

const codeOf = (evaluated: SchemaCxt['props'] | SchemaCxt['items']): Code =>
  evaluated instanceof Name ? evaluated : new _Code(literalOf(evaluated))

/** Inserts, before the final return statement, one that stores what was evaluated. */
const withEvaluated = (statements: readonly Statement[], name: FunctionName, { props, items }: SchemaCxt) => {
  const value = _`{ props: ${codeOf(props)}, items: ${codeOf(items)} }`
  const target = _`${name}${getProperty('evaluated')}`
  const stored: Statement = { kind: 'assign', target, operator: '=', value }
  return [...statements.slice(0, -1), stored, ...statements.slice(-1)]
}
