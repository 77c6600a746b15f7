import type { Api, Case, Observed, ExploreViolation } from './case.js'
import type { ExploreRuleId } from './document-rules.js'
import type { Operation } from '../../runtime/surface.js'

export interface ExploreSettings {
  readonly seed: number
  /** The time budget in milliseconds, without the clean-up. */
  readonly budgetMs: number
  readonly concurrency: number
  /** Allows POST, PUT and PATCH, and changing and deleting what the run created. */
  readonly allowWrites: boolean
  /** Allows changing and deleting what the run did not create. */
  readonly allowDestructive: boolean
  /** Values by name of a path parameter or member that tests cannot find themselves, from the hook `prepare`. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
}

/** The interface through which tests of a document send cases and report violations. */
export interface Explorer {
  readonly api: Api
  readonly settings: ExploreSettings
  /**
   * Sends a case and passes the response to every check, the pool of ids, and coverage.
   * @throws Stopped when the time is up or the run was interrupted; a caller that catches it cleans up and rethrows it.
   * @throws NotAllowed when the settings forbid the call: see `mayCall`.
   */
  send(sent: Case): Promise<Observed>
  /** Reports a violation that no single response shows. */
  violate(violation: ExploreViolation): void
  /** Does what confirms a suspicion, for which a run may take seconds from the documents that follow. */
  confirm(work: () => Promise<void>): Promise<void>
  /** Violations that were seen once, by cause, until they are confirmed or not seen again: their rules cannot pass. */
  readonly doubts: Map<string, ExploreViolation>
  /** Records that a rule was judged by a response, broken or not. */
  judged(rule: ExploreRuleId, by: Observed): void
  /** Whether the settings allow a call; `created` is true for a call on a thing that the run created. */
  mayCall(operation: Operation, created?: boolean): boolean
  readonly mayCreate: boolean
  /** A valid case with the given values, and generated ones otherwise; undefined where none can be made. */
  validCase(operation: Operation, given?: GivenValues): Promise<Case | undefined>
  /** A pseudorandom number from 0 up to 1, which depends only on the seed and the calls before. */
  random(): number
}

export interface GivenValues {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Members of a JSON body, merged over what is generated. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Omits optional parameters and members that are not given. */
  readonly smallest?: boolean
  /** Includes all optional members of the body, with values from the document's examples. */
  readonly full?: boolean
}

/** Thrown when nothing more may be sent. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Thrown where the settings do not let a case be sent. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

/** The response to a case; undefined where the settings do not let it be sent. */
export async function unlessForbidden(sent: Promise<Observed>): Promise<Observed | undefined> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof NotAllowed) return undefined
    throw error
  }
}

/** Pseudorandom numbers from 0 up to 1, deterministic for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
