import { collected, type NodeStream } from './collect.js'
import { limitOf, receive, type ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

interface FastifyReply {
  code(status: number): { send(): unknown }
}

/** The part of a Fastify instance that is needed here. */
export interface FastifyInstance {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { bodyLimit: number },
    parser: (request: unknown, payload: NodeStream) => Promise<unknown>,
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

const tooLong = Symbol('too long')

/**
 * A plugin for Fastify, with a route that receives deliveries: `app.register(fastifyPlugin({ path, secret, handle }))`.
 * Bodies stay raw within the plugin, and are parsed as before outside of it. What `handle` throws goes to `onError`,
 * or to the error handler of the application.
 */
export function fastifyPlugin<D extends Delivery = Delivery>(
  options: ReceiverOptions<D> & { readonly path: string },
): (instance: FastifyInstance) => Promise<void> {
  return async (instance) => {
    instance.removeAllContentTypeParsers()
    const limit = limitOf(options)
    instance.addContentTypeParser('*', { bodyLimit: limit }, (_, payload) =>
      collected(payload, limit).then((body) => body ?? tooLong),
    )
    instance.post(options.path, async ({ body, headers }, reply) => {
      if (body === tooLong) return reply.code(413).send()
      const { status, error } = await receive(body ?? new Uint8Array(), headers, options)
      if (error) throw error.thrown
      return reply.code(status).send()
    })
  }
}
