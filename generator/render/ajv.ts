import type { AnySchema } from 'ajv'
import AjvCore from 'ajv/dist/core.js'
import standaloneModule from 'ajv/dist/standalone/index.js'
import draft2020 from 'ajv/dist/vocabularies/draft2020.js'
import { _ } from 'ajv'
import ajvFormats from 'ajv-formats/dist/formats.js'
import { formats } from '../../runtime/formats.js'
import { addUnitKeywords, type ImportPath } from './ajv-keywords.js'

/** What the schemas of one module need beyond the plain case; both cost bytes, so both are asked for. */
export interface Needs {
  readonly unevaluated: boolean
  readonly ownProperties: boolean
}

class UnitAjv extends AjvCore.default {
  override _addVocabularies(): void {
    super._addVocabularies()
    for (const vocabulary of draft2020.default) this.addVocabulary(vocabulary)
  }
}

const addFormats = (ajv: UnitAjv): void => {
  for (const [name, format] of Object.entries(ajvFormats.fullFormats)) {
    if (format instanceof RegExp) ajv.addFormat(name, format)
  }
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
}

/** A fresh compiler: names in its output then depend on nothing but the schemas of one module. */
export function createCompiler(importPath: ImportPath, needs: Needs): UnitAjv {
  const ajv = new UnitAjv({
    allErrors: true,
    meta: false,
    logger: false,
    validateSchema: false,
    strict: false,
    strictNumbers: true,
    multipleOfPrecision: 9,
    next: true,
    unevaluated: needs.unevaluated,
    ownProperties: needs.ownProperties,
    code: { source: true, esm: true, lines: true, formats: _`require("runtime/formats").formats` },
  })
  addFormats(ajv)
  addUnitKeywords(ajv, importPath)
  return ajv
}

/** Compiles the named schemas into the text of one module, still with `require` calls in it. */
export function compileModule(
  schemas: ReadonlyMap<string, AnySchema>,
  importPath: ImportPath,
  needs: Needs,
): string {
  const ajv = createCompiler(importPath, needs)
  for (const [name, schema] of schemas) ajv.addSchema(schema, name)
  const exports = Object.fromEntries([...schemas.keys()].map((name) => [name, name]))
  return standaloneModule.default(ajv, exports)
}
