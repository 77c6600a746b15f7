import { STATUS_CODES } from 'node:http'
import { type Exchange, type HeaderList, headerValue } from './exchange.js'
import { counted } from '../../reporting/index.js'

const pairs = (headers: HeaderList) => headers.map(([name, value]) => ({ name, value }))

const queryOf = (url: string) => {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
}

const sizeOf = (body: string): number => Buffer.byteLength(body)

/** The length at which a body is cut, in characters. */
const longestBody = 16 * 1024

const cutComment = { comment: 'the body was longer and is cut' }

const requestOf = ({ method, url, headers, body }: Exchange['request']) => ({
  method,
  url,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: pairs(headers),
  queryString: queryOf(url),
  headersSize: -1,
  bodySize: sizeOf(body ?? ''),
  ...(body !== undefined && {
    postData: {
      mimeType: headerValue(headers, 'content-type') ?? '',
      text: body.slice(0, longestBody),
      ...(body.length > longestBody && cutComment),
    },
  }),
})

/** A truncated body is recognized by its larger size. That fails for a compressed body, so its text is left out. */
const textOf = ({ headers, body }: Exchange['response']) => {
  if (body.length <= longestBody) return { text: body }
  const isPacked = headerValue(headers, 'content-encoding') !== undefined
  return { ...(isPacked ? {} : { text: body.slice(0, longestBody) }), ...cutComment }
}

const responseOf = (response: Exchange['response']) => ({
  status: response.status,
  statusText: STATUS_CODES[response.status] ?? '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: pairs(response.headers),
  content: {
    size: sizeOf(response.body),
    mimeType: headerValue(response.headers, 'content-type') ?? '',
    ...textOf(response),
  },
  redirectURL: headerValue(response.headers, 'location') ?? '',
  headersSize: -1,
  bodySize: -1,
})

/** A published exchange as an entry of an HTTP Archive (HAR 1.2), with more facts in `_rampart`. */
export function harEntry(exchange: Exchange, durationMs: number): object {
  const { id, operationId, target, isReplay, sentAt } = exchange
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time: durationMs,
    request: requestOf(exchange.request),
    response: responseOf(exchange.response),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _rampart: { id, target, isReplay, operationId },
  }
}

/** The last line of a full recording: the number of exchanges left out. */
export function leftOutLine(count: number): string {
  return JSON.stringify({ leftOut: count })
}

const leftOutCount = (line: string): number | undefined => {
  const count = /^\{"leftOut":(\d+)\}$/.exec(line)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** The archive of a run, in its folder of reports. */
export const archiveName = 'exchanges.har'

/** The size limit of an archive, in bytes: some 5,000 exchanges, which editors, browsers and CI systems can open. */
const mostBytes = 16 * 1024 * 1024

/** The id of a line's exchange. The match is unique, because quotation marks in bodies are escaped. */
const idOf = (line: string): string => /"_rampart":\{"id":"([^"]+)"/.exec(line)?.[1] ?? ''

/** The note on missing exchanges; `unrecorded` ones are missing in the recording, because it was full. */
const commentOf = (leftOut: number, unrecorded: number): string => {
  const texts = [
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'exchange')} without a finding had no room`]),
    ...(unrecorded === 0 ? [] : [`${counted(unrecorded, 'exchange')} could not be recorded`]),
  ]
  const members = {
    comment: `the archive is full: ${texts.join('; ')}`,
    _rampart: { leftOut: leftOut + unrecorded },
  }
  return texts.length === 0 ? '' : `,${JSON.stringify(members).slice(1, -1)}`
}

/** The writer waits after each chunk, so chunks should be large. */
const shortestPiece = 256 * 1024

/** @yields the archive of a run in chunks, up to a size; exchanges that are `shown` are kept in any case */
export async function* renderHar(
  lines: AsyncIterable<string>,
  toolVersion: string,
  shown: ReadonlySet<string>,
  most = mostBytes,
): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: 'rampart', version: toolVersion })
  let piece = `{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`
  let [size, leftOut, unrecorded, separator] = [0, 0, 0, '\n']
  for await (const line of lines) {
    const own = sizeOf(line) + 2
    const missing = leftOutCount(line)
    if (missing !== undefined) unrecorded += missing
    else if (line === '') continue
    else if (size + own > most && !shown.has(idOf(line))) leftOut++
    else {
      size += own
      piece += `${separator}${line}`
      separator = ',\n'
    }
    if (piece.length < shortestPiece) continue
    yield piece
    piece = ''
  }
  yield `${piece}\n]${commentOf(leftOut, unrecorded)}}}\n`
}
