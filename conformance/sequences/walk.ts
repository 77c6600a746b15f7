import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject, Schemas } from '../../document/index.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { plannedCases } from '../cases/plans.js'
import type { Case, Observed, ExploreViolation } from '../model/case.js'
import { type Explorer, type GivenValues, unlessForbidden } from '../model/explorer.js'
import type { CreatedThing } from '../model/report.js'
import type { Pool } from '../pool/pool.js'
import { type BodyForm, bodyFormOf, withMembers, withWrongValue } from './bodies.js'

export interface Asking extends Omit<GivenValues, 'body'> {
  /** Values for members of the body, by the names of its form. */
  readonly bodyMembers?: JsonObject
  /** The kind of thing, whose name may wrap the body. */
  readonly noun?: string | undefined
  /** Withholds what it creates from other cases. */
  readonly hold?: true
  /** Sends nothing where the document does not allow the given values. */
  readonly exact?: true
  /** A path and query below the base URL, in place of the filled template. */
  readonly target?: string
  /** The last ETag of the thing, for operations with a precondition. */
  readonly etag?: string | undefined
  /** Which one of the body's values is wrong, by number; none where it is absent. */
  readonly wrong?: number
}

/** Thrown when a sequence has used up its share of the time; it continues in another round. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver'
}

/** Shared by the walks of one round. */
export interface Round {
  readonly explorer: Explorer
  readonly pool: Pool
  /** Milliseconds before each retry of a read, for changes that show late. */
  readonly waits: readonly number[]
  /** Returns a new number with each call. */
  readonly count: () => number
}

/** The precondition that an operation declares. */
export function conditionOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ name, in: where }) => where === 'header' && name.toLowerCase() === 'if-match')
}

const withEtag = (sent: Case, etag: string | undefined): Case => {
  const { call } = sent
  const condition = conditionOf(call.operation)
  if (!condition || etag === undefined) return sent
  return { ...sent, call: { ...call, header: { ...call.header, [condition.name]: etag } } }
}

/** The number of times that a suspicion extends the time, and the extension beyond the waits. */
const mostOvertimes = 2
const overtimeMs = 1_000

/** One sequence: its client, created things and suspicions. */
export class Walk {
  readonly explorer: Explorer
  readonly pool: Pool
  readonly count: () => number
  readonly #waits: readonly number[]
  #until: number
  #overtimes = mostOvertimes
  readonly #held: CreatedThing[] = []
  /** Possible violations, before a second attempt confirms them. */
  readonly suspicions: ExploreViolation[] = []

  /** @param until Unix time in milliseconds at which it stops sending */
  constructor({ explorer, pool, waits, count }: Round, until: number) {
    this.explorer = explorer
    this.pool = pool
    this.count = count
    this.#waits = waits
    this.#until = until
  }

  get schemas(): Schemas {
    return this.explorer.api.surface.schemas
  }

  /** The structure of an operation's body. @param noun the kind of thing */
  formOf(operation: Operation, noun: string | undefined): BodyForm {
    return bodyFormOf(operation, this.schemas, noun)
  }

  /** Makes a case; undefined where that is impossible, or the settings forbid it. */
  async prepare(operation: Operation, asking: Asking = {}): Promise<Case | undefined> {
    const { hold, target, etag, exact, bodyMembers, noun, wrong, ...given } = asking
    // Permission for the concrete thing is checked on sending.
    if (!this.explorer.mayCall(operation, true)) return undefined
    const body = bodyMembers && (await this.#bodyWith(operation, bodyMembers, noun, given))
    const chosen = await this.explorer.validCase(operation, { ...given, ...(body && { body }) })
    // The document may not allow the given values.
    const isOpen = chosen?.expectation === 'open'
    if (exact && isOpen) return undefined
    const right = isOpen ? await this.explorer.validCase(operation, given) : chosen
    const made = right && wrong !== undefined ? await this.#withWrongValue(right, noun, wrong) : right
    if (!made) return undefined
    const sent: Case = { ...withEtag(made, etag), origin: 'sequence' }
    const aimed = target === undefined ? sent : { ...sent, call: { ...sent.call, target } }
    if (hold) this.pool.creations.hold(aimed)
    return aimed
  }

  async #withWrongValue(right: Case, noun: string | undefined, number: number): Promise<Case | undefined> {
    const { operation } = right.call
    const wrong = plannedCases('invalid', this.explorer.api, operation, this.pool.offered)
    return withWrongValue(right, this.formOf(operation, noun), wrong, number)
  }

  /** A generated body with other values for some members. */
  async #bodyWith(
    operation: Operation,
    bodyMembers: JsonObject,
    noun: string | undefined,
    given: GivenValues,
  ): Promise<JsonObject> {
    const form = this.formOf(operation, noun)
    const isFlat = form.wrappers.length === 0 && Object.keys(bodyMembers).every((name) => !name.includes('.'))
    const base = isFlat ? undefined : await this.explorer.validCase(operation, given)
    return withMembers(base?.call.body?.value, bodyMembers, form)
  }

  /** Sends a case; undefined where the settings forbid it. @throws Stopped @throws TurnOver */
  async send(sent: Case): Promise<Observed | undefined> {
    if (Date.now() >= this.#until) throw new TurnOver()
    const observed = await unlessForbidden(this.explorer.send(sent))
    if (observed) this.#held.push(...this.pool.creations.of(observed))
    return observed
  }

  /** Calls an operation; undefined where it cannot be called. @throws Stopped @throws TurnOver */
  async call(operation: Operation, asking: Asking = {}): Promise<Observed | undefined> {
    const sent = await this.prepare(operation, asking)
    return sent && this.send(sent)
  }

  /** Repeats a read with growing waits until it is as expected. */
  async settle<Seen>(first: Seen, isFine: (seen: Seen) => boolean, look: () => Promise<Seen>): Promise<Seen> {
    let seen = first
    for (const wait of this.#waits) {
      if (isFine(seen)) return seen
      if (seen === first && this.#overtimes-- > 0) this.#extend()
      await pause(wait)
      seen = await look()
    }
    return seen
  }

  #extend(): void {
    const waits = this.#waits.reduce((sum, wait) => sum + wait, 0)
    this.#until = Math.max(this.#until, Date.now() + waits + overtimeMs)
  }

  /** Releases its created things to all cases. */
  release(): void {
    for (const thing of this.#held) this.pool.creations.release(thing)
  }
}
