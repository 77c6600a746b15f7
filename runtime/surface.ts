import { escaped, unescaped } from './json.js'
import type { Validator } from './validators.js'

/** A JSON Schema 2020-12 as OpenAPI 3.1 uses it; `$ref` points at `#/components/schemas/<name>`. */
export type JsonSchema = boolean | JsonSchemaObject

/** The keywords that generated code and its users read; schemas may have others. */
export interface JsonSchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly allOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly not?: JsonSchema
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly deprecated?: boolean
  readonly [keyword: string]: unknown
}

/** A method as OpenAPI spells it; those of `additionalOperations` are in capitals. */
export type Method =
  | ('get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query')
  | Uppercase<string>

/** How a member of a form is written. */
export interface Encoding {
  readonly contentType?: string
  readonly style?: string
  readonly explode?: boolean
  readonly allowReserved?: boolean
}

/** One media type of a body. `validator` is the name of its validator. */
export interface MediaTypeObject {
  readonly pointer: string
  readonly schema?: JsonSchema
  readonly validator?: string
  /** How the members of a form are written, by name, where the document says it. */
  readonly encoding?: Readonly<Record<string, Encoding>>
  /** Examples in the document, by name. */
  readonly examples?: Readonly<Record<string, unknown>>
}

/** One parameter of an operation, including those of the path item; `style` and `explode` are always set. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header' | 'cookie'
  readonly pointer: string
  readonly required: boolean
  readonly deprecated: boolean
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  readonly schema?: JsonSchema
  readonly validator?: string
  /** Present when the parameter is described by `content` instead of `schema`. */
  readonly content?: Readonly<Record<string, MediaTypeObject>>
  readonly example?: unknown
}

export interface RequestBody {
  readonly pointer: string
  readonly required: boolean
  readonly content: Readonly<Record<string, MediaTypeObject>>
}

export interface ResponseHeader {
  readonly pointer: string
  readonly required: boolean
  readonly schema?: JsonSchema
  readonly validator?: string
}

export interface ResponseObject {
  readonly pointer: string
  readonly headers: Readonly<Record<string, ResponseHeader>>
  readonly content: Readonly<Record<string, MediaTypeObject>>
}

/** Scheme names with scopes. All schemes of an entry are required; one entry of the list suffices. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** One operation of a document: everything that a client, a test or a tool needs to call and validate it. */
export interface Operation {
  readonly operationId: string
  readonly method: Method
  /** The path template as the document spells it. */
  readonly path: string
  /** URLs of the servers of this operation, as the document spells them. */
  readonly servers: readonly string[]
  readonly pointer: string
  readonly tags: readonly string[]
  readonly deprecated: boolean
  /** Empty if no key is required. */
  readonly security: readonly SecurityRequirement[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: RequestBody
  /** By status code, `4XX` range or `default`. */
  readonly responses: Readonly<Record<string, ResponseObject>>
}

export interface SecurityScheme {
  readonly type: string
  readonly name?: string
  readonly in?: string
  readonly scheme?: string
  readonly [key: string]: unknown
}

/** Everything generated from one document. */
export interface Surface {
  /** The date of the document, or its name if it has none. */
  readonly version: string
  readonly title: string
  /** SHA-256 of the source document, in hexadecimal. */
  readonly sha256: string
  readonly operations: Readonly<Record<string, Operation>>
  /** Operations of the root `webhooks` object; `path` is the name of the webhook. */
  readonly webhooks: Readonly<Record<string, Operation>>
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  /** Component schemas by the name that the document gives them. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** Loads a validator by its name in `operations` or `schemaValidators`. */
  readonly validator: (name: string) => Promise<Validator>
  /** Names of the validators of the component schemas, by schema name and direction. */
  readonly schemaValidators: Readonly<Record<string, { readonly request: string; readonly response: string }>>
}

type SchemaValidators = Surface['schemaValidators']
type Table<Row> = Readonly<Record<string, Row>>

/** A parameter, body, header, response or media type as generated modules write it. */
interface Described {
  readonly pointer?: string
  readonly style?: string
  readonly schema?: JsonSchema
  readonly content?: Table<Described>
  readonly headers?: Table<Described>
}

/** An operation as generated modules write it: without the members that follow from others. */
export interface OperationRow {
  readonly method: string
  readonly path: string
  readonly pointer?: string
  readonly parameters?: readonly (Described & Pick<Parameter, 'in'>)[]
  readonly requestBody?: Described
  readonly responses?: Table<Described>
  /** Further responses, which other operations have too. */
  readonly errors?: Table<Described>
}

/** Adds the implied members to an object of a table, or removes them from it. */
export type Change = (row: object, implied: object) => object

const mapped = (table: Table<Described> = {}, map: (row: Described, key: string) => object): Table<object> =>
  Object.fromEntries(Object.entries(table).map(([key, row]) => [key, map(row, key)]))

const fill: Change = (row, implied) => ({ ...implied, ...row })

/** Walks through operations, and changes each of their objects by what its location implies. */
export class TableWalk {
  readonly #section: 'paths' | 'webhooks'
  readonly #validators: SchemaValidators
  readonly #change: Change
  readonly #usual: object
  /** Components, which several operations have in common. */
  readonly #changed = new Map<object, object>()

