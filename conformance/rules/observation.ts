import type { Answer, AnswerOf, AnyOperations, BodyOf, OperationId } from './operations.js'

/** Where in a body or a document something stands. */
export interface Whereabouts {
  /** JSON Pointer into the body of the answer, such as `/items/0/price`. */
  readonly pointer?: string
}

/** The operation that a request called. */
export interface CalledOperation<Id extends string = string> {
  readonly operationId: Id
  /** In lower case. */
  readonly method: string
  /** The path template as the document spells it. */
  readonly path: string
  readonly tags: readonly string[]
}

/** A request as it was sent. */
export interface SeenRequest<Json = unknown> {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** By name in lower case; several fields of one name are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON; undefined where it is none. */
  readonly json: Json
  /** The body as it was sent; empty where there was none. */
  readonly text: string
}

/** An exchange of which the operation and the status are known. */
export interface NarrowedObservation<Operations, Id extends OperationId<Operations>, Status extends number> {
  readonly operation: CalledOperation<Id>
  readonly request: SeenRequest<BodyOf<Operations[Id]> | undefined>
  readonly response: Extract<AnswerOf<Operations[Id]>, { readonly status: Status }>
}

/** One exchange of a run, as a rule that observes is given it. */
export interface RuleObservation<Operations = AnyOperations> {
  /** The version that the request asked for; undefined where the service has none of that name. */
  readonly version: string | undefined
  /** The operation that was called; undefined where the document has none at that method and path. */
  readonly operation: CalledOperation | undefined
  readonly request: SeenRequest
  readonly response: Answer
  /** True for an answer of this operation with this status; from then on the bodies have their types. */
  is<Id extends OperationId<Operations>, Status extends AnswerOf<Operations[Id]>['status']>(
    operationId: Id,
    status: Status,
  ): this is NarrowedObservation<Operations, Id, Status>
  /** Says that a promise is broken unless the condition holds. Whatever it is, the exchange was judged. */
  readonly expect: (holds: boolean, message: string, where?: Whereabouts) => void
  /** Says that a promise is broken. */
  readonly violate: (message: string, where?: Whereabouts) => void
}
