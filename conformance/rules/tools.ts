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

/** Something that rules need on the service, made on demand, once for each version. */
export interface Fixture<Value> {
  /** A few words, such as `an open order`, for the reason of a rule that it ends. */
  readonly name: string
  // The parameter is `never`, so that fixtures typed by different documents fit together.
  readonly make: (tools: never) => Promise<Value>
}

/** The evidence of a violation besides its message. */
export interface Shown extends Whereabouts {
  /** The response that shows it; the last one when it is absent. */
  readonly answer?: Answer
}

/** The tools of a fixture. */
export interface FixtureTools<Operations = AnyOperations> {
  /** The version under test; `*` in a rule about the service as a whole, which calls the newest version. */
  readonly version: string
  /** All versions under test, the oldest first. */
  readonly versions: readonly string[]
  /** Ids and other existing values on the service, by name, from `prepare` and options. */
  readonly ids: Readonly<Record<string, readonly unknown[]>>
  /**
   * Calls an operation by its id, with the user's credentials and the version under test. The rule ends as skipped when
   * the call could write without permission, and as not applicable when the document of the version lacks the
   * operation.
   */
  readonly call: <Id extends OperationId<Operations>>(
    operationId: Id,
    ...request: CallArguments<Operations[Id]>
  ) => Promise<AnswerOf<Operations[Id]>>
  /** Calls an operation with a request that the document's types would reject. */
  readonly callUnchecked: (
    operationId: OperationId<Operations>,
    request?: UncheckedRequest,
  ) => Promise<Answer>
  /** A minimal valid body for an operation, with the given members. */
  readonly sample: <Id extends OperationId<Operations>>(
    operationId: Id,
    given?: Partial<BodyOf<Operations[Id]>>,
  ) => BodyOf<Operations[Id]>
  /** Whether the document of the version under test has an operation. */
  readonly has: (operationId: OperationId<Operations>) => boolean
  /** A unique text, for names and ids of created things. */
  readonly unique: () => string
  /** The value of a fixture, made on first use, once for each version; its failure ends every rule that uses it. */
  readonly given: <Value>(fixture: Fixture<Value>) => Promise<Value>
  /** Ends the rule as skipped, because the run or the account does not permit it. */
  readonly skip: (reason: string) => never
  /** Ends the rule as not applicable, because the service lacks its subject. */
  readonly notApplicable: (reason: string) => never
}

/** The tools of a scenario rule. */
export interface ScenarioTools<Operations = AnyOperations> extends FixtureTools<Operations> {
  /** Reports a violation unless the condition holds. A rule without an expectation has judged nothing. */
  readonly expect: (holds: boolean, message: string, shown?: Shown) => void
  /** Reports a violation. */
  readonly violate: (message: string, shown?: Shown) => void
  /** Records behaviour where nothing is promised. */
  readonly note: (message: string) => void
}
