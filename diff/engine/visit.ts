import type { Facts, Flow, Naming, Fragments, SetChangeKinds } from './node.js'

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

/** How a comparison is entered from another. */
export interface EnterOptions {
  /** The way there in the words of a use: `response 200`, `/items`. */
  readonly step?: string
  readonly flow?: Flow
  readonly naming?: Naming
}

/** One comparison in progress: the actions of a walker. */
export interface Visit {
  readonly flow: Flow
  /** Records a difference in the direction of the visit. */
  readonly report: (kind: string, facts: Facts) => void
  /** Records a difference in a direction that is not that of the visit. */
  readonly reportIn: (flow: Flow, kind: string, facts: Facts) => void
  /** Records a difference that has no direction. */
  readonly note: (kind: string, facts: Facts) => void
  /** Compares something inside; it is done later, once per pair and direction. */
  readonly enter: (subject: Subject, from: Fragments, to: Fragments, how?: EnterOptions) => void
  /** Compares schemas apart, and records one difference by whether they were narrowed, widened or both. */
  readonly classify: (verdicts: SetChangeKinds, from: Fragments, to: Fragments, facts: Facts) => void
}

/** Compares two things of one kind. Never recursive: what is inside is entered. */
export type Walker = (visit: Visit, from: Fragments, to: Fragments) => void

/** The walker of each kind. */
export type Walkers = Readonly<Record<Subject, Walker>>
