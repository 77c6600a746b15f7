/**
 * The direction of the data that a change affects, seen from the service; `neither` for prose, servers and the like.
 */
export type Direction = 'request' | 'response' | 'neither'

/**
 * The effect of a change on a client written against the older document.
 * `breaks`: correct clients stop working; `may-break`: some correct clients do; `safe`: none does; `documentation`:
 * only prose changed.
 */
export type Effect = 'breaks' | 'may-break' | 'safe' | 'documentation'

/** A location in a document: a JSON Pointer in URI fragment form (`#/paths/~1customers/get`). */
export interface ChangeLocation {
  readonly pointer: string
  /** 1-based line in the text of the document, if the text is known. */
  readonly line?: number
}

/** An operation (or a webhook, or a callback) that a change reaches. */
export interface Use {
  /** `get /customers/{id}`, `webhook customer_update`, `callback get /a onEvent post {$url}`. */
  readonly operation: string
  readonly operationId?: string
  /** Location in the operation: `response 200 application/json /items/[]/state`. */
  readonly within: string
}

/** One difference between two documents, recorded once per direction with all operations that it reaches. */
export interface Change {
  /** Kind of change, stable over releases: `response-property-removed`. The catalogue lists them all. */
  readonly id: string
  /** Sixteen hexadecimal digits, the same for the same change on every machine; allow-lists refer to it. */
  readonly fingerprint: string
  readonly direction: Direction
  /** Absent if the older document has nothing there. */
  readonly from?: ChangeLocation
  /** Absent if the newer document has nothing there. */
  readonly to?: ChangeLocation
  /** The values, if they are short enough to show. */
  readonly before?: unknown
  readonly after?: unknown
  readonly uses: readonly Use[]
  readonly effect: Effect
  /** One sentence in plain words, with names in backticks. */
  readonly sentence: string
  /** Why a rename or a move was assumed; present if the change was inferred from evidence. */
  readonly guess?: string
}

/** The ruling of a policy on a change: it needs a new version, or may ship in a published one. */
export interface Ruling {
  readonly verdict: 'mint' | 'ship'
  /** Id of the clause of the policy that decided. */
  readonly clause: string
}

/** A change with the ruling of the policy. */
export interface JudgedChange extends Change {
  readonly ruling: Ruling
}
