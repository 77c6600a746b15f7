import { counted, joined } from '../../../reporting/index.js'

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
  /** The reason why a rename or a move was assumed. */
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
  readonly operations?: number
}

const countIn = ({ sections }: Release, kind: ChangelogKind): number =>
  sections
    .filter((section) => section.kind === kind)
    .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries)).length

const countWords = { act: 'to act on', removed: 'removed', check: 'to check' } as const

/** Introduces the changes that a service announced for a version. */
export const announcement = 'Announced by the service:'

/** The number of changes that need action, by kind: `2 to act on, 1 removed and 1 to check`. */
export function countsOf(release: Release): string {
  const counts = (['act', 'removed', 'check'] as const).flatMap((kind) => {
    const count = countIn(release, kind)
    return count === 0 ? [] : [`${count} ${countWords[kind]}`]
  })
  return counts.length === 0 ? 'clients need no change' : joined(counts)
}

/** The summary of a version in one or two sentences. */
export function leadOf(release: Release): string {
  const { since, sections, texts, operations } = release
  const size = operations === undefined ? '' : ` It has ${counted(operations, 'operation')}.`
  if (since === undefined) return `The first version, without an earlier one to compare with.${size}`
  if (sections.length === 0) {
    return texts > 0 ? `Since ${since} only texts changed.` : `No changes since ${since}.`
  }
  return `Changes since ${since}: ${countsOf(release)}.`
}

/** The sentence with the number of changed texts. */
export function textsLine({ texts, sections }: Release): string[] {
  if (texts === 0 || sections.length === 0) return []
  return [`Besides, ${counted(texts, 'text')} (descriptions, examples and the like) changed.`]
}

/** The word before the operations of an entry: `also ` if its text already names one. */
export function wordBeforeOperations({ text }: ChangelogEntry): string {
  return /`[a-z]+ \//i.test(text) ? 'also ' : ''
}
