import { isObject, type JsonObject } from '../../../../document/index.js'

/** An object of OpenAPI by what it describes. */
export type Kind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'example'
  | 'link'
  | 'securityScheme'
  | 'schema'

type Holding = readonly [kind: Kind, how: 'one' | 'list' | 'map']

const operations = Object.fromEntries(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map(
    (method) => [method, ['operation', 'one']] as const,
  ),
)

const parameter = {
  schema: ['schema', 'one'],
  content: ['mediaType', 'map'],
  examples: ['example', 'map'],
} as const

/** The members of each kind that hold objects of OpenAPI. */
const holdings: Readonly<Record<Kind, Readonly<Record<string, Holding>>>> = {
  document: {
    paths: ['pathItem', 'map'],
    webhooks: ['pathItem', 'map'],
    components: ['components', 'one'],
  },
  components: {
    schemas: ['schema', 'map'],
    parameters: ['parameter', 'map'],
    headers: ['header', 'map'],
    requestBodies: ['requestBody', 'map'],
    responses: ['response', 'map'],
    examples: ['example', 'map'],
    links: ['link', 'map'],
    callbacks: ['callback', 'map'],
    pathItems: ['pathItem', 'map'],
    securitySchemes: ['securityScheme', 'map'],
  },
  pathItem: { ...operations, parameters: ['parameter', 'list'] },
  operation: {
    parameters: ['parameter', 'list'],
    requestBody: ['requestBody', 'one'],
    responses: ['response', 'map'],
    callbacks: ['callback', 'map'],
  },
  callback: {},
  parameter,
  header: parameter,
  requestBody: { content: ['mediaType', 'map'] },
  response: { headers: ['header', 'map'], content: ['mediaType', 'map'], links: ['link', 'map'] },
  mediaType: {
    schema: ['schema', 'one'],
    examples: ['example', 'map'],
    encoding: ['encoding', 'map'],
  },
  encoding: { headers: ['header', 'map'] },
  example: {},
  link: {},
  securityScheme: {},
  schema: {
    ...Object.fromEntries(
      ['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames']
        .concat('contains', 'not', 'if', 'then', 'else')
        .map((key) => [key, ['schema', 'one']] as const),
    ),
    allOf: ['schema', 'list'],
    anyOf: ['schema', 'list'],
    oneOf: ['schema', 'list'],
    prefixItems: ['schema', 'list'],
    properties: ['schema', 'map'],
    patternProperties: ['schema', 'map'],
    dependentSchemas: ['schema', 'map'],
    $defs: ['schema', 'map'],
  },
}

/** Where an object stands. */
export interface Context {
  readonly kind: Kind
  /** The object around it, as it was; undefined for the document. */
  readonly holder: JsonObject | undefined
  /** The member of the holder that it is, or is in. */
  readonly key: string
  /** Keys from the document. */
  readonly path: readonly (string | number)[]
}

/** Makes another object of one; what is inside was made before. */
export type Rewrite = (value: JsonObject, context: Context) => unknown

const isExtension = (key: string): boolean => key.startsWith('x-')

/** Every object of a document rewritten, from the innermost outwards. Data and extensions stay. */
export function rewrite(root: unknown, change: Rewrite): unknown {
  const inside = (value: unknown, [kind, how]: Holding, context: Omit<Context, 'kind'>): unknown => {
    if (how === 'one') return one(value, { ...context, kind })
    if (how === 'list' && Array.isArray(value)) {
      return value.map((item: unknown, index) =>
        one(item, { ...context, kind, path: [...context.path, index] }),
      )
    }
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const isData = isExtension(name) && kind !== 'schema' && kind !== 'header' && kind !== 'example'
        return [name, isData ? item : one(item, { ...context, kind, path: [...context.path, name] })]
      }),
    )
  }
  const one = (value: unknown, context: Context): unknown => {
    if (!isObject(value)) return value
    const { kind, path } = context
    const members = Object.entries(value).map(([key, member]) => {
      const holding: Holding | undefined =
        kind === 'callback' && key !== '$ref' && !isExtension(key) ? ['pathItem', 'one'] : holdings[kind][key]
      const inner = { holder: value, key, path: [...path, key] }
      return [key, holding === undefined ? member : inside(member, holding, inner)] as const
    })
    return change(Object.fromEntries(members), context)
  }
  return one(root, { kind: 'document', holder: undefined, key: '', path: [] })
}

/** Every schema of a document rewritten; booleans and, where siblings do not count, references stay. */
export function rewriteSchemas(root: unknown, change: Rewrite): unknown {
  return rewrite(root, (value, context) => (context.kind === 'schema' ? change(value, context) : value))
}

/** Whether a document is OpenAPI 3.0. */
export function isOld(root: unknown): boolean {
  return isObject(root) && String(root['openapi']).startsWith('3.0')
}
