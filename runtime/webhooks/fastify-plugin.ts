import { collected, type NodeStream } from './bytes.js'
import { limitOf, receive, type ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

interface FastifyReply {
  code(status: number): { send(): unknown }
}

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyInstance {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { bodyLimit: number },
    parser: (request: unknown, payload: NodeStream) => Promise<unknown>,
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

/** Options of the plugin for Fastify. */
export interface FastifyOptions<D extends Delivery = Delivery> extends ReceiverOptions<D> {
  /** The path of the route, below the `prefix` of the registration; `/` by default. */
  readonly path?: string
}

/** The function that Fastify registers. */
type Registered = (instance: FastifyInstance) => Promise<void>

const tooLong = Symbol('too long')

const addRoute = async <D extends Delivery>(
  instance: FastifyInstance,
  options: FastifyOptions<D> | undefined,
): Promise<void> => {
  // Fails at startup instead of with the first delivery.
  if (options?.secret === undefined || typeof options.handle !== 'function')
    throw new TypeError('fastifyPlugin needs the options "secret" and "handle"')
  instance.removeAllContentTypeParsers()
  const limit = limitOf(options)
  instance.addContentTypeParser('*', { bodyLimit: limit }, (_, payload) =>
    collected(payload, limit).then((body) => body ?? tooLong),
  )
  instance.post(options.path ?? '/', async ({ body, headers }, reply) => {
    if (body === tooLong) return reply.code(413).send()
    const { status, error } = await receive(body ?? new Uint8Array(), headers, options)
    if (error) throw error.thrown
    return reply.code(status).send()
  })
}

/**
 * A Fastify plugin with a route for deliveries: `app.register(fastifyPlugin, { path, secret, handle })`, or
 * `app.register(fastifyPlugin({ path, secret, handle }))`. Bodies stay raw inside of the plugin, and are parsed as
 * before outside of it. Errors of `handle` go to `onError`, or to the error handler of the application.
 * @throws TypeError without a secret or `handle`.
 */
export function fastifyPlugin<D extends Delivery = Delivery>(options: FastifyOptions<D>): Registered
/** The plugin itself: `app.register(fastifyPlugin, { path, secret, handle })`. @throws TypeError without a secret or `handle`. */
export function fastifyPlugin<D extends Delivery = Delivery>(
  instance: FastifyInstance,
  options: FastifyOptions<D>,
): Promise<void>
/** The implementation of both forms. */
export function fastifyPlugin<D extends Delivery>(
  first: FastifyInstance | FastifyOptions<D>,
  options?: FastifyOptions<D>,
): Registered | Promise<void> {
  return 'post' in first ? addRoute(first, options) : (instance) => addRoute(instance, first)
}
