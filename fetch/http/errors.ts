import { codeOf, networkReason, RampartError } from '../../diagnostics/index.js'
import { beginning } from './excerpt.js'

/** The reason of an aborted request that took too long. */
export class TimeoutError extends Error {
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
  return (
    networkReason(codeOf(cause)) ?? beginning(cause instanceof Error ? cause.message : String(cause), 120)
  )
}

/** Whether the next attempt would fail in the same way, because of the address or its certificate. */
const isLasting = (error: unknown): boolean => {
  const code = codeOf(causeOf(error)) ?? ''
  return code === 'ENOTFOUND' || code === 'EPROTO' || /CERT|SSL|VERIFY/.test(code)
}

/** Whether to retry. Not after a timeout, because the user has waited long enough, nor after a permanent failure. */
export function isRetryable(error: unknown): boolean {
  return !isTimeOut(error) && !isLasting(error)
}

const adviceFor = (url: URL, error: unknown): string | undefined => {
  if (isTimeOut(error)) return 'Check that the service is up, or allow more time with --timeout.'
  const code = codeOf(causeOf(error)) ?? ''
  if (/^EPROTO|WRONG_VERSION/.test(code)) return 'Write http:// in place of https:// in the URL.'
  const isCut = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code.startsWith('HPE_')
  return isCut && url.protocol === 'http:'
    ? 'If the service speaks TLS there, write https:// in place of http://; otherwise check that it runs.'
    : undefined
}

/** The error for a URL without a response. */
export function unreachableError(url: URL, error: unknown): RampartError {
  const message = `${url.href} could not be read: ${reasonOf(error)}.`
  const fix = adviceFor(url, error)
  return new RampartError('FETCH_UNREACHABLE', {
    message,
    where: { url: url.href },
    cause: error,
    ...(fix !== undefined && { fix }),
  })
}

/** The error for a status that is not a success. */
export function statusError(url: URL, status: number): RampartError {
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
