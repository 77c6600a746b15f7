import type { Answer, AnswerOf, AnyOperations, BodyOf, OperationId } from './operations.js'

/** A location in a body or a document. */
export interface Whereabouts {
  /** JSON Pointer into the body of the response, such as `/items/0/price`. */
  readonly pointer?: string
}

/** The operation that a request called. */
export interface CalledOperation<Id extends string = string> {
  readonly operationId: Id
  /** In lower case. */
  readonly method: string
  /** The path template as spelled in the document. */
  readonly path: string
  readonly tags: readonly string[]
}

/** A request as it was sent. */
export interface SeenRequest<Json = unknown> {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** By name in lower case; repeated fields are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; undefined where it is not JSON. */
  readonly json: Json
  /** The body as text; empty where there was none. */
  readonly text: string
}

/** An exchange with a known operation and status. */
export interface NarrowedObservation<Operations, Id extends OperationId<Operations>, Status extends number> {
  readonly operation: CalledOperation<Id>
  readonly request: SeenRequest<BodyOf<Operations[Id]> | undefined>
  readonly response: Extract<AnswerOf<Operations[Id]>, { readonly status: Status }>
}

/** One exchange of a run, as passed to an observer rule. */
export interface RuleObservation<Operations = AnyOperations> {
  /** The version that was requested; undefined where the service has none of that name. */
  readonly version: string | undefined
  /** The operation that was called; undefined where the document has none for that method and path. */
  readonly operation: CalledOperation | undefined
  readonly request: SeenRequest
  readonly response: Answer
  /** True for a response of this operation with this status; narrows the types of the bodies. */
  is<Id extends OperationId<Operations>, Status extends AnswerOf<Operations[Id]>['status']>(
    operationId: Id,
    status: Status,
  ): this is NarrowedObservation<Operations, Id, Status>
  /** Reports a violation unless the condition holds. In either case the exchange counts as judged. */
  readonly expect: (holds: boolean, message: string, where?: Whereabouts) => void
  /** Reports a violation. */
  readonly violate: (message: string, where?: Whereabouts) => void
}
