/** Settings for testing a document. */
export interface ExploreSettings {
  /** The seed of the choice of cases. */
  readonly seed: number
  /** The time budget in milliseconds, without the clean-up. */
  readonly budgetMs: number
  /** Most requests in flight. */
  readonly concurrency: number
  /** Most requests a second; unbounded when it is absent. */
  readonly rate?: number
  /** Longest wait for one response. */
  readonly timeoutMs: number
  /** Allows POST, PUT and PATCH, and changing and deleting what the run created. */
  readonly allowWrites: boolean
  /** Allows changing and deleting what the run did not create. */
  readonly allowDestructive: boolean
  /** Values by name of a path parameter or member that tests cannot find themselves, from the hook `prepare`. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
}
