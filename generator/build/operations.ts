import type {
  JsonSchema,
  Encoding,
  MediaTypeObject,
  Method,
  Operation,
  Parameter,
  ResponseHeader,
  ResponseObject,
  SecurityRequirement,
} from '../../runtime/surface.js'
import {
  assertionKeywords,
  isObject,
  locate,
  type Located,
  locateMembers,
  type DocumentOperation,
  listOf,
  objectOf,
  type OperationSection,
  operationsIn,
  once,
  parametersOf,
  pointerOf,
  textOf,
  textsOf,
} from '../../document/index.js'
import { Names } from './names.js'
import { mapSchemas } from './subschemas.js'
import type { Direction, LoadedDocument, RawObject } from '../model/document.js'
import type { Units } from './units.js'

/** Annotations kept in the generated `schemas` and `operations`. Prose and extensions are dropped. */
const keptAnnotations: ReadonlySet<string> = new Set(
  '$ref $defs default deprecated discriminator example examples readOnly writeOnly'.split(' '),
)

/** A schema for the generated tables: assertions and useful annotations, without prose. */
export function readableSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const entries = Object.entries(schema)
  const kept = entries.filter(([key]) => assertionKeywords.has(key) || keptAnnotations.has(key))
  return mapSchemas(kept.length === entries.length ? schema : Object.fromEntries(kept), readableSchema)
}

const locations = ['query', 'path', 'header', 'cookie'] as const

const textOrEmpty = (value: unknown): string => textOf(value) ?? ''
const objects = (value: unknown): RawObject[] => listOf(value).filter(isObject)

export interface NamedOperation {
  readonly name: string
  readonly path: string
  readonly method: Method
  readonly at: DocumentOperation
}

const fallbackName = (path: string, method: string): string =>
  `${method}/${path}`.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '')

const spellingsOf = function* (operationId: string, fallback: string): Generator<string> {
  if (operationId !== '') yield operationId
  yield fallback
  for (let number = 2; ; number++) yield `${fallback}_${number}`
}

type OperationsSource = Pick<LoadedDocument, 'root' | 'hasNewer'>

/** All operations below `paths` or `webhooks`, each with a unique name: its operationId, or method and path. */
export function namedOperations(document: OperationsSource, section: OperationSection) {
  return allOperations(document)[section]
}

const allOperations = once((document: OperationsSource) => ({
  paths: operationsOf(document, 'paths'),
  webhooks: operationsOf(document, 'webhooks'),
}))

const operationsOf = (document: OperationsSource, section: OperationSection): readonly NamedOperation[] => {
  const names = new Names()
  return operationsIn(document.root, section, document.hasNewer).map((at) => {
    const { name: path, method } = at
    const name = names.take(spellingsOf(textOrEmpty(at.node['operationId']), fallbackName(path, method)))
    return { name, path, method, at }
  })
}

// Memoized because most operations share the servers of the document.
const urlsOf = once((holder: RawObject): readonly string[] => {
  const urls = objects(holder['servers']).map((server) => textOrEmpty(server['url']))
  return urls.length > 0 ? urls : ['/']
})

const requirementsOf = once((holder: RawObject): readonly SecurityRequirement[] =>
  objects(holder['security']).map((requirement) =>
    Object.fromEntries(Object.entries(requirement).map(([scheme, scopes]) => [scheme, textsOf(scopes)])),
  ),
)

/** The schema of a parameter for the whole query string, as OpenAPI 3.2 allows; undefined for other parameters. */
export function formIn(root: RawObject, parameter: Located): Located | undefined {
  const contents = locateMembers(root, parameter, 'content')
  const form = contents.find(([mediaType]) => /^application\/x-www-form-urlencoded/i.test(mediaType))?.[1]
  return form && locate(root, [...form.path, 'schema'])
}

/** Non-writable members: for writable keys such as 200, V8 allocates hundreds of empty slots. */
const byStatus = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> => {
  const table: Record<string, Value> = {}
  for (const [status, value] of entries) Object.defineProperty(table, status, { value, enumerable: true })
  return table
}

/** The source of the parts of an operation that request validators are built from. */
interface PartsSource {
  readonly builder: OperationBuilder
  readonly at: DocumentOperation
  readonly body: Located | undefined
}

const partsSources = new WeakMap<object, PartsSource>()

// Getters are shared by all operations: separate ones would take kilobytes each.
const partOf = (build: (source: PartsSource) => unknown): PropertyDescriptor => {
  const built = once((operation: object) => {
    const source = partsSources.get(operation)
    return source && build(source)
  })
  return {
    enumerable: true,
    get(this: object) {
      return built(this)
    },
  }
}

const withBody = {
  parameters: partOf(({ builder, at }) => builder.parameters(at)),
  requestBody: partOf(({ builder, body }) => builder.requestBody(body)),
  responses: partOf(({ builder, at }) => builder.responses(at)),
}
const { requestBody: _body, ...withoutBody } = withBody

const withParts = (head: Omit<Operation, keyof typeof withBody>, source: PartsSource): Operation => {
  partsSources.set(head, source)
  return Object.defineProperties(head, source.body ? withBody : withoutBody) as Operation
}

const headOf = ({ path, node }: Located) => {
  return { pointer: pointerOf(...path), required: node['required'] === true }
}

/** Builds the operations of one section of a document, and requests the validators that they need. */
export class OperationBuilder {
  readonly #document: LoadedDocument
  readonly #units: Units

  constructor(document: LoadedDocument, units: Units) {
    this.#document = document
    this.#units = units
  }

