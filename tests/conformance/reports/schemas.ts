import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

const require = createRequire(import.meta.url)

const pathOf = (specifier: string): string | undefined => {
  try {
    return require.resolve(specifier)
  } catch {
    return undefined
  }
}

const newAjv = (): Ajv => {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats.default(ajv)
  return ajv
}

const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>

/** The official schema of SARIF 2.1.0, as a package ships it; undefined where that is not installed. */
export const sarifValidator = (): ValidateFunction | undefined => {
  const path = pathOf('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  if (path === undefined) return undefined
  // The schema is of an older draft; only its `id` has another meaning in newer ones.
  const { $schema: _draft, id: _id, ...schema } = readJson(path)
  return newAjv().compile(schema)
}

/** The schema of HAR 1.2, as a package ships it; undefined where that is not installed. */
export const harValidator = (): ValidateFunction | undefined => {
  const path = pathOf('har-schema/lib/har.json')
  if (path === undefined) return undefined
  const ajv = newAjv()
  for (const name of readdirSync(dirname(path)).filter((file) => file.endsWith('.json'))) {
    const { $schema: _draft, ...schema } = readJson(join(dirname(path), name))
    ajv.addSchema(schema)
  }
  return ajv.getSchema('har.json#')
}
