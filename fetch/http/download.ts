import { codeOf, networkReason, RampartError } from '../../diagnostics/index.js'
import { isObject, mediaTypeOf } from '../../document/index.js'
import type { Clock, FetchEvent, FetchLimits } from './model.js'
import { beginning, parseHttpUrl, requireAllowed } from './url.js'

/** The reason of an aborted request that took too long. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'

  constructor(ms: number) {
    super(`no complete response within ${ms} ms`)
  }
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error

const isTimeOut = (error: unknown): boolean =>
  error instanceof TimeoutError ||
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(codeOf(causeOf(error)) ?? '')

/** The reason, in one clause, why a request failed without a complete response. */
const reasonOf = (error: unknown): string => {
  if (error instanceof TimeoutError) return error.message
  const cause = causeOf(error)
  return networkReason(codeOf(cause)) ?? beginning(cause instanceof Error ? cause.message : String(cause))
}

/** Whether the next attempt would fail in the same way, because of the address, its certificate or the encoding. */
const isLasting = (error: unknown): boolean => {
  const code = codeOf(causeOf(error)) ?? ''
  return /^(ENOTFOUND|EPROTO|bad port|Z_DATA_ERROR)$|CERT|SSL|VERIFY/.test(code)
}

const adviceFor = (url: URL, error: unknown): string | undefined => {
  if (isTimeOut(error)) return 'Check that the service is up, or allow more time with --timeout.'
  const code = codeOf(causeOf(error)) ?? ''
  if (code === 'bad port') return 'Check the port of the URL, or let the service listen on another one.'
  if (code.startsWith('Z_')) return 'Report it to the owner of the service: no client can read the response.'
  if (/^EPROTO|WRONG_VERSION/.test(code)) return 'Write http:// in place of https:// in the URL.'
  const isCut = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code.startsWith('HPE_')
  return isCut && url.protocol === 'http:'
    ? 'If the service speaks TLS there, write https:// in place of http://; otherwise check that it runs.'
    : undefined
}

/** The host of a proxy, or of a redirect, that was not reached: the error of Node shows another address. */
const otherHost = (url: URL, error: unknown): string | undefined => {
  const cause = causeOf(error)
  if (!isObject(cause)) return undefined
  const { hostname, address, port } = cause
  if (typeof hostname === 'string') return hostname === url.hostname ? undefined : hostname
  if (typeof address !== 'string' || typeof port !== 'number') return undefined
  const usual = url.protocol === 'http:' ? 80 : 443
  return port === Number(url.port || usual) ? undefined : `${address}:${port}`
}

/** The error for a URL without a response. */
const unreachableError = (url: URL, error: unknown): RampartError => {
  const other = otherHost(url, error)
  const via = other === undefined ? '' : `it leads to ${other}, and `
  const message = `${url.href} could not be read: ${via}${reasonOf(error)}.`
  const fix =
    other === undefined
      ? adviceFor(url, error)
      : `Check ${other}: HTTPS_PROXY or HTTP_PROXY names it as a proxy, or the service redirects to it.`
  return new RampartError('FETCH_UNREACHABLE', {
    message,
    where: { url: url.href },
    cause: error,
    ...(fix !== undefined && { fix }),
  })
}

/** The error for a status that is not a success. */
const statusError = (url: URL, status: number): RampartError => {
  const where = { url: url.href }
  if (status === 401 || status === 403) {
    return new RampartError('FETCH_REFUSED', {
      message: `${url.href} refused the request (${status}).`,
      where,
    })
  }
  const code = status >= 500 || status === 429 ? 'FETCH_UNREACHABLE' : 'FETCH_STATUS'
  return new RampartError(code, { message: `${url.href} answered with status ${status}.`, where })
}

const maxRedirects = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

// Never sends an API key, because the specification endpoints need none (specification, Authentication 2).
const requestHeaders = {
  accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
  'user-agent': 'rampart',
}

/** A response with an unread body, and its URL. */
interface UnreadResponse {
  readonly url: URL
  readonly response: Response
}

const targetOf = (from: URL, response: Response, origins: ReadonlySet<string>): URL => {
  const location = response.headers.get('location')
  if (location === null) {
    const message = `${from.href} redirects (${response.status}) without a location.`
    throw new RampartError('FETCH_REDIRECT', { message, where: { url: from.href } })
  }
  const target = parseHttpUrl(location, `the redirect of ${from.href}`, from)
  requireAllowed(target, origins, `${from.href} redirects`)
  return target
}

/** A GET with at most five redirects within the allowed origins. @throws RampartError for any other */
const getFollowingRedirects = async (
  start: URL,
  origins: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<UnreadResponse> => {
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await fetch(url, { headers: requestHeaders, redirect: 'manual', signal })
    if (!redirectStatuses.has(response.status)) return { url, response }
    await response.body?.cancel()
    url = targetOf(url, response, origins)
  }
  const message = `${start.href} redirects more than ${maxRedirects} times in a row.`
  throw new RampartError('FETCH_REDIRECT', { message, where: { url: start.href } })
}

