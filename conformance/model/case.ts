import type { CoveragePoint } from '../../document/values/index.js'
import type { Call } from './call.js'

/**
 * What the document says of a call: `valid` satisfies all of it, `invalid` deviates from it in one matter, and of `open`
 * it says nothing, for instance of a method that no operation has. `unknown`: somebody else made the request, a rule of
 * a pack or the client of a recording.
 */
export type Expectation = 'valid' | 'invalid' | 'open' | 'unknown'

/** The one matter in which an invalid call deviates from the document. */
export interface Deviation {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** JSON Pointer to the value: `/limit` of the query, `/pets/0/name` of a body; empty for a body as a whole. */
  readonly at: string
  /** The keyword that is violated (`required`, `type`, `maximum`, ...), or `syntax`, or `mediaType`. */
  readonly keyword: string
  /** JSON Pointer of the schema, or of the parameter, in the document. */
  readonly pointer: string
  /** In words: `limit is 101, but must be at most 100`. Holds nothing random. */
  readonly says: string
  /** True where many frameworks read the value as a valid one, and mean to: `"5"` for an integer. */
  readonly isCoercible?: true
}

/**
 * A peculiar value in a call: by kinds of them, defects of many operations are recognized as one. `kind` is one of a
 * small set of words, for instance `nul`, `lone-surrogate`, `long-text`, `huge-number`, `empty-text`, `null`.
 */
export interface Peculiarity {
  readonly kind: string
  readonly in: Deviation['in']
  /** JSON Pointer to the value, as in a deviation. */
  readonly at: string
}

/** The way in which a case was found. */
export type CaseSource = 'example' | 'coverage' | 'random' | 'state' | 'probe' | 'elsewhere'

/** One call with what the document says of it, and why it is made. */
export interface Case {
  readonly call: Call
  readonly expectation: Expectation
  readonly source: CaseSource
  /** In words, for people: `limit at its maximum`, `without "name"`. */
  readonly aim: string
  readonly deviation?: Deviation
  readonly peculiarities?: readonly Peculiarity[]
  readonly reaches?: readonly CoveragePoint[]
}
