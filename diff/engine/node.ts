import type { KindName } from '../catalogue/index.js'
import type { Direction } from '../model/report.js'
import type { Fragment } from './fragment.js'

/** The fragments on one side of a comparison: one, or several that apply together (a schema and its `allOf`). */
export type Fragments = readonly Fragment[]

/** A direction that data can flow in. */
export type Flow = 'request' | 'response'

/** The facts of a difference, as a walker reports them. */
export interface Facts {
  readonly from?: Fragment | undefined
  readonly to?: Fragment | undefined
  /** The owner of the difference if it is not the location itself, such as the object of a removed property. */
  readonly owner?: Fragment | undefined
  readonly name?: string
  readonly before?: unknown
  readonly after?: unknown
  /** Why a rename was assumed. */
  readonly guess?: string
  /** Location of the difference below the node, as uses print it. */
  readonly step?: string
}

/** One difference, before its uses are known. */
export interface Edit extends Facts {
  readonly kind: KindName
  readonly direction: Direction
}

/** Names the operation below an edge, given the name of the operation above it. */
export type Naming = (outer: string) => { readonly operation: string; readonly operationId?: string }

/** A link from a comparison to one that it contains. */
interface Edge {
  readonly step: string
  readonly node: Node
  /** Present if the edge leads into another operation, such as a callback. */
  readonly naming?: Naming | undefined
}

/** How the set of values that a schema accepts changed. */
export type SetChange = 'narrowed' | 'widened' | 'changed' | 'same'

/** A difference whose kind depends on separate comparisons; there is none if they lead to no kind. */
export interface Deferred {
  readonly kindFor: (changes: readonly SetChange[]) => KindName | undefined
  readonly nodes: readonly Node[]
  readonly facts: Facts
  readonly direction: Direction
}

/** One comparison, shared by all edges that lead to it. */
export interface Node {
  readonly edits: Edit[]
  readonly edges: Edge[]
  readonly deferred: Deferred[]
}

/** The subject that a walker compares. */
export type Subject =
  | 'document'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'body'
  | 'mediaType'
  | 'response'
  | 'security'
  | 'securityScheme'
  | 'schema'
  | 'text'

export interface EnterOptions {
  /** The step to it, as uses print it: `response 200`, `/items`. */
  readonly step?: string
  readonly flow?: Flow
  readonly naming?: Naming
}

/** Kinds by how the set of accepted values changed. */
export type SetChangeKinds = Readonly<Record<Exclude<SetChange, 'same'>, KindName>>

/** A comparison in progress, as walkers see it. */
export interface Visit {
  readonly flow: Flow
  /** Records a difference in the direction of the visit, unless another is given or the kind has none. */
  readonly report: (kind: KindName, facts: Facts, flow?: Flow) => void
  /** Queues the comparison of a child, which runs once per pair and direction. */
  readonly enter: (subject: Subject, from: Fragments, to: Fragments, how?: EnterOptions) => void
  /**
   * Compares schemas separately, and records one difference, which may depend on whether they were narrowed, widened
   * or both.
   */
  readonly classify: (kind: KindName | SetChangeKinds, from: Fragments, to: Fragments, facts: Facts) => void
  /**
   * Compares pairs of schemas separately, and records a difference unless one of them is equal or changed only in
   * that way.
   */
  readonly reportUnless: (
    way: 'narrowed' | 'widened',
    pairs: readonly (readonly [Fragments, Fragments])[],
    kind: KindName,
    facts: Facts,
  ) => void
}

/** Compares two fragments of one subject. Never recursive: children are queued with `enter`. */
export type Walker = (visit: Visit, from: Fragments, to: Fragments) => void

/** A walker that only runs if both sides have the fragment. */
export function ofBoth(compare: (visit: Visit, from: Fragment, to: Fragment) => void): Walker {
  return (visit, [from], [to]) => {
    if (from && to) compare(visit, from, to)
  }
}

/** The walker of each kind. */
export type Walkers = Readonly<Record<Subject, Walker>>
