import type { expressHandler, nodeHandler } from './node-handler.js'
import type { FastifyInstance, FastifyOptions } from './fastify-plugin.js'
import type { fetchHandler } from './fetch-handler.js'
import type { ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

/** `fetchHandler` for the deliveries of one document. */
export type FetchHandler<D extends Delivery> = (
  options: ReceiverOptions<D>,
) => ReturnType<typeof fetchHandler>

/** `nodeHandler` for the deliveries of one document. */
export type NodeHandler<D extends Delivery> = (options: ReceiverOptions<D>) => ReturnType<typeof nodeHandler>

/** `expressHandler` for the deliveries of one document. */
export type ExpressHandler<D extends Delivery> = (
  options: ReceiverOptions<D>,
) => ReturnType<typeof expressHandler>

/** `fastifyPlugin` for the deliveries of one document. */
export interface FastifyPlugin<D extends Delivery> {
  (options: FastifyOptions<D>): (instance: FastifyInstance) => Promise<void>
  // Must be last, because the types of Fastify's `register` only use the last overload.
  (instance: FastifyInstance, options: FastifyOptions<D>): Promise<void>
}

/** Type of the message in a body, if it has one. */
export type MessageOf<Body> = Body extends { readonly data: { readonly message: infer Message } }
  ? Message
  : undefined
