import type { RetryOptions } from './options.js'
import type { WebHeaders, WebSignal } from './web.js'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Whether a status means that the same request may succeed later. */
export function isPassing(status: number): boolean {
  return [429, 502, 503, 504].includes(status)
}

/**
 * The delay in milliseconds that a response requests: Retry-After in seconds, or as a date relative to the service's
 * own clock.
 */
export function askedDelay(headers: WebHeaders): number | undefined {
  const asked = headers.get('retry-after')?.trim()
  if (!asked) return undefined
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const delay = Date.parse(asked) - now
  // Date.parse accepts other texts too, so a date must contain letters.
  return Number.isNaN(delay) || !/[a-z]/i.test(asked) ? undefined : Math.max(0, delay)
}

/** Whether a method is retried without an idempotency key. */
export function isSafe(method: string, { methods = safeMethods }: RetryOptions): boolean {
  return methods.includes(method)
}

/**
 * The delay in milliseconds after an attempt: the one that the response requests, or a random part of a time that
 * doubles with each attempt. Undefined if no attempt is left, or if the response requests more than the maximum.
 */
export function nextDelay(
  attempt: number,
  { attempts = 3, baseDelay = 500, maxDelay = 30_000, random = Math.random }: RetryOptions,
  asked?: number,
): number | undefined {
  if (attempt >= attempts || (asked ?? 0) > maxDelay) return undefined
  return asked ?? random() * Math.min(maxDelay, baseDelay * 2 ** (attempt - 1))
}

const timer = (milliseconds: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export async function wait(
  milliseconds: number,
  signal: WebSignal | undefined,
  { sleep = timer }: RetryOptions,
): Promise<void> {
  const ended = AbortSignal.any(signal ? [signal] : [])
  let stop = (): void => {}
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
    ended.addEventListener('abort', stop)
    if (ended.aborted) stop()
  })
  await Promise.race([sleep(milliseconds), aborted])
  ended.removeEventListener('abort', stop)
  signal?.throwIfAborted()
}
