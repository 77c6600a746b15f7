import type { Api } from './api.js'
import type { Case } from './case.js'
import type { Observed } from './observed.js'
import type { ExploreSettings } from './settings.js'
import type { ExploreViolation } from './violation.js'
import type { ExploreRuleId } from './document-rules.js'
import type { Operation } from '../../runtime/surface.js'

/** What steps that explore are given: they send cases through it, and say what they find. */
export interface Explorer {
  readonly api: Api
  readonly settings: ExploreSettings
  /**
   * Sends a case, and shows the answer to every check, to the pool of ids, and to coverage.
   * @throws Stopped when the time is up, or the run was ended: whoever catches it cleans up and throws it on.
   * @throws NotAllowed when the settings do not let it be sent: see `mayCall`.
   */
  send(sent: Case): Promise<Observed>
  /** Says that a promise is broken, which no single answer shows. */
  violate(violation: ExploreViolation): void
  /** Says that a rule was judged by an answer, broken or not. */
  judged(rule: ExploreRuleId, by: Observed): void
  /** Whether the settings let the operation be called; about what the run did not create, unless `created` says so. */
  mayCall(operation: Operation, created?: boolean): boolean
  /** Whether one more thing may be created. */
  readonly mayCreate: boolean
  /** A valid case of an operation, with values of its own for what is given here; undefined where none can be made. */
  validCase(operation: Operation, given?: GivenValues): Promise<Case | undefined>
  /** A number from 0 up to 1, the same for the same seed and the same calls before. */
  random(): number
}

/** Values that a case is to have. */
export interface GivenValues {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Members of a JSON body, merged over what is generated. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Leaves out parameters and members that are not required, but for those given. */
  readonly smallest?: boolean
  /** Has all members of the body that are optional, with what the document shows of them. */
  readonly full?: boolean
  readonly aim?: string
}

/** Thrown when nothing more may be sent. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Thrown where the settings do not let a case be sent. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}
