import { type HeaderLines, headerValue, jsonIn, linesOfRaw, type RawDelivery } from '../delivery/delivery.js'
import { isObject, type JsonObject, objectOf } from '../../document/index.js'

type Lines = [string, string][]

/** Given headers cannot be read. Never contains their content. */
class HeadersUnreadable extends Error {
  override readonly name = 'HeadersUnreadable'
}

const headerTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String)

const pairOf = (item: unknown): Lines => {
  if (Array.isArray(item) && typeof item[0] === 'string')
    return headerTexts(item[1]).map((text) => [item[0], text])
  if (!isObject(item) || typeof item['name'] !== 'string')
    throw new HeadersUnreadable('an item of the list is neither [name, value] nor {"name", "value"}')
  const { name } = item
  return headerTexts(item['value']).map((text) => [name, text])
}

/** Headers out of JSON: an object, a list of pairs or of {"name", "value"}, or alternating names and values. */
const headersOfJson = (value: unknown): HeaderLines => {
  if (Array.isArray(value)) {
    if (!value.every((item) => typeof item === 'string')) return value.flatMap(pairOf)
    if (value.length % 2 === 0) return linesOfRaw(value)
    throw new HeadersUnreadable('the list of alternating names and values has an odd length')
  }
  if (!isObject(value)) throw new HeadersUnreadable('the JSON is neither an object nor a list')
  return Object.entries(value).flatMap(([name, item]) =>
    headerTexts(item).map((text): [string, string] => [name, text]),
  )
}

// Other lines in the output of curl -v, a raw request or a copied command.
const isTalk = (line: string): boolean =>
  /^(\*|[{}] \[|[A-Z]+ \S+ HTTP\/|HTTP\/\d)/.test(line) || /^:\w+:/.test(line) || /^[<>]?\s*$/.test(line)

/** A line without its prefix; for curl options, the headers in the line. */
const stripped = (line: string): string[] => {
  const plain = line.replace(/^[<>] ?/, '').trimEnd()
  const options = [...plain.matchAll(/(?:^|\s)(?:-H|--header)[\s=]+(['"])(.*?)\1(?=\s|$)/g)]
  return options.length === 0 ? [plain] : options.map(([, , header = '']) => header)
}

const lineOf = (line: string, number: number): Lines => {
  const found = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(.*)$/.exec(line)
  if (!found) throw new HeadersUnreadable(`line ${number} is no "Name: value"`)
  return [[found[1] ?? '', (found[2] ?? '').trim()]]
}

const ofLines = (text: string): HeaderLines =>
  text
    .split(/\r?\n/)
    .flatMap((line, index) => stripped(line).map((header) => ({ line: header, number: index + 1 })))
    .filter(({ line }) => !isTalk(line))
    .flatMap(({ line, number }) => lineOf(line, number))

const parsedHeaders = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new HeadersUnreadable('it begins like JSON and is not valid JSON')
  }
}

/** Headers as `Name: value` lines, with the prefixes of curl -v or as -H options, or as JSON. @throws HeadersUnreadable. */
export function headersIn(text: string): HeaderLines {
  const plain = text.replace(/^\ufeff/, '')
  return /^\s*[[{]/.test(plain) && !/^[{}] \[/.test(plain)
    ? headersOfJson(parsedHeaders(plain))
    : ofLines(plain)
}

/** A recorded delivery cannot be read. Never contains its content. */
class DeliveryUnreadable extends Error {
  override readonly name = 'DeliveryUnreadable'
}

const timeOf = (...values: readonly unknown[]): Pick<RawDelivery, 'receivedAt'> => {
  const text = values.find((value) => typeof value === 'string')
  const time = new Date(text ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? {} : { receivedAt: time }
}

const bytesOf = (value: unknown, isBase64: boolean): Uint8Array => {
  if (typeof value === 'string') return Buffer.from(value, isBase64 ? 'base64' : 'utf8')
  if (value === undefined || value === null) return Buffer.alloc(0)
  const lost = 'the body is parsed JSON, and the signed text is lost; keep the text as it arrived'
  throw new DeliveryUnreadable(lost)
}

const harRequest = (request: JsonObject, entry: JsonObject): RawDelivery => {
  const post = objectOf(request['postData'])
  const body = bytesOf(post['text'], post['encoding'] === 'base64')
  return { headers: headersOfJson(request['headers']), body, ...timeOf(entry['startedDateTime']) }
}

/** A delivery saved by `listen`, or an event of a gateway: headers beside a body, possibly in base64. */
const besideBody = (record: JsonObject): RawDelivery => {
  const isSaved = typeof record['bodyBase64'] === 'string'
  const body = isSaved
    ? bytesOf(record['bodyBase64'], true)
    : bytesOf(record['body'], record['isBase64Encoded'] === true)
  return { headers: headersOfJson(record['headers']), body, ...timeOf(record['receivedAt'], record['time']) }
}

const recordsOf = (value: unknown): JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(recordsOf)
  if (!isObject(value)) return []
  const { log } = value
  if (isObject(log)) return recordsOf(log['entries'])
  return isObject(value['request']) || value['headers'] !== undefined ? [value] : []
}

const deliveryOf = (record: JsonObject): RawDelivery => {
  const { request } = record
  return isObject(request) ? harRequest(request, record) : besideBody(record)
}

const isWebhook = (record: JsonObject): boolean => {
  const { headers } = isObject(record['request']) ? record['request'] : record
  return headersOfJson(headers).some(([name]) => /^webhook-/i.test(name))
}

const ofHttp = (bytes: Buffer): RawDelivery => {
  const text = bytes.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  if (!end) throw new DeliveryUnreadable('the request has no blank line behind its headers')
  const headers = headersIn(text.slice(0, end.index))
  if (/chunked/i.test(headerValue(headers, 'transfer-encoding') ?? ''))
    throw new DeliveryUnreadable('the request is chunked; save headers and body apart')
  return { headers, body: bytes.subarray(end.index + end[0].length) }
}

/** Lines of JSON; the last one may be torn after a crash. */
const jsonLines = (text: string): unknown[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(jsonIn)
  const isWhole = values.length > 1 && values.slice(0, -1).every((value) => value !== undefined)
  if (isWhole) return values
  throw new DeliveryUnreadable('it is neither JSON, nor lines of JSON, nor a request as HTTP has it')
}

const contentOf = (text: string): unknown => jsonIn(text) ?? (text.trim() === '' ? [] : jsonLines(text))

/**
 * The deliveries in a file: one saved by `listen`, its whole store, a HAR or one of its entries, an event of a gateway with
 * `headers` and `body`, or a raw HTTP request. Of several requests, those with a webhook header.
 */
export function deliveriesIn(file: Uint8Array): readonly RawDelivery[] {
  const bytes = Buffer.from(file)
  if (/^[A-Z]+ \S+ HTTP\/1/.test(bytes.subarray(0, 2048).toString('latin1'))) return [ofHttp(bytes)]
  const records = recordsOf(contentOf(bytes.toString('utf8').replace(/^\ufeff/, '')))
  if (records.length === 0) throw new DeliveryUnreadable('it holds no request with headers')
  const some = records.length === 1 ? records : records.filter(isWebhook)
  if (some.length === 0) throw new DeliveryUnreadable('none of its requests has a header of a webhook')
  return some.map(deliveryOf)
}

/** True for errors of unreadable headers or recorded deliveries. */
export function isInputError(error: unknown): error is DeliveryUnreadable | HeadersUnreadable {
  return error instanceof DeliveryUnreadable || error instanceof HeadersUnreadable
}
