import { codeOf, networkReason } from '../../diagnostics/index.js'
import { type ExchangeResponse, headerValue } from '../exchange/exchange.js'
import { isBusy } from '../exchange/reading.js'
import type { NoResponse } from '../model/case.js'
import { BodyTooLarge, type Progress } from './transport.js'

export interface Failure {
  /** Absent where the request was not sent, because the connection failed. */
  readonly noAnswer?: NoResponse
  /** One sentence, without values of the request. */
  readonly reason: string
  /** The request was invalid and not sent, so the service is not to blame. */
  readonly isOurs?: true
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(TimeoutError|(Headers|Body|Connect)TimeoutError)$/.test(error.name)

const lateReason = 'no response within the time limit'

/** The reason why a request got no response, in a clause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isTimeout(error)) return lateReason
  return networkReason(codeOf(error)) ?? codeOf(error) ?? error.message
}

/** Classifies the failure of an exchange. @param progress undefined for a response that was not decoded */
export function failureOf(error: unknown, progress: Progress | undefined): Failure {
  if (error instanceof BodyTooLarge) return { noAnswer: 'unread', reason: error.message }
  if (codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW') {
    return { noAnswer: 'unread', reason: 'the headers of the response are too large' }
  }
  if (/^(UND_ERR_INVALID_ARG|ERR_INVALID_URL)$/.test(codeOf(error) ?? '')) {
    const reason = 'the request cannot be written as HTTP, so it was not sent'
    return { noAnswer: 'unread', reason, isOurs: true }
  }
  if (progress === undefined) {
    return { noAnswer: 'broken', reason: 'the body is not compressed as its Content-Encoding says' }
  }
  if (!progress.isSent) return { reason: reasonOf(error) }
  if (isTimeout(error)) {
    return progress.isFlowing
      ? { noAnswer: 'unread', reason: 'the body did not end within the time limit' }
      : { noAnswer: 'timeout', reason: lateReason }
  }
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return { noAnswer: 'broken', reason: `the response is not HTTP: ${error.message}` }
  }
  const when = progress.hasHead ? 'in the middle of the response' : 'before a response'
  return { noAnswer: 'broken', reason: `the connection was closed ${when}` }
}

/** Bytes received on the connection before it was closed, by this request or earlier ones. */
const bytesBefore = (error: unknown): number => {
  if (!(error instanceof Error) || !('socket' in error)) return 0
  const { socket } = error
  return typeof socket === 'object' && socket !== null && 'bytesRead' in socket ? Number(socket.bytesRead) : 0
}

const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])

/**
 * Whether a request is sent again on a new connection. Servers close kept connections just as a request is
 * written, which is not a defect; on a fresh one only a safely repeatable request is retried.
 */
export function maySendAgain(
  error: unknown,
  progress: Progress | undefined,
  method: string,
  mayBeRepeated: boolean,
): boolean {
  const isUnanswered = progress?.isSent === true && !progress.hasHead
  if (!isUnanswered || !/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error) ?? '')) return false
  return bytesBefore(error) > 0 || idempotent.has(method.toUpperCase()) || mayBeRepeated
}

/** Longest wait after Retry-After, in milliseconds, apart from that for a quota. */
export const longestWaitMs = 5_000

/**
 * Waits before the retries of a busy service without Retry-After. The first one is short, because where one of two
 * instances is down half of the requests need it.
 */
const busyMs = [20, 280]

/** Attempts before the response of a busy service is final. */
export const mostAttempts = busyMs.length + 1

/** Headers that state when a service accepts further requests, by precedence. */
const resets = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset']

/** Above this, a number of seconds is a Unix time. */
const longestSeconds = 1_000_000_000

/** Retry-After in milliseconds; NaN where it cannot be parsed, undefined where it is absent. */
const retryAfterMs = ({ status, headers }: ExchangeResponse): number | undefined => {
  const names = status === 429 ? resets : resets.slice(0, 1)
  const text = names.map((name) => headerValue(headers, name)?.trim()).find(Boolean)
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (Number.isNaN(seconds)) return Date.parse(text) - Date.now()
  return seconds > longestSeconds ? seconds * 1_000 - Date.now() : seconds * 1_000
}

/** Above this Retry-After no wait is worthwhile; quotas are mostly those of a minute. */
export const hopelessMs = 60_000

/**
 * The wait before a request is repeated because the service is busy, in milliseconds; undefined where it is not
 * repeated.
 * @param attempt 1 for the first repetition
 * @param longestMs the longest wait
 */
export function waitBefore(
  response: ExchangeResponse,
  attempt: number,
  longestMs = longestWaitMs,
): number | undefined {
  if (!isBusy(response)) return undefined
  const ms = retryAfterMs(response)
  if (ms === undefined) return response.status === 429 ? 1_000 : busyMs[attempt - 1]
  if (ms > hopelessMs) return undefined
  return Number.isNaN(ms) ? 1_000 : Math.min(Math.max(ms, 0), longestMs)
}
