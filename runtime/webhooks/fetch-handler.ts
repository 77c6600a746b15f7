import { type Bytes, concatenated } from './bytes.js'
import type { HeadersLike } from './headers.js'
import { limitOf, receive, type ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

/** The part of fetch's `Request` that the handler uses. */
export interface FetchRequest {
  readonly method: string
  readonly headers: HeadersLike
  readonly bodyUsed: boolean
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
      cancel(): Promise<void>
    }
  } | null
}

/** `Response`, if the compiler knows it. */
export type FetchResponse = typeof globalThis extends {
  readonly Response: { readonly prototype: infer Known }
}
  ? Known
  : { readonly status: number }

/** The body of a request up to a limit in bytes; undefined if it is longer. */
const bodyOf = async (request: FetchRequest, limit: number): Promise<Bytes | undefined> => {
  const reader = request.body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > limit) {
      await reader?.cancel()
      return undefined
    }
    parts.push(read.value)
  }
  return concatenated(parts)
}

const emptyResponse = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers })

/**
 * A handler for fetch-style requests: for Cloudflare Workers, Deno, Bun, Hono, Next.js and similar. Rejects with the
 * error of `handle` if there is no `onError`.
 */
export function fetchHandler<D extends Delivery = Delivery>(
  options: ReceiverOptions<D>,
): (request: FetchRequest) => Promise<FetchResponse> {
  return async (request) => {
    if (request.method !== 'POST') return emptyResponse(405, { allow: 'POST' })
    const body: unknown = request.bodyUsed ? {} : await bodyOf(request, limitOf(options))
    if (body === undefined) return emptyResponse(413)
    const { status, error } = await receive(body, request.headers, options)
    if (error) throw error.thrown
    return emptyResponse(status)
  }
}
