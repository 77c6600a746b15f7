import { JSONParser } from '#bundled/@streamparser/json'
import { RampartError } from '../../diagnostics/index.js'
import { leftOutLine } from '../exchange/har.js'
import { entriesOf, hasNoContent, memberAt } from '../../document/index.js'
import { decompressed, encodingsIn } from '../exchange/compression.js'
import { BodyUnknown, type Exchange, headerValue, type HeaderList } from '../exchange/exchange.js'
import { isBusy } from '../exchange/reading.js'

/** A recording that can be read repeatedly. */
export interface RecordingInput {
  readonly file: string
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Limit on the nesting of a recording, because what reads its entries is recursive. */
const deepest = 400

/** Limit on the bytes of one entry, which is kept in memory. */
const longestEntry = 64 * 1024 * 1024

/** The change of depth by kind of token: `{`, `}`, `[` and `]` are the first kinds of the parser. */
const deeper: readonly number[] = [1, -1, 1, -1]

class BeyondLimit extends Error {
  override readonly name = 'BeyondLimit'
}

const brokenAt = (file: string, offset: number, end: number, cause: unknown): RampartError => {
  const fault = offset >= end ? 'ends in the middle of a value' : 'is not valid JSON'
  const what = cause instanceof BeyondLimit ? cause.message : fault
  return new RampartError('RECORDING_SYNTAX', {
    message: `${file} ${what} at byte ${offset}`,
    where: { file },
    cause,
  })
}

const offsetIn = (error: unknown, lastToken: number): number => {
  const named = /absolute position "(\d+)"/.exec(error instanceof Error ? error.message : '')?.[1]
  return named === undefined ? lastToken : Number(named)
}

/** @yields the entries of a HAR, of any shape, none of which is kept @throws RampartError */
export async function* harEntriesOf(recording: RecordingInput): AsyncGenerator {
  for await (const { key, value } of membersOf(recording)) if (key !== 'leftOut') yield value
}

/** @yields an archive as lines of its recording, and last how many were left out @throws RampartError */
export async function* linesOfArchive(recording: RecordingInput): AsyncGenerator<string> {
  for await (const { key, value } of membersOf(recording))
    yield key === 'leftOut' ? leftOutLine(Number(value)) : JSON.stringify(value)
}

interface Member {
  /** The position of an entry, or the name of another member. */
  readonly key: unknown
  readonly value: unknown
}

const membersOf = async function* ({ file, open }: RecordingInput): AsyncGenerator<Member> {
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log._rampart.leftOut'], keepStack: false })
  let lastToken = 0
  let end = 0
  let entries: Member[] = []
  let depth = 0
  let kept = 0
  parser.onToken = ({ offset, token }) => {
    lastToken = offset
    depth += deeper[token] ?? 0
    if (depth > deepest) throw new BeyondLimit(`is nested more than ${deepest} levels deep`)
  }
  parser.onValue = ({ key, value }) => entries.push({ key, value })
  for await (const chunk of open()) {
    end += chunk.length
    kept += chunk.length
    try {
      if (kept > longestEntry) throw new BeyondLimit('has an entry of more than 64 MB')
      parser.write(chunk)
    } catch (error) {
      throw brokenAt(file, offsetIn(error, lastToken), end, error)
    }
    if (entries.length > 0) kept = 0
    yield* entries
    entries = []
  }
  try {
    if (!parser.isEnded) parser.end()
  } catch (error) {
    throw brokenAt(file, end, end, error)
  }
}

/** The reason why an entry is not judged. */
export type Unjudgeable =
  | 'unreadable'
  | 'without headers'
  | 'unanswered'
  | 'from a cache'
  | 'a preflight of a browser'
  | 'a redirect'
  | 'from a busy service'

/** A recorded exchange; reading an unknown body throws BodyUnknown. */
export interface RecordedExchange {
  readonly exchange: Exchange
  readonly bodyIsKnown: boolean
  /** The reason not to judge it, if there is one. */
  readonly against: Unjudgeable | undefined
}

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

interface BodyFacts {
  readonly packing: string
  readonly contentType: string
  /** Bytes of the body, if recorded; negative if unknown. */
  readonly size: number
}

/** The text of a recorded body (HAR 1.2, `content`); undefined where it is missing or only a part. */
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
  const pairs = Array.isArray(headers)
    ? headers.map((item: unknown) => [memberAt(item, 'name'), memberAt(item, 'value')])
    : entriesOf(headers)
  return pairs.flatMap(([name, value]) => {
    const text = primitiveText(name)
    return text === undefined ? [] : [[text, primitiveText(value) ?? ''] as const]
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

const responseText = (response: unknown, headers: HeaderList, status: number): string | undefined =>
  bodyText(memberAt(response, 'content'), {
    packing: headerValue(headers, 'content-encoding') ?? '',
    contentType: headerValue(headers, 'content-type') ?? '',
    size: hasNoContent(status) ? 0 : sizeOf(response, headers),
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

const reasonAgainst = (entry: unknown, { request, response }: Exchange): Unjudgeable | undefined => {
  const { status, headers } = response
  if (!(status >= 200 && status <= 599)) return 'unanswered'
  if (memberAt(entry, '_fromCache') !== undefined || status === 304) return 'from a cache'
  if (request.headers.length === 0 || headers.length === 0) return 'without headers'
  const isPreflight = headerValue(request.headers, 'access-control-request-method') !== undefined
  if (request.method === 'OPTIONS' && isPreflight) return 'a preflight of a browser'
  if (status >= 300 && status <= 399) return 'a redirect'
  return isBusy({ status }) ? 'from a busy service' : undefined
}

/** A missing version echo marks a replay, whose original request may precede the recording (Endpoints, idempotency). */
const mayBeReplay = (sent: HeaderList, received: HeaderList): boolean =>
  headerValue(sent, 'idempotency-key') !== undefined && headerValue(received, 'x-api-version') === undefined

/** Reads an entry of a HAR with its credentials; undefined where its method or URL is missing or unreadable. */
export function readEntry(entry: unknown): RecordedExchange | undefined {
  const line = lineOf(entry)
  if (!line) return undefined
  const [request, response] = [memberAt(entry, 'request'), memberAt(entry, 'response')]
  const sent = headersOf(memberAt(request, 'headers'))
  const received = headersOf(memberAt(response, 'headers'))
  const sentBody = primitiveText(memberAt(request, 'postData', 'text'))
  const status = Number(memberAt(response, 'status') ?? 0)
  const body = line.method === 'HEAD' ? undefined : responseText(response, received, status)
  const started = Date.parse(primitiveText(memberAt(entry, 'startedDateTime')) ?? '')
  const exchange: Exchange = {
    request: {
      method: line.method,
      url: line.url.href,
      headers: sent,
      ...(sentBody !== undefined && { body: sentBody }),
    },
    response: {
      status,
      headers: received,
      get body(): string {
        if (body === undefined) throw new BodyUnknown()
        return body
      },
    },
    target: 'api',
    sentAt: Number.isNaN(started) ? 0 : started,
    isReplay: mayBeReplay(sent, received),
  }
  return { exchange, bodyIsKnown: body !== undefined, against: reasonAgainst(entry, exchange) }
}

/** Headers with credentials other than a key. */
export const credentialHeaders = /^(proxy-)?authorization$|^(set-)?cookie$/i

const withoutCredentials = (headers: HeaderList): HeaderList =>
  headers.map(([name, value]) => [name, credentialHeaders.test(name) ? '[redacted]' : value])

/** An exchange with its credentials masked. */
export function masked({ request, response, ...facts }: Exchange): Exchange {
  return {
    ...facts,
    request: { ...request, headers: withoutCredentials(request.headers) },
    response: {
      status: response.status,
      headers: withoutCredentials(response.headers),
      get body(): string {
        return response.body
      },
    },
  }
}
