import type { Direction } from '../model/change.js'
import type { Fragment } from '../document/side.js'

/** What is compared: one location, or several that apply together (a schema and what its `allOf` adds). */
export type Fragments = readonly Fragment[]

/** A direction that data can flow in. */
export type Flow = 'request' | 'response'

/** What a walker knows of a difference. */
export interface Facts {
  readonly from?: Fragment | undefined
  readonly to?: Fragment | undefined
  /** What the difference belongs to, where that is not the location itself: the object of a removed property. */
  readonly owner?: Fragment | undefined
  readonly name?: string
  readonly before?: unknown
  readonly after?: unknown
  /** Why a rename was assumed. */
  readonly guess?: string
  /** Where below the node the difference lies, in the words of a use. */
  readonly step?: string
}

/** One difference, before it is known who is reached by it. */
export interface Edit extends Facts {
  readonly kind: string
  readonly direction: Direction
}

/** Names the operation that an edge leads to, from the name of the operation that it starts from. */
export type Naming = (outer: string) => { readonly operation: string; readonly operationId?: string }

/** A way from one comparison to another that it contains. */
export interface Edge {
  readonly step: string
  readonly node: Node
  /** Present where the edge leads into an operation of its own. */
  readonly naming?: Naming | undefined
}

/** Kinds by what the hidden part did to the set of values; see `Visit.judge`. */
export interface SetChangeKinds {
  readonly narrowed: string
  readonly widened: string
  readonly changed: string
}

/** A difference whose kind depends on a part that is compared for this purpose alone. */
export interface Deferred {
  readonly kinds: SetChangeKinds
  readonly node: Node
  readonly facts: Facts
  readonly direction: Direction
}

/** One comparison: made once, however many ways lead to it. */
export interface Node {
  readonly edits: Edit[]
  readonly edges: Edge[]
  readonly deferred: Deferred[]
}
