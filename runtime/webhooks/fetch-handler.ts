import { type Bytes, concatenated } from './bytes.js'
import { limitOf, receive, type ReceiverOptions } from './receive.js'
import type { Delivery } from './verify.js'

/** The body of a request up to a limit of bytes; undefined when it is longer. */
const bodyOf = async (request: Request, limit: number): Promise<Bytes | undefined> => {
  const reader = request.body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.length
    if (length > limit) {
      await reader?.cancel()
      return undefined
    }
    parts.push(read.value)
  }
  return concatenated(parts)
}

const answer = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers })

/**
 * A handler of requests as fetch has them: for Cloudflare Workers, Deno, Bun, Hono, Next.js and their like.
 * Rejects with what `handle` threw when there is no `onError`.
 */
export function fetchHandler<D extends Delivery = Delivery>(
  options: ReceiverOptions<D>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, { allow: 'POST' })
    const body: unknown = request.bodyUsed ? {} : await bodyOf(request, limitOf(options))
    if (body === undefined) return answer(413)
    const { status, error } = await receive(body, request.headers, options)
    if (error) throw error.thrown
    return answer(status)
  }
}
