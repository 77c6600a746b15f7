import { bareMediaType, isJson } from '../json.js'
import type { ClientOperation, ClientService } from './service.js'
import type { WebResponse } from './web.js'
import { ClientError, type FailureDetails, type FailureKind } from './failure.js'
import type { Attempt, ClientOptions } from './options.js'
import type { Prepared } from './request.js'
import type { CallRequest } from './types.js'

/** A body that could not be decoded by its media type, as text. */
export class Unreadable {
  constructor(readonly text: string) {}
}

/**
 * Decodes the body of a response by its media type; undefined for an empty one. `failed` creates the error for a
 * stream of events that breaks off.
 */
const decodeBody = async (
  response: WebResponse,
  readEvents: ClientOperation['readEvents'],
  failed: (error: unknown) => unknown,
): Promise<unknown> => {
  const type = bareMediaType(response.headers.get('content-type') ?? '')
  if (readEvents && type === 'text/event-stream' && response.body) return readEvents(response.body, failed)
  const isText = /^$|^text\/|xml$|yaml$|urlencoded$/.test(type)
  if (!isText && !isJson(type)) return response.blob()
  const text = await response.text()
  if (text === '' || (isText && type !== '')) return text || undefined
  try {
    return JSON.parse(text)
  } catch {
    // A replay of an idempotent request has no headers, so its body is JSON if it looks like JSON.
    return type === '' ? text : new Unreadable(text)
  }
}

/** One call, with everything that its attempts need. */
export interface Run {
  readonly service: ClientService
  readonly operation: ClientOperation
  readonly options: ClientOptions
  readonly request: CallRequest
  readonly prepared: Prepared
}

/** The response to one attempt, with its body decoded if possible. */
export interface Reply {
  readonly response: WebResponse
  readonly body: unknown
}

/** Calls a hook. Errors of hooks are ignored, so that observing a call cannot fail it. */
export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  new Promise((resolve) => {
    resolve(hook?.(event))
  }).catch(() => {})
}

/** A failure of a call, with secrets removed from its message. */
export function failure(
  { operation, prepared: { secrets } }: Run,
  kind: FailureKind,
  message: string,
  details: Omit<FailureDetails, 'operation'> = {},
): ClientError {
  const [first, ...others] = details.problems ?? []
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  const text = first ? `${message}: ${first.at} ${first.message}${more}` : message
  return new ClientError(kind, secrets.hide(text), { operation: operation.id, ...details })
}

/** An attempt as hooks receive it. */
export function attemptOf({ operation, prepared }: Run, attempt: number): Attempt {
  return {
    operation: operation.id,
    method: operation.method,
    url: prepared.shownUrl,
    attempt,
    headers: prepared.secrets.headers(prepared.headers),
  }
}

// Only the messages of errors of other libraries are kept, because the errors may contain the request.
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${wordsOf(error.cause)}`.trim() : ''

/**
 * Sends the request once and reads the response; a failure `network` or `timeout` is returned.
 * @throws the signal's reason when it is aborted.
 */
export async function attemptOnce(run: Run, attempt: number): Promise<Reply | ClientError> {
  const { operation, options, request, prepared } = run
  const { signal, timeout = options.timeout ?? 30_000 } = request
  const controller = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, timeout)
  const failed = (error: unknown): ClientError => {
    signal?.throwIfAborted()
    return isLate
      ? failure(run, 'timeout', `no response within ${timeout} ms`)
      : failure(run, 'network', `no complete response: ${wordsOf(error)}`)
  }
  try {
    const before = attemptOf(run, attempt)
    notify(options.onRequest, before)
    const start = Date.now()
    const fetchOnce: NonNullable<ClientOptions['fetch']> = options.fetch ?? fetch
    const response = await fetchOnce(prepared.url, {
      method: operation.method,
      headers: prepared.headers,
      redirect: 'manual',
      // Not a listener on the signal, because Node warns of more than ten on one signal.
      signal: AbortSignal.any([controller.signal, ...(signal ? [signal] : [])]),
      ...(prepared.body === undefined ? {} : { body: prepared.body, duplex: 'half' }),
    })
    const { status, headers } = response
    const responseHeaders = prepared.secrets.headers(headers)
    notify(options.onResponse, { ...before, status, responseHeaders, milliseconds: Date.now() - start })
    return { response, body: await decodeBody(response, operation.readEvents, failed) }
  } catch (error) {
    return failed(error)
  } finally {
    clearTimeout(timer)
  }
}
