import type { Method, Operation } from '../../runtime/surface.js'

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie'

/** Values of parameters by name, as JSON values before they are written in their style; absent ones are not sent. */
export type ParameterValues = Readonly<Record<string, unknown>>

/** The content of a request. */
export interface CallBody {
  /** As the document spells it, for instance `application/json` or `multipart/form-data`. */
  readonly mediaType: string
  /** As JSON, before it is written in its media type. */
  readonly value: unknown
  /** Sent as it stands in place of the value: for instance a body that is no JSON at all. */
  readonly raw?: string
  /** Sent as Content-Type in place of `mediaType`; null: no such header. */
  readonly contentType?: string | null
}

/** One call of an operation before it is written as HTTP. */
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
  /** A path and query below the base URL that is taken as it is: of links that were followed, and of pages. */
  readonly target?: string
}
