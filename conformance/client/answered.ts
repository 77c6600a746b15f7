import type { Exchange } from '../exchange/exchange.js'

/** What came of a request. */
export interface Answered {
  /** The request and its answer; status 0, with the reason as its body, where no whole answer came. */
  readonly exchange: Exchange
  /** Milliseconds from sending to the whole answer, without waiting for a turn. */
  readonly durationMs: number
  /** Why no whole answer came. */
  readonly noAnswer?: 'broken' | 'timeout' | 'unread'
}

/** A time at which a service that had answered accepted no connections. */
export interface Outage {
  /** Unix time in milliseconds. */
  readonly at: number
  /** What may have made it go: requests that broke as it went, or else the last that it answered. */
  readonly suspects: readonly Exchange[]
  /** It came back within the time that it was waited for. */
  readonly hasReturned: boolean
}
