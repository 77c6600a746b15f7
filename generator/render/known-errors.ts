import { componentName } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { DocumentModel } from '../model/document.js'

/** Types of the document's errors that have a structure known to clients. */
export interface KnownErrors {
  /** The error for a version that is not served. */
  readonly versionError?: string
  /** The value of its `error`, which identifies it. */
  readonly versionErrorCode?: string
  /** The lists of errors: of objects that must have a code and a message. */
  readonly errors?: string
}

type Model = Pick<DocumentModel, 'operations' | 'schemas'>

const typeOf = (component: string): string => `components["schemas"][${JSON.stringify(component)}]`

/** A schema that may be an error, with its component. */
interface Candidate {
  readonly schema: JsonSchemaObject
  readonly component: string | undefined
}

/** The schemas that may describe a value: the schema itself, its components, and the branches of its unions. */
const candidates = (start: JsonSchema | undefined, schemas: Model['schemas']): Candidate[] => {
  const found: Candidate[] = []
  const seen = new Set<string>()
  const visit = (schema: JsonSchema | undefined, component?: string): void => {
    if (typeof schema !== 'object') return
    found.push({ schema, component })
    const target = componentName(schema.$ref)
    if (target !== undefined && !seen.has(target)) {
      seen.add(target)
      visit(schemas[target], target)
    }
    for (const branch of [schema.oneOf, schema.anyOf, schema.allOf].flat()) visit(branch)
  }
  visit(start)
  return found
}

const errorSchemas = ({ operations, schemas }: Model): Candidate[] =>
  Object.values(operations)
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => /^[45]|^default$/.test(status))
    .flatMap(([, { content }]) => Object.values(content))
    .flatMap(({ schema }) => candidates(schema, schemas))

/** The code of a version error: the one value of `error`, beside the list of versions that are supported. */
const versionCodeOf = ({ properties = {} }: JsonSchemaObject): string | undefined => {
  const { error, supported } = properties
  if (typeof error !== 'object' || typeof supported !== 'object' || supported.type !== 'array')
    return undefined
  const [code, ...others] = error.enum ?? [error.const]
  return typeof code === 'string' && others.length === 0 ? code : undefined
}

const isListed = ({ properties = {}, required = [] }: JsonSchemaObject): boolean =>
  ['code', 'message'].every((name) => Object.hasOwn(properties, name) && required.includes(name))

const listOf = ({ schema, component }: Candidate, schemas: Model['schemas']): string | undefined => {
  const item = candidates(schema.items, schemas).find((one) => isListed(one.schema))
  if (!item) return undefined
  if (component !== undefined) return typeOf(component)
  return item.component === undefined
    ? 'readonly { readonly code: unknown; readonly message: unknown }[]'
    : `readonly ${typeOf(item.component)}[]`
}

/** Finds the known errors in the responses of a document's operations. */
export function knownErrors(model: Model): KnownErrors {
  const all = errorSchemas(model)
  const version = all.find(({ schema }) => versionCodeOf(schema) !== undefined)
  const code = version && versionCodeOf(version.schema)
  const lists = new Set(all.flatMap((one) => listOf(one, model.schemas) ?? []))
  const inline = `{ readonly error: ${JSON.stringify(code)} }`
  return {
    ...(version && {
      versionError: version.component === undefined ? inline : typeOf(version.component),
      versionErrorCode: JSON.stringify(code),
    }),
    ...(lists.size > 0 && { errors: [...lists].join(' | ') }),
  }
}
