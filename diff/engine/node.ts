import type { Direction } from '../model/change.js'
import type { Fragment } from '../fragments/fragment.js'

/** The fragments that are compared: one, or several that apply together (a schema with those of its `allOf`). */
export type Fragments = readonly Fragment[]

/** A direction that data can flow in. */
export type Flow = 'request' | 'response'

/** The facts of a difference, as a walker reports them. */
export interface Facts {
  readonly from?: Fragment | undefined
  readonly to?: Fragment | undefined
  /** The owner of the difference, where that is not the location itself: the object of a removed property. */
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

/** Kinds by how the set of accepted values changed; see `Visit.classify`. */
export interface SetChangeKinds {
  readonly narrowed: string
  readonly widened: string
  readonly changed: string
}

/** A difference whose kind depends on a comparison made for this purpose alone. */
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
