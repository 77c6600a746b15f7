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
 * Writes a body of another media type than JSON: forms from objects, and what is ready for fetch as it is. A
 * multipart form states its media type itself, with the boundary. Operations
 * that need it bring it along.
 */
export function encodeForm(body: unknown, mediaType: string): readonly [body: Encoded, type?: string] {
  // Of a range, fetch says what it is: a Blob has its own type.
  const own: readonly [type?: string] = mediaType.includes('*') ? [] : [mediaType]
  if (!isComposite(body)) return [String(body), ...own]
  if (body instanceof FormData) return [body]
  if (isReady(body)) return [body, ...own]
  if (/^multipart\//i.test(mediaType)) return [formOf(body)]
  const pairs = given(body).flatMap(([name, value]) => deepPairs(name, value))
  return [/urlencoded/i.test(mediaType) ? pairs.join('&') : JSON.stringify(body), mediaType]
}
