export { fastifyPlugin } from './fastify-plugin.js'
export { fetchHandler } from './fetch-handler.js'
export type { HeadersLike } from './headers.js'
export { expressHandler, nodeHandler } from './node-handler.js'
export type { Reason } from './reasons.js'
export type { ReceiverOptions } from './receive.js'
export type { ExpressHandler, FastifyPlugin, FetchHandler, MessageOf, NodeHandler } from './receivers.js'
export { seenKeys, type SeenKeys } from './seen-keys.js'
export {
  type Delivery,
  type EventValidators,
  type Rejection,
  type Verification,
  verify,
  type Verify,
  type VerifyOptions,
} from './verify.js'
