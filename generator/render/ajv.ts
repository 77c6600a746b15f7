import type { AnySchema } from 'ajv'
import { _ } from 'ajv'
import { formats } from '../../runtime/formats.js'
import { addUnitKeywords, type ImportPath } from './ajv-keywords.js'
import { AjvCore, fullFormats, standaloneCode, vocabularies2020 } from './ajv-modules.js'

/** What the schemas of one module need beyond the plain case; both cost bytes, so both are asked for. */
export interface Needs {
  readonly unevaluated: boolean
  readonly ownProperties: boolean
}

class UnitAjv extends AjvCore {
  override _addVocabularies(): void {
    super._addVocabularies()
    for (const vocabulary of vocabularies2020) this.addVocabulary(vocabulary)
  }
}

const addFormats = (ajv: UnitAjv): void => {
  for (const [name, format] of Object.entries(fullFormats)) {
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
  return standaloneCode(ajv, exports)
}
