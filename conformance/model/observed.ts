import type { Exchange } from '../exchange/exchange.js'
import type { Api } from './api.js'
import type { Case } from './case.js'

/** A case that was sent, with what came of it. */
export interface Observed {
  readonly api: Api
  readonly case: Case
  /** The request and its answer; status 0, with the reason as its body, where no whole answer came. */
  readonly exchange: Exchange
  /** Milliseconds from sending to the whole answer. */
  readonly durationMs: number
  /**
   * Why no whole answer came: the connection broke, or it took too long. Nothing follows from an `unread` one: it is
   * larger than what is read, has no end, or the request cannot be written as HTTP.
   */
  readonly noAnswer?: 'broken' | 'timeout' | 'unread'
}
