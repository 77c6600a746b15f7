import type { Operation } from '../../runtime/surface.js'
import type { Case } from '../model/case.js'
import { plannedCases } from '../cases/plans.js'
import type { ExploreSession } from './exploration.js'

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

type Kind = (typeof rhythm)[number]

/** After this many cases without a success, an operation gets fewer turns. */
const patience = 12
const fruitless = 4

/** The planned cases of one operation, of alternating kinds, until none is left. */
export class OperationCases {
  readonly operation: Operation
  readonly #session: ExploreSession
  readonly #sources = new Map<Kind, AsyncIterator<Case>>()
  readonly #ended = new Set<Kind>()
  #at = 0
  sent = 0

  constructor(session: ExploreSession, operation: Operation) {
    this.#session = session
    this.operation = operation
  }

  /** The operation with the lowest weight comes next. */
  get weight(): number {
    const isFruitless = this.sent >= patience && this.#session.accepted.of(this.operation).length === 0
    return this.sent * (isFruitless ? fruitless : 1)
  }

  /** The next case; undefined when there are no more. */
  async next(): Promise<Case | undefined> {
    while (this.#ended.size < new Set(rhythm).size) {
      const kind = rhythm[this.#at++ % rhythm.length] ?? 'covering'
      if (this.#ended.has(kind)) continue
      const { done, value } = await this.#source(kind).next()
      if (done !== true) return { ...value, call: this.#session.pool.current(value.call) }
      this.#ended.add(kind)
    }
    return undefined
  }

  // Opened lazily, so that the base is a call that succeeded, if there is one.
  #source(kind: Kind): AsyncIterator<Case> {
    const known = this.#sources.get(kind)
    if (known) return known
    const { api, pool, accepted } = this.#session
    const base = accepted.baseOf(this.operation)?.case.call
    const source = plannedCases(kind, api, this.operation, pool, { base })
    this.#sources.set(kind, source)
    return source
  }
}
