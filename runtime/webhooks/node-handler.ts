import { type RawBody, collected, type NodeStream } from './bytes.js'
import { type Answer, limitOf, receive, type ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

/** The part of Node's `IncomingMessage`, or of Express's request, that the handler uses. */
export interface NodeRequest extends NodeStream {
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
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(): unknown
}

const isRaw = (body: unknown): body is RawBody => typeof body === 'string' || ArrayBuffer.isView(body)

/** The raw body from any of its sources; undefined if it is too long. A parsed body is returned unchanged. */
const bodyOf = (request: NodeRequest, limit: number): unknown => {
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
  const body = await bodyOf(request, limit)
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
