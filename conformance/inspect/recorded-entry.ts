import { type Exchange, headerValue, type HeaderList } from '../exchange/exchange.js'
import { memberAt } from '../../document/index.js'
import { primitiveText } from './primitive-text.js'
import { bodyText } from './recorded-body.js'

/** Why nothing is judged by an entry. */
export type LeftOut =
  | 'unreadable'
  | 'without headers'
  | 'unanswered'
  | 'from a cache'
  | 'a preflight of a browser'
  | 'a redirect'
  | 'from a busy service'

/** A recorded exchange; `bodyIsKnown` is false where the recording lacks the body of the answer. */
export interface RecordedExchange {
  readonly exchange: Exchange
  readonly bodyIsKnown: boolean
}

const shownSecrets = /^(proxy-)?authorization$|^(set-)?cookie$/i

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

/** Header lines without the pseudo headers of HTTP/2; browsers join repeated lines by line breaks. */
export function headersOf(headers: unknown): HeaderList {
  return pairsOf(headers)
    .filter(([name]) => name !== '' && !name.startsWith(':'))
    .flatMap(([name, value]) => value.split('\n').map((line) => [name, line.trim()] as const))
}

const withoutCredentials = (headers: HeaderList): HeaderList =>
  headers.map(([name, value]) => [name, shownSecrets.test(name) ? '[redacted]' : value])

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

const busy = new Set([429, 502, 503, 504])

const reasonAgainst = (
  entry: unknown,
  method: string,
  status: number,
  asked: HeaderList,
  came: HeaderList,
): LeftOut | undefined => {
  if (!(status >= 200 && status <= 599)) return 'unanswered'
  if (memberAt(entry, '_fromCache') !== undefined || status === 304) return 'from a cache'
  if (asked.length === 0 || came.length === 0) return 'without headers'
  if (method === 'OPTIONS' && headerValue(asked, 'access-control-request-method') !== undefined) {
    return 'a preflight of a browser'
  }
  if (status >= 300 && status <= 399) return 'a redirect'
  return busy.has(status) ? 'from a busy service' : undefined
}

/**
 * A replay comes without response headers, and the request that it repeats may have been made before the recording
 * began (Endpoints, idempotency): then only the missing echo tells it.
 */
const mayBeReplay = (asked: HeaderList, came: HeaderList): boolean =>
  headerValue(asked, 'idempotency-key') !== undefined && headerValue(came, 'x-api-version') === undefined

/** Method and URL of an entry; undefined where it has none that can be read. */
export function lineOf(entry: unknown): { readonly method: string; readonly url: URL } | undefined {
  const [method, url] = [
    primitiveText(memberAt(entry, 'request', 'method')),
    primitiveText(memberAt(entry, 'request', 'url')),
  ]
  if (method === undefined || url === undefined || !URL.canParse(url)) return undefined
  return { method: method.toUpperCase(), url: new URL(url) }
}

/** An entry of a HAR as an exchange below the base URL, or why it is left out. Credentials other than the key are masked. */
export function recordedExchange(entry: unknown): RecordedExchange | LeftOut {
  const line = lineOf(entry)
  if (!line) return 'unreadable'
  const [request, response] = [memberAt(entry, 'request'), memberAt(entry, 'response')]
  const [asked, came] = [headersOf(memberAt(request, 'headers')), headersOf(memberAt(response, 'headers'))]
  const status = Number(memberAt(response, 'status') ?? 0)
  const against = reasonAgainst(entry, line.method, status, asked, came)
  if (against !== undefined) return against
  const body = line.method === 'HEAD' ? undefined : answerText(response, came, status)
  const sent = primitiveText(memberAt(request, 'postData', 'text'))
  const started = Date.parse(primitiveText(memberAt(entry, 'startedDateTime')) ?? '')
  const exchange: Exchange = {
    request: {
      method: line.method,
      url: line.url.href,
      headers: withoutCredentials(asked),
      ...(sent === undefined ? {} : { body: sent }),
    },
    response: { status, headers: withoutCredentials(came), body: body ?? '(not recorded)' },
    target: 'api',
    sentAt: Number.isNaN(started) ? 0 : started,
    isReplay: mayBeReplay(asked, came),
  }
  return { exchange, bodyIsKnown: body !== undefined }
}
