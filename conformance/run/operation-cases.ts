import { cached } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { plannedCases } from '../cases/plans.js'
import type { Case, Observed } from '../model/case.js'
import type { ExploreSession } from './explore-session.js'

/** Kinds of cases in turn; those that most often break services first. */
const rhythm = [
  'telling',
  'covering',
  'invalid',
  'probe',
  'telling',
  'covering',
  'telling',
  'telling',
  'covering',
  'invalid',
] as const

/** After this many cases without a success, an operation gets fewer turns. */
const patience = 12
const fruitless = 4

// Each kind is begun lazily, so that its base is a call that succeeded, or else one that met requirements.
const inRhythm = async function* (
  { api, pool, accepted, repaired }: ExploreSession,
  operation: Operation,
): AsyncGenerator<Case, undefined, undefined> {
  const begin = (kind: (typeof rhythm)[number]): AsyncIterator<Case> =>
    plannedCases(kind, api, operation, pool.offered, {
      base: accepted.baseOf(operation)?.case.call ?? repaired.get(operation),
    })
  const begun = new Map<string, AsyncIterator<Case>>()
  const left = new Set<string>(rhythm)
  let known = accepted.baseOf(operation)
  while (left.size > 0)
    for (const kind of rhythm) {
      const base = accepted.baseOf(operation)
      if (known && base !== known) {
        // The cases so far varied an empty list, and so no item that the service accepts.
        begun.clear()
        for (const one of rhythm) left.add(one)
      }
      known = base
      if (!left.has(kind)) continue
      const { done, value } = await cached(begun, kind, () => begin(kind)).next()
      if (done === true) left.delete(kind)
      else yield value
    }
}

/**
 * After this many cases in a row that the settings forbade, an operation whose path has no id is finished: no thing
 * that the run creates would permit another one.
 */
const mostForbidden = 200

/** The planned cases of one operation, of alternating kinds, until none is left. */
export class OperationCases {
  readonly operation: Operation
  readonly #session: ExploreSession
  readonly #cases: AsyncIterator<Case, undefined>
  sent = 0
  #forbidden = 0

  constructor(session: ExploreSession, operation: Operation) {
    this.#session = session
    this.operation = operation
    this.#cases = inRhythm(session, operation)
  }

  /** The operation with the lowest weight comes next: one that there was no time to call yet before all others. */
  get weight(): number {
    if (!this.#session.called.has(this.operation)) return 0
    const isFruitless = this.sent >= patience && this.#session.accepted.of(this.operation).length === 0
    return 1 + this.sent * (isFruitless ? fruitless : 1)
  }

  async next(): Promise<Case | undefined> {
    if (this.#forbidden >= mostForbidden) return undefined
    const { value } = await this.#cases.next()
    return value && { ...value, call: this.#session.pool.current(value.call) }
  }

  /** Counts a case of `next`, which was sent or forbidden. */
  count(observed: Observed | undefined): void {
    this.sent++
    this.#forbidden = observed || this.operation.path.includes('{') ? 0 : this.#forbidden + 1
  }
}
