import type { CoveragePoint } from '../../document/values/index.js'
import type { Call } from './call.js'

/**
 * The promise of the document for a call: `valid` satisfies it, `invalid` deviates from it in one value, `open` is
 * beyond it, for instance an undeclared method. `unknown`: the request comes from a rule of a pack or the client of a
 * recording.
 */
export type Expectation = 'valid' | 'invalid' | 'open' | 'unknown'

/** The single deviation of an invalid call from the document. */
export interface Deviation {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** JSON Pointer to the value: `/limit` of the query, `/pets/0/name` of a body; empty for a body as a whole. */
  readonly at: string
  /** The keyword that is violated (`required`, `type`, `maximum`, ...), or `syntax`, or `mediaType`. */
  readonly keyword: string
  /** JSON Pointer of the schema, or of the parameter, in the document. */
  readonly pointer: string
  /** As a clause: `limit is 101, but must be at most 100`. Contains nothing random. */
  readonly says: string
  /** True where many frameworks accept the value by design: `"5"` for an integer. */
  readonly isCoercible?: true
}

/**
 * An odd value in a call; its kind identifies one defect across many operations. `kind` is one of a small set of words,
 * for instance `nul`, `lone-surrogate`, `long-text`, `huge-number`, `empty-text`, `null`.
 */
export interface Peculiarity {
  readonly kind: string
  readonly in: Deviation['in']
  /** JSON Pointer to the value, as in a deviation. */
  readonly at: string
}

/** The origin of a case. */
export type CaseSource = 'example' | 'coverage' | 'random' | 'state' | 'probe' | 'elsewhere'

/** One call with its expectation and purpose. */
export interface Case {
  readonly call: Call
  readonly expectation: Expectation
  readonly source: CaseSource
  /** For people: `limit at its maximum`, `without "name"`. */
  readonly aim: string
  readonly deviation?: Deviation
  readonly peculiarities?: readonly Peculiarity[]
  readonly reaches?: readonly CoveragePoint[]
}
