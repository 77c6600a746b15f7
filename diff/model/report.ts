/** The direction of the affected data, seen from the service; `neither` for prose, servers and the like. */
export type Direction = 'request' | 'response' | 'neither'

/**
 * The effect of a change on a client written against the older document.
 * `breaks`: correct clients stop working; `may-break`: some correct clients do; `safe`: none does; `documentation`:
 * only prose changed.
 */
export type Effect = 'breaks' | 'may-break' | 'safe' | 'documentation'

/** A location in a document: a JSON Pointer in URI fragment form (`#/paths/~1customers/get`). */
export interface ChangeLocation {
  readonly pointer: string
  /** 1-based line in the text of the document, if the text is known. */
  readonly line?: number
}

/** An operation (or a webhook, or a callback) that a change reaches. */
export interface Use {
  /** `get /customers/{id}`, `webhook customer_update`, `callback get /a onEvent post {$url}`. */
  readonly operation: string
  readonly operationId?: string
  /** Location in the operation: `response 200 application/json /items/[]/state`. */
  readonly within: string
}

/** One difference between two documents, recorded once per direction with all operations that it reaches. */
export interface Change {
  /** Kind of change, stable over releases: `response-property-removed`. The catalogue lists them all. */
  readonly id: string
  /** Sixteen hexadecimal digits, the same for the same change on every machine; allow-lists refer to it. */
  readonly fingerprint: string
  readonly direction: Direction
  /** Absent if the older document has nothing there. */
  readonly from?: ChangeLocation
  /** Absent if the newer document has nothing there. */
  readonly to?: ChangeLocation
  /** The values, if they are short enough to show. */
  readonly before?: unknown
  readonly after?: unknown
  readonly uses: readonly Use[]
  readonly effect: Effect
  /** One sentence in plain words, with names in backticks. */
  readonly sentence: string
  /** Why a rename or a move was assumed; present if the change was inferred from evidence. */
  readonly guess?: string
}

/** The ruling of a policy on a change: it needs a new version, or may ship in a published one. */
export interface Ruling {
  readonly verdict: 'mint' | 'ship'
  /** Id of the clause of the policy that decided. */
  readonly clause: string
}

/** A change with the ruling of the policy. */
interface JudgedChange extends Change {
  readonly ruling: Ruling
}

/** One of the two documents. */
export interface ReportedDocument {
  /** As the user named it: a version, a path, `REV:path` or `standard input`. */
  readonly name: string
  /** Relative to the working directory, or on GitHub to the repository; absent for other documents. */
  readonly file?: string
  /** The date in the document; absent if it has none. */
  readonly version?: string
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string
}

/** `published`: two texts of a version that users have; `dated`: two versions; `undated`: any others. */
export type Circumstance = 'published' | 'dated' | 'undated'

/**
 * The verdict of a comparison. `same`: no differences; `ships`: the differences may ship; `minted`: the differences
 * have a new date; `must-be-minted`: they need a new date; `drift`: a published version changed.
 */
export type Verdict = 'same' | 'ships' | 'minted' | 'must-be-minted' | 'drift'

/** The reason and the last day of an allowed change. */
export interface Allowance {
  readonly reason: string
  /** The last day, as YYYY-MM-DD in UTC. */
  readonly expires: string
}

/** A change, with the nearest location in the newer document if its own location is gone. */
export interface LocatedChange extends Change {
  readonly near?: ChangeLocation
}

export interface ReportedChange extends JudgedChange {
  readonly near?: ChangeLocation
  readonly allowed?: Allowance
}

/** Additional information for the reader that breaks nothing. */
export interface Note {
  readonly code:
    | 'document-refused'
    | 'bytes-only'
    | 'documentation-only'
    | 'nothing-to-mint'
    | 'not-in-change-table'
    | 'reversed'
    | 'allow-expired'
    | 'allow-unmatched'
  readonly message: string
}

/** A clause of the policy that decided on a change in the report. */
export interface ReportedClause {
  readonly id: string
  readonly title: string
  /** The source of the clause: the specification, a case that it does not name, or a configured policy. */
  readonly basis: 'specification' | 'unnamed' | 'configured'
  /** The sentence of the specification, verbatim, if there is one. */
  readonly says?: string
  readonly verdict: 'mint' | 'ship'
}

/** The number of changes of each effect. */
export interface Counts {
  readonly changes: number
  readonly breaks: number
  readonly mayBreak: number
  readonly safe: number
  readonly documentation: number
  /** Changes that need a new version, without those that are allowed. */
  readonly mint: number
  readonly allowed: number
}

/** A line of user code that a change affects. */
export interface AffectedLine {
  /** Relative to the working directory, with `/`. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  readonly column: number
  readonly code: string
  /** `error`: no longer compiles; `mention`: uses something that changed; `new`: needs the newer code. */
  readonly kind: 'error' | 'mention' | 'new'
  readonly message?: string
  /** Fingerprints of the changes; empty if the cause of the error was not found. */
  readonly changes: readonly string[]
}

/** The compiler errors that a project has regardless of the changes. */
export interface OwnErrors {
  readonly count: number
  /** The first ones. */
  readonly first: readonly Required<Pick<AffectedLine, 'file' | 'line' | 'column' | 'message'>>[]
}

/** The impact of the changes on a project. */
export interface Impact {
  readonly folder: string
  /** The document whose code the project imports: the older one, or only the newer one. */
  readonly imports: 'older' | 'newer'
  readonly filesRead: number
  readonly lines: readonly AffectedLine[]
  /** Absent if it compiles. */
  readonly ownErrors?: OwnErrors
  /** Notes on the examination: another compiler, settings that could not be read. */
  readonly notes: readonly string[]
}

/** The result of a comparison. */
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

/** Whether the policy is broken, by drift or by a change without the version that it needs. */
export function isBroken({ verdict }: Pick<DiffReport, 'verdict'>): boolean {
  return verdict === 'drift' || verdict === 'must-be-minted'
}

/** From the worst to the least. */
export const effects: readonly Effect[] = ['breaks', 'may-break', 'safe', 'documentation']
