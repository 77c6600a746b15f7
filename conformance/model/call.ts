import type { Method, Operation } from '../../runtime/surface.js'

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
