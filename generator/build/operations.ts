import type { JsonSchema } from '../../runtime/json-schema.js'
import {
  assertionKeywords,
  isObject,
  locate,
  type Located,
  locateMembers,
  objectOf,
  type OperationSection,
  operationsIn,
  once,
  pointerOf,
  resolvePath,
} from '../../document/index.js'
import { mapSchemas } from './subschemas.js'
import type {
  MediaTypeObject,
  Method,
  Operation,
  Parameter,
  ResponseHeader,
  ResponseObject,
  SecurityRequirement,
} from '../../runtime/surface.js'
import type { Direction, LoadedDocument, RawObject } from '../model/document.js'
import type { Units } from './units.js'

/** Annotations kept in the generated `schemas` and `operations`. Prose and extensions are dropped. */
const keptAnnotations: ReadonlySet<string> = new Set([
  '$ref',
  '$defs',
  'default',
  'deprecated',
  'discriminator',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
])

const isKept = (keyword: string): boolean => assertionKeywords.has(keyword) || keptAnnotations.has(keyword)

/** A schema for the generated tables: assertions and useful annotations, without prose. */
export function readableSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const entries = Object.entries(schema)
  const kept = entries.filter(([keyword]) => isKept(keyword))
  return mapSchemas(kept.length === entries.length ? schema : Object.fromEntries(kept), readableSchema)
}

const locations = ['query', 'path', 'header', 'cookie'] as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const objects = (value: unknown): RawObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** An operation of the document, with its name in the table. */
export interface NamedOperation {
  readonly name: string
  readonly path: string
  readonly method: Method
}

const fallbackName = (path: string, method: string): string =>
  `${method}/${path}`.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '')

const freeName = (taken: ReadonlySet<string>, operationId: string, fallback: string): string => {
  if (operationId !== '' && !taken.has(operationId)) return operationId
  let name = fallback
  for (let number = 2; taken.has(name); number++) name = `${fallback}_${number}`
  return name
}

/** The members of a document that name its operations. */
type OperationsSource = Pick<LoadedDocument, 'root' | 'hasNewer'>

/** All operations below `paths` or `webhooks`, each with a unique name: its operationId, or method and path. */
export function namedOperations(
  document: OperationsSource,
  section: OperationSection,
): readonly NamedOperation[] {
  return allOperations(document)[section]
}

const allOperations = once((document: OperationsSource) => ({
  paths: operationsOf(document, 'paths'),
  webhooks: operationsOf(document, 'webhooks'),
}))

const operationsOf = (document: OperationsSource, section: OperationSection): NamedOperation[] => {
  const names = new Set<string>()
  return operationsIn(document.root, section, document.hasNewer).map(({ name: path, method, node }) => {
    const name = freeName(names, text(node['operationId']), fallbackName(path, method))
    names.add(name)
    return { name, path, method }
  })
}

// Memoized because most operations share the servers of the document.
const urlsOf = once((holder: RawObject): readonly string[] => {
  const urls = objects(holder['servers']).map((server) => text(server['url']))
  return urls.length > 0 ? urls : ['/']
})

const noList: readonly unknown[] = []
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : noList)

const requirementsOf = once((security: readonly unknown[]): readonly SecurityRequirement[] =>
  objects(security).map((requirement) =>
    Object.fromEntries(Object.entries(requirement).map(([scheme, scopes]) => [scheme, strings(scopes)])),
  ),
)

/** The schema of a parameter for the whole query string, as OpenAPI 3.2 allows; undefined for other parameters. */
export function formIn(root: RawObject, parameter: Located): Located | undefined {
  const contents = locateMembers(root, parameter, 'content')
  const form = contents.find(([mediaType]) => /^application\/x-www-form-urlencoded/i.test(mediaType))?.[1]
  return form && locate(root, [...form.path, 'schema'])
}

/**
 * Defines non-writable members: with plain writable keys such as 200 and 404, V8 would allocate an array with
 * hundreds of empty slots.
 */
const byStatus = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> => {
  const table: Record<string, Value> = {}
  for (const [status, value] of entries) Object.defineProperty(table, status, { value, enumerable: true })
  return table
}

/** The nodes of the document that an operation is read from. */
interface OperationNodes {
  readonly item: Located | undefined
  readonly operation: Located
  readonly body: Located | undefined
}

/** The parts of an operation that request validators, each built on first access. */
class LazyParts {
  readonly #builder: OperationBuilder
  readonly #nodes: OperationNodes
  #parameters: Operation['parameters'] | undefined
  #requestBody: Operation['requestBody'] | undefined
  #responses: Operation['responses'] | undefined

  constructor(builder: OperationBuilder, nodes: OperationNodes) {
    this.#builder = builder
    this.#nodes = nodes
  }

