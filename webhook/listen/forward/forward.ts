import type { Dispatcher } from 'undici'
import type { HeaderLines } from '../../delivery/delivery.js'
import { NotAnswered, post, type Posted, type PostFailure } from '../../delivery/post.js'

// Headers of one connection (RFC 9110, 7.6.1), and those that the next connection sets itself.
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A delivery that is forwarded. */
export interface Forwardable {
  readonly headers: HeaderLines
  readonly body: Uint8Array
}

/** The result of forwarding: a response, or the reason why there is none. */
export type Forwarded =
  | { readonly answer: Posted }
  | { readonly failure: PostFailure; readonly message: string }

/** Options of forwarding. */
export interface ForwardOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly dispatcher?: Dispatcher
}

/** Forwards a delivery with the same bytes and headers, except those of the connection. */
export async function forward(
  { headers, body }: Forwardable,
  { url, timeoutMs, signal, dispatcher }: ForwardOptions,
): Promise<Forwarded> {
  const lines = headers.filter(([name]) => !ofTheConnection.has(name.toLowerCase())).flat()
  try {
    const more = { ...(signal && { signal }), ...(dispatcher && { dispatcher }) }
    return { answer: await post({ url, headers: lines, body, timeoutMs, most: 1024 * 1024, ...more }) }
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    return { failure: error.failure, message: error.message }
  }
}
