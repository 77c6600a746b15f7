import type { IncomingMessage } from 'node:http'

/** The refusals of requests: status and reason. */
export const refusals = {
  'too-large': [413, 'its body is larger than --limit'],
  'too-slow': [408, 'it did not arrive within --timeout'],
  'headers-too-large': [431, 'its headers are longer than 16 KiB'],
  'broken-off': [400, 'the sender aborted it'],
  'wrong-method': [405, 'it is not a POST'],
  'no-http': [400, 'it is not HTTP'],
  failed: [500, 'rampart failed, which is a bug of rampart'],
} as const

export type Refusal = keyof typeof refusals

/** Limits on the bytes of a body and on the time of arrival. */
export interface BodyLimits {
  readonly largest: number
  readonly timeoutMs: number
}

/** True for a request with a Content-Length beyond the limit. */
export function isTooLong(request: IncomingMessage, { largest }: BodyLimits): boolean {
  return Number(request.headers['content-length'] ?? 0) > largest
}

/** Reads the raw body of a request up to the limit, or returns the refusal. */
export async function takeBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer | Refusal> {
  if (isTooLong(request, limits)) return 'too-large'
  const chunks: Buffer[] = []
  let length = 0
  try {
    // The rest is read once the request is refused: a sender that is cut off while sending never reads the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limits.largest) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'broken-off'
  }
  return Buffer.concat(chunks)
}
