import { RampartError } from '../../diagnostics/index.js'
import { headerValue, type RawDelivery } from '../delivery/delivery.js'
import { contentOf } from '../examine/content.js'
import { type Forwarded, Forwarder, type ForwardState, resigned } from './forward.js'
import type { KeptDelivery } from './log.js'
import type { Targets } from './targets.js'

/**
 * The kept delivery with an id: its number, its webhook-id, or `last`.
 * @throws RampartError WEBHOOK_DELIVERY_UNKNOWN.
 */
export function keptDelivery(kept: readonly KeptDelivery[], id: string): KeptDelivery {
  const plain = id.replace(/^#/, '')
  const found =
    plain === 'last'
      ? kept.at(-1)
      : kept.findLast((one) => String(one.number) === plain || headerValue(one.headers, 'webhook-id') === id)
  if (found) return found
  const numbers =
    kept.length === 0 ? 'nothing is kept' : `kept are #${kept[0]?.number} to #${kept.at(-1)?.number}`
  throw new RampartError('WEBHOOK_DELIVERY_UNKNOWN', {
    message: `no delivery is ${JSON.stringify(id)}; ${numbers}`,
  })
}

/**
 * Forwards a kept delivery again, with the same bytes.
 * @param key the key to sign it anew; without one its headers stay
 * @returns undefined where its kind has no target
 */
export async function resend(
  { headers, bodyBase64 }: KeptDelivery,
  forwarder: Forwarder,
  key: Uint8Array | undefined,
): Promise<Forwarded | undefined> {
  const body = Buffer.from(bodyBase64, 'base64')
  const target = forwarder.urlFor(contentOf(body).type)
  if (target === undefined) return undefined
  const delivery: RawDelivery = { headers: key === undefined ? headers : resigned(headers, body, key), body }
  return forwarder.send(target, delivery)
}

export interface ResendOptions {
  readonly targets: Targets
  /** The key to sign anew; without it the headers stay unchanged. */
  readonly key: Uint8Array | undefined
  /** In seconds. */
  readonly forwardTimeout: number
  readonly signal: AbortSignal
}

/**
 * Forwards a kept delivery again, outside a listener.
 * @throws RampartError OPTION_INVALID where its kind has no target, or the reason of the signal.
 */
export async function resendKept(
  kept: KeptDelivery,
  { targets, key, forwardTimeout, signal }: ResendOptions,
): Promise<{ readonly forward: ForwardState; readonly error: RampartError | undefined }> {
  const forwarder = new Forwarder(targets, undefined, forwardTimeout)
  const stop = (): void => forwarder.close()
  signal.addEventListener('abort', stop)
  const sent = await resend(kept, forwarder, key)
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  forwarder.close()
  if (sent === undefined)
    throw new RampartError('OPTION_INVALID', { message: `--forward-to has no target for #${kept.number}` })
  const { forward, isReached } = sent
  const { state, target, reason } = forward
  if (state === 'delivered') return { forward, error: undefined }
  const code = isReached ? 'WEBHOOK_NOT_ACKNOWLEDGED' : 'WEBHOOK_UNREACHABLE'
  return { forward, error: new RampartError(code, { message: `${new URL(target).origin}: ${reason ?? ''}` }) }
}
