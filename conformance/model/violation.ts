import type { Observed } from './observed.js'
import type { ExploreRuleId } from './document-rules.js'

/** One promise of a document that a response, or a sequence of them, breaks. */
export interface ExploreViolation {
  readonly rule: ExploreRuleId
  /** One sentence: what was promised and what came instead. */
  readonly message: string
  /** The message with `*` for what differs from run to run, where something does: by it a later run knows the finding. */
  readonly pattern?: string
  /** JSON Pointer of the promise in the document, beginning with `#/`. */
  readonly pointer?: string
  /** What a right response would have been, in one sentence. */
  readonly expected: string
  /**
   * Equal for violations of one cause, whichever operation shows it: for instance the schema location and keyword that
   * a response breaks. Violations with the same rule and cause become one finding.
   */
  readonly cause: string
  /** The parameter or member that it is about, where one cause may be about several: a finding names all of them. */
  readonly about?: string
  /** Of a value in a body: what is wrong with it. Several of one object become one finding, which says all of them. */
  readonly part?: ViolationPart
  /** The same request was answered otherwise when it was sent again later. */
  readonly isUnrepeated?: true
  /** Options of the request, as `query limit`, without which it was refused: it fails for none of them. */
  readonly needed?: readonly string[]
  /** What led to it, in the order of sending; the last one shows it. */
  readonly steps: readonly Observed[]
}

/** What is wrong with one value, to be said together with what is wrong beside it. */
export interface ViolationPart {
  /** The schema of the object that has the value, or lacks it. */
  readonly holder: string
  /** `GET /pets 200`. */
  readonly answer: string
  /** The object that lacks a member, as in a sentence; undefined where the words say the whole. */
  readonly subject?: string
  /** The name of the member that is missing; otherwise the words: `name must be a string, not null`. */
  readonly says: string
  /** The names of the members, and the positions in lists, that lead to the value. */
  readonly keys: readonly string[]
  /** The value itself, undefined for a member that is missing. */
  readonly value: unknown
}

/** What a check finds, before it is known which response shows it. */
export type Fault = Omit<ExploreViolation, 'steps'>
