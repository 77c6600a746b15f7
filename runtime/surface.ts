import type { JsonSchema } from './json-schema.js'
import type { Validator } from './validators.js'

export type { JsonSchema } from './json-schema.js'

/** A method as OpenAPI spells it; those of `additionalOperations` are in capitals. */
export type Method =
  | ('get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query')
  | Uppercase<string>

/** One media type of a body. `validator` is the name of its validator. */
export interface MediaTypeObject {
  readonly pointer: string
  readonly schema?: JsonSchema
  readonly validator?: string
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
  readonly description: string
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
  readonly summary?: string
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
