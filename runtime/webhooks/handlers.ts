import {
  type RawBody,
  collected,
  type NodeStream,
  type Bytes,
  concatenated,
  type HeadersLike,
} from './bytes.js'
import { type Answer, limitOf, receive, type ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

/** The part of Node's `IncomingMessage`, or of Express's request, that the handler uses. */
interface NodeRequest extends NodeStream {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Whether the body was read already. */
  readonly readableEnded?: boolean
  /** The parsed body, if a parser ran before. */
  readonly body?: unknown
  /** The property in which several parsers keep the raw bytes. */
  readonly rawBody?: unknown
}

/** The part of Node's `ServerResponse` that the handler uses. */
interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(): unknown
}

const isRaw = (body: unknown): body is RawBody => typeof body === 'string' || ArrayBuffer.isView(body)

/** The raw body from any of its sources; undefined if it is too long. A parsed body is returned unchanged. */
const bodyOfNode = (request: NodeRequest, limit: number): unknown => {
  if (isRaw(request.rawBody)) return request.rawBody
  if (isRaw(request.body)) return request.body
  const isParsed = request.readableEnded === true || (request.body !== undefined && request.body !== null)
  return isParsed ? (request.body ?? {}) : collected(request, limit)
}

const respond = async <D extends Delivery>(
  request: NodeRequest,
  options: ReceiverOptions<D>,
): Promise<Answer> => {
  if (request.method !== 'POST') return { status: 405 }
  const limit = limitOf(options)
  if (Number(request.headers['content-length'] ?? 0) > limit) return { status: 413 }
  const body = await bodyOfNode(request, limit)
  return body === undefined ? { status: 413 } : receive(body, request.headers, options)
}

const send = (response: NodeResponse, status: number): void => {
  response.statusCode = status
  if (status === 405) response.setHeader('allow', 'POST')
  // Closes the connection instead of reading the rest of the body.
  if (status === 413) response.setHeader('connection', 'close')
  response.end()
}

/**
 * A listener for `http.createServer`, or for one path of it. Reads the raw body itself, up to the limit. The promise
 * rejects with the error of `handle` if there is no `onError`; the response is sent by then.
 */
export function nodeHandler<D extends Delivery = Delivery>(
  options: ReceiverOptions<D>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { status, error } = await respond(request, options)
    send(response, status)
    if (error) throw error.thrown
  }
}

/**
 * A handler for an Express route, to be registered before any body parser; it also works after `express.raw`. Errors
 * of `handle` go to `onError`, or to the error handlers of the application.
 */
export function expressHandler<D extends Delivery = Delivery>(
  options: ReceiverOptions<D>,
): (request: NodeRequest, response: NodeResponse, next: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const { status, error } = await respond(request, options)
      if (error) next(error.thrown)
      else send(response, status)
    } catch (error) {
      next(error)
    }
  }
}

/** The part of fetch's `Request` that the handler uses. */
interface FetchRequest {
  readonly method: string
  readonly headers: HeadersLike
  readonly bodyUsed: boolean
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
      cancel(): Promise<void>
    }
  } | null
}

/** `Response`, if the compiler knows it. */
type FetchResponse = typeof globalThis extends {
  readonly Response: { readonly prototype: infer Known }
}
  ? Known
  : { readonly status: number }

/** The body of a request up to a limit in bytes; undefined if it is longer. */
const bodyOfFetch = async (request: FetchRequest, limit: number): Promise<Bytes | undefined> => {
  const reader = request.body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > limit) {
      await reader?.cancel()
      return undefined
    }
    parts.push(read.value)
  }
  return concatenated(parts)
}

const emptyResponse = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers })

/**
 * A handler for fetch-style requests: for Cloudflare Workers, Deno, Bun, Hono, Next.js and similar. Rejects with the
 * error of `handle` if there is no `onError`.
 */
export function fetchHandler<D extends Delivery = Delivery>(
  options: ReceiverOptions<D>,
): (request: FetchRequest) => Promise<FetchResponse> {
  return async (request) => {
    if (request.method !== 'POST') return emptyResponse(405, { allow: 'POST' })
    const body: unknown = request.bodyUsed ? {} : await bodyOfFetch(request, limitOf(options))
    if (body === undefined) return emptyResponse(413)
    const { status, error } = await receive(body, request.headers, options)
    if (error) throw error.thrown
    return emptyResponse(status)
  }
}

interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

interface FastifyReply {
  code(status: number): { send(): unknown }
}

/** The part of a Fastify instance that the plugin uses. */
interface FastifyInstance {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { bodyLimit: number },
    parser: (request: unknown, payload: NodeStream) => Promise<unknown>,
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

/** Options of the plugin for Fastify. */
interface FastifyOptions<D extends Delivery = Delivery> extends ReceiverOptions<D> {
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
 * `app.register(fastifyPlugin({ path, secret, handle }))`. Bodies stay raw inside the plugin, and are parsed as
 * before outside it. Errors of `handle` go to `onError`, or to the error handler of the application.
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
