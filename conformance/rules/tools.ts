import type {
  Answer,
  AnswerOf,
  AnyOperations,
  BodyOf,
  CallArguments,
  OperationId,
  UncheckedRequest,
} from './operations.js'
import type { Whereabouts } from './observation.js'

/** Something that rules need to exist on the service, made on demand, once for each version. */
export interface Fixture<Value> {
  /** A few words, such as `an open order`: they stand in the reason of a rule that it ends. */
  readonly name: string
  // Of `never`, so that fixtures that are typed by different documents stand beside each other.
  readonly make: (tools: never) => Promise<Value>
}

/** What a violation is shown by, besides its message. */
export interface Shown extends Whereabouts {
  /** The answer that shows it; the last one when it is absent. */
  readonly answer?: Answer
}

/** What a fixture is given: the means to make what rules need. */
export interface FixtureTools<Operations = AnyOperations> {
  /** The version under test; `*` in a rule about the service as a whole, whose calls go to the newest. */
  readonly version: string
  /** All versions under test, the oldest first. */
  readonly versions: readonly string[]
  /** Ids and other values that exist on the service, by name: what `prepare` returned, and what options name. */
  readonly ids: Readonly<Record<string, readonly unknown[]>>
  /**
   * Calls an operation by its name, with the user's credentials, and the version under test where the service reads
   * one. The rule ends as skipped when the call could change something and the run may not, and as not applicable when
   * the document of the version lacks the operation.
   */
  readonly call: <Id extends OperationId<Operations>>(
    operationId: Id,
    ...request: CallArguments<Operations[Id]>
  ) => Promise<AnswerOf<Operations[Id]>>
  /** Calls an operation with a request that the types of the document would not let pass. */
  readonly callUnchecked: (
    operationId: OperationId<Operations>,
    request?: UncheckedRequest,
  ) => Promise<Answer>
  /** A valid body for an operation, the smallest that its document allows, with the members that are given. */
  readonly sample: <Id extends OperationId<Operations>>(
    operationId: Id,
    given?: Partial<BodyOf<Operations[Id]>>,
  ) => BodyOf<Operations[Id]>
  /** Whether the document of the version under test has an operation. */
  readonly has: (operationId: OperationId<Operations>) => boolean
  /** A text that nothing else has: for names and ids of what the rule creates. */
  readonly unique: () => string
  /**
   * What a fixture makes: when the first rule of a version asks for it, once, and shared by all that ask. Where it cannot
   * be made the rule ends, with the same reason as every other that asks.
   */
  readonly given: <Value>(fixture: Fixture<Value>) => Promise<Value>
  /** Ends the rule as skipped: the run, or the account, does not let it be judged. */
  readonly skip: (reason: string) => never
  /** Ends the rule as not applicable: there is no such thing on this service. */
  readonly notApplicable: (reason: string) => never
}

/** What a rule with steps of its own is given. */
export interface ScenarioTools<Operations = AnyOperations> extends FixtureTools<Operations> {
  /** Says that a promise is broken unless the condition holds. Only what was expected was judged. */
  readonly expect: (holds: boolean, message: string, shown?: Shown) => void
  /** Says that a promise is broken. */
  readonly violate: (message: string, shown?: Shown) => void
  /** Says what the service does where nothing is promised. */
  readonly note: (message: string) => void
}