  /** @param usual members that most operations have */
  constructor(
    section: 'paths' | 'webhooks',
    validators: SchemaValidators,
    change: Change,
    usual: object = {},
  ) {
    this.#section = section
    this.#usual = usual
    this.#validators = validators
    this.#change = change
  }

  operation(row: OperationRow, name: string): object {
    const { errors, ...own } = row
    const { method, path, parameters = [], requestBody, responses } = own
    const usual = `#/${this.#section}/${escaped(path)}/${method}`
    const { pointer = usual } = own
    const whole = {
      ...own,
      parameters: parameters.map((parameter, index) =>
        this.#parameter(parameter, `${pointer}/parameters/${index}`),
      ),
      ...(requestBody && { requestBody: this.#body(requestBody, `${pointer}/requestBody`) }),
      responses: mapped({ ...responses, ...errors }, (response, status) =>
        this.#response(response, `${pointer}/responses/${escaped(status)}`),
      ),
    }
    const empty = { tags: [], deprecated: false, security: [], parameters: [], responses: {} }
    return this.#change(whole, { operationId: name, pointer: usual, ...empty, ...this.#usual })
  }

  #parameter(row: Described & Pick<Parameter, 'in'>, implied: string): object {
    const usual = row.in === 'query' || row.in === 'cookie' ? 'form' : 'simple'
    const { style = usual, pointer = implied, content } = row
    return this.#once(row, content && { content: this.#content(content, pointer, 'request') }, {
      pointer: implied,
      required: row.in === 'path',
      deprecated: false,
      style: usual,
      explode: style === 'form',
      allowReserved: false,
      ...this.#validator(row, 'request'),
    })
  }

  #body(row: Described, implied: string): object {
    const content = this.#content(row.content, row.pointer ?? implied, 'request')
    return this.#once(row, { content }, { pointer: implied, required: false, content: {} })
  }

  #response(row: Described, implied: string): object {
    const { pointer = implied } = row
    const headers = mapped(row.headers, (header, name) =>
      this.#once(header, undefined, {
        pointer: `${pointer}/headers/${escaped(name)}`,
        required: false,
        ...this.#validator(header, 'response'),
      }),
    )
    const content = this.#content(row.content, pointer, 'response')
    return this.#once(row, { headers, content }, { pointer: implied, headers: {}, content: {} })
  }

  #content(content: Described['content'], holder: string, direction: 'request' | 'response'): Table<object> {
    return mapped(content, (row, mediaType) =>
      this.#change(row, {
        pointer: `${holder}/content/${escaped(mediaType)}`,
        ...this.#validator(row, direction),
      }),
    )
  }

  /** A schema that is only a reference has the validator of the component. */
  #validator({ schema }: Described, direction: 'request' | 'response'): object {
    const reference = typeof schema === 'object' ? schema.$ref : undefined
    const [, component] = /^#\/components\/schemas\/([^/]+)$/.exec(reference ?? '') ?? []
    const names = component === undefined ? undefined : this.#validators[unescaped(component)]
    return names === undefined ? {} : { validator: names[direction] }
  }

  #once(row: Described, changes: object | undefined, implied: object): object {
    const known = this.#changed.get(row) ?? this.#change({ ...row, ...changes }, implied)
    if (row.pointer !== undefined) this.#changed.set(row, known)
    return known
  }
}

/**
 * The operations of a generated module, with all of their members.
 * @param usual members that most of them have
 */
export function operationsOf(
  section: 'paths' | 'webhooks',
  rows: Table<OperationRow>,
  validators: SchemaValidators,
  usual?: object,
): Surface['operations'] {
  const walk = new TableWalk(section, validators, fill, usual)
  const operations = Object.entries(rows).map(([name, row]) => [name, walk.operation(row, name)])
  return Object.fromEntries(operations)
}

/** Names of the validators of all schemas; `rows` has those that are named differently than their schema. */
export function schemaValidatorsOf(schemas: Surface['schemas'], rows: SchemaValidators): SchemaValidators {
  const entries = Object.keys(schemas).map((name) => [name, { request: name, response: name }])
  return { ...Object.fromEntries(entries), ...rows }
}