  get parameters(): Operation['parameters'] {
    return (this.#parameters ??= this.#builder.parameters(this.#nodes))
  }

  get requestBody(): Operation['requestBody'] {
    return (this.#requestBody ??= this.#builder.requestBody(this.#nodes))
  }

  get responses(): Operation['responses'] {
    return (this.#responses ??= this.#builder.responses(this.#nodes))
  }
}

const partsOf = new WeakMap<object, LazyParts>()

// Getters are shared by all operations: separate ones would take kilobytes each.
const partOf = (name: keyof LazyParts): PropertyDescriptor => ({
  enumerable: true,
  get(this: object) {
    return partsOf.get(this)?.[name]
  },
})
const withBody = {
  parameters: partOf('parameters'),
  requestBody: partOf('requestBody'),
  responses: partOf('responses'),
}
const { requestBody: _body, ...withoutBody } = withBody

const withParts = (head: Omit<Operation, keyof LazyParts>, hasBody: boolean, parts: LazyParts): Operation => {
  partsOf.set(head, parts)
  return Object.defineProperties(head, hasBody ? withBody : withoutBody) as Operation
}

/** Builds the operations of one section of a document, and requests the validators that they need. */
export class OperationBuilder {
  readonly #document: LoadedDocument
  readonly #units: Units
  readonly #section: OperationSection

  constructor(document: LoadedDocument, units: Units, section: OperationSection) {
    this.#document = document
    this.#units = units
    this.#section = section
  }

  /**
   * The operation at a location. A webhook is sent by the service, but directions keep their names. Its parameters,
   * body and responses are built, and their validators requested, on first access.
   */
  build({ name, path, method }: NamedOperation): Operation {
    const item = locate(this.#document.root, [this.#section, path])
    const own = item?.node[method]
    const added = resolvePath(item?.node, ['additionalOperations', method])
    const node = objectOf(own ?? added)
    const key = own === undefined && added !== undefined ? ['additionalOperations', method] : [method]
    const here = { node, path: [...(item?.path ?? []), ...key] }
    const body = locate(this.#document.root, [...here.path, 'requestBody'])
    const nearest = [node, item?.node, this.#document.root].find(
      (holder) => objects(holder?.['servers']).length > 0,
    )
    const head = {
      operationId: name,
      method,
      path,
      servers: urlsOf(nearest ?? {}),
      pointer: pointerOf(...here.path),
      tags: strings(node['tags']),
      deprecated: node['deprecated'] === true,
      security: requirementsOf(list(node['security'] ?? this.#document.root['security'])),
    }
    return withParts(head, body !== undefined, new LazyParts(this, { item, operation: here, body }))
  }

  responses({ operation }: OperationNodes): Operation['responses'] {
    const members = locateMembers(this.#document.root, operation, 'responses')
    return byStatus(members.map(([status, at]) => [status, this.#response(at)]))
  }

  parameters({ item, operation }: OperationNodes): Parameter[] {
    const merged = new Map<string, Parameter>()
    for (const holder of [item, operation]) {
      const list = holder?.node['parameters']
      for (const index of Array.isArray(list) ? list.keys() : []) {
        const at = locate(this.#document.root, [...(holder?.path ?? []), 'parameters', String(index)])
        for (const parameter of at ? this.#parametersAt(at) : [])
          merged.set(`${parameter.in} ${parameter.name}`, parameter)
      }
    }
    return [...merged.values()]
  }

  #parametersAt(at: Located): readonly Parameter[] {
    if (at.node['in'] === 'querystring') return this.#inQueryString(at)
    const location = locations.find((candidate) => candidate === at.node['in'])
    return location === undefined ? [] : [this.#parameter(at, location)]
  }

  /** The members of a form that makes up the whole query string, as ordinary parameters. */
  #inQueryString(at: Located): Parameter[] {
    const form = formIn(this.#document.root, at)
    const required = strings(form?.node['required'])
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

  #parameter({ node, path }: Located, location: Parameter['in']): Parameter {
    const at = { node, path }
    const style = text(node['style']) || (location === 'query' || location === 'cookie' ? 'form' : 'simple')
    return {
      name: text(node['name']),
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

  requestBody({ body: at }: OperationNodes): Operation['requestBody'] {
    return (
      at && {
        pointer: pointerOf(...at.path),
        required: at.node['required'] === true,
        content: this.#content(at, 'request'),
      }
    )
  }

  #response(at: Located): ResponseObject {
    const headers = locateMembers(this.#document.root, at, 'headers').map(
      ([name, header]): [string, ResponseHeader] => [
        name,
        {
          pointer: pointerOf(...header.path),
          required: header.node['required'] === true,
          ...this.#schema(header, 'response'),
        },
      ],
    )
    return {
      pointer: pointerOf(...at.path),
      headers: Object.fromEntries(headers),
      content: this.#content(at, 'response'),
    }
  }

  #content(holder: Located, direction: Direction): Record<string, MediaTypeObject> {
    return Object.fromEntries(
      locateMembers(this.#document.root, holder, 'content').map(([mediaType, at]) => [
        mediaType,
        { pointer: pointerOf(...at.path), ...this.#schema(at, direction), ...this.#examples(at) },
      ]),
    )
  }

  #schema(holder: Located, direction: Direction): Pick<Parameter, 'schema' | 'validator'> {
    return 'schema' in holder.node ? this.#schemaAt([...holder.path, 'schema'], direction) : {}
  }

  #schemaAt(
    path: readonly string[],
    direction: Direction,
  ): Required<Pick<Parameter, 'schema' | 'validator'>> {
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
