/** How a service is explored. */
export interface ExploreSettings {
  /** Makes the choice of cases repeat. */
  readonly seed: number
  /** Longest time that is spent on it in milliseconds; cleaning up comes on top. */
  readonly budgetMs: number
  /** Requests on their way at the same time. */
  readonly concurrency: number
  /** Most requests a second; without bound when it is absent. */
  readonly rate?: number
  /** Longest wait for one answer. */
  readonly timeoutMs: number
  /** POST, PUT and PATCH may be sent; and what the run created may be changed and deleted. */
  readonly allowWrites: boolean
  /** What the run did not create may be changed and deleted. */
  readonly allowDestructive: boolean
  /** Values by name of a path parameter or of a member, for what tests need and cannot find: of the hook `prepare`. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
}
