/** What the function `prepare` of a config file is given. */
export interface PrepareContext {
  /** API root, without a slash at its end. */
  readonly baseUrl: string
  /** Variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** As everywhere; a path that begins with a slash is below the API root. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>
  /** Aborted when the time for it is up, or the run is interrupted. */
  readonly signal: AbortSignal
}

/** What it returns. */
export interface Prepared {
  /** Values that operations need, by name of a path parameter or of a member: one or several. */
  readonly ids?: Readonly<Record<string, string | number | readonly (string | number)[]>>
  /** Keys and tokens by name of a security scheme; of HTTP basic `user:password`. */
  readonly credentials?: Readonly<Record<string, string>>
  /** Headers that go with every request, for a document that declares no security schemes. */
  readonly headers?: Readonly<Record<string, string>>
  /** Takes back what was prepared, when the run is over or was interrupted. */
  readonly teardown?: () => Promise<void> | void
}

/** Prepares a service for a run. */
export type Prepare = (context: PrepareContext) => Promise<Prepared | undefined> | Prepared | undefined
