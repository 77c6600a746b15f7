/** Header fields in the order in which they are sent; a name may stand more than once. */
export type HeaderFields = readonly (readonly [name: string, value: string])[]

/**
 * How a body is sent: with its length, in chunks of unknown number, slowly with pauses between its chunks, or only after
 * the receiver said that it wants it.
 */
export type Framing = 'length' | 'chunked' | 'slow' | 'expected'

/** One request as a drill sends it, right or wrong. */
export interface Delivery {
  readonly method?: string
  readonly headers: HeaderFields
  readonly body: Buffer
  readonly framing?: Framing
}

/** The answer to a delivery, or why there was none. */
export interface Reply {
  /** Undefined when no whole answer came. */
  readonly status?: number
  /** The text behind the status, where there is one. */
  readonly statusText?: string
  readonly headers: HeaderFields
  /** The beginning of the answer's body. */
  readonly body: string
  /** Why there is no answer, in a few words without anything that differs from time to time. */
  readonly failure?: string
  /** True when the time for an answer was over. */
  readonly isLate?: boolean
  /** Whether the connection stood when the exchange ended. */
  readonly connected: boolean
  /** From the moment at which the connection stood to the end of the answer, in milliseconds. */
  readonly servedMs: number
  /** From the first attempt to connect to the end of the answer, in milliseconds. */
  readonly durationMs: number
}

/** True for every status that a sender could take for an acknowledgement. */
export function isTaken({ status }: Pick<Reply, 'status'>): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The outcome in a few words, such as `answered 401` or `gave no answer within 5 s`. */
export function replyText({ status, failure = 'gave no answer' }: Reply): string {
  return status === undefined ? failure : `answered ${status}`
}
