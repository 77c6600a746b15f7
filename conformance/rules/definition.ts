import type {
  Answer,
  AnswerOf,
  AnyOperations,
  BodyOf,
  OperationId,
  CallArguments,
  UncheckedRequest,
} from './operations.js'
import type { DocumentOutline } from './registry.js'
import type { Severity } from '../model/rule.js'

/** A location in a body or a document. */
export interface Whereabouts {
  /** JSON Pointer into the body of the response, such as `/items/0/price`. */
  readonly pointer?: string
}

/** The operation that a request called. */
export interface CalledOperation<Id extends string = string> {
  readonly operationId: Id
  /** In lower case. */
  readonly method: string
  /** The path template as spelled in the document. */
  readonly path: string
  readonly tags: readonly string[]
}

/** A request as it was sent. */
export interface SeenRequest<Json = unknown> {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** By name in lower case; repeated fields are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; undefined where it is not JSON. */
  readonly json: Json
  /** The body as text; empty where there was none. */
  readonly text: string
}

/** An exchange with a known operation and status. */
export interface NarrowedObservation<Operations, Id extends OperationId<Operations>, Status extends number> {
  readonly operation: CalledOperation<Id>
  readonly request: SeenRequest<BodyOf<Operations[Id]> | undefined>
  readonly response: Extract<AnswerOf<Operations[Id]>, { readonly status: Status }>
}

/** One exchange of a run, as passed to an observer rule. */
export interface RuleObservation<Operations = AnyOperations> {
  /** The version that was requested; undefined where the service has none of that name. */
  readonly version: string | undefined
  /** The operation that was called; undefined where the document has none for that method and path. */
  readonly operation: CalledOperation | undefined
  readonly request: SeenRequest
  readonly response: Answer
  /** True for a response of this operation with this status; narrows the types of the bodies. */
  is<Id extends OperationId<Operations>, Status extends AnswerOf<Operations[Id]>['status']>(
    operationId: Id,
    status: Status,
  ): this is NarrowedObservation<Operations, Id, Status>
  /** Reports a violation unless the condition holds. In either case the exchange counts as judged. */
  readonly expect: (holds: boolean, message: string, where?: Whereabouts) => void
  /** Reports a violation. */
  readonly violate: (message: string, where?: Whereabouts) => void
}

/** Something that rules need on the service, made on demand, once for each version. */
export interface Fixture<Value> {
  /** A few words, such as `an open order`, for the reason of rules that could not be judged without it. */
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
  readonly callUnchecked: (id: OperationId<Operations>, request?: UncheckedRequest) => Promise<Answer>
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

/** The versions that a rule applies to: from one date, and before another. */
export interface VersionRange {
  readonly from?: string
  readonly before?: string
}

/** Preconditions of a rule: permission to create and change things, or a key. */
export type RuleNeed = 'writes' | 'api-key' | 'second-key'

/** The common members of user rules. */
export interface RuleText {
  /** `area/name` in lower case: stable, printed in reports, matched by `--rules`. */
  readonly id: `${string}/${string}`
  readonly title: string
  /** The promise, in one sentence. */
  readonly statement: string
  /** The source of the promise; the title of the pack when it is absent. */
  readonly section?: string
  /** An error, the default, breaks the contract; a warning is only reported. */
  readonly severity?: Severity
  /** Each version (the default), the service as a whole once, a range of dates, or versions by name. */
  readonly versions?: 'all' | 'service' | VersionRange | readonly string[]
  readonly needs?: readonly RuleNeed[]
  /** Further tags for `--tags`. */
  readonly tags?: readonly string[]
}

/** A rule that judges every exchange of a run, of any origin. */
export interface ObserverRule<Operations = AnyOperations> extends RuleText {
  /** Judges by `expect` and `violate`; an exchange without a call of either was not judged. */
  readonly observe: (seen: RuleObservation<Operations>) => void
  readonly run?: undefined
}

/** A rule with steps of its own. */
export interface ScenarioRule<Operations = AnyOperations> extends RuleText {
  /** Calls the service and judges by `expect` and `violate`. */
  readonly run: (tools: ScenarioTools<Operations>) => Promise<void>
  readonly observe?: undefined
  /** Time limit of its steps in seconds; 60 when it is absent. */
  readonly seconds?: number
}

/** A rule of a user's own. */
export type RuleDefinition<Operations = AnyOperations> = ObserverRule<Operations> | ScenarioRule<Operations>

/** A rule with the operations of any document. */
export type DefinedRule = RuleText & {
  // The parameter is `never`, so that rules typed by different documents fit into one list.
  readonly observe?: ((seen: never) => void) | undefined
  readonly run?: ((tools: never) => Promise<void>) | undefined
  readonly seconds?: number
}

/** Related rules of a user. */
export interface PackDefinition {
  readonly name: string
  readonly title?: string
  readonly rules: readonly DefinedRule[]
  /** Whether the rules apply to the service with these documents; to every service when it is absent. */
  readonly appliesTo?: (documents: readonly DocumentOutline[]) => boolean
}
