import type { Observed } from './case.js'
import type { ExploreRuleId } from './document-rules.js'

/** A promise of a document that a response, or a sequence of responses, breaks. */
export interface ExploreViolation {
  readonly rule: ExploreRuleId
  /** One sentence: the promise and what happened instead. */
  readonly message: string
  /** The message with `*` for parts that differ between runs, if any; a later run recognizes the finding by it. */
  readonly pattern?: string
  /** JSON Pointer of the promise in the document, beginning with `#/`. */
  readonly pointer?: string
  /** The expected response, in one sentence. */
  readonly expected: string
  /**
   * Equal for violations of one cause in any operation, for instance the schema location and keyword that a response
   * breaks. Violations with the same rule and cause become one finding.
   */
  readonly cause: string
  /** The parameter or member, where one cause may affect several; the finding names all of them. */
  readonly about?: string
  /** For a value in a body. The parts of one object become one finding, which lists them all. */
  readonly part?: ViolationPart
  /** The same request got another response when it was repeated later. */
  readonly isUnrepeated?: true
  /** Options, as `query limit`, without which the request was refused, so that they cannot be the cause. */
  readonly needed?: readonly string[]
  /** The exchanges that lead to it, in the order of sending; the last one shows it. */
  readonly steps: readonly Observed[]
}

/** The fault of one value, to be merged with those of the same object. */
export interface ViolationPart {
  /** The schema of the object that holds or lacks the value. */
  readonly holder: string
  /** `GET /pets 200`. */
  readonly answer: string
  /** The object that lacks a member, as in a sentence; undefined where `says` is the whole sentence. */
  readonly subject?: string
  /** The name of the missing member; otherwise a clause: `name must be a string, not null`. */
  readonly says: string
  /** The member names and list positions that lead to the value. */
  readonly keys: readonly string[]
  /** The value; undefined for a missing member. */
  readonly value: unknown
}

/** A violation found by a check, without the exchange that shows it. */
export type Fault = Omit<ExploreViolation, 'steps'>
