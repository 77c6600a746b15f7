import type { CoveragePoint } from '../../document/values/index.js'
import type { Method, Operation } from '../../runtime/surface.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Api } from './api.js'

/** Deviations from the document that a service's own specification allows. */
export interface Tolerances {
  /** Whether a refusal needs no declaration, because a table of errors covers any operation. */
  readonly isGeneral?: (operation: Operation, status: number) => boolean
  /** Another version may have served the response, whose document has other promises. */
  readonly isElsewhere?: boolean
  /** A text refusal may be a JSON string or plain text. */
  readonly isTextPlain?: boolean
  /** An optional member that is null counts as absent. */
  readonly isNullAbsent?: boolean
}

/** A case that was sent, with its exchange. */
export interface Observed {
  readonly api: Api
  readonly case: Case
  /** The request and its response; without a whole response the status is 0 and the body is the reason. */
  readonly exchange: Exchange
  /** Milliseconds from sending to the whole response. */
  readonly durationMs: number
  /**
   * The reason why no whole response came: the connection broke, or the time limit passed. An `unread` response proves
   * nothing: it is too large, has no end, or the request cannot be written as HTTP.
   */
  readonly noAnswer?: 'broken' | 'timeout' | 'unread'
  readonly tolerances?: Tolerances
}

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie'

/** Parameter values by name, as JSON before serialization; absent ones are not sent. */
export type ParameterValues = Readonly<Record<string, unknown>>

/** The content of a request. */
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

/** One call of an operation before serialization to HTTP. */
export interface Call {
  readonly operation: Operation
  readonly path: ParameterValues
  readonly query: ParameterValues
  readonly header: ParameterValues
  readonly cookie: ParameterValues
  readonly body?: CallBody
  /** `own` when it is absent. */
  readonly credentials?: 'own' | 'none' | 'wrong'
  /** A method other than that of the operation. */
  readonly method?: Method
  /** A path and query below the base URL, sent verbatim: of followed links and of pages. */
  readonly target?: string
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

/**
 * An odd value in a call; its kind identifies one defect across many operations. `kind` is one of a small set of words,
 * for instance `nul`, `lone-surrogate`, `long-text`, `huge-number`, `empty-text`, `null`.
 */
export interface Peculiarity {
  readonly kind: string
  readonly in: Deviation['in']
  /** JSON Pointer to the value, as in a deviation. */
  readonly at: string
}

/** The origin of a case. */
export type CaseSource = 'example' | 'coverage' | 'random' | 'state' | 'probe' | 'elsewhere'

/** One call with its expectation and purpose. */
export interface Case {
  readonly call: Call
  readonly expectation: Expectation
  readonly source: CaseSource
  /** For people: `limit at its maximum`, `without "name"`. */
  readonly aim: string
  readonly deviation?: Deviation
  readonly peculiarities?: readonly Peculiarity[]
  readonly reaches?: readonly CoveragePoint[]
}
