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
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: never, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

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
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limitOf(options) }, (_, body, done) =>
      done(null, body),
    )
    instance.post(options.path, async ({ body, headers }, reply) => {
      const raw: unknown = body ?? new Uint8Array()
      const { status, error } = await receive(raw, headers, options)
      if (error) throw error.thrown
      return reply.code(status).send()
    })
  }
}
