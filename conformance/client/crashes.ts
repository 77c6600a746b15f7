import { countUp } from '../../document/index.js'
import { type Exchange, lineOf } from '../exchange/exchange.js'

/** After this many crashes no further odd request is sent to an operation, because each costs a restart. */
export const mostCrashes = 3

/** The most requests that are named as those that may have crashed the service. */
const mostNamed = 5

/** The requests that may have taken the service down, and the operations that did. */
export class Crashes {
  /** The request that failed first since a response came, and those that were in flight with it. */
  #suspects: Exchange[] = []
  /** Unix time in milliseconds at which the first one failed. */
  #brokenAt = 0
  /** The operation that was alone when its connection was closed, until the service is up. */
  #culprit: string | undefined
  readonly #counts = new Map<string, number>()
  #lastAnswered: Exchange | undefined

  failed(exchange: Exchange): void {
    const isFirst = this.#suspects.length === 0
    if (isFirst) this.#brokenAt = Date.now()
    if (isFirst || exchange.sentAt < this.#brokenAt) this.#suspects.push(exchange)
  }

  /** Records a response: what failed before it did not take the service down. */
  answered(exchange = this.#lastAnswered): void {
    this.#suspects = []
    this.#lastAnswered = exchange
  }

  /** True when an exchange is the first one that failed since a response came. */
  isFirst(exchange: Exchange): boolean {
    return this.#suspects[0] === exchange
  }

  /** Records that the connection of a request was closed while no other was in flight. */
  closedAlone(operation: string): void {
    this.#culprit = operation
  }

  /** Records that the service is back after it was down. */
  cameBack(): void {
    if (this.#culprit !== undefined) countUp(this.#counts, this.#culprit)
    this.#culprit = undefined
  }

  /** True for an operation that took the service down too often. */
  isDangerous(operation: string): boolean {
    return (this.#counts.get(operation) ?? 0) >= mostCrashes
  }

  /** A clause that names the request answered last, because a service may fail in what it does after a response. */
  get before(): string {
    return this.#lastAnswered ? `; answered last: ${lineOf(this.#lastAnswered.request)}` : ''
  }

  /** The likeliest cause of an outage, an invented request first, with a clause that names all candidates. */
  get likely(): { readonly exchange: Exchange; readonly cause: string } | undefined {
    const [first, ...others] = this.#suspects.toSorted((a, b) => Number(!a.isGuess) - Number(!b.isGuess))
    if (!first) return undefined
    const lines = new Set(others.map(({ request }) => lineOf(request)))
    const more = lines.size === 0 ? '' : `; also in flight: ${[...lines].slice(0, mostNamed).join(', ')}`
    const failed = `${lineOf(first.request)}: ${first.response.body}, and since then the service does not answer`
    return { exchange: first, cause: `${failed}${more}${this.before}` }
  }
}
