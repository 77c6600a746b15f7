/** Which way the data flows that a change touches, seen from the service; `neither` for prose, servers and the like. */
export type Direction = 'request' | 'response' | 'neither'

/**
 * The effect of a change on a client that was written against the older document.
 * `breaks`: a right client stops working; `may-break`: some right clients do; `safe`: none does; `documentation`: words alone.
 */
export type Effect = 'breaks' | 'may-break' | 'safe' | 'documentation'

/** Where something stands in a document: a JSON Pointer in URI fragment form (`#/paths/~1customers/get`). */
export interface ChangeLocation {
  readonly pointer: string
  /** 1-based line in the text of the document, where the text was at hand. */
  readonly line?: number
}

/** An operation (or a webhook, or a callback) that a change reaches. */
export interface Use {
  /** `get /customers/{id}`, `webhook customer_update`, `callback get /a onEvent post {$url}`. */
  readonly operation: string
  readonly operationId?: string
  /** Where in the operation the change lies: `response 200 application/json /items/[]/state`. */
  readonly within: string
}

/** One difference between two documents, once per direction, however many operations it reaches. */
export interface Change {
  /** Kind of change, stable over releases: `response-property-removed`. Every kind stands in the catalogue. */
  readonly id: string
  /** Sixteen hexadecimal digits, the same for the same change on every machine; what an allow-list names. */
  readonly fingerprint: string
  readonly direction: Direction
  /** Absent where the older document has nothing there. */
  readonly from?: ChangeLocation
  /** Absent where the newer document has nothing there. */
  readonly to?: ChangeLocation
  /** The values themselves, where they are short enough to be shown. */
  readonly before?: unknown
  readonly after?: unknown
  readonly uses: readonly Use[]
  readonly effect: Effect
  /** One sentence in plain words, with names in backticks. */
  readonly sentence: string
  /** Why a rename or a move was assumed: present where the change rests on evidence and not on certainty. */
  readonly guess?: string
}

/** The ruling of a policy on a change: it needs a version of its own, or may ship inside a published one. */
export interface Ruling {
  readonly verdict: 'mint' | 'ship'
  /** Id of the clause that decided, as `diff/policy` has it. */
  readonly clause: string
}

/** A change with the policy's ruling on it. */
export interface JudgedChange extends Change {
  readonly ruling: Ruling
}
