export { createClient, createVersionedClient, operationOf } from './client.js'
export { readEvents, type ServerSentEvent } from './events.js'
export { bodyOf, ClientError, type FailedResponse, type FailureKind, RefusedError } from './failure.js'
export { base64, encodeForm, styled } from './serialize.js'
export type {
  Attempt,
  CallOptions,
  CallRequest,
  CallResponse,
  Client,
  ClientOperation,
  ClientOptions,
  ClientScheme,
  ClientService,
  Content,
  Credential,
  DocumentedResponse,
  Form,
  Hooks,
  OperationTypes,
  Repeatable,
  RequestArguments,
  RetryOptions,
  Validation,
  VersionedClient,
} from './types.js'
export type { WebBlob } from './web.js'
