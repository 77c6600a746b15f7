import type { ServerSentEvent } from './events.js'
import type { Bytes, WebBlob, WebForm, WebHeaders, WebQuery } from './web.js'
import type { CallOptions } from './options.js'

type OkOf<Status> = `${Status & (string | number)}` extends `2${string}` ? true : false

/**
 * One documented answer. `status` tells the answers of an operation apart as the document does: by a number, or by
 * the range (`4XX`) or `default` that describes what is not listed. `ok` tells what the document describes as success.
 */
export interface Answer<Status, Body, Ok = OkOf<Status>> {
  readonly status: Status
  /** The status as it was sent. */
  readonly httpStatus: number
  readonly ok: Ok
  readonly body: Body
  readonly headers: WebHeaders
}

type Json = `${string}/json` | `${string}/json;${string}` | `${string}+json` | `${string}+json;${string}`
type Text =
  | `text/${string}`
  | `${string}${'xml' | 'yaml' | 'urlencoded'}`
  | `${string}${'xml' | 'yaml' | 'urlencoded'};${string}`
type Form = `multipart/${string}` | `${string}urlencoded` | `${string}urlencoded;${string}`
type Events = 'text/event-stream' | `text/event-stream;${string}`

type Decoded<MediaType, Value> = MediaType extends Json
  ? Value
  : MediaType extends Events
    ? AsyncGenerator<ServerSentEvent, void>
    : MediaType extends Text
      ? string
      : MediaType extends `${string}*${string}`
        ? unknown
        : WebBlob

type DecodedIn<Content> = {
  [MediaType in keyof Content]: Decoded<MediaType, Content[MediaType]>
}[keyof Content]

type BodyOf<Status, Response> = Status extends 204 | 205 | 304
  ? undefined
  : Response extends { readonly content: infer Content }
    ? DecodedIn<Content>
    : unknown

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 | `2${string}`

type StatusOf<Key> = Key extends `${infer Code extends number}` ? Code : Key

// What only `default` describes may be a success; what is not described at all is taken for one.
type AnswerTo<Key, Response, Keys> = Key extends 'default'
  ? Answer<Key, BodyOf<Key, Response>, [Extract<Keys, Success>] extends [never] ? boolean : false>
  : Answer<StatusOf<Key>, BodyOf<Key, Response>>

/** All documented answers of an operation. */
export type AnswerOf<Operation> = Operation extends { readonly responses: infer Responses }
  ?
      | { [Key in keyof Responses]: AnswerTo<Key, Responses[Key], keyof Responses> }[keyof Responses]
      | ([Extract<keyof Responses, Success | 'default'>] extends [never] ? Answer<'2XX', unknown> : never)
  : never

type Part<Value> = Value | (Value extends readonly unknown[] ? readonly WebBlob[] : WebBlob)

type Encoded<MediaType, Value> = MediaType extends Json
  ? Value
  : MediaType extends Form
    ? { [Name in keyof Value]: Part<Value[Name]> } | WebForm | WebQuery
    : Value | Bytes

type Named<MediaType> = MediaType extends `${string}*${string}` ? string : MediaType

// The media type may be left out where it is the only one, or the one that is taken: JSON.
type BodyChoice<Content> = {
  [MediaType in keyof Content]: {
    readonly body: Encoded<MediaType, Content[MediaType]>
  } & ([keyof Content] extends [MediaType]
    ? { readonly contentType?: Named<MediaType> }
    : MediaType extends `application/json${string}`
      ? { readonly contentType?: MediaType }
      : { readonly contentType: Named<MediaType> })
}[keyof Content]

type None = { readonly body?: never; readonly contentType?: never }

type BodyPart<Operation> = Operation extends { readonly requestBody: { readonly content: infer Content } }
  ? BodyChoice<Content>
  : Operation extends { readonly requestBody?: { readonly content: infer Content } }
    ? [Content] extends [never]
      ? None
      : unknown extends Content
        ? None
        : BodyChoice<Content> | None
    : None

