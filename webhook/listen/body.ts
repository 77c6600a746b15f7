import type { IncomingMessage } from 'node:http'

/** Why a request is refused: its status, and the reason in words. */
export const refusals = {
  'too-large': [413, 'its body is larger than --limit'],
  'too-slow': [408, 'it was not there within --timeout'],
  'too-busy': [503, 'too much arrives at once'],
  'headers-too-large': [431, 'its headers are longer than 16 KiB'],
  'broken-off': [400, 'the sender broke it off'],
  'wrong-method': [405, 'it is no POST'],
  'no-http': [400, 'it is no HTTP'],
  failed: [500, 'rampart failed at it, which is a bug of rampart'],
} as const

export type Refusal = keyof typeof refusals

export interface BodyLimits {
  readonly largest: number
  /** The most bytes of all bodies being read. */
  readonly together: number
  readonly timeoutMs: number
}

/** The bytes of bodies being read. */
export interface Held {
  bytes: number
}

/** True for a request with a Content-Length beyond the limit. */
export function isTooLong(request: IncomingMessage, { largest }: BodyLimits): boolean {
  return Number(request.headers['content-length'] ?? 0) > largest
}

/**
 * Reads the raw body of a request within the limits, or returns the refusal. The caller responds and releases the held
 * bytes.
 */
export function takeBody(
  request: IncomingMessage,
  limits: BodyLimits,
  held: Held,
): Promise<Buffer | Refusal> {
  if (isTooLong(request, limits)) return Promise.resolve('too-large')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    let isOver = false
    const end = (taken: Buffer | Refusal): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      request.off('data', take)
      if (typeof taken === 'string') held.bytes -= length
      resolve(taken)
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      held.bytes += chunk.length
      if (length > limits.largest) return end('too-large')
      if (held.bytes > limits.together) return end('too-busy')
      chunks.push(chunk)
    }
    const timer = setTimeout(() => end('too-slow'), limits.timeoutMs)
    request.on('data', take)
    request.once('end', () => end(Buffer.concat(chunks)))
    request.once('error', () => end('broken-off'))
    request.once('close', () => end('broken-off'))
  })
}
