export { ClientError } from './failure.js'
export type { ContractProblem, FailedAnswer, FailureKind } from './failure.js'
export type {
  Attempt,
  CallOptions,
  ClientOptions,
  Credential,
  Hooks,
  RetryOptions,
  Validation,
} from './options.js'
export { bodyOf, type IdentificationProblem, type Refusal, refusalOf, RefusedError } from './refusal.js'
export type { ServerSentEvent } from './events.js'
export type { Answer, AnswerOf, Callable, Client, RequestOf, VersionedClient, VersionTypes } from './types.js'
export type { UntypedClient } from './untyped.js'
