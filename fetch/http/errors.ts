import { RampartError } from '../../diagnostics/index.js'
import { beginning } from '../parse/excerpt.js'
import { TimeoutError } from './deadline.js'

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  ETIMEDOUT: 'no connection came about in time',
  EPROTO: 'it does not speak TLS there; is it http instead of https?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there; is it http instead of https?',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by itself; name your authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate has an unknown authority; name it in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate has an unknown authority; name it in NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another host',
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error

const isTimeOut = (error: unknown): boolean =>
  error instanceof TimeoutError ||
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(codeOf(causeOf(error)) ?? '')

/** In one clause why a request failed before or while it was answered. */
const networkReason = (error: unknown): string => {
  if (error instanceof TimeoutError) return error.message
  const cause = causeOf(error)
  const known = networkReasons[codeOf(cause) ?? '']
  return known ?? beginning(cause instanceof Error ? cause.message : String(cause), 120)
}

/** Waiting out the user's patience once is enough; everything else may be better a moment later. */
export function isRetryable(error: unknown): boolean {
  return !isTimeOut(error)
}

/** The error for a URL that no answer came from. */
export function unreachableError(url: URL, error: unknown): RampartError {
  const message = `${url.href} could not be read: ${networkReason(error)}.`
  const fix = isTimeOut(error)
    ? 'Check that the service is up, or allow more time with --timeout.'
    : undefined
  return new RampartError('FETCH_UNREACHABLE', {
    message,
    where: { url: url.href },
    cause: error,
    ...(fix === undefined ? {} : { fix }),
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
