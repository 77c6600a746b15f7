import type { Violation } from '../model/finding.js'
import type { Observation, Observer } from '../model/observation.js'
import { answerOf, seenRequestOf } from './answer.js'
import { failureText } from './failure.js'
import { conditionFrom, pointerFrom, textFrom } from './said.js'
import type { CalledOperation, RuleObservation, Whereabouts } from './observation.js'

/** A rule that observes, whichever document its types are of. */
export type Observe = (seen: RuleObservation) => unknown

const calledOf = ({ operation }: Observation): CalledOperation | undefined =>
  operation && {
    operationId: operation.operationId,
    method: operation.method,
    path: operation.path,
    tags: operation.tags,
  }

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** What one rule is given of one exchange, and what it says. Bodies are parsed when they are asked for. */
class Seen implements RuleObservation {
  readonly version: string | undefined
  readonly operation: CalledOperation | undefined
  readonly violations: Violation[] = []
  wasJudged = false
  readonly #observation: Observation
  readonly #request: () => RuleObservation['request']
  readonly #response: () => RuleObservation['response']

  constructor(observation: Observation) {
    const { exchange } = observation
    this.#observation = observation
    this.version = observation.version
    this.operation = calledOf(observation)
    this.#request = once(() => seenRequestOf(exchange))
    this.#response = once(() => answerOf(exchange))
  }

  get request(): RuleObservation['request'] {
    return this.#request()
  }

  get response(): RuleObservation['response'] {
    return this.#response()
  }

  readonly is = ((operationId: string, status: number): boolean =>
    this.operation?.operationId === operationId &&
    this.#observation.exchange.response.status === status) as RuleObservation['is']

  readonly expect = (holds: boolean, message: string, where?: Whereabouts): void => {
    this.wasJudged = true
    if (!conditionFrom(holds)) this.violate(message, where)
  }

  readonly violate = (message: string, { pointer }: Whereabouts = {}): void => {
    this.wasJudged = true
    const { exchange } = this.#observation
    this.violations.push({ message: textFrom(message), exchange, ...pointerFrom(pointer) })
  }
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value

const late =
  'the rule itself failed: observe returned a promise, and an observer judges at once; leave out async'

/**
 * The observer of a rule of the user's own. An exchange of which the rule says nothing was not judged by it, and where
 * the rule breaks, that is its finding.
 * @param folder that file names are relative to
 */
export function observerOf(observe: Observe, folder: string): Observer {
  return (observation) => {
    const { target, response } = observation.exchange
    if (target !== 'api' || response.status === 0) return undefined
    const seen = new Seen(observation)
    try {
      const result = observe(seen)
      if (!isPromise(result)) return seen.wasJudged ? seen.violations : undefined
      result.then(undefined, () => undefined)
      return [{ message: late, exchange: observation.exchange }]
    } catch (error) {
      return [...seen.violations, { message: failureText(error, folder), exchange: observation.exchange }]
    }
  }
}
