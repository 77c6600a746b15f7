import { setTimeout as delay } from 'node:timers/promises'
import type { Exchange } from '../exchange/exchange.js'
import type { ScenarioContext } from './context.js'

const defaultPauseMs = 400
const mostReadings = 4

/**
 * Reads again, a few times, until what was done a moment ago shows: nothing says that a service tells of it at once.
 * @returns the last answer
 */
export async function readUntil(
  context: Pick<ScenarioContext, 'session'>,
  read: () => Promise<Exchange>,
  shows: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  for (let reading = 1; ; reading++) {
    const exchange = await read()
    if (reading === mostReadings || shows(exchange)) return exchange
    await delay(context.session.plan.pauseMs ?? defaultPauseMs)
  }
}
