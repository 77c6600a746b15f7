/** The message of undici for a port that fetch does not connect to; the error has no code. */
const badPort = 'bad port'

/** The code for a proxy that closes the connection before it has opened the way to the service. */
export const proxyClosed = 'PROXY_CLOSED'

/** The code that Node, OpenSSL or undici gave an error, such as `ENOENT`; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof Error && error.message === badPort) return badPort
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const noTls = 'the service there does not speak TLS'
const notTrusted =
  'its certificate is not trusted; NODE_EXTRA_CA_CERTS=FILE names the certificate of another authority'

/** Reasons why no connection was made, in one clause, by code of Node, OpenSSL or undici. */
const unconnected: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  EADDRNOTAVAIL: 'this machine has no address to connect from',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not made in time',
  ETIMEDOUT: 'the connection was not made in time',
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another host',
  [proxyClosed]: 'the proxy closed the connection',
  [badPort]: 'HTTP clients do not connect to this port, which is reserved for another protocol',
}

/** Reasons why a connection brought no response. */
const broken: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too long',
  Z_DATA_ERROR: 'its body is not compressed as its content-encoding says',
  Z_BUF_ERROR: 'its compressed body ends too early',
}

/** The reason why there was no response, in one clause; undefined for a code that would not help a reader. */
export function networkReason(code = ''): string | undefined {
  return unconnected[code] ?? broken[code] ?? (isNoHttp(code) ? 'the response is not HTTP' : undefined)
}

/** Whether a request failed before any byte was sent. */
export function isUnconnected(code = ''): boolean {
  return Object.hasOwn(unconnected, code)
}

/** Whether the response was not HTTP. */
export function isNoHttp(code = ''): boolean {
  return code.startsWith('HPE_')
}

/** Reasons why a file, a folder or a port could not be used, in one clause, by code of Node. */
const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file instead of a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'a file of that size is not allowed there',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  EBUSY: 'another program uses it',
  EADDRINUSE: 'another program listens on it',
}

/** The reason why a file, a folder or a port could not be used, in one clause; the text of any other error. */
export function fileReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return fileReasons[codeOf(error) ?? ''] ?? error.message
}
