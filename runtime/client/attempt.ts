import { bareMediaType, isJson } from '../json.js'
import type {
  ClientOperation,
  ClientService,
  Attempt,
  ClientOptions,
  CallRequest,
  CallResponse,
  RetryOptions,
} from './types.js'
import type { WebResponse, WebHeaders, WebSignal } from './web.js'
import { ClientError, type FailureDetails, type FailureKind } from './failure.js'
import type { Prepared } from './request.js'
import type { OperationValidators } from '../validators.js'

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

/** Creates a failure that includes the response. */
type Fail = (kind: FailureKind, message: string, details?: Partial<FailureDetails>) => ClientError

// In order of precedence: exact statuses, ranges, `default`. Browsers report a hidden redirect as status 0.
const entryOf = (statuses: readonly string[], status: number, fail: Fail): string => {
  const range = `${status}`.replace(/..$/, 'XX')
  const entry = statuses.find(
    (known) => status && [`${status}`, range, 'DEFAULT'].includes(known.replace('-', '').toUpperCase()),
  )
  if (entry) return entry
  const isRedirect = status < 400 && status !== 304 && (status > 299 || !status)
  if (isRedirect) throw fail('redirect', 'redirects are not followed')
  throw fail('undocumented', `the status ${status} is not documented`)
}

const checkVersion = ({ service, operation, prepared, options }: Run, reply: Reply, fail: Fail): void => {
  const { requested } = prepared
  const { echo = 'check' } = options
  const isUnasked = !service.versionHeader || !requested || operation.unechoed || echo === 'ignore'
  if (isUnasked || service.isVersionError?.(reply.body)) return
  const served = reply.response.headers.get(service.versionHeader) ?? undefined
  const isReplay = operation.idempotency !== undefined
  if (served ? served !== requested : echo === 'require' && !isReplay)
    throw fail(
      'version-mismatch',
      `requested ${requested}, served ${served ?? 'none'}; the option "echo" can allow it`,
      { requested, served },
    )
}

/**
 * Converts an HTTP response to the documented one.
 * @throws ClientError for a response that is not documented, or of another version.
 */
export function conclude(run: Run, reply: Reply, validators: OperationValidators | undefined): CallResponse {
  const { operation, prepared } = run
  const { response, body } = reply
  const { status, headers } = response
  const fail: Fail = (kind, message, details) =>
    failure(run, kind, message, {
      response: {
        status,
        headers: prepared.secrets.headers(headers),
        body: prepared.secrets.body(body instanceof Unreadable ? body.text : body),
      },
      ...details,
    })
  const statuses = operation.statuses.split(' ')
  const entry = entryOf(statuses, status, fail)
  const type = headers.get('content-type') ?? ''
  const mayBeEmpty = operation.method === 'HEAD' || /-$|^(204|205|304)/.test(entry)
  // An HTML page of a gateway is not a documented response, whatever its status. Plain text is accepted.
  const isForeign = type && !operation.accept && !/json|^text\/plain/i.test(type)
  if (body instanceof Unreadable || (!mayBeEmpty && (body === undefined || isForeign)))
    throw fail('unreadable', `the body of the ${status} is ${body ? 'not JSON' : 'missing'}`)
  checkVersion(run, reply, fail)
  const problems = validators?.response(status, type, body) ?? []
  if (problems.length > 0) throw fail('invalid-response', `the ${status} is not as documented`, { problems })
  const isSuccess = (known: string): boolean => known.startsWith('2')
  const isDefault = entry.startsWith('d') && !statuses.some(isSuccess)
  return {
    operation: operation.id,
    status: Number.parseInt(entry) === status ? status : entry.replace('-', ''),
    httpStatus: status,
    ok: isSuccess(isDefault ? `${status}` : entry),
    body,
    headers,
  }
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Whether a status means that the same request may succeed later. */
export function isPassing(status: number): boolean {
  return [429, 502, 503, 504].includes(status)
}

/**
 * The delay in milliseconds that a response requests: Retry-After in seconds, or as a date relative to the service's
 * own clock.
 */
export function askedDelay(headers: WebHeaders): number | undefined {
  const asked = headers.get('retry-after')?.trim()
  if (!asked) return undefined
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const delay = Date.parse(asked) - now
  // Date.parse accepts other texts too, so a date must contain letters.
  return Number.isNaN(delay) || !/[a-z]/i.test(asked) ? undefined : Math.max(0, delay)
}

/** Whether a method is retried without an idempotency key. */
export function isSafe(method: string, { methods = safeMethods }: RetryOptions): boolean {
  return methods.includes(method)
}

/**
 * The delay in milliseconds after an attempt: the one that the response requests, or a random part of a time that
 * doubles with each attempt. Undefined if no attempt is left, or if the response requests more than the maximum.
 */
export function nextDelay(
  attempt: number,
  { attempts = 3, baseDelay = 500, maxDelay = 30_000, random = Math.random }: RetryOptions,
  asked?: number,
): number | undefined {
  if (attempt >= attempts || (asked ?? 0) > maxDelay) return undefined
  return asked ?? random() * Math.min(maxDelay, baseDelay * 2 ** (attempt - 1))
}

const timer = (milliseconds: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export async function wait(
  milliseconds: number,
  signal: WebSignal | undefined,
  { sleep = timer }: RetryOptions,
): Promise<void> {
  const ended = AbortSignal.any(signal ? [signal] : [])
  let stop = (): void => {}
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
    ended.addEventListener('abort', stop)
    if (ended.aborted) stop()
  })
  await Promise.race([sleep(milliseconds), aborted])
  ended.removeEventListener('abort', stop)
  signal?.throwIfAborted()
}
