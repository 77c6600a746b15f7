import { readFileSync } from 'node:fs'
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Judges by a JSON schema of the package, which is named by its path in the repository and is itself judged. */
export function validatorOf(path: string, options: Options = { strict: true }): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, ...options })
  addFormats.default(ajv)
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  return ajv.compile(JSON.parse(text) as object)
}
