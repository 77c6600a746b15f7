import type { Operation } from '../../runtime/surface.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Api } from './api.js'
import type { Case } from './case.js'

/** What a service may do beside its document, by a specification of its own. */
export interface Tolerances {
  /** Whether a refusal needs no declaration: a table of errors that any operation may answer. */
  readonly isGeneral?: (operation: Operation, status: number) => boolean
  /** Another version may have served it, whose document promises something else. */
  readonly isElsewhere?: boolean
  /** A refusal that is a text comes as a JSON string or as plain text. */
  readonly isTextPlain?: boolean
  /** An optional member that is null counts as one that is absent. */
  readonly isNullAbsent?: boolean
}

/** A case that was sent, with what came of it. */
export interface Observed {
  readonly api: Api
  readonly case: Case
  /** The request and its response; status 0, with the reason as its body, where no whole response came. */
  readonly exchange: Exchange
  /** Milliseconds from sending to the whole response. */
  readonly durationMs: number
  /**
   * Why no whole response came: the connection broke, or it took too long. Nothing follows from an `unread` one: it is
   * larger than what is read, has no end, or the request cannot be written as HTTP.
   */
  readonly noAnswer?: 'broken' | 'timeout' | 'unread'
  readonly tolerances?: Tolerances
}
