/** Something that a run created on the service. Plain data; holds no secrets once it was published. */
export interface Created {
  /** Method and template of the operation that created it, for instance `POST /customers`. */
  readonly operation: string
  /** The version in the request's header; the empty text when it had none. */
  readonly version: string
  /** Its id, when the answer has one. */
  readonly id?: string
  /** The recognisable name that the request gave it. */
  readonly externalId?: string
  /** Values of the parameters in the path of the operation that deletes things of its kind, its own id last. */
  readonly path: readonly string[]
}

/**
 * Its end: `cancelled` by the run's own request, `gone` already, `refused` to be cancelled, or `kept`
 * because the document has no operation for that, or no answer came.
 */
export type Fate = 'cancelled' | 'gone' | 'refused' | 'kept'

/** Something created, as the report lists it. */
export type CreatedEntry = Omit<Created, 'path'> & {
  readonly fate: Fate
  /** Why it was refused or kept: the status and the start of the text of the response, or a sentence. */
  readonly why?: string
}
