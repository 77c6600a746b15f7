import type { AnySchema } from 'ajv'
import { _ } from 'ajv'
import { formats } from '../../runtime/formats.js'
import { addAssertions } from './ajv-assertions.js'
import { mendEvaluated } from './ajv-evaluated.js'
import { BatchedScope } from './ajv-scope.js'
import { addUnitKeywords, type ImportPath } from './ajv-keywords.js'
import { withLargeUnions } from './ajv-unions.js'
import { AjvCore, fullFormats, standaloneCode, vocabularies2020 } from './ajv-modules.js'
import { mendMultipleOf } from './ajv-rules.js'

/** What the schemas of one module need beyond the plain case; both cost bytes, so both are asked for. */
export interface Needs {
  readonly unevaluated: boolean
  readonly ownProperties: boolean
}

// As ajv has them: other prefixes are refused.
const extScopeNames = new Set([
  'validate',
  'serialize',
  'parse',
  'wrapper',
  'root',
  'schema',
  'keyword',
  'pattern',
  'formats',
  'validate$data',
  'func',
  'obj',
  'Error',
])

class UnitAjv extends AjvCore {
  override _addVocabularies(): void {
    super._addVocabularies()
    for (const vocabulary of vocabularies2020) this.addVocabulary(withLargeUnions(vocabulary))
  }

  /** Starts afresh: a compiler costs as much to make as a small schema to compile. */
  forget(): void {
    this.removeSchema()
    // Where ajv counts the names that it hands out.
    Reflect.set(this, 'scope', new BatchedScope({ scope: {}, prefixes: extScopeNames, lines: true }))
  }
}

// Formats of JSON Schema that need no code of ours. Others that ajv-formats knows belong to no specification.
const standardFormats = [
  'hostname',
  'ipv4',
  'ipv6',
  'uri-reference',
  'uri-template',
  'duration',
  'json-pointer',
  'relative-json-pointer',
] as const

const addFormats = (ajv: UnitAjv): void => {
  for (const name of standardFormats) ajv.addFormat(name, fullFormats[name])
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
}

const createAjv = (importPath: ImportPath, needs: Needs): UnitAjv => {
  const ajv = new UnitAjv({
    allErrors: true,
    meta: false,
    logger: false,
    validateSchema: false,
    strict: false,
    strictNumbers: true,
    multipleOfPrecision: 9,
    next: true,
    // Messages are those of `runtime/told.ts`.
    messages: false,
    unevaluated: needs.unevaluated,
    ownProperties: needs.ownProperties,
    code: {
      source: true,
      esm: true,
      lines: true,
      // What it does is left out by `module-lines.ts`, in a tenth of the time.
      optimize: false,
      // Only the text is wanted; the function that ajv makes of it beside that is never called.
      process: () => 'return function () {}',
      formats: _`require("runtime/formats").formats`,
    },
  })
  addFormats(ajv)
  addAssertions(ajv)
  addUnitKeywords(ajv, importPath)
  mendMultipleOf(ajv)
  if (needs.unevaluated) mendEvaluated(ajv)
  return ajv
}

/** Compiles the schemas of one module after the other. What a module is printed as depends on its schemas alone. */
export class Compiler {
  readonly #compilers = new Map<string, UnitAjv>()
  #importPath: ImportPath = () => ({ path: '', exportName: '' })

  /** Compiles the named schemas into the text of one module, still with `require` calls in it. */
  compile(schemas: ReadonlyMap<string, AnySchema>, importPath: ImportPath, needs: Needs): string {
    this.#importPath = importPath
    const ajv = this.#compilerFor(needs)
    ajv.forget()
    for (const [name, schema] of schemas) ajv.addSchema(schema, name)
    const exports = Object.fromEntries([...schemas.keys()].map((name) => [name, name]))
    return standaloneCode(ajv, exports)
  }

  #compilerFor(needs: Needs): UnitAjv {
    const key = JSON.stringify([needs.unevaluated, needs.ownProperties])
    const known = this.#compilers.get(key) ?? createAjv((unit) => this.#importPath(unit), needs)
    this.#compilers.set(key, known)
    return known
  }
}
