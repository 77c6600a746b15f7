import type { HeadersLike } from './headers.js'
import type { Secrets } from './keys.js'
import type { Reason } from './reasons.js'
import { type Delivery, judge, type Rejection, type VerifyOptions } from './verify.js'

/** The work of a receiver of deliveries, whatever server it belongs to. */
export interface ReceiverOptions<D extends Delivery = Delivery> extends VerifyOptions {
  /** The secret, several while one takes the place of another, or a function that reads them for each delivery. */
  readonly secret: Secrets | (() => Secrets | Promise<Secrets>)
  /**
   * Called with each delivery that is verified and was not seen. When it returns, the delivery is acknowledged;
   * when it throws, the service is asked to try again. The service waits 5 seconds: leave longer work for later.
   */
  readonly handle: (delivery: D) => unknown
  /** Notes the deduplication key, and says whether it was noted before; then `handle` is not called again. */
  readonly seen?: (key: string) => boolean | Promise<boolean>
  /** Takes a key back whose delivery could not be handled, so that the next attempt is not taken for seen. */
  readonly forget?: (key: string) => unknown
  /** Called with what was rejected, for a log. The sender is told a status and nothing else. */
  readonly onRejected?: (rejection: Rejection) => unknown
  /** Called with what `handle` threw. Without it, the error goes to the server that the receiver is part of. */
  readonly onError?: (error: unknown) => unknown
  /** The largest body that is read, in bytes; 1 MiB unless told. */
  readonly limit?: number
}

/** How a request is answered, and what went wrong besides. */
export interface Answer {
  /** 200 acknowledges; any other status makes the service try again (Events, delivery 5). */
  readonly status: 200 | 401 | 405 | 413 | 500
  readonly error?: { readonly thrown: unknown }
}

// A fault of the receiver is none of the sender.
const own: ReadonlySet<Reason> = new Set(['parsed-body', 'empty-secret'])

/** The largest body that a receiver reads, in bytes. */
export function limitOf({ limit = 1024 * 1024 }: Pick<ReceiverOptions, 'limit'>): number {
  return limit
}

const failed = async (thrown: unknown, { onError }: Pick<ReceiverOptions, 'onError'>): Promise<Answer> => {
  if (!onError) return { status: 500, error: { thrown } }
  await onError(thrown)
  return { status: 500 }
}

// The owner of the receiver is told why, and the sender only that.
const rejected = async (
  rejection: Rejection,
  { onRejected }: Pick<ReceiverOptions, 'onRejected'>,
): Promise<Answer> => {
  await onRejected?.(rejection)
  return { status: own.has(rejection.reason) ? 500 : 401 }
}

const handled = async <D extends Delivery>(delivery: D, options: ReceiverOptions<D>): Promise<Answer> => {
  const { deduplicationKey: key } = delivery
  if ((await options.seen?.(key)) === true) return { status: 200 }
  try {
    await options.handle(delivery)
    return { status: 200 }
  } catch (thrown) {
    await options.forget?.(key)
    return failed(thrown, options)
  }
}

/** Verifies one delivery, hands it on, and says how to answer. Errors of hooks come back in the answer. */
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
      ? await handled(verification, options)
      : await rejected(verification, options)
  } catch (thrown) {
    return { status: 500, error: { thrown } }
  }
}
