import { BodyTooLarge, type Progress } from './answer.js'
import { reasonOf } from './out-of-order.js'
import type { Answered } from './answered.js'

/** Why a request has no whole answer. */
export interface Failure {
  /** Absent where it was not sent, because nothing accepted a connection. */
  readonly noAnswer?: NonNullable<Answered['noAnswer']>
  /** One sentence without values of the request. */
  readonly reason: string
}

const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(Headers|Body)?TimeoutError$/.test(error.name)

/**
 * Why an exchange failed.
 * @param progress how far it had come; undefined where a whole answer came that could not be decoded
 */
export function failureOf(error: unknown, progress: Progress | undefined): Failure {
  if (error instanceof BodyTooLarge) return { noAnswer: 'unread', reason: error.message }
  if (codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW') {
    return { noAnswer: 'unread', reason: 'the headers are larger than what is read' }
  }
  if (/^(UND_ERR_INVALID_ARG|ERR_INVALID_URL)$/.test(codeOf(error))) {
    return { noAnswer: 'unread', reason: 'the request cannot be written as HTTP, so it was not sent' }
  }
  if (progress === undefined) {
    return { noAnswer: 'broken', reason: 'the body is not compressed as its Content-Encoding says' }
  }
  if (!progress.isSent) return { reason: reasonOf(error) }
  if (isTimeout(error)) {
    return progress.isFlowing
      ? { noAnswer: 'unread', reason: 'the body had no end in the time given' }
      : { noAnswer: 'timeout', reason: 'no answer in the time given' }
  }
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return { noAnswer: 'broken', reason: `the answer is no HTTP: ${error.message}` }
  }
  const when = progress.hasHead ? 'in the middle of the answer' : 'before an answer'
  return { noAnswer: 'broken', reason: `the connection was closed ${when}` }
}

/** Bytes that had come over the connection before it was closed, by this request or those before it. */
const bytesBefore = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('socket' in error)) return undefined
  const { socket } = error
  return typeof socket === 'object' && socket !== null && 'bytesRead' in socket
    ? Number(socket.bytesRead)
    : undefined
}

/**
 * Whether a connection that had been kept may have been closed by the server just as a request was written, which may
 * happen to anybody; and the request can safely be sent again.
 */
export function mayBeStale(error: unknown, progress: Progress | undefined, method: string): boolean {
  const isUnanswered = progress?.isSent === true && !progress.hasHead
  const isClosed = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error))
  return isUnanswered && isClosed && bytesBefore(error) !== 0 && idempotent.has(method.toUpperCase())
}
