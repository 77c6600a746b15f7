import type { RawBody } from './bytes.js'
import { collected, type NodeStream } from './collect.js'
import { type Answer, limitOf, receive, type ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

/** The part of Node's `IncomingMessage`, or of Express's request, that is needed here. */
export interface NodeRequest extends NodeStream {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** True when somebody has read the body already. */
  readonly readableEnded?: boolean
  /** The parsed body, where a parser came before. */
  readonly body?: unknown
  /** Where several parsers leave the bytes that they parsed. */
  readonly rawBody?: unknown
}

/** The part of Node's `ServerResponse` that is needed here. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(): unknown
}

const isRaw = (body: unknown): body is RawBody => typeof body === 'string' || ArrayBuffer.isView(body)

/** The raw body, from wherever it is; undefined when it is too long. What was parsed comes back as it is. */
const bodyOf = (request: NodeRequest, limit: number): unknown => {
  if (isRaw(request.rawBody)) return request.rawBody
  if (isRaw(request.body)) return request.body
  const isParsed = request.readableEnded === true || (request.body !== undefined && request.body !== null)
  return isParsed ? (request.body ?? {}) : collected(request, limit)
}

const answered = async <D extends Delivery>(
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
  // The rest of a body that is too long is not waited for.
  if (status === 413) response.setHeader('connection', 'close')
  response.end()
}

/**
 * A listener for `http.createServer`, or for one path of it. Reads the raw body itself, up to the limit.
 * The promise rejects with what `handle` threw when there is no `onError`; the sender has its answer by then.
 */
export function nodeHandler<D extends Delivery = Delivery>(
  options: ReceiverOptions<D>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { status, error } = await answered(request, options)
    send(response, status)
    if (error) throw error.thrown
  }
}

/**
 * A handler for a route of Express, to be put before any parser of bodies; behind `express.raw` it works as well.
 * Errors of `handle` go to `onError`, or to the error handlers of the application.
 */
export function expressHandler<D extends Delivery = Delivery>(
  options: ReceiverOptions<D>,
): (request: NodeRequest, response: NodeResponse, next: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const { status, error } = await answered(request, options)
      if (error) next(error.thrown)
      else send(response, status)
    } catch (error) {
      next(error)
    }
  }
}
