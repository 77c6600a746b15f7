import type { Encoded } from './web.js'
import { given } from './serialize.js'
import { deepPairs } from './styles.js'

/** Whether a value is an object or a list. */
const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null

const formOf = (body: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof Blob) form.append(name, item)
      else if (isComposite(item))
        form.append(name, new Blob([JSON.stringify(item)], { type: 'application/json' }))
      else if (item !== undefined) form.append(name, String(item))
    }
  }
  return form
}

const isReady = (body: object): body is Exclude<Encoded, string> =>
  [Blob, URLSearchParams, ReadableStream, ArrayBuffer, Uint8Array].some((type) => body instanceof type)

/**
 * Encodes a body of another media type than JSON: forms from objects; anything that fetch accepts is sent as it is. A
 * multipart form sets its own media type, with the boundary. Imported only by operations that need it.
 */
export function encodeForm(body: unknown, mediaType: string): readonly [body: Encoded, type?: string] {
  // For a range, fetch determines the media type, for example that of a Blob.
  const own: readonly [type?: string] = mediaType.includes('*') ? [] : [mediaType]
  if (!isComposite(body)) return [String(body), ...own]
  if (body instanceof FormData) return [body]
  if (isReady(body)) return [body, ...own]
  if (/^multipart\//i.test(mediaType)) return [formOf(body)]
  const pairs = given(body).flatMap(([name, value]) => deepPairs(name, value))
  return [/urlencoded/i.test(mediaType) ? pairs.join('&') : JSON.stringify(body), mediaType]
}
