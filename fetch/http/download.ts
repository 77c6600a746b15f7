import { RampartError } from '../../diagnostics/index.js'
import type { Clock, FetchEvent, FetchLimits } from './model.js'
import { mediaTypeOf } from '../../document/index.js'
import { isRetryable, statusError, TimeoutError, unreachableError } from './errors.js'
import { parseHttpUrl, requireAllowed } from './url.js'

const maxRedirects = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

// Never sends an API key, because the specification endpoints need none (specification, Authentication 2).
const requestHeaders = {
  accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
  'user-agent': 'rampart',
}

/** A response with an unread body, and its URL. */
export interface UnreadResponse {
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

/**
 * Sends a GET and follows at most five redirects, only within the allowed origins.
 * @throws RampartError FETCH_REDIRECT, FETCH_CROSS_ORIGIN or FETCH_URL_INVALID when a redirect must not be followed
 */
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

/** Called after every chunk with the bytes so far, and the total if the service announced it. */
export type ProgressListener = (received: number, total: number | undefined) => void

const tooLarge = (url: URL, maxBytes: number): RampartError => {
  const message = `The response of ${url.href} is larger than ${maxBytes} bytes.`
  return new RampartError('FETCH_LIMIT', { message, where: { url: url.href } })
}

/** The announced size; undefined for an encoded body, where it counts compressed bytes. */
const announced = (response: Response): number | undefined => {
  const length = response.headers.get('content-length')
  if (length === null || response.headers.has('content-encoding')) return undefined
  return /^\d+$/.test(length) ? Number(length) : undefined
}

/**
 * Reads a body in chunks, and stops as soon as it exceeds `maxBytes`.
 * @throws RampartError FETCH_LIMIT when it is larger
 */
const readBody = async (
  { url, response }: UnreadResponse,
  maxBytes: number,
  onBytes: ProgressListener,
): Promise<Uint8Array> => {
  const total = announced(response)
  if (total !== undefined && total > maxBytes) {
    await response.body?.cancel()
    throw tooLarge(url, maxBytes)
  }
  const chunks: Uint8Array[] = []
  let received = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    received += chunk.value.byteLength
    if (received > maxBytes) {
      await reader?.cancel()
      throw tooLarge(url, maxBytes)
    }
    chunks.push(chunk.value)
    onBytes(received, total)
  }
  return Buffer.concat(chunks)
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

/**
 * Milliseconds to wait before the next attempt: what the service requests, up to 30 seconds, or otherwise a time that
 * doubles with each failure, half of it random. `failures` counts from 1.
 */
const retryDelay = (failures: number, retryAfter: string | null, clock: Clock): number => {
  const asked = retryAfter === null ? undefined : requested(retryAfter.trim(), clock.now())
  if (asked !== undefined) return Math.min(asked, maxRetryAfterMs)
  const full = Math.min(firstMs * 2 ** (failures - 1), maxBackoffMs)
  return Math.round(full / 2 + (full / 2) * clock.random())
}

const retryableStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** The settings that all requests of one run share. */
export interface RequestContext {
  readonly limits: FetchLimits
  readonly origins: ReadonlySet<string>
  readonly signal: AbortSignal | undefined
}

/** A response, or a failure that another attempt may avoid. */
export type AttemptResult =
  | { readonly response: FetchedResponse }
  | { readonly failure: RampartError; readonly retryAfter: string | null }

/**
 * One request with its redirects and its whole body, under one timeout.
 * @throws RampartError for every failure that retrying cannot fix, or the signal's reason when aborted
 */
const attempt = async (
  start: URL,
  context: RequestContext,
  onBytes: ProgressListener,
): Promise<AttemptResult> => {
  const { limits, origins, signal: outer } = context
  const deadline = AbortSignal.timeout(limits.timeoutMs)
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
    if (!isRetryable(reason)) throw unreachableError(start, reason)
    return { failure: unreachableError(start, reason), retryAfter: null }
  }
}

/** A request context, with a clock for retries. */
export interface FetchContext extends RequestContext {
  readonly clock: Clock
  readonly onEvent: (event: FetchEvent) => void
}

const afterAll = (failure: RampartError, attempts: number): RampartError =>
  attempts === 1 ? failure : failure.with({ message: `${failure.message} Tried ${attempts} times.` })

/**
 * Fetches one URL, and retries after temporary failures: network errors and the statuses 429, 500, 502, 503 and 504.
 * @throws RampartError with an exit code by cause, or the signal's reason when aborted
 */
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
