import { memberAt } from '../../document/index.js'
import { decompressed, encodingsIn } from '../exchange/compression.js'
import { BodyUnknown, type Exchange, headerValue, type HeaderList } from '../exchange/exchange.js'
import { isBusy } from '../exchange/reading.js'

/** The reason why an entry is not judged. */
export type LeftOut =
  | 'unreadable'
  | 'without headers'
  | 'unanswered'
  | 'from a cache'
  | 'a preflight of a browser'
  | 'a redirect'
  | 'from a busy service'

/** A recorded exchange. If its body is unknown, reading it throws BodyUnknown. */
export interface RecordedExchange {
  readonly exchange: Exchange
  readonly bodyIsKnown: boolean
}

/** A value as text; undefined for anything that is neither text nor a number. */
const primitiveText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const largestBody = 64 * 1024 * 1024

/** Recorders keep a body compressed or not, with the same header, so decompression is tried. */
const unpacked = (bytes: Buffer, packing: string): Buffer | undefined => {
  let rest: Buffer | undefined = bytes
  for (const encoding of encodingsIn(packing).toReversed()) {
    try {
      rest = rest && decompressed(rest, encoding, largestBody)
    } catch {
      return rest
    }
  }
  return rest
}

const decoded = (bytes: Buffer, contentType: string): string => {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

const isGzip = (text: string): boolean => text.startsWith('\u001F\u008B')

/** A recorder's facts about a body. */
interface BodyFacts {
  readonly packing: string
  readonly contentType: string
  /** Bytes of the body, if recorded; negative if unknown. */
  readonly size: number
}

/**
 * The text of a recorded body (HAR 1.2, `content`): plain or base64, compressed or not, in its own charset. Undefined
 * where the recording lacks it or has only a part.
 */
const bodyText = (content: unknown, { packing, contentType, size }: BodyFacts): string | undefined => {
  const text = memberAt(content, 'text')
  if (typeof text !== 'string' || text === '') return size === 0 ? '' : undefined
  const isBase64 = primitiveText(memberAt(content, 'encoding'))?.toLowerCase() === 'base64'
  if (isBase64 || isGzip(text)) {
    const bytes = unpacked(Buffer.from(text, isBase64 ? 'base64' : 'latin1'), packing)
    return bytes && decoded(bytes, contentType)
  }
  // Some recorders truncate long bodies; for a compressed body the size is the compressed one.
  const isCut = encodingsIn(packing).length === 0 && Buffer.byteLength(text) < size
  return isCut ? undefined : text
}

const pairsOf = (headers: unknown): (readonly [string, string])[] => {
  const items: unknown[] = Array.isArray(headers)
    ? headers
    : Object.entries(typeof headers === 'object' && headers !== null ? headers : {}).map(([name, value]) => ({
        name,
        value,
      }))
  return items.flatMap((item) => {
    const [name, value] = [
      primitiveText(memberAt(item, 'name')),
      primitiveText(memberAt(item, 'value')) ?? '',
    ]
    return name === undefined ? [] : [[name, value] as const]
  })
}

/** Header lines without HTTP/2 pseudo headers; browsers join repeated lines with line breaks. */
const headersOf = (headers: unknown): HeaderList =>
  pairsOf(headers)
    .filter(([name]) => name !== '' && !name.startsWith(':'))
    .flatMap(([name, value]) => value.split('\n').map((line) => [name, line.trim()] as const))

const sizeOf = (response: unknown, headers: HeaderList): number => {
  const declared = memberAt(response, 'content', 'size') ?? headerValue(headers, 'content-length')
  const size = Number(declared ?? memberAt(response, 'bodySize') ?? -1)
  return Number.isNaN(size) ? -1 : size
}

const bodiless = new Set([204, 205, 304])

const answerText = (response: unknown, headers: HeaderList, status: number): string | undefined =>
  bodyText(memberAt(response, 'content'), {
    packing: headerValue(headers, 'content-encoding') ?? '',
    contentType: headerValue(headers, 'content-type') ?? '',
    size: bodiless.has(status) ? 0 : sizeOf(response, headers),
  })

/** Method and URL of an entry; undefined where one is missing or unreadable. */
export function lineOf(entry: unknown): { readonly method: string; readonly url: URL } | undefined {
  const [method, url] = [
    primitiveText(memberAt(entry, 'request', 'method')),
    primitiveText(memberAt(entry, 'request', 'url')),
  ]
  if (method === undefined || url === undefined || !URL.canParse(url)) return undefined
  return { method: method.toUpperCase(), url: new URL(url) }
}

export interface RecordedEntry {
  readonly method: string
  readonly url: URL
  readonly asked: HeaderList
  readonly sent: string | undefined
  readonly status: number
  readonly came: HeaderList
  /** Undefined where the recording lacks the response body. */
  readonly body: string | undefined
}

/** Reads an entry of a HAR; undefined where its method or URL is missing or unreadable. */
export function readEntry(entry: unknown): RecordedEntry | undefined {
  const line = lineOf(entry)
  if (!line) return undefined
  const [request, response] = [memberAt(entry, 'request'), memberAt(entry, 'response')]
  const came = headersOf(memberAt(response, 'headers'))
  const status = Number(memberAt(response, 'status') ?? 0)
  return {
    ...line,
    asked: headersOf(memberAt(request, 'headers')),
    sent: primitiveText(memberAt(request, 'postData', 'text')),
    status,
    came,
    body: line.method === 'HEAD' ? undefined : answerText(response, came, status),
  }
}

const reasonAgainst = (
  entry: unknown,
  { method, status, asked, came }: RecordedEntry,
): LeftOut | undefined => {
  if (!(status >= 200 && status <= 599)) return 'unanswered'
  if (memberAt(entry, '_fromCache') !== undefined || status === 304) return 'from a cache'
  if (asked.length === 0 || came.length === 0) return 'without headers'
  if (method === 'OPTIONS' && headerValue(asked, 'access-control-request-method') !== undefined) {
    return 'a preflight of a browser'
  }
  if (status >= 300 && status <= 399) return 'a redirect'
  return isBusy({ status }) ? 'from a busy service' : undefined
}

/** Headers with credentials other than a key. */
export const credentialHeaders = /^(proxy-)?authorization$|^(set-)?cookie$/i

const withoutCredentials = (headers: HeaderList): HeaderList =>
  headers.map(([name, value]) => [name, credentialHeaders.test(name) ? '[redacted]' : value])

/** A replay is known by its missing echo: its original request may precede the recording (Endpoints, idempotency). */
const mayBeReplay = ({ asked, came }: RecordedEntry): boolean =>
  headerValue(asked, 'idempotency-key') !== undefined && headerValue(came, 'x-api-version') === undefined

/** An entry of a HAR as an exchange below the base URL, its credentials masked, or the reason to leave it out. */
export function recordedExchange(entry: unknown): RecordedExchange | LeftOut {
  const read = readEntry(entry)
  if (!read) return 'unreadable'
  const against = reasonAgainst(entry, read)
  if (against !== undefined) return against
  const { method, url, asked, sent, status, came, body } = read
  const started = Date.parse(primitiveText(memberAt(entry, 'startedDateTime')) ?? '')
  const exchange: Exchange = {
    request: {
      method,
      url: url.href,
      headers: withoutCredentials(asked),
      ...(sent !== undefined && { body: sent }),
    },
    response: {
      status,
      headers: withoutCredentials(came),
      get body(): string {
        if (body === undefined) throw new BodyUnknown()
        return body
      },
    },
    target: 'api',
    sentAt: Number.isNaN(started) ? 0 : started,
    isReplay: mayBeReplay(read),
  }
  return { exchange, bodyIsKnown: body !== undefined }
}
