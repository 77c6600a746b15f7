export interface ExploreSettings {
  readonly seed: number
  /** The time budget in milliseconds, without the clean-up. */
  readonly budgetMs: number
  readonly concurrency: number
  /** Allows POST, PUT and PATCH, and changing and deleting what the run created. */
  readonly allowWrites: boolean
  /** Allows changing and deleting what the run did not create. */
  readonly allowDestructive: boolean
  /** Values by name of a path parameter or member that tests cannot find themselves, from the hook `prepare`. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
}
