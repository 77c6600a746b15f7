/** One sentence of a changelog, which may cover several changes. */
export interface ChangelogEntry {
  /** With names in backticks, without a full stop. */
  readonly text: string
  /** The summary of a new operation in the document. */
  readonly detail?: string
  /** Operations that the text does not name. */
  readonly operations: readonly string[]
  /** The advice for clients, if it follows from the change. */
  readonly advice?: string
  /** Why a rename or a move was assumed. */
  readonly guess?: string
  /** Fingerprints of the changes. */
  readonly changes: readonly string[]
}

/** Entries about one area of the API. */
export interface ChangelogGroup {
  /** A tag of the document, or the first path segment that is not common to all paths. */
  readonly name: string
  readonly entries: readonly ChangelogEntry[]
}

/** The sections of a changelog. */
export type ChangelogKind = 'act' | 'removed' | 'check' | 'new' | 'deprecated' | 'changed'

/** Entries of a kind, by area. */
export interface ChangelogSection {
  readonly kind: ChangelogKind
  readonly title: string
  readonly groups: readonly ChangelogGroup[]
}

/** One version in a changelog. */
export interface Release {
  readonly name: string
  /** The version before it; absent for the first. */
  readonly since?: string
  /** Whether requests that name no version get this one. */
  readonly isDefault: boolean
  /** The changes that the service announced for the version, if known. */
  readonly announced: readonly string[]
  readonly sections: readonly ChangelogSection[]
  /** The number of changed texts, which are not listed one by one. */
  readonly texts: number
  /** The number of operations in the version. */
  readonly operations?: number
}
