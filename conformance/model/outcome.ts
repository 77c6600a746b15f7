import type { Exchange } from '../exchange/exchange.js'
import { isOutage, outcomeOf } from '../exchange/reading.js'
import type { Lack } from './report.js'

/** A service that stopped serving, and was given up. */
export interface Outage {
  /** Why it was given up, in one sentence. */
  readonly reason: string
  /** The first exchange in which it failed after it last served, where there was one. */
  readonly exchange?: Exchange
  /** When the last request was sent that it is known to have served, as Unix time in milliseconds; 0 for none. */
  readonly servedAt: number
}

/** Ends a scenario that the user's settings, or what the account may do, leave out; the reason says how to mend it. */
export class Skip extends Error {
  override readonly name = 'Skip'
  readonly lacks: Lack

  constructor(message: string, lacks: Lack = 'account') {
    super(message)
    this.lacks = lacks
  }
}

/** The reason of a rule that would have to create something. */
export const noWrites = 'it creates data; pass --allow-writes when the service may be written to'

/** Ends a scenario that has nothing to judge on this service: its document has no such thing. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** Ends a scenario that was planned and cannot be judged, because the service failed in a step that it needs. */
export class Inconclusive extends Error {
  override readonly name: 'Inconclusive' | 'NoAnswer' = 'Inconclusive'
  /** The exchange in which the service failed; absent when there was none. */
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** The service gave no answer, or none that could be read; when this goes on, it is not asked any more. */
export class NoAnswer extends Inconclusive {
  override readonly name = 'NoAnswer'
}

/**
 * The ending of a scenario whose precondition was not met by an answer: inconclusive where the service failed (5xx,
 * 429), otherwise a skip, since a service may refuse what it promised nobody.
 * @param message what could not be done, with the answer
 */
export function unmet(message: string, exchange: Exchange, lacks?: Lack): Inconclusive | Skip {
  return isOutage(exchange) ? new Inconclusive(message, exchange) : new Skip(message, lacks)
}

/** True for the ways in which a scenario may end early; anything else is a mistake of its own. */
export function isEnding(error: unknown): error is Skip | NotApplicable | Inconclusive {
  return error instanceof Skip || error instanceof NotApplicable || error instanceof Inconclusive
}

/** How steps ended early; undefined where they did not. */
export async function endingOf(steps: Promise<unknown>): Promise<Error | undefined> {
  try {
    await steps
    return undefined
  } catch (error) {
    if (isEnding(error)) return error
    throw error
  }
}

/** The value, or undefined where the service does not give it: for what a scenario can do without. */
export async function ifPossible<T>(value: Promise<T>): Promise<T | undefined> {
  try {
    return await value
  } catch (error) {
    if (isEnding(error)) return undefined
    throw error
  }
}

/**
 * An answer from which something follows.
 * @throws Inconclusive where the service failed.
 */
export function answered(exchange: Exchange): Exchange {
  if (isOutage(exchange)) throw new Inconclusive(`the service failed: ${outcomeOf(exchange)}`, exchange)
  return exchange
}
