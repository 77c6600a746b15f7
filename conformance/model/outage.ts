import type { Exchange } from '../exchange/exchange.js'

/** A service that stopped serving, and was given up. */
export interface Outage {
  /** Why it was given up, in one sentence. */
  readonly reason: string
  /** The first exchange in which it failed after it last served, where there was one. */
  readonly exchange?: Exchange
  /** When the last request was sent that it is known to have served, as Unix time in milliseconds; 0 for none. */
  readonly servedAt: number
}
