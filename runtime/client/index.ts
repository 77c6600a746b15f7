export { base64 } from './serialize.js'
export { createClient, operationOf } from './client.js'
export { readEvents, type ServerSentEvent } from './events.js'
export { ClientError, type FailedResponse, type FailureKind } from './failure.js'
export { encodeForm } from './styles.js'
export type {
  Attempt,
  CallOptions,
  ClientOptions,
  Credential,
  Hooks,
  Repeatable,
  RetryOptions,
  Validation,
} from './options.js'
export { bodyOf, RefusedError } from './refusal.js'
export type { ClientOperation, ClientScheme, ClientService } from './service.js'
export { styled } from './styles.js'
export type {
  DocumentedResponse,
  Content,
  Form,
  OperationTypes,
  RequestArguments,
  VersionedClient,
} from './types.js'
export type { CallResponse, CallRequest, Client } from './types.js'
export { createVersionedClient } from './versioned.js'
export type { WebBlob } from './web.js'
