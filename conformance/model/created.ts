/**
 * What became of a thing: `cancelled` by the run's own request, `gone` already, `refused` to be deleted, or `kept`
 * because the document has no operation for that, or no answer came.
 */
export type Fate = 'cancelled' | 'gone' | 'refused' | 'kept'

/** Something that a run created, as the report lists it. Holds no secrets. */
export interface CreatedEntry {
  /** Method and path of the operation that created it, for instance `POST /customers`. */
  readonly operation: string
  /** The version by whose document it was created. */
  readonly version: string
  /** Its id, when the response has one. */
  readonly id?: string
  /** The recognisable name that the request gave it. */
  readonly externalId?: string
  readonly fate: Fate
  /** Why it was refused or kept: the status and the start of the text of the response, or a sentence. */
  readonly why?: string
}
