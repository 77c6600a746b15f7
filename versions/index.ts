import { versionTable } from './table.js'

export { versionTable, type VersionEntry } from './table.js'

type NamesIn<Entry> = Entry extends { readonly changes: infer Changes } ? keyof Changes : never

/** The name of a change that a version minted. */
export type ChangeName = NamesIn<(typeof versionTable)[number]>

/** A change as the change table has it. */
export interface Change {
  readonly name: ChangeName
  /** The version that minted it. */
  readonly version: string
  /** The change in words. */
  readonly title: string
}

/** The versions that the specification describes, oldest first (Versioning 2). */
export const versions: readonly string[] = versionTable.map(({ version }) => version)

/** The version that a request without `X-API-Version` is served (Versioning 3). */
export const defaultVersion: string = versionTable[0].version

/** The newest version that the specification describes. */
export const newestVersion: string = versions.at(-1) ?? defaultVersion

/** Every change that a version minted, oldest first. */
export const changes: readonly Change[] = versionTable.flatMap((entry) =>
  Object.entries(entry.changes).map(([name, title]) => ({
    name: name as ChangeName,
    version: entry.version,
    title,
  })),
)

const versionByChange = new Map<string, string>(changes.map(({ name, version }) => [name, version]))

/** The version that minted a change. */
export function versionOf(change: ChangeName): string {
  return versionByChange.get(change) ?? defaultVersion
}

/**
 * True when a version has a change: it minted it, or came later, whether the table has it or not.
 * ISO dates sort as text.
 */
export function hasChange(version: string, change: ChangeName): boolean {
  return version >= versionOf(change)
}

/** True for a version that the specification describes; of any other it says nothing but how versions come about. */
export function isDescribed(version: string | undefined): boolean {
  return version !== undefined && versions.includes(version)
}
