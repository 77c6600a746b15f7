import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '../../runtime/surface.js'
import type { Case } from '../model/case.js'
import { type Explorer, type GivenValues, NotAllowed } from '../model/explorer.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'
import type { Pool } from '../pool/pool.js'
import type { ExploreRuleId } from '../rules/rules.js'

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

/** The sequences of one round: what they send with, and what they found so far. */
export class Walk {
  readonly explorer: Explorer
  readonly pool: Pool
  readonly #waits: readonly number[]
  #candidates: ExploreViolation[] = []
  #count = 0

  /** @param waits milliseconds before each further look at what may come late */
  constructor(explorer: Explorer, pool: Pool, waits: readonly number[]) {
    this.explorer = explorer
    this.pool = pool
    this.#waits = waits
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

  /** Sends a case; undefined where the settings do not allow it. @throws Stopped */
  async send(sent: Case): Promise<Observed | undefined> {
    try {
      return await this.explorer.send(sent)
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

  /** A number that was not given before: values that are made of it have nothing to do with others. */
  count(): number {
    return ++this.#count
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
