import { versionTable } from './table.js'

export { versionTable, type VersionEntry } from './table.js'

type NamesIn<Entry> = Entry extends { readonly changes: infer Changes } ? keyof Changes : never

/** The name of a change that a version introduced. */
export type ChangeName = NamesIn<(typeof versionTable)[number]>

/** A change in the change table. */
export interface Change {
  readonly name: ChangeName
  /** The version that introduced it. */
  readonly version: string
  /** The change in words. */
  readonly title: string
}

/** The versions that the specification describes, oldest first (Versioning 2). */
export const versions: readonly string[] = versionTable.map(({ version }) => version)

/** The version for requests without `X-API-Version` (Versioning 3). */
export const defaultVersion: string = versionTable[0].version

/** The newest version that the specification describes. */
export const newestVersion: string = versions.at(-1) ?? defaultVersion

/** Every change that a version introduced, oldest first. */
export const changes: readonly Change[] = versionTable.flatMap((entry) =>
  Object.entries(entry.changes).map(([name, title]) => ({
    name: name as ChangeName,
    version: entry.version,
    title,
  })),
)

const versionByChange = new Map<string, string>(changes.map(({ name, version }) => [name, version]))

/** The version that introduced a change. */
export function versionOf(change: ChangeName): string {
  return versionByChange.get(change) ?? defaultVersion
}

/**
 * Whether a version has a change: it introduced the change or is later, even if the table does not list it. ISO dates
 * sort as text.
 */
export function hasChange(version: string, change: ChangeName): boolean {
  return version >= versionOf(change)
}

/** Whether the specification describes a version. */
export function isDescribed(version: string | undefined): boolean {
  return version !== undefined && versions.includes(version)
}
