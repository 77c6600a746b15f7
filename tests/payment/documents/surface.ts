import type {
  JsonSchema,
  MediaTypeObject,
  Operation,
  Parameter,
  ResponseObject,
  SecurityScheme,
  Surface,
} from '../../../runtime/surface.js'

interface Reference {
  readonly $ref?: string
}

interface RawBody extends Reference {
  readonly required?: boolean
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

interface RawParameter extends Partial<Omit<Parameter, 'pointer'>>, Reference {}

interface RawOperation {
  readonly tags?: readonly string[]
  readonly operationId?: string
  readonly deprecated?: boolean
  readonly security?: Operation['security']
  readonly parameters?: readonly RawParameter[]
  readonly requestBody?: RawBody
  readonly responses?: Readonly<Record<string, RawBody>>
}

type RawPaths = Readonly<Record<string, Readonly<Record<string, RawOperation>>>>

/** The parts of a document that rules about documents read. */
export interface RawDocument {
  readonly openapi: string
  readonly security?: Operation['security']
  readonly paths: RawPaths
  readonly webhooks?: RawPaths
  readonly components: Readonly<{
    schemas?: Readonly<Record<string, JsonSchema>>
    securitySchemes?: Readonly<Record<string, SecurityScheme>>
    parameters?: Readonly<Record<string, RawParameter>>
    responses?: Readonly<Record<string, RawBody>>
  }>
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

const componentOf = <T extends Reference>(
  node: T,
  components: Readonly<Record<string, T>> = {},
): readonly [T, string | undefined] => {
  const name = node.$ref?.split('/').at(-1)
  return [(name === undefined ? undefined : components[name]) ?? node, node.$ref]
}

const contentOf = ({ content = {} }: RawBody, pointer: string): Record<string, MediaTypeObject> =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      { pointer, ...(schema !== undefined && { schema }) },
    ]),
  )

const parameterOf = ({ components }: RawDocument, raw: RawParameter, at: string): Parameter => {
  const [node, pointer = at] = componentOf(raw, components.parameters)
  const location = node.in ?? 'query'
  const style = node.style ?? (location === 'query' ? 'form' : 'simple')
  return {
    name: node.name ?? '',
    in: location,
    pointer,
    required: node.required === true || location === 'path',
    deprecated: node.deprecated === true,
    style,
    explode: node.explode ?? style === 'form',
    allowReserved: false,
    ...(node.schema !== undefined && { schema: node.schema }),
  }
}

const responseOf = ({ components }: RawDocument, raw: RawBody, at: string): ResponseObject => {
  const [node, pointer = at] = componentOf(raw, components.responses)
  return { pointer, headers: {}, content: contentOf(node, pointer) }
}

const operationsOf = (document: RawDocument, paths: RawPaths): Record<string, Operation> => {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): [string, Operation][] => {
      const node = item[method]
      if (!node) return []
      const pointer = `#/paths/${path}/${method}`
      const { operationId = `${method} ${path}`, requestBody: body, parameters = [], responses = {} } = node
      const operation: Operation = {
        operationId,
        method,
        path,
        servers: ['/api'],
        pointer,
        tags: node.tags ?? [],
        deprecated: node.deprecated === true,
        security: node.security ?? document.security ?? [],
        parameters: parameters.map((one, index) => parameterOf(document, one, `${pointer}/${index}`)),
        ...(body && {
          requestBody: { pointer, required: body.required === true, content: contentOf(body, pointer) },
        }),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, one]) => [
            status,
            responseOf(document, one, `${pointer}/${status}`),
          ]),
        ),
      }
      return [[operationId, operation]]
    }),
  )
  return Object.fromEntries(found)
}

/** The surface of an OpenAPI 3.1 document, as far as rules about documents need it. */
export const surfaceOf = (document: RawDocument, version: string): Surface => ({
  version,
  title: '',
  sha256: '',
  operations: operationsOf(document, document.paths),
  webhooks: operationsOf(document, document.webhooks ?? {}),
  securitySchemes: document.components.securitySchemes ?? {},
  schemas: document.components.schemas ?? {},
  validator: () => Promise.reject(new Error('there are no validators')),
  schemaValidators: {},
})
