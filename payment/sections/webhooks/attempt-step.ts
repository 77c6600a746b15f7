import { isEnding, unmet } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import type { CauseLog } from './cause.js'

/** The answer of a step that what follows needs. @throws Inconclusive or Skip when it is refused. */
export function expectSuccess(exchange: Exchange, what: string): Exchange {
  if (!isSuccess(exchange)) throw unmet(`${what}: ${outcomeOf(exchange)}`, exchange)
  return exchange
}

/** Takes a step; what stands in its way is the reason why the rules that want its events have none. */
export async function attemptStep<T>(
  log: CauseLog,
  rules: readonly string[],
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isEnding(error)) throw error
    log.missed(error, ...rules)
    return undefined
  }
}
