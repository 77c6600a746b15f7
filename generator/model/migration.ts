/** An operation or a schema that differs between two versions. */
export interface MigrationEntry {
  /** What it is called, as Markdown. */
  readonly label: string
  /** What differs, as Markdown; empty where nothing more can be said in a few words. */
  readonly details: string
}

/** What changed in one way. */
export interface MigrationGroup {
  readonly heading: string
  readonly entries: readonly MigrationEntry[]
}

/** What changed of one kind. */
export interface MigrationChapter {
  readonly title: string
  readonly groups: readonly MigrationGroup[]
}

/** What changed from one version to the next. */
export interface MigrationValues {
  /** Name of the version before. */
  readonly from: string
  /** Name of the version. */
  readonly to: string
  /** Kinds of which something changed. */
  readonly chapters: readonly MigrationChapter[]
}
