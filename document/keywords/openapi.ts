import { isObject, member } from '../json/values.js'

/** The keys of a path item that hold operations, in the order of their names in OpenAPI 3.0 and 3.1. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** A method of OpenAPI 3.0 and 3.1, in lower case. */
export type Method = (typeof methods)[number]

/** The same, including those that OpenAPI 3.2 adds. */
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
