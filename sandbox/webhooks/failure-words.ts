const trust =
  'the certificate is not trusted; for one of your own start the sandbox with NODE_EXTRA_CA_CERTS=file.pem, which holds the certificate of its issuer'

const words: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'the address is not public',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ABORTED: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  HTTPParserError: 'the answer is no HTTP',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_REVOKED: 'the certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: trust,
  SELF_SIGNED_CERT_IN_CHAIN: trust,
  UNABLE_TO_GET_ISSUER_CERT: trust,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: trust,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: trust,
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port speaks no TLS, as https:// needs it',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the port speaks no TLS, as https:// needs it',
}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'HTTPParserError') return error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The reason why a request has no response. It contains no text from the endpoint. */
export function reasonOf(error: unknown, wasLate: boolean): string {
  if (wasLate) return 'no answer in time'
  const code = codeOf(error)
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  if (known !== undefined) return known
  const shown = code.replaceAll(/[^\w-]/g, '').slice(0, 60)
  return code.startsWith('ERR_SSL_') ? `TLS failed (${shown})` : `the request failed (${shown})`
}

/** How a response ended; `long` ones are not read to their end. */
export type Ending = 'whole' | 'cut' | 'late' | 'long'

const unended: Readonly<Record<Exclude<Ending, 'whole'>, string>> = {
  cut: 'the answer was cut off before its end',
  late: 'the answer had no end in time',
  long: 'the answer is longer than 16 MiB',
}

const acknowledged = 200

/** Why a response does not acknowledge (Delivery 5); `undefined` for a complete 200 in time. */
export function failureOf(status: number, ending: Ending): string | undefined {
  if (status === acknowledged) return ending === 'whole' ? undefined : unended[ending]
  return status >= 300 && status < 400
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}, and 200 alone acknowledges`
}
