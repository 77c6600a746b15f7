/** One sentence of a changelog, for all changes that it tells of. */
export interface ChangelogEntry {
  /** With names in backticks, without a full stop. */
  readonly text: string
  /** What a new operation is for, as the document says. */
  readonly detail?: string
  /** Operations that the text does not name itself. */
  readonly operations: readonly string[]
  /** What to do about it, where that follows from the change. */
  readonly advice?: string
  /** Why a rename or a move was assumed. */
  readonly guess?: string
  /** Fingerprints of the changes. */
  readonly changes: readonly string[]
}

/** Entries about one area of the API. */
export interface ChangelogGroup {
  /** A tag of the document, or the first word in which paths differ. */
  readonly name: string
  readonly entries: readonly ChangelogEntry[]
}

/** What a reader looks for in a changelog. */
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
  /** Whether a request that names no version is served it. */
  readonly isDefault: boolean
  /** The changes by which the service announced the version, where they are known. */
  readonly announced: readonly string[]
  readonly sections: readonly ChangelogSection[]
  /** How many texts changed: nobody wants to read of each. */
  readonly texts: number
  /** How many operations the version has. */
  readonly operations?: number
}
