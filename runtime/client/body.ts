import { bareMediaType, isJson } from '../media-type.js'
import type { ClientOperation } from './service.js'
import type { WebResponse } from './web.js'

/** A body that could not be decoded by its media type, as text. */
export class Unreadable {
  constructor(readonly text: string) {}
}

/**
 * Decodes the body of a response by its media type; undefined for an empty one. `failed` creates the error for a
 * stream of events that breaks off.
 */
export async function decodeBody(
  response: WebResponse,
  readEvents: ClientOperation['readEvents'],
  failed: (error: unknown) => unknown,
): Promise<unknown> {
  const type = bareMediaType(response.headers.get('content-type') ?? '')
  if (readEvents && type === 'text/event-stream' && response.body) return readEvents(response.body, failed)
  const isText = /^$|^text\/|xml$|yaml$|urlencoded$/.test(type)
  if (!isText && !isJson(type)) return response.blob()
  const text = await response.text()
  if (text === '' || (isText && type !== '')) return text || undefined
  try {
    return JSON.parse(text)
  } catch {
    // A replay of an idempotent request has no headers, so its body is JSON if it looks like JSON.
    return type === '' ? text : new Unreadable(text)
  }
}