/** Called after every chunk with the bytes so far. */
type ProgressListener = (received: number) => void

/** Reads a body in chunks, up to `maxBytes`. @throws RampartError FETCH_LIMIT when it is larger */
const readBody = async (
  { url, response }: UnreadResponse,
  maxBytes: number,
  onBytes: ProgressListener,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  const reader = response.body?.getReader()
  // The announced size of an encoded body is smaller than what is read.
  let size = Number(response.headers.get('content-length')) || 0
  for (let received = 0; size <= maxBytes; size = received) {
    const chunk = await reader?.read()
    if (!chunk?.value) return Buffer.concat(chunks)
    received += chunk.value.byteLength
    chunks.push(chunk.value)
    onBytes(received)
  }
  await reader?.cancel()
  const message = `The response of ${url.href} is larger than ${maxBytes} bytes.`
  throw new RampartError('FETCH_LIMIT', { message, where: { url: url.href } })
}

/** A successful response with its whole body. */
export interface FetchedResponse {
  /** The final URL, after redirects. */
  readonly url: URL
  /** The essence of the content type in lower case, without parameters; empty when absent. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

const firstMs = 250
const maxBackoffMs = 8_000
const maxRetryAfterMs = 30_000

/** The `Retry-After` header, seconds or an HTTP date, as milliseconds from now; undefined when it is neither. */
const requested = (header: string, now: number): number | undefined => {
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** The wait that the service requests, up to 30 seconds, or a time that doubles with failures, half random. */
const retryDelay = (failures: number, retryAfter: string | null, clock: Clock): number => {
  const asked = retryAfter === null ? undefined : requested(retryAfter.trim(), clock.now())
  if (asked !== undefined) return Math.min(asked, maxRetryAfterMs)
  const full = Math.min(firstMs * 2 ** (failures - 1), maxBackoffMs)
  return Math.round(full / 2 + (full / 2) * clock.random())
}

const retryableStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** The parts that all requests of one run share; the clock is for retries. */
export interface FetchContext {
  readonly limits: FetchLimits
  readonly origins: ReadonlySet<string>
  readonly signal: AbortSignal | undefined
  readonly clock: Clock
  readonly onEvent: (event: FetchEvent) => void
}

/** A response, or a failure that another attempt may avoid. */
type AttemptResult =
  | { readonly response: FetchedResponse }
  | { readonly failure: RampartError; readonly retryAfter: string | null }

/** One request with redirects and body, under one timeout. @throws RampartError where no retry helps */
const attempt = async (
  start: URL,
  context: FetchContext,
  onBytes: ProgressListener,
): Promise<AttemptResult> => {
  const { limits, origins, signal: outer } = context
  const deadline = AbortSignal.timeout(Math.ceil(limits.timeoutMs))
  const signal = outer ? AbortSignal.any([outer, deadline]) : deadline
  try {
    const reply = await getFollowingRedirects(start, origins, signal)
    const { url, response } = reply
    if (response.status === 200) {
      const bytes = await readBody(reply, limits.maxBytes, onBytes)
      return { response: { url, mediaType: mediaTypeOf(response.headers.get('content-type') ?? ''), bytes } }
    }
    await response.body?.cancel()
    const failure = statusError(url, response.status)
    if (!retryableStatuses.has(response.status)) throw failure
    return { failure, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    if (error instanceof RampartError) throw error
    outer?.throwIfAborted()
    const reason = deadline.aborted ? new TimeoutError(limits.timeoutMs) : error
    // No retry after a timeout, because the user has waited long enough, nor after a permanent failure.
    if (isTimeOut(reason) || isLasting(reason)) throw unreachableError(start, reason)
    return { failure: unreachableError(start, reason), retryAfter: null }
  }
}

const afterAll = (failure: RampartError, attempts: number): RampartError =>
  attempts === 1 ? failure : failure.with({ message: `${failure.message} Tried ${attempts} times.` })

/** Fetches a URL, and retries temporary failures. @throws RampartError, or the signal's reason */
export async function download(
  url: URL,
  context: FetchContext,
  onBytes: ProgressListener,
): Promise<FetchedResponse> {
  const { attempts } = context.limits
  for (let failures = 1; ; failures += 1) {
    const outcome = await attempt(url, context, onBytes)
    if ('response' in outcome) return outcome.response
    if (failures >= attempts) throw afterAll(outcome.failure, attempts)
    const delayMs = retryDelay(failures, outcome.retryAfter, context.clock)
    context.onEvent({ type: 'retry', url: url.href, reason: outcome.failure.message, delayMs })
    await context.clock.sleep(delayMs, context.signal)
  }
}
