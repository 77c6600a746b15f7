/** The code that Node, OpenSSL or undici gave an error, such as `ENOENT`; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Reasons why a request failed, in one clause, by code of Node, OpenSSL or undici. */
const reasons: Readonly<Record<string, string>> = {
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
  EPROTO: 'what listens there does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what listens there does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by itself; name your authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate has an unknown authority; name it in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate has an unknown authority; name it in NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another host',
}

/** The reason why there was no response, in one clause; undefined for a code that would not help a reader. */
export function networkReason(code: string | undefined): string | undefined {
  return reasons[code ?? '']
}

/** Reasons why a file, a folder or a port could not be used, in one clause, by code of Node. */
const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file and not a folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system cannot be written',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  EBUSY: 'something else uses it',
  EADDRINUSE: 'something else listens on it',
}

/** The reason why a file, a folder or a port could not be used, in one clause; the text of any other error. */
export function fileReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return fileReasons[codeOf(error) ?? ''] ?? error.message
}
