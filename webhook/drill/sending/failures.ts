/** Connection errors in words, after "the receiver". */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection without an answer',
  EPIPE: 'closed the connection without an answer',
  ENOTFOUND: 'has a name that no address is known of',
  EAI_AGAIN: 'has a name that could not be looked up',
  EHOSTUNREACH: 'could not be reached from this network',
  ENETUNREACH: 'could not be reached from this network',
  ETIMEDOUT: 'gave no sign of a connection',
  CERT_HAS_EXPIRED: 'showed a certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'showed a certificate that it signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'showed a certificate that it signed itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'showed a certificate that nobody known has signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'showed a certificate that nobody known has signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'showed a certificate of another name',
  EPROTO: 'does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak TLS there',
}

/** A response that is not HTTP. */
export const notHttp = 'answered something that is no HTTP'

/** A response shorter than announced; only a whole one acknowledges. */
export const cutAnswer = 'ended the connection before its answer was whole'

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/**
 * The reason why an exchange ended without a response. System messages are not shown, because they contain addresses
 * and ports.
 */
export function failureText(error: Error): string {
  const code = codeOf(error)
  const known = meanings[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return notHttp
  return code === '' ? 'gave no answer' : `gave no answer (${code})`
}

const unreachable = new Set(
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].map(
    (code) => meanings[code],
  ),
)

/** True when an exchange failed before it reached a receiver. */
export function isUnreachable(failure: string | undefined): boolean {
  if (failure === undefined) return false
  return unreachable.has(failure) || failure.includes('certificate') || failure.includes('TLS')
}
