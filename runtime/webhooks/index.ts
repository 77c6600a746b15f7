export type { HeadersLike } from './bytes.js'
export type { Reason } from './diagnose.js'
export {
  expressHandler,
  type ExpressHandler,
  fastifyPlugin,
  type FastifyPlugin,
  fetchHandler,
  type FetchHandler,
  type MessageOf,
  nodeHandler,
  type NodeHandler,
} from './handlers.js'
export { type ReceiverOptions, seenKeys, type SeenKeys } from './receive.js'
export {
  type Delivery,
  type EventValidators,
  type Rejection,
  type Verification,
  verify,
  type Verify,
  type VerifyOptions,
} from './verify.js'
