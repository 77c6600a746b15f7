import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '../../runtime/surface.js'
import type { Case } from '../model/case.js'
import { type Explorer, type GivenValues, NotAllowed } from '../model/explorer.js'
import type { CreatedThing } from '../model/thing.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'
import type { Pool } from '../pool/pool.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** What a sequence asks for besides values. */
export interface Asking extends GivenValues {
  /** It is about what the run created. */
  readonly created?: true
  /** What it creates is held for the sequence. */
  readonly hold?: true
  /** A path and query below the base URL, in place of what the values give. */
  readonly target?: string
  /** The ETag that the thing was last seen with, for operations that ask for it. */
  readonly etag?: string | undefined
}

const withEtag = (sent: Case, etag: string | undefined): Case => {
  const { call } = sent
  const condition = call.operation.parameters.find(
    ({ name, in: location }) => location === 'header' && name.toLowerCase() === 'if-match',
  )
  if (!condition || etag === undefined) return sent
  return { ...sent, call: { ...call, header: { ...call.header, [condition.name]: etag } } }
}

/** Thrown when a sequence has had its part of the time: the rest of it is left for another round. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver'
}

/** What the walks of one round have in common. */
export interface Round {
  readonly explorer: Explorer
  readonly pool: Pool
  /** Milliseconds before each further look at what may come late. */
  readonly waits: readonly number[]
  /** A number that was not given before. */
  readonly count: () => number
}

/** One sequence: what it sends with, what it created, and what it found so far. */
export class Walk {
  readonly explorer: Explorer
  readonly pool: Pool
  readonly count: () => number
  readonly #waits: readonly number[]
  readonly #until: number
  readonly #held: CreatedThing[] = []
  #candidates: ExploreViolation[] = []

  /** @param until Unix time in milliseconds after which it sends nothing more */
  constructor({ explorer, pool, waits, count }: Round, until: number) {
    this.explorer = explorer
    this.pool = pool
    this.count = count
    this.#waits = waits
    this.#until = until
  }

  /** Makes a case; undefined where none can be made, or the settings do not allow it. */
  async prepare(operation: Operation, asking: Asking = {}): Promise<Case | undefined> {
    const { created, hold, target, etag, ...given } = asking
    if (!this.explorer.mayCall(operation, created ?? false)) return undefined
    const chosen = await this.explorer.validCase(operation, given)
    // What was asked for beyond need may be what the document does not allow.
    const { body: _body, ...plain } = given
    const made = chosen?.expectation === 'open' ? await this.explorer.validCase(operation, plain) : chosen
    if (!made) return undefined
    const sent: Case = { ...withEtag(made, etag), source: 'state' }
    const aimed = target === undefined ? sent : { ...sent, call: { ...sent.call, target } }
    if (hold) this.pool.hold(aimed)
    return aimed
  }

  /** Sends a case; undefined where the settings do not allow it. @throws Stopped @throws TurnOver */
  async send(sent: Case): Promise<Observed | undefined> {
    if (Date.now() >= this.#until) throw new TurnOver()
    try {
      const observed = await this.explorer.send(sent)
      this.#held.push(...this.pool.createdBy(observed))
      return observed
    } catch (error) {
      if (error instanceof NotAllowed) return undefined
      throw error
    }
  }

  /** Calls an operation; undefined where it cannot be called. @throws Stopped */
  async call(operation: Operation, asking: Asking = {}): Promise<Observed | undefined> {
    const sent = await this.prepare(operation, asking)
    return sent && this.send(sent)
  }

  /** Looks again, with longer and longer waits, while something is not as it should be. */
  async settle<Seen>(first: Seen, isFine: (seen: Seen) => boolean, look: () => Promise<Seen>): Promise<Seen> {
    let seen = first
    for (const wait of this.#waits) {
      if (isFine(seen)) return seen
      await pause(wait)
      seen = await look()
    }
    return seen
  }

  /** Lets everybody use what it created: it is deleted, or nothing more is asked of it. */
  release(): void {
    for (const thing of this.#held) this.pool.release(thing)
  }

  /** Whether one more thing may be created. */
  get mayCreate(): boolean {
    return this.pool.created.length < this.explorer.settings.maxCreations
  }

  judged(rule: ExploreRuleId, by: Observed): void {
    this.explorer.judged(rule, by)
  }

  /** Keeps what may be a violation, until a second look confirms it. */
  suspect(violation: ExploreViolation): void {
    this.#candidates.push(violation)
  }

  /** Whether something was suspected since that was last asked. */
  get isSuspicious(): boolean {
    return this.#candidates.length > 0
  }

  /** What was suspected since this was last asked. */
  takeSuspicions(): readonly ExploreViolation[] {
    const found = this.#candidates
    this.#candidates = []
    return found
  }
}
