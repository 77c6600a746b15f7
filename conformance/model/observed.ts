import type { Operation } from '../../runtime/surface.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Api } from './api.js'
import type { Case } from './case.js'

/** Deviations from the document that a service's own specification allows. */
export interface Tolerances {
  /** Whether a refusal needs no declaration, because a table of errors covers any operation. */
  readonly isGeneral?: (operation: Operation, status: number) => boolean
  /** Another version may have served the response, whose document has other promises. */
  readonly isElsewhere?: boolean
  /** A text refusal may be a JSON string or plain text. */
  readonly isTextPlain?: boolean
  /** An optional member that is null counts as absent. */
  readonly isNullAbsent?: boolean
}

/** A case that was sent, with its exchange. */
export interface Observed {
  readonly api: Api
  readonly case: Case
  /** The request and its response; without a whole response the status is 0 and the body is the reason. */
  readonly exchange: Exchange
  /** Milliseconds from sending to the whole response. */
  readonly durationMs: number
  /**
   * The reason why no whole response came: the connection broke, or the time limit passed. An `unread` response proves
   * nothing: it is too large, has no end, or the request cannot be written as HTTP.
   */
  readonly noAnswer?: 'broken' | 'timeout' | 'unread'
  readonly tolerances?: Tolerances
}
