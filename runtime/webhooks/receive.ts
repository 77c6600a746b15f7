import type { HeadersLike, Secrets } from './bytes.js'
import type { Reason } from './diagnose.js'
import { type Delivery, judge, type Rejection, type VerifyOptions } from './verify.js'

/** Options of a receiver of deliveries, for any server. */
export interface ReceiverOptions<D extends Delivery = Delivery> extends VerifyOptions {
  /** The secret, several during rotation, or a function that reads them for each delivery. */
  readonly secret: Secrets | (() => Secrets | Promise<Secrets>)
  /**
   * Called with each verified delivery that was not seen before. If it returns, the delivery is acknowledged; if it
   * throws, the service retries. The service waits 5 seconds, so longer work must be deferred.
   */
  readonly handle: (delivery: D) => unknown
  /**
   * Records the deduplication key, and returns whether it was recorded before; then `handle` is not called. It is not
   * asked about a delivery of which another attempt is being handled.
   */
  readonly seen?: (key: string) => boolean | Promise<boolean>
  /** Removes the key of a delivery that could not be handled, so that its next attempt is not treated as seen. */
  readonly forget?: (key: string) => unknown
  /** Called with rejected deliveries, for logging. The sender only gets a status. */
  readonly onRejected?: (rejection: Rejection) => unknown
  /** Called with errors of `handle`. Without it, they are passed to the server. */
  readonly onError?: (error: unknown) => unknown
  /** Limit on the body in bytes; 1 MiB by default. */
  readonly limit?: number
}

/** The response to a delivery, and the error if there was one. */
export interface Answer {
  /** 200 acknowledges; any other status makes the service retry (Events, delivery 5). */
  readonly status: 200 | 401 | 405 | 413 | 500
  readonly error?: { readonly thrown: unknown }
}

// Reasons caused by the receiver's configuration, and not by the sender.
const ofConfiguration: ReadonlySet<Reason> = new Set(['parsed-body', 'empty-secret'])

/** The limit on the body of a receiver, in bytes. */
export function limitOf({ limit = 1024 * 1024 }: Pick<ReceiverOptions, 'limit'>): number {
  return limit
}

const handlingFailed = async (
  thrown: unknown,
  { onError }: Pick<ReceiverOptions, 'onError'>,
): Promise<Answer> => {
  if (!onError) return { status: 500, error: { thrown } }
  await onError(thrown)
  return { status: 500 }
}

// Reports the reason to the owner of the receiver, but only a status to the sender.
const rejected = async (
  rejection: Rejection,
  { onRejected }: Pick<ReceiverOptions, 'onRejected'>,
): Promise<Answer> => {
  await onRejected?.(rejection)
  return { status: ofConfiguration.has(rejection.reason) ? 500 : 401 }
}

const handled = async <D extends Delivery>(delivery: D, options: ReceiverOptions<D>): Promise<Answer> => {
  const { deduplicationKey: key } = delivery
  if ((await options.seen?.(key)) === true) return { status: 200 }
  try {
    await options.handle(delivery)
    return { status: 200 }
  } catch (thrown) {
    await options.forget?.(key)
    return handlingFailed(thrown, options)
  }
}

/** The responses to deliveries that are being handled, by deduplication key, for each store of seen keys. */
const pending = new WeakMap<object, Map<string, Promise<Answer>>>()

/**
 * Handles a delivery, or waits for an earlier attempt that is being handled. Its key counts as seen by then, so that an
 * acknowledged retry would be lost if the earlier attempt failed.
 */
const handledOnce = async <D extends Delivery>(delivery: D, options: ReceiverOptions<D>): Promise<Answer> => {
  const { deduplicationKey: key } = delivery
  const { seen } = options
  if (!seen) return handled(delivery, options)
  const answers = pending.get(seen) ?? new Map<string, Promise<Answer>>()
  pending.set(seen, answers)
  const earlier = answers.get(key)
  if (earlier)
    return {
      status: await earlier.then(
        ({ status }) => status,
        () => 500,
      ),
    }
  const answer = handled(delivery, options)
  answers.set(key, answer)
  return answer.finally(() => answers.delete(key))
}

/** Verifies one delivery, passes it to `handle`, and returns the response. Errors of hooks are returned in it. */
export async function receive<D extends Delivery>(
  rawBody: unknown,
  headers: HeadersLike,
  options: ReceiverOptions<D>,
): Promise<Answer> {
  try {
    const secrets = typeof options.secret === 'function' ? await options.secret() : options.secret
    const explain = options.explain ?? options.onRejected !== undefined
    const verification = await judge<D>(rawBody, headers, secrets, { ...options, explain })
    return verification.verified
      ? await handledOnce(verification, options)
      : await rejected(verification, options)
  } catch (thrown) {
    return { status: 500, error: { thrown } }
  }
}

/** A store of seen keys, with both hooks of a receiver. */
export interface SeenKeys {
  readonly seen: (key: string) => boolean
  readonly forget: (key: string) => void
}

/**
 * A store in memory, for one process: the latest `limit` keys, each for `seconds`. A customer whose status changes
 * back causes the same content again, so keys should not be kept longer than retries last.
 */
export function seenKeys({ limit = 10_000, seconds = 86_400, now = Date.now } = {}): SeenKeys {
  const noted = new Map<string, number>()
  return {
    seen: (key) => {
      const at = noted.get(key)
      if (at !== undefined && now() - at < seconds * 1000) return true
      noted.delete(key)
      noted.set(key, now())
      const [oldest] = noted.keys()
      if (noted.size > limit && oldest !== undefined) noted.delete(oldest)
      return false
    },
    forget: (key) => {
      noted.delete(key)
    },
  }
}
