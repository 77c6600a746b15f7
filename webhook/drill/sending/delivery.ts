/** Header fields in the order of sending; a name may occur more than once. */
export type HeaderFields = readonly (readonly [name: string, value: string])[]

/**
 * The transfer of a body: with its length, in chunks, slowly with pauses between chunks, or only after the receiver's
 * consent.
 */
export type Framing = 'length' | 'chunked' | 'slow' | 'expected'

/** One request of a drill, right or wrong. */
export interface Delivery {
  readonly method?: string
  readonly headers: HeaderFields
  readonly body: Buffer
  readonly framing?: Framing
}

/** The response to a delivery, or the reason why there was none. */
export interface Reply {
  /** Undefined when no whole response came. */
  readonly status?: number
  /** The reason phrase, if any. */
  readonly statusText?: string
  readonly headers: HeaderFields
  /** The beginning of the response body. */
  readonly body: string
  /** The reason why there is no response, in a few words without variable parts. */
  readonly failure?: string
  /** True when the time limit passed. */
  readonly isLate?: boolean
  /** Whether the connection was open when the exchange ended. */
  readonly connected: boolean
  /** Milliseconds from the open connection to the end of the response. */
  readonly servedMs: number
  /** Milliseconds from the first connection attempt to the end of the response. */
  readonly durationMs: number
}

/** True for every status that a sender may treat as an acknowledgement. */
export function isTaken({ status }: Pick<Reply, 'status'>): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The response in a few words, such as `answered 401` or `gave no answer within 5 s`. */
export function replyText({ status, failure = 'gave no answer' }: Reply): string {
  return status === undefined ? failure : `answered ${status}`
}
