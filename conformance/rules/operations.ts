/** The statuses registered for HTTP, by their first digit. */
interface Ranges {
  '1': 100 | 101 | 102 | 103
  '2': 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226
  '3': 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308
  '4':
    | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
    | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  '5': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511
}

/** The statuses registered for HTTP. */
export type HttpStatus = Ranges[keyof Ranges]

/** The operations of a rule for which no interface `operations` of openapi-typescript was generated. */
export type AnyOperations = Readonly<Record<string, unknown>>

/** Ids of the operations in an interface `operations`. */
export type OperationId<Operations> = Extract<keyof Operations, string>

type ParametersOf<Operation> = Operation extends { readonly parameters: infer Parameters }
  ? Parameters
  : unknown

/** Parameters in one location; `never` where there are none. */
type ParametersIn<Operation, In extends string> =
  ParametersOf<Operation> extends { readonly [Key in In]?: infer Values } ? Exclude<Values, undefined> : never

/** A section of a call: `undefined` where the operation has no such parameters, required where one of them is. */
type Section<Name extends string, Values> = [Values] extends [never]
  ? { readonly [Key in Name]?: undefined }
  : unknown extends Values
    ? { readonly [Key in Name]?: Readonly<Record<string, unknown>> }
    : Partial<Values> extends Values
      ? { readonly [Key in Name]?: Readonly<Values> }
      : { readonly [Key in Name]: Readonly<Values> }

/** The JSON body of a content, or else that of any other media type. */
type JsonIn<Content> = [Extract<keyof Content, `${string}json${string}`>] extends [never]
  ? Content[keyof Content]
  : Content[Extract<keyof Content, `${string}json${string}`>]

/** The request body of an operation; `never` where it has none. */
export type BodyOf<Operation> = unknown extends Operation
  ? unknown
  : Operation extends { readonly requestBody?: infer Body }
    ? Exclude<Body, undefined> extends { readonly content: infer Content }
      ? JsonIn<Content>
      : never
    : never

type BodySection<Operation> = unknown extends Operation
  ? { readonly body?: unknown }
  : [BodyOf<Operation>] extends [never]
    ? { readonly body?: undefined }
    : Operation extends { readonly requestBody: unknown }
      ? { readonly body: BodyOf<Operation> }
      : { readonly body?: BodyOf<Operation> }

/** Options of a call outside the document. */
export interface CallSettings {
  /** Further headers, which replace those of rampart with the same name. */
  readonly headers?: Readonly<Record<string, string | number | boolean>>
  /** `none`: no credentials; `wrong`: invalid ones; by default the user's own. */
  readonly credentials?: 'own' | 'none' | 'wrong'
  /** Requests a version other than the one under test; null requests none. */
  readonly version?: string | null
  /** The media type of the body, where the operation takes several. */
  readonly mediaType?: string
}

/** The request of a call, typed by its operation. */
export type CallRequest<Operation> = unknown extends Operation
  ? UncheckedRequest
  : CallSettings &
      Section<'path', ParametersIn<Operation, 'path'>> &
      Section<'query', ParametersIn<Operation, 'query'>> &
      BodySection<Operation>

/** A request without types of the document, for requests that should be refused. */
export interface UncheckedRequest extends CallSettings {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Sent as JSON, or as a form where that is the media type; text in any other media type is sent verbatim. */
  readonly body?: unknown
}

/** The arguments after the operation id: a request, which is optional where none of its members is required. */
export type CallArguments<Operation> =
  Partial<CallRequest<Operation>> extends CallRequest<Operation>
    ? [request?: CallRequest<Operation>]
    : [request: CallRequest<Operation>]

/** A response of the service. */
export interface Answer<Status extends number = number, Json = unknown> {
  readonly status: Status
  /** By name in lower case; repeated fields are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; undefined where it is not JSON. Its type is the document's promise and was not checked. */
  readonly json: Json
  /** The body as text. */
  readonly text: string
  /** Whether the status is one of 200 to 299. */
  readonly ok: boolean
}

/** Statuses that responses declare by number or by range. */
type DeclaredIn<Responses> = {
  [Key in keyof Responses]: Key extends number
    ? Key
    : Key extends `${infer First extends keyof Ranges}${'XX' | 'xx'}`
      ? Ranges[First]
      : never
}[keyof Responses]

/** The statuses of one key of `responses`; ranges and `default` exclude the statuses that have keys of their own. */
type StatusesOf<Key, Responses> = Key extends number
  ? Key
  : Key extends `${infer First extends keyof Ranges}${'XX' | 'xx'}`
    ? Exclude<Ranges[First], keyof Responses>
    : Exclude<HttpStatus, DeclaredIn<Responses>>

type JsonOf<Response> = Response extends { readonly content: infer Content } ? JsonIn<Content> : undefined

type AnswerWith<Status, Json> = [Status] extends [never] ? never : Answer<Extract<Status, number>, Json>

type AnswersIn<Responses> =
  | {
      [Key in keyof Responses]: AnswerWith<StatusesOf<Key, Responses>, JsonOf<Responses[Key]>>
    }[keyof Responses]
  // Undeclared statuses may occur too.
  | ('default' extends keyof Responses
      ? never
      : AnswerWith<Exclude<HttpStatus, DeclaredIn<Responses>>, unknown>)

/** The responses of an operation, discriminated by status. */
export type AnswerOf<Operation> = Operation extends { readonly responses: infer Responses }
  ? AnswersIn<Responses>
  : Answer
