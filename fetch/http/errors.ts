import { networkReason, RampartError } from '../../diagnostics/index.js'
import { beginning } from '../parse/excerpt.js'
import { TimeoutError } from './deadline.js'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error

const isTimeOut = (error: unknown): boolean =>
  error instanceof TimeoutError ||
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(codeOf(causeOf(error)) ?? '')

/** In one clause why a request failed before or while it was answered. */
const reasonOf = (error: unknown): string => {
  if (error instanceof TimeoutError) return error.message
  const cause = causeOf(error)
  return (
    networkReason(codeOf(cause)) ?? beginning(cause instanceof Error ? cause.message : String(cause), 120)
  )
}

/** Failures of which the next attempt would tell the same: of the address, and of its certificate. */
const isLasting = (error: unknown): boolean => {
  const code = codeOf(causeOf(error)) ?? ''
  return code === 'ENOTFOUND' || code === 'EPROTO' || /CERT|SSL|VERIFY/.test(code)
}

/** Waiting out the user's patience once is enough; what does not last may be better a moment later. */
export function isRetryable(error: unknown): boolean {
  return !isTimeOut(error) && !isLasting(error)
}

const adviceFor = (url: URL, error: unknown): string | undefined => {
  if (isTimeOut(error)) return 'Check that the service is up, or allow more time with --timeout.'
  const code = codeOf(causeOf(error)) ?? ''
  if (/^EPROTO|WRONG_VERSION/.test(code))
    return `Write http:// in place of https://: ${url.origin.replace('https:', 'http:')}`
  const isCut = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code.startsWith('HPE_')
  return isCut && url.protocol === 'http:'
    ? 'If the service speaks TLS there, write https:// in place of http://; otherwise check that it runs.'
    : undefined
}

/** The error for a URL that no answer came from. */
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

/** The error for an answer whose status is not one of success. */
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
