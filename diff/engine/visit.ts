import type { KindName } from '../catalogue/index.js'
import type { Facts, Flow, Naming, Fragments, SetChange } from './node.js'

/** The kind of thing that a walker compares. */
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

/** Options for entering a comparison from another. */
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
  /** Records a difference in the direction of the visit. */
  readonly report: (kind: KindName, facts: Facts) => void
  /** Records a difference in a direction that is not that of the visit. */
  readonly reportIn: (flow: Flow, kind: KindName, facts: Facts) => void
  /** Records a difference that has no direction. */
  readonly note: (kind: KindName, facts: Facts) => void
  /** Queues the comparison of a child, which runs once per pair and direction. */
  readonly enter: (subject: Subject, from: Fragments, to: Fragments, how?: EnterOptions) => void
  /**
   * Compares schemas separately, and records one difference that depends on whether they were narrowed, widened or
   * both.
   */
  readonly classify: (verdicts: SetChangeKinds, from: Fragments, to: Fragments, facts: Facts) => void
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

/** The walker of each kind. */
export type Walkers = Readonly<Record<Subject, Walker>>
