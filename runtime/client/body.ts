import { readEvents } from './events.js'
import { formPairs } from './serialize.js'
import type { WebResponse } from './web.js'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A media type without its parameters. */
const bare = (mediaType: string): string => mediaType.replace(/;.*/s, '').trim().toLowerCase()

/** Whether values of this media type are JSON: `application/json`, and those that end in `+json`. */
export const isJson = (mediaType: string): boolean => /[/+]json$/.test(bare(mediaType))

const formOf = (body: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof Blob) form.append(name, item)
      else if (isObject(item))
        form.append(name, new Blob([JSON.stringify(item)], { type: 'application/json' }))
      else if (item !== undefined) form.append(name, String(item))
    }
  }
  return form
}

const isReady = (body: object): body is Exclude<BodyInit, string> =>
  ArrayBuffer.isView(body) ||
  [Blob, FormData, URLSearchParams, ReadableStream, ArrayBuffer].some((type) => body instanceof type)

/** Writes a body in its media type. A multipart form states its own, with the boundary. */
export function encodeBody(body: unknown, mediaType: string): readonly [body: BodyInit, type?: string] {
  if (isJson(mediaType)) return [JSON.stringify(body), mediaType]
  if (!isObject(body)) return [String(body), mediaType]
  const isForm = bare(mediaType).startsWith('multipart/')
  if (isReady(body)) return isForm && body instanceof FormData ? [body] : [body, mediaType]
  if (isForm) return [formOf(body)]
  return [/urlencoded/.test(mediaType) ? formPairs(body) : JSON.stringify(body), mediaType]
}

/** A body that could not be read as its media type demands, with what came instead. */
export class Unreadable {
  constructor(readonly text: string) {}
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return new Unreadable(text)
  }
}

// A replay of an idempotent request comes without headers: what is JSON by its looks is taken for it.
const guess = (text: string): unknown => {
  const value = parse(text)
  return value instanceof Unreadable ? text : value
}

/** Reads the body of an answer by its media type; nothing for an empty one. */
export async function decodeBody(response: WebResponse): Promise<unknown> {
  const mediaType = response.headers.get('content-type') ?? ''
  const type = bare(mediaType)
  if (type === 'text/event-stream' && response.body) return readEvents(response.body)
  if (type !== '' && !isJson(type) && !/^text\/|[/+]xml$|urlencoded$/.test(type)) return response.blob()
  const text = await response.text()
  if (text === '') return undefined
  return isJson(type) ? parse(text) : type === '' ? guess(text) : text
}
