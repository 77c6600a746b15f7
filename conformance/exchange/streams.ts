import { type JsonObject, mediaTypeOf } from '../../document/index.js'
import { type ExchangeResponse, headerValue, jsonBody } from './exchange.js'

/** The kinds of sequential media types (OpenAPI 3.2): server-sent events, JSON texts in lines, and RFC 7464. */
export type StreamKind = 'events' | 'lines' | 'records'

/** The kind of stream that a media type is; undefined for other media types. */
export function streamKind(contentType: string | undefined): StreamKind | undefined {
  const type = mediaTypeOf(contentType) ?? ''
  if (type === 'text/event-stream') return 'events'
  if (/^application\/(x-)?(jsonl|ndjson|jsonlines|json-lines)$/.test(type)) return 'lines'
  return /^application\/(.+\+)?json-seq$/.test(type) ? 'records' : undefined
}

/** The fields of a server-sent event as OpenAPI 3.2 reads them; undefined without data, as clients ignore it then. */
const eventOf = (block: string): JsonObject | undefined => {
  const event: Record<string, unknown> = {}
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') event['data'] = 'data' in event ? `${String(event['data'])}\n${value}` : value
    else if (name === 'retry' && /^\d+$/.test(value)) event['retry'] = Number(value)
    else if (name === 'event' || name === 'id') event[name] = value
  }
  return 'data' in event ? event : undefined
}

const eventsIn = (body: string): readonly JsonObject[] => {
  const blocks = body.replaceAll(/\r\n?/g, '\n').split(/\n\n+/)
  // An incomplete event at the end does not count.
  return blocks
    .slice(0, -1)
    .map(eventOf)
    .filter((event) => event !== undefined)
}

/** The character before each record of `application/json-seq`. */
export const recordSeparator = '\u001E'

const textsIn = (body: string, separator: string): readonly string[] =>
  body.split(separator).filter((text) => text.trim() !== '')

const jsonIn = (texts: readonly string[]): readonly unknown[] | undefined => {
  try {
    return texts.map((text): unknown => JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The items of a stream; undefined if one is not JSON. The last one may be incomplete, because streams are cut. */
export function itemsIn(body: string, kind: StreamKind): readonly unknown[] | undefined {
  const text = body.replace(/^\uFEFF/, '')
  if (kind === 'events') return eventsIn(text)
  const texts = textsIn(text, kind === 'lines' ? '\n' : recordSeparator)
  return jsonIn(texts) ?? (texts.length > 1 ? jsonIn(texts.slice(0, -1)) : undefined)
}

/** The value of a body that is JSON, or the items of a stream; undefined for other bodies. */
export function valueIn(response: ExchangeResponse): unknown {
  const kind = streamKind(headerValue(response.headers, 'content-type'))
  return kind ? itemsIn(response.body, kind) : jsonBody(response)
}