  /** An operation. Directions of a webhook keep their names; parts are built on first access. */
  build({ name, path, method, at }: NamedOperation): Operation {
    const { root } = this.#document
    const { node, item } = at
    const body = locate(root, [...at.path, 'requestBody'])
    const nearest = [node, item.node, root].find((holder) => objects(holder['servers']).length > 0)
    const head = {
      operationId: name,
      method,
      path,
      servers: urlsOf(nearest ?? {}),
      pointer: pointerOf(...at.path),
      tags: textsOf(node['tags']),
      deprecated: node['deprecated'] === true,
      security: requirementsOf((node['security'] ?? null) === null ? root : node),
    }
    return withParts(head, { builder: this, at, body })
  }

  responses(operation: DocumentOperation): Operation['responses'] {
    const members = locateMembers(this.#document.root, operation, 'responses')
    return byStatus(members.map(([status, at]) => [status, this.#response(at)]))
  }

  parameters(operation: DocumentOperation): Parameter[] {
    const all = parametersOf(this.#document.root, operation).flatMap((at) => this.#parametersAt(at))
    // The members of a query string may have the name of an ordinary parameter: the last one counts.
    return [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()]
  }

  #parametersAt(at: Located): readonly Parameter[] {
    if (at.node['in'] === 'querystring') return this.#inQueryString(at)
    const location = locations.find((candidate) => candidate === at.node['in'])
    return location === undefined ? [] : [this.#parameter(at, location)]
  }

  /** The members of a form that makes up the whole query string, as ordinary parameters. */
  #inQueryString(at: Located): Parameter[] {
    const form = formIn(this.#document.root, at)
    const required = textsOf(form?.node['required'])
    return Object.keys(objectOf(form?.node['properties'])).map((name) => {
      const path = [...(form?.path ?? []), 'properties', name]
      const { schema, validator } = this.#schemaAt(path, 'request')
      return {
        name,
        in: 'query',
        pointer: pointerOf(...path),
        required: required.includes(name),
        deprecated: false,
        style: 'form',
        explode: true,
        allowReserved: false,
        schema,
        validator,
      }
    })
  }

  #parameter(at: Located, location: Parameter['in']): Parameter {
    const { node } = at
    const usual = location === 'query' || location === 'cookie' ? 'form' : 'simple'
    const style = textOrEmpty(node['style']) || usual
    return {
      name: textOrEmpty(node['name']),
      in: location,
      pointer: pointerOf(...at.path),
      required: node['required'] === true || location === 'path',
      deprecated: node['deprecated'] === true,
      style,
      explode: typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form',
      allowReserved: node['allowReserved'] === true,
      ...this.#schema(at, 'request'),
      ...('content' in node ? { content: this.#content(at, 'request') } : {}),
      ...('example' in node ? { example: node['example'] } : {}),
    }
  }

  requestBody(at: Located | undefined): Operation['requestBody'] {
    if (!at) return undefined
    return { ...headOf(at), content: this.#content(at, 'request') }
  }

  #response(at: Located): ResponseObject {
    const headers = locateMembers(this.#document.root, at, 'headers').map(([name, header]) => {
      const own: ResponseHeader = { ...headOf(header), ...this.#schema(header, 'response') }
      return [name, own] as const
    })
    const content = this.#content(at, 'response')
    return { pointer: pointerOf(...at.path), headers: Object.fromEntries(headers), content }
  }

  #content(holder: Located, direction: Direction): Record<string, MediaTypeObject> {
    return Object.fromEntries(
      locateMembers(this.#document.root, holder, 'content').map(([mediaType, at]) => [
        mediaType,
        {
          pointer: pointerOf(...at.path),
          ...this.#schema(at, direction),
          ...encodingOf(at),
          ...this.#examples(at),
        },
      ]),
    )
  }

  #schema(holder: Located, direction: Direction): Pick<Parameter, 'schema' | 'validator'> {
    return 'schema' in holder.node ? this.#schemaAt([...holder.path, 'schema'], direction) : {}
  }

  #schemaAt(path: readonly string[], direction: Direction) {
    return {
      schema: readableSchema(this.#units.lookup(pointerOf(...path)) ?? true),
      validator: this.#units.validatorFor(path, direction),
    }
  }

  #examples(holder: Located): Pick<MediaTypeObject, 'examples'> {
    const named = locateMembers(this.#document.root, holder, 'examples')
      .filter(([, at]) => 'value' in at.node)
      .map(([name, at]): [string, unknown] => [name, at.node['value']])
    const single: [string, unknown][] = 'example' in holder.node ? [['example', holder.node['example']]] : []
    const all = [...single, ...named]
    return all.length === 0 ? {} : { examples: Object.fromEntries(all) }
  }
}

const encodingOf = ({ node }: Located): Pick<MediaTypeObject, 'encoding'> => {
  const stated = Object.entries(objectOf(node['encoding'])).flatMap(([name, one]): [string, Encoding][] => {
    const { contentType, style, explode, allowReserved } = objectOf(one)
    const own = {
      ...(typeof contentType === 'string' && { contentType }),
      ...(typeof style === 'string' && { style }),
      ...(typeof explode === 'boolean' && { explode }),
      ...(typeof allowReserved === 'boolean' && { allowReserved }),
    }
    return Object.keys(own).length === 0 ? [] : [[name, own]]
  })
  return stated.length === 0 ? {} : { encoding: Object.fromEntries(stated) }
}

interface ParameterName {
  readonly in?: unknown
  readonly name?: unknown
}

/** Whether a parameter is the version header. */
export function isVersionHeader({ in: location, name }: ParameterName): boolean {
  return location === 'header' && /^(x-)?api-version$/i.test(String(name))
}

/** Whether a parameter is the idempotency key header. */
export function isIdempotencyKey({ in: location, name }: ParameterName): boolean {
  return location === 'header' && /^(x-)?idempotency-?key$/i.test(String(name))
}
