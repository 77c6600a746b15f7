import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject, Schemas } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Case } from '../model/case.js'
import { type Explorer, type GivenValues, NotAllowed } from '../model/explorer.js'
import type { Observed } from '../model/observed.js'
import type { CreatedThing } from '../model/thing.js'
import type { ExploreViolation } from '../model/violation.js'
import type { Pool } from '../pool/pool.js'
import { type BodyForm, bodyFormOf, withLeaves } from './variation.js'

/** What a sequence asks for besides values. */
export interface Asking extends Omit<GivenValues, 'body'> {
  /** Values for members of the body, by the names of its form. */
  readonly leaves?: JsonObject
  /** The kind of thing that the body may be wrapped in the name of. */
  readonly noun?: string | undefined
  /** What it creates is held for the sequence. */
  readonly hold?: true
  /** Nothing is sent where the values that were asked for are not what the document allows. */
  readonly exact?: true
  /** A path and query below the base URL, in place of what the values give. */
  readonly target?: string
  /** The ETag that the thing was last seen with, for operations that ask for it. */
  readonly etag?: string | undefined
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

const withEtag = (sent: Case, etag: string | undefined): Case => {
  const { call } = sent
  const condition = call.operation.parameters.find(
    ({ name, in: location }) => location === 'header' && name.toLowerCase() === 'if-match',
  )
  if (!condition || etag === undefined) return sent
  return { ...sent, call: { ...call, header: { ...call.header, [condition.name]: etag } } }
}

/** So often what looks wrong gets the time that it takes to be sure, and so much beside the waits. */
const mostOvertimes = 2
const overtimeMs = 1_000

/** One sequence: what it sends with, what it created, and what it found so far. */
export class Walk {
  readonly explorer: Explorer
  readonly pool: Pool
  readonly count: () => number
  readonly #waits: readonly number[]
  #until: number
  #overtimes = mostOvertimes
  readonly #held: CreatedThing[] = []
  /** What may be violations, until a second look confirms them. */
  readonly suspicions: ExploreViolation[] = []

  /** @param until Unix time in milliseconds after which it sends nothing more */
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

  /** What the body of an operation is made of. @param noun name of the kind of thing */
  formOf(operation: Operation, noun: string | undefined): BodyForm {
    return bodyFormOf(operation, this.schemas, noun)
  }

  /** Makes a case; undefined where none can be made, or the settings do not allow it. */
  async prepare(operation: Operation, asking: Asking = {}): Promise<Case | undefined> {
    const { hold, target, etag, exact, leaves, noun, ...given } = asking
    // What it is about decides when it is sent.
    if (!this.explorer.mayCall(operation, true)) return undefined
    const body = leaves && (await this.#bodyWith(operation, leaves, noun, given))
    const chosen = await this.explorer.validCase(operation, { ...given, ...(body && { body }) })
    // The values that were asked for may be beyond what the document allows.
    const isOpen = chosen?.expectation === 'open'
    if (exact && isOpen) return undefined
    const made = isOpen ? await this.explorer.validCase(operation, given) : chosen
    if (!made) return undefined
    const sent: Case = { ...withEtag(made, etag), source: 'state' }
    const aimed = target === undefined ? sent : { ...sent, call: { ...sent.call, target } }
    if (hold) this.pool.hold(aimed)
    return aimed
  }

  /** A body as it would be anyway, with other values for some of its members. */
  async #bodyWith(
    operation: Operation,
    leaves: JsonObject,
    noun: string | undefined,
    given: GivenValues,
  ): Promise<JsonObject> {
    const form = this.formOf(operation, noun)
    const isFlat = form.wrappers.length === 0 && Object.keys(leaves).every((name) => !name.includes('.'))
    const base = isFlat ? undefined : await this.explorer.validCase(operation, given)
    return withLeaves(base?.call.body?.value, leaves, form)
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

  /** Calls an operation; undefined where it cannot be called. @throws Stopped @throws TurnOver */
  async call(operation: Operation, asking: Asking = {}): Promise<Observed | undefined> {
    const sent = await this.prepare(operation, asking)
    return sent && this.send(sent)
  }

  /** Looks again, with longer and longer waits, while something is not as it should be. */
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

  /** Lets every case use what it created: it is deleted, or nothing more is asked of it. */
  release(): void {
    for (const thing of this.#held) this.pool.release(thing)
  }

  /** Whether one more thing may be created. */
  get mayCreate(): boolean {
    return this.explorer.mayCreate
  }
}

/** Waits for all of them, so that nothing is on its way when one of them ends the run. */
export async function together<T>(all: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(all)
  return Promise.all(all)
}
