import type { Change, JudgedChange, ChangeLocation } from './change.js'

/** One of the two documents. */
export interface ReportedDocument {
  /** As the user named it: a version, a path, `REV:path` or `standard input`. */
  readonly name: string
  /** Where the text lies below the working directory, on GitHub below the repository's, with `/`; absent for what is no file there. */
  readonly file?: string
  /** The date that the document states; absent for a document without one. */
  readonly version?: string
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string
}

/**
 * How two documents relate. `published`: two texts of one version that users have; `dated`: two
 * versions; `undated`: anything else.
 */
export type Circumstance = 'published' | 'dated' | 'undated'

/**
 * How a comparison ends. `same`: nothing differs; `ships`: what differs may ship; `minted`: a new date is there for
 * what differs; `must-be-minted`: a new date is due; `drift`: a published version changed under its users.
 */
export type Verdict = 'same' | 'ships' | 'minted' | 'must-be-minted' | 'drift'

/** Why a change is let pass, and how long. */
export interface Allowance {
  readonly reason: string
  /** The last day, as YYYY-MM-DD in UTC. */
  readonly expires: string
}

/** A change with the nearest location that the newer document still has, where the location itself is gone. */
export interface LocatedChange extends Change {
  readonly near?: ChangeLocation
}

/** A judged change as reports have it. */
export interface ReportedChange extends JudgedChange {
  readonly near?: ChangeLocation
  readonly allowed?: Allowance
}

/** Something that a reader should know and that breaks nothing. */
export interface Note {
  readonly code:
    | 'bytes-only'
    | 'documentation-only'
    | 'nothing-to-mint'
    | 'not-in-change-table'
    | 'reversed'
    | 'allow-expired'
    | 'allow-unmatched'
  readonly message: string
}

/** A clause of the policy that decided something, in a report. */
export interface ReportedClause {
  readonly id: string
  readonly title: string
  /** Where the clause comes from: the specification, what it does not name, or a configured policy. */
  readonly basis: 'specification' | 'unnamed' | 'configured'
  /** The sentence of the specification, word by word, where it has one. */
  readonly says?: string
  readonly verdict: 'mint' | 'ship'
}

/** How many changes there are of each kind. */
export interface Counts {
  readonly changes: number
  readonly breaks: number
  readonly mayBreak: number
  readonly safe: number
  readonly documentation: number
  /** Changes that need a version of their own, without those that are let pass. */
  readonly mint: number
  readonly allowed: number
}

/** A line of the user's own code that a change touches. */
export interface AffectedLine {
  /** Below the working directory, with `/`. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  readonly column: number
  readonly code: string
  /** `error`: the line no longer compiles; `mention`: it compiles and uses what changed; `new`: it compiles with the newer code alone. */
  readonly kind: 'error' | 'mention' | 'new'
  /** The message of the compiler. */
  readonly message?: string
  /** Fingerprints of the changes; none where the compiler's error could not be led back to one. */
  readonly changes: readonly string[]
}

/** The errors that the compiler finds in a project as it is, whatever changes. */
export interface OwnErrors {
  readonly count: number
  /** The first ones. */
  readonly first: readonly Required<Pick<AffectedLine, 'file' | 'line' | 'column' | 'message'>>[]
}

/** The effect of a comparison on a project. */
export interface Impact {
  readonly folder: string
  /** The code that the project imports: of the older document, or of the newer one alone. */
  readonly imports: 'older' | 'newer'
  readonly filesRead: number
  readonly lines: readonly AffectedLine[]
  /** Absent where it compiles. */
  readonly ownErrors?: OwnErrors
  /** What the reader should know of the examination: another compiler, settings that could not be read. */
  readonly notes: readonly string[]
}

/** All that a comparison found. */
export interface DiffReport {
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  readonly from: ReportedDocument
  readonly to: ReportedDocument
  readonly circumstance: Circumstance
  readonly verdict: Verdict
  readonly policy: string
  readonly counts: Counts
  /** Worst first. */
  readonly changes: readonly ReportedChange[]
  readonly clauses: readonly ReportedClause[]
  readonly notes: readonly Note[]
  readonly impact?: Impact
}

/** True when the policy is broken: by drift, or by a change that needs a version and has none. */
export function isBroken({ verdict }: Pick<DiffReport, 'verdict'>): boolean {
  return verdict === 'drift' || verdict === 'must-be-minted'
}
