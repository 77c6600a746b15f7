import { isObject, type JsonObject } from '../../../../document/index.js'

type Holding = readonly [kind: Kind, how: 'one' | 'list' | 'map']

const methods = 'get put post delete options head patch trace'
const parameter = 'schema=schema content=mediaType* examples=example*'

/** The members of each kind that hold objects of OpenAPI: one, a `*` map of them, or a `+` list. */
const members = {
  document: 'paths=pathItem* webhooks=pathItem* components=components',
  components:
    'schemas=schema* parameters=parameter* headers=header* requestBodies=requestBody* responses=response* ' +
    'examples=example* links=link* callbacks=callback* pathItems=pathItem* securitySchemes=securityScheme*',
  pathItem: `${methods.replaceAll(/\w+/g, '$&=operation')} parameters=parameter+`,
  operation: 'parameters=parameter+ requestBody=requestBody responses=response* callbacks=callback*',
  callback: '',
  parameter,
  header: parameter,
  requestBody: 'content=mediaType*',
  response: 'headers=header* content=mediaType* links=link*',
  mediaType: 'schema=schema examples=example* encoding=encoding*',
  encoding: 'headers=header*',
  example: '',
  link: '',
  securityScheme: '',
  schema:
    'items=schema additionalProperties=schema unevaluatedProperties=schema unevaluatedItems=schema ' +
    'propertyNames=schema contains=schema not=schema if=schema then=schema else=schema allOf=schema+ anyOf=schema+ ' +
    'oneOf=schema+ prefixItems=schema+ properties=schema* patternProperties=schema* dependentSchemas=schema* $defs=schema*',
}

/** An object of OpenAPI by what it describes. */
export type Kind = keyof typeof members

const hows = { '': 'one', '*': 'map', '+': 'list' } as const

const holdings = Object.fromEntries(
  Object.entries(members).map(([kind, text]) => [
    kind,
    Object.fromEntries(
      Array.from(text.matchAll(/(\S+)=(\w+)([*+]?)/g), ([, key = '', held, how = '']) => [
        key,
        [held, hows[how as keyof typeof hows]],
      ]),
    ),
  ]),
) as unknown as Readonly<Record<Kind, Readonly<Record<string, Holding>>>>

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
