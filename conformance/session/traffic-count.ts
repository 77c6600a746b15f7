import type { Exchange } from '../exchange/exchange.js'
import { addTraffic, type Traffic } from '../model/traffic.js'

/** Counts the answers of the API by operation and status. */
export class TrafficCount {
  #seen: Traffic[] = []

  /** Takes note of an answer; documents do not count, nor refusals of what was made up. */
  count({ target, response, isGuess }: Exchange, route: string | undefined): void {
    const isRefusedGuess = isGuess === true && response.status >= 400
    if (target !== 'api' || route === undefined || isRefusedGuess) return
    const [method = '', template = ''] = route.split(' ', 2)
    const operation = `${method.toUpperCase()} ${template}`
    this.#seen.push({ operation, statuses: { [response.status]: 1 } })
  }

  /** The counts since the last call. */
  take(): Traffic[] {
    const taken = this.#seen
    this.#seen = []
    return addTraffic(taken)
  }
}
