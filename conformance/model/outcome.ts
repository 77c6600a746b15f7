import type { Exchange } from '../exchange/exchange.js'
import { isOutage, outcomeOf } from '../exchange/reading.js'
import type { Lack } from './report.js'

/** A service that went down and was given up. */
export interface Outage {
  /** The reason why it was given up, in one sentence. */
  readonly reason: string
  /** The first failed exchange since the service was up, if any. */
  readonly exchange?: Exchange
  /** Unix time in milliseconds of the last request that the service answered properly; 0 for none. */
  readonly servedAt: number
}

/** Ends a scenario that the user's settings or the account's rights exclude; the reason contains the fix. */
export class Skip extends Error {
  override readonly name = 'Skip'
  readonly lacks: Lack

  constructor(message: string, lacks: Lack = 'account') {
    super(message)
    this.lacks = lacks
  }
}

export const noWrites = 'it creates data; pass --allow-writes when the service may be written to'

/** Ends a scenario that has nothing to judge, because the document lacks the operation. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** Ends a planned scenario that cannot be judged, because the service failed in a required step. */
export class Inconclusive extends Error {
  override readonly name: 'Inconclusive' | 'NoAnswer' = 'Inconclusive'
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** The service sent no readable response; when this continues, the service is given up. */
export class NoAnswer extends Inconclusive {
  override readonly name = 'NoAnswer'
}

/**
 * The ending of a scenario whose precondition failed: inconclusive where the service failed (5xx, 429), otherwise
 * skipped, because the service may refuse what it never promised.
 * @param message the failed step, with the response
 */
export function unmet(message: string, exchange: Exchange, lacks?: Lack): Inconclusive | Skip {
  return isOutage(exchange) ? new Inconclusive(message, exchange) : new Skip(message, lacks)
}

/** An error that ends a scenario early. */
export type Ended = Skip | NotApplicable | Inconclusive

/** True for the errors that end a scenario early; any other error is a bug of the scenario. */
export function isEnding(error: unknown): error is Ended {
  return error instanceof Skip || error instanceof NotApplicable || error instanceof Inconclusive
}

/** The error that ended steps early; undefined where they finished. */
export async function endingOf(steps: Promise<unknown>): Promise<Ended | undefined> {
  try {
    await steps
    return undefined
  } catch (error) {
    if (isEnding(error)) return error
    throw error
  }
}

/** The value, or undefined where the service does not provide it; for optional steps of a scenario. */
export async function ifPossible<T>(value: Promise<T>): Promise<T | undefined> {
  try {
    return await value
  } catch (error) {
    if (isEnding(error)) return undefined
    throw error
  }
}

/** Requires a response that can be judged. @throws Inconclusive where the service failed. */
export function answered(exchange: Exchange): Exchange {
  if (isOutage(exchange)) throw new Inconclusive(`the service failed: ${outcomeOf(exchange)}`, exchange)
  return exchange
}
