import { isObject, member } from '../json/json.js'

/** The keys of a path item that hold operations, in the order of their names in OpenAPI 3.0 and 3.1. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** The keys of a path item that hold operations, including those that OpenAPI 3.2 adds. */
export const methodsOfAnyVersion = [...methods, 'query'] as const

/** Whether a key of a path item holds an operation, in any version of OpenAPI. */
export function isMethod(key: string): key is (typeof methodsOfAnyVersion)[number] {
  return methodsOfAnyVersion.some((method) => method === key)
}

/** An object of OpenAPI that holds schemas or references, directly or further inside. */
export type ObjectName =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'callback'
  | 'leaf'

/** The value of a member: a schema, a map of schemas, an object, or a map or list of objects. */
type Holding =
  | 'schema'
  | 'schemas'
  | { readonly one: ObjectName }
  | {
      readonly each: ObjectName
      /** Whether names that begin with `x-` are extensions; elsewhere they are names like any other. */
      readonly isExtensible?: true
    }

type Members = Readonly<Record<string, Holding>>

const operations = Object.fromEntries(
  methodsOfAnyVersion.map((method): [string, Holding] => [method, { one: 'operation' }]),
)

const parameter: Members = {
  schema: 'schema',
  content: { each: 'mediaType', isExtensible: true },
  examples: { each: 'leaf' },
}

/** The members that lead to schemas and references in OpenAPI 3; a `$ref` in any other is data. */
const known: Readonly<Record<ObjectName, Members>> = {
  document: {
    paths: { each: 'pathItem', isExtensible: true },
    webhooks: { each: 'pathItem', isExtensible: true },
    components: { one: 'components' },
  },
  components: {
    schemas: 'schemas',
    responses: { each: 'response' },
    parameters: { each: 'parameter' },
    examples: { each: 'leaf' },
    requestBodies: { each: 'requestBody' },
    headers: { each: 'parameter' },
    securitySchemes: { each: 'leaf' },
    links: { each: 'leaf' },
    callbacks: { each: 'callback' },
    pathItems: { each: 'pathItem' },
    mediaTypes: { each: 'mediaType' },
  },
  pathItem: { ...operations, additionalOperations: { each: 'operation' }, parameters: { each: 'parameter' } },
  operation: {
    parameters: { each: 'parameter' },
    requestBody: { one: 'requestBody' },
    responses: { each: 'response', isExtensible: true },
    callbacks: { each: 'callback' },
  },
  parameter,
  requestBody: { content: { each: 'mediaType', isExtensible: true } },
  response: {
    headers: { each: 'parameter' },
    content: { each: 'mediaType', isExtensible: true },
    links: { each: 'leaf' },
  },
  mediaType: {
    schema: 'schema',
    itemSchema: 'schema',
    examples: { each: 'leaf' },
    encoding: { each: 'encoding' },
    prefixEncoding: { each: 'encoding' },
    itemEncoding: { one: 'encoding' },
  },
  encoding: {
    headers: { each: 'parameter' },
    encoding: { each: 'encoding' },
    prefixEncoding: { each: 'encoding' },
    itemEncoding: { one: 'encoding' },
  },
  callback: {},
  leaf: {},
}

/** The content of a member of an object of OpenAPI; undefined for data. */
export function heldBy(object: ObjectName, key: string): Holding | undefined {
  // The names of a callback are expressions.
  if (object === 'callback') return key.startsWith('x-') || key === '$ref' ? undefined : { one: 'pathItem' }
  return Object.hasOwn(known[object], key) ? known[object][key] : undefined
}

const webhooksKeys = ['webhooks', 'x-webhooks'] as const

/** Whether a member of a document holds webhooks: OpenAPI 3.0 has none, so its documents use an extension. */
export function isWebhooksKey(key: unknown): boolean {
  return webhooksKeys.some((known) => known === key)
}

/** The member of a document that holds its webhooks. */
export function webhooksKeyOf(root: unknown): (typeof webhooksKeys)[number] {
  const [own, extension] = webhooksKeys
  return member(root, own) === undefined && isObject(member(root, extension)) ? extension : own
}

/** Keywords of a schema whose value is one schema. */
export const schemaKeywords = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
] as const

/** Keywords of a schema whose value is a list of schemas. */
export const schemaListKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const

const definitions = ['$defs', 'definitions'] as const

/** Keywords of a schema whose value is a map of schemas with arbitrary names. */
export const schemaMapKeywords = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  ...definitions,
] as const

/** Keywords that combine schemas for the same value. */
export const compositionKeywords = ['allOf', 'anyOf', 'oneOf'] as const

/** The form in which a keyword holds schemas. */
type SchemaHolding = 'schema' | 'list' | 'map'

const holdings: ReadonlyMap<string, SchemaHolding> = new Map<string, SchemaHolding>([
  ...schemaKeywords.map((keyword) => [keyword, 'schema'] as const),
  ...schemaListKeywords.map((keyword) => [keyword, 'list'] as const),
  ...schemaMapKeywords.map((keyword) => [keyword, 'map'] as const),
])

/** The form in which a keyword holds schemas; undefined if it holds none. */
export function holdingOf(keyword: string): SchemaHolding | undefined {
  return holdings.get(keyword)
}

/** Assertions and applicators of JSON Schema 2020-12. All other keywords are annotations. */
export const assertionKeywords: ReadonlySet<string> = new Set(
  (
    'type enum const format multipleOf maximum exclusiveMaximum minimum exclusiveMinimum ' +
    'maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains ' +
    'maxProperties minProperties required dependentRequired properties patternProperties ' +
    'additionalProperties propertyNames items prefixItems contains allOf anyOf oneOf not if then ' +
    'else dependentSchemas unevaluatedProperties unevaluatedItems'
  ).split(' '),
)

/** The types whose keywords stand in schemas without `type`, since authors often omit it. */
const impliedTypes = {
  object: 'properties required additionalProperties patternProperties minProperties maxProperties'.split(' '),
  array: 'items prefixItems minItems maxItems uniqueItems'.split(' '),
  string: 'minLength maxLength pattern'.split(' '),
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
}

/** The types that keywords imply, given which keywords are present. */
export function typesImpliedBy(has: (keyword: string) => boolean): (keyof typeof impliedTypes)[] {
  const types = Object.keys(impliedTypes) as (keyof typeof impliedTypes)[]
  return types.filter((type) => impliedTypes[type].some(has))
}

/** Keywords that constrain values, including those for the content of strings, which validators treat as annotations. */
export const constrainingKeywords: ReadonlySet<string> = new Set([
  ...assertionKeywords,
  ...'contentEncoding contentMediaType contentSchema $ref $dynamicRef'.split(' '),
])

/** Whether a keyword is an assertion, which constrains values. */
export function isAsserting(key: string): boolean {
  return constrainingKeywords.has(key)
}