// OpenAPI leaves these to the media types and the security of an operation, also where a parameter demands one.
type LeftOpen<Name> = Name extends string
  ? Lowercase<Name> extends 'accept' | 'authorization' | 'content-type'
    ? Name
    : never
  : never

type Unmanaged<Headers, Managed> = {
  [Name in keyof Headers as Name extends Managed | LeftOpen<Name> ? never : Name]: Headers[Name]
} & {
  [Name in keyof Headers as Name extends Managed ? never : LeftOpen<Name>]?: Headers[Name]
}

type HeaderPart<Headers, Managed> = [Headers] extends [never]
  ? { readonly headers?: never }
  : {} extends Unmanaged<Headers, Managed>
    ? { readonly headers?: Unmanaged<Headers, Managed> }
    : { readonly headers: Unmanaged<Headers, Managed> }

type ParameterPart<Parameters, Managed> = {
  [
    Place in keyof Parameters as Place extends 'cookie'
      ? 'cookies'
      : Place extends 'path' | 'query'
        ? Place
        : never
  ]: Parameters[Place]
} & (Parameters extends { readonly header?: infer Headers }
  ? HeaderPart<NonNullable<Headers>, Managed>
  : { readonly headers?: never })

/** What a call of an operation takes: its parameters, its body, and how to call. */
export type RequestOf<Operation, Managed = never> = (Operation extends {
  readonly parameters: infer Parameters
}
  ? ParameterPart<Parameters, Managed>
  : unknown) &
  BodyPart<Operation> &
  CallOptions

/** The request may be left out where nothing in it is required. */
export type RequestArguments<Operation, Managed> =
  {} extends RequestOf<Operation, Managed>
    ? readonly [request?: RequestOf<Operation, Managed>]
    : readonly [request: RequestOf<Operation, Managed>]

/** Of all operations that a document's types name, those that can be called: its webhooks cannot. */
export type Callable<Operations, Id> = {
  [Name in keyof Operations as Name extends Id ? Name : never]: Operations[Name]
}

/**
 * A client of one version. `Managed` are the headers that it sends by itself.
 *
 * A documented answer, also one that refuses, is returned and never thrown: TypeScript knows the type of a returned
 * value and not that of a thrown one, so `status` narrows `body` to what the document says about exactly that
 * answer. What the document does not know is thrown, as a `ClientError` that keeps status, headers and body.
 * `bodyOf` gives the body of a success and throws for the rest, for those who would rather catch.
 */
export interface Client<Operations, Managed extends string = never> {
  /**
   * Calls an operation by its id.
   * @throws ClientError when there is no documented answer; the signal's reason when the call is aborted.
   */
  call<Id extends keyof Operations & string>(
    id: Id,
    ...request: RequestArguments<Operations[Id], Managed>
  ): Promise<AnswerOf<Operations[Id]>>
}

/** What is known of each version: its operations, and the headers that its client sends by itself. */
export interface VersionTypes {
  readonly operations: object
  readonly managed: string
}

/** A client that pins a version per call, or for all calls of `version(...)`. Each version's table is loaded on use. */
export interface VersionedClient<Versions extends { [Name in keyof Versions]: VersionTypes }> {
  /** A client of one version. */
  version<Version extends keyof Versions>(
    version: Version,
  ): Client<Versions[Version]['operations'], Versions[Version]['managed']>
  /**
   * Calls an operation in the version that the request names.
   * @throws ClientError when there is no documented answer; the signal's reason when the call is aborted.
   */
  call<Version extends keyof Versions, Id extends keyof Versions[Version]['operations'] & string>(
    id: Id,
    request: { readonly version: Version } & RequestOf<
      Versions[Version]['operations'][Id],
      Versions[Version]['managed']
    >,
  ): Promise<AnswerOf<Versions[Version]['operations'][Id]>>
}
