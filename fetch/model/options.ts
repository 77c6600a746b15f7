/** Limits for one response. */
export interface FetchLimits {
  /** Milliseconds for one attempt, from connecting to the last byte of the body. */
  readonly timeoutMs: number
  /** Bytes of one document after decompression. */
  readonly maxBytes: number
  /** Levels of nested objects and lists. */
  readonly maxDepth: number
  /** Total number of requests per URL. */
  readonly attempts: number
}

export const defaultLimits: FetchLimits = {
  timeoutMs: 30_000,
  maxBytes: 64 * 1024 * 1024,
  maxDepth: 200,
  attempts: 4,
}

/** Progress events of a fetch. */
export type FetchEvent =
  | { readonly type: 'list'; readonly url: string; readonly versions: readonly string[] }
  | {
      readonly type: 'progress'
      readonly version: string
      readonly receivedBytes: number
      readonly totalBytes?: number
    }
  | { readonly type: 'document'; readonly version: string; readonly fileName: string; readonly bytes: number }
  | { readonly type: 'retry'; readonly url: string; readonly reason: string; readonly delayMs: number }

/** The documents to fetch, and the limits. */
export interface FetchOptions {
  /** Host of the environment without the `/api` prefix; `/spec/versions` is read below it. */
  readonly specUrl: string
  /** Origins besides that of `specUrl` that locations and redirects may lead to. */
  readonly allowOrigins?: readonly string[]
  /** The versions to fetch; by default all that the service lists. */
  readonly versions?: readonly string[]
  readonly signal?: AbortSignal
  readonly limits?: Partial<FetchLimits>
  readonly onProgress?: (event: FetchEvent) => void
  /** Number of documents that are fetched in parallel. */
  readonly concurrency?: number
  /** Reports a listed document that cannot be fetched in the set instead of failing, if at least one can be. */
  readonly withoutUnserved?: boolean
}
