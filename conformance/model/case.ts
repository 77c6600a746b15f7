import { resolvePointer, walk } from '../../document/index.js'
import type { Operation, Parameter, Surface, Method } from '../../runtime/surface.js'
import type { Exchange } from '../exchange/exchange.js'
import type { ExploreRuleId } from './document-rules.js'

const holds = (holder: string, pointer: string): boolean =>
  pointer === holder || pointer.startsWith(`${holder}/`)

const mostFollowed = 2_000

/** Whether parts of a document contain a pointer, are inside it, or refer to such a part. */
export function reachesPart({ document }: Api, starts: readonly string[], pointer: string): boolean {
  const seen = new Set(starts)
  for (const start of seen) {
    if (holds(start, pointer) || holds(pointer, start)) return true
    if (seen.size > mostFollowed) return false
    for (const [location, value] of walk(resolvePointer(document, start)))
      if (location.endsWith('/$ref') && typeof value === 'string' && value.startsWith('#')) seen.add(value)
  }
  return false
}

/** The first unreadable part that a pointer leads to; undefined where everything was read. */
export function unreadBelow(api: Api, start: string): UnreadPart | undefined {
  return (api.unread ?? []).find(({ pointer }) => reachesPart(api, [start], pointer))
}

/** Names an operation: `GET /pets/{id}`. */
export function nameOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`
}

/** Whether an operation requires credentials, without an alternative that needs none. */
export function requiresCredentials({ security }: Operation): boolean {
  return security.length > 0 && security.every((one) => Object.keys(one).length > 0)
}

/** The query parameters that every request of an operation must have. */
export function requiredQuery({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter((one) => one.in === 'query' && one.required)
}

/** A document of the tested service, with everything read from it. */
export interface Api {
  /** The date of the document, or its name if it has none. */
  readonly version: string
  /** Generated from it: operations, component schemas, and validators for requests and responses. */
  readonly surface: Surface
  /** The document as one tree with its references, for links, servers and security. */
  readonly document: Readonly<Record<string, unknown>>
  /** API root without a trailing slash; the paths of `operations` are relative to it. */
  readonly baseUrl: string
  /** Origin that the document came from; absent for a file. */
  readonly origin?: string
  /** The tested operations, in the order of the document. */
  readonly operations: readonly Operation[]
  /** The unreadable parts of the document, which are not judged. It may grow until the run is over. */
  readonly unread?: readonly UnreadPart[]
}

/** An unreadable part of a document. A schema accepts anything instead; a request is not sent. */
export interface UnreadPart {
  /** JSON Pointer of it in `document`. */
  readonly pointer: string
  readonly message: string
}

/** Deviations from the document that a service's own specification allows. */
export interface Tolerances {
  /** Whether a refusal needs no declaration, because a table of errors covers any operation. */
  readonly isGeneral?: (operation: Operation, status: number) => boolean
  /** The response may come from another version, whose document makes other promises. */
  readonly isElsewhere?: boolean
  /** A text refusal may be a JSON string or plain text. */
  readonly isTextPlain?: boolean
  readonly isNullAbsent?: boolean
}

/**
 * The reason why a request got no whole response. `broken`: the connection broke, or the bytes were not HTTP.
 * `timeout`: the time limit passed. `unread` proves nothing: the response is too large or has no end, or the request
 * cannot be written as HTTP.
 */
export type NoResponse = 'broken' | 'timeout' | 'unread'

/** A case that was sent, with its exchange. */
export interface Observed {
  readonly api: Api
  readonly case: Case
  /** The request and its response; without a whole response the status is 0 and the body is the reason. */
  readonly exchange: Exchange
  /** Milliseconds from sending to the whole response. */
  readonly durationMs: number
  readonly noAnswer?: NoResponse
  readonly tolerances?: Tolerances
}

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie'

/** Parameter values by name, as JSON before serialization; absent ones are not sent. */
export type ParameterValues = Readonly<Record<string, unknown>>

export interface CallBody {
  /** As spelled in the document, for instance `application/json` or `multipart/form-data`. */
  readonly mediaType: string
  /** The JSON value before serialization. */
  readonly value: unknown
  /** Sent verbatim in place of the value, for instance a body that is not JSON. */
  readonly raw?: string
  /** Sent as Content-Type in place of `mediaType`; null sends no such header. */
  readonly contentType?: string | null
}

/**
 * The credentials of a call: the run's own, none, those of a requirement without one scheme, or invalid ones; `odd`
 * ones have a letter outside ASCII.
 */
export type CredentialKind = 'own' | 'none' | `without ${string}` | WrongCredentials
export type WrongCredentials = 'wrong' | 'odd'

/** One call of an operation before serialization to HTTP. */
export interface Call {
  readonly operation: Operation
  readonly path: ParameterValues
  readonly query: ParameterValues
  readonly header: ParameterValues
  readonly cookie: ParameterValues
  readonly body?: CallBody
  /** `own` when it is absent. */
  readonly credentials?: CredentialKind
  /** The media type to ask for before all others, in place of the declared ones, JSON first. */
  readonly accept?: string
  /** A method other than that of the operation. */
  readonly method?: Method
  /** A path and query below the base URL, sent verbatim: of followed links and of pages. */
  readonly target?: string
}

/** The value of a call's body, or of its parameters at a location, by name. */
export function valuesAt({ body, ...call }: Call, location: ParameterLocation | 'body'): unknown {
  return location === 'body' ? body?.value : call[location]
}

/**
 * The promise of the document for a call: `valid` satisfies it, `invalid` deviates from it in one value, `open` is
 * beyond it, for instance an undeclared method. `unknown`: the request comes from a rule of a pack or the client of a
 * recording.
 */
export type Expectation = 'valid' | 'invalid' | 'open' | 'unknown'

/** The single deviation of an invalid call from the document. */
export interface Deviation {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** JSON Pointer to the value: `/limit` of the query, `/pets/0/name` of a body; empty for a body as a whole. */
  readonly at: string
  /** The keyword that is violated (`required`, `type`, `maximum`, ...), or `syntax`, or `mediaType`. */
  readonly keyword: string
  /** JSON Pointer of the schema, or of the parameter, in the document. */
  readonly pointer: string
  /** As a clause: `limit is 101, but must be at most 100`. Contains nothing random. */
  readonly says: string
  /** True where many frameworks accept the value by design: `"5"` for an integer. */
  readonly isCoercible?: true
}

export interface Case {
  readonly call: Call
  readonly expectation: Expectation
  /** Absent for a case that stands alone. */
  readonly origin?: 'rule' | 'sequence'
  readonly deviation?: Deviation
}

/** A promise of a document that a response, or a sequence of responses, breaks. */
export interface ExploreViolation {
  readonly rule: ExploreRuleId
  /** One sentence: the promise and what happened instead. */
  readonly message: string
  /** The message with `*` for parts that differ between runs, if any; a later run recognizes the finding by it. */
  readonly pattern?: string
  /** JSON Pointer of the promise in the document, beginning with `#/`. */
  readonly pointer?: string
  /** The expected response, in one sentence. */
  readonly expected: string
  /** Equal for violations of one cause in any operation; those with the same rule and cause become one finding. */
  readonly cause: string
  /** The parameter or member, where one cause may affect several; the finding names all of them. */
  readonly about?: string
  /** For a value in a body. The parts of one object become one finding, which lists them all. */
  readonly part?: ViolationPart
  /** The same request got another response when it was repeated later. */
  readonly isUnrepeated?: true
  /** Options, as `query limit`, without which the request was refused, so that they cannot be the cause. */
  readonly needed?: readonly string[]
  /** The exchanges that lead to it, in the order of sending; the last one shows it. */
  readonly steps: readonly Observed[]
}

export type ExploreViolations = readonly ExploreViolation[]

/** The fault of one value, to be merged with those of the same object. */
export interface ViolationPart {
  /** The schema of the object that holds or lacks the value. */
  readonly holder: string
  /** `GET /pets 200`. */
  readonly answer: string
  /** The object that lacks a member, as in a sentence; undefined where `says` is the whole sentence. */
  readonly subject?: string
  /** The name of the missing member; otherwise a clause: `name must be a string, not null`. */
  readonly says: string
  /** The member names and list positions that lead to the value. */
  readonly keys: readonly string[]
  /** The value; undefined for a missing member. */
  readonly value: unknown
}

/** A violation found by a check, without the exchange that shows it. */
export type Fault = Omit<ExploreViolation, 'steps'>
