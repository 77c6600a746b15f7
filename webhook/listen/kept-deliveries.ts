import { readFile } from 'node:fs/promises'
import { RampartError } from '../../diagnostics/index.js'
import { counted, spelledOut } from '../../reporting/index.js'
import { headerValue } from '../delivery/delivery.js'
import { outcomeOf } from '../delivery/outcome.js'
import { connections } from '../delivery/post.js'
import { contentOf } from '../examine/content.js'
import { forward, type Forwarded } from './forward/forward.js'
import { resigned } from './forward/resigned.js'
import type { Targets } from './forward/targets.js'
import type { ListenOptions } from './options.js'
import { type ForwardState, type KeptDelivery, readKept } from './store/kept-delivery.js'

/**
 * The deliveries in a file; none where there is no file.
 * @param name the file as the user spelled it
 * @throws RampartError WEBHOOK_KEEP_UNUSABLE.
 */
export async function keptDeliveries(path: string, name: string): Promise<readonly KeptDelivery[]> {
  try {
    return readKept(await readFile(path, 'utf8')).kept
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    const message = `${name}: ${cause instanceof Error ? cause.message : 'it cannot be read'}`
    throw new RampartError('WEBHOOK_KEEP_UNUSABLE', { message, cause })
  }
}

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

const stateText = ({ state, status, reason, attempts }: ForwardState): string => {
  if (state === 'delivered') return `delivered ${status ?? ''}`.trimEnd()
  const tried = attempts === undefined || attempts === 0 ? '' : ` after ${counted(attempts, 'attempt')}`
  return `${state}${tried}${reason === undefined ? '' : `: ${spelledOut(reason)}`}`
}

/** A kept delivery as a line of text. */
export function keptText(kept: KeptDelivery): string {
  const { type, customerId } = contentOf(Buffer.from(kept.bodyBase64, 'base64'))
  const state = kept.forward === undefined ? '' : `  ${stateText(kept.forward)}`
  return `#${kept.number}  ${kept.receivedAt}  ${spelledOut(type ?? 'no type', 60)}  ${spelledOut(customerId ?? '-', 60)}  ${spelledOut(kept.verdict)}${state}\n`
}

const failureOf = (sent: Forwarded, target: string): RampartError | undefined => {
  const { origin } = new URL(target)
  if ('failure' in sent) {
    const code = sent.failure === 'unreachable' ? 'WEBHOOK_UNREACHABLE' : 'WEBHOOK_NOT_ACKNOWLEDGED'
    return new RampartError(code, { message: `${origin}: ${sent.message}` })
  }
  const { status } = sent.answer
  if (status >= 200 && status <= 299) return undefined
  return new RampartError('WEBHOOK_NOT_ACKNOWLEDGED', { message: `${origin}: ${outcomeOf(sent.answer)}` })
}

/** Options of resending. */
export interface ResendOptions extends Pick<ListenOptions, 'forwardTimeout' | 'format'> {
  readonly targets: Targets
  /** The key to sign anew; without it the headers stay unchanged. */
  readonly key: Uint8Array | undefined
  readonly signal: AbortSignal
}

/** The printed result of resending, with its error. */
export interface Resent {
  readonly text: string
  readonly error: RampartError | undefined
}

/**
 * Forwards a kept delivery again, with the same bytes and headers unless it is signed anew.
 * @throws RampartError OPTION_INVALID where its kind has no target.
 */
export async function resendKept(
  { number, headers, bodyBase64 }: KeptDelivery,
  { targets, key, forwardTimeout, format, signal }: ResendOptions,
): Promise<Resent> {
  const body = Buffer.from(bodyBase64, 'base64')
  const { type } = contentOf(body)
  const url = targets.urlFor(type)
  if (url === undefined)
    throw new RampartError('OPTION_INVALID', {
      message: `--forward-to has no target for ${type ?? 'no type'}`,
    })
  const delivery = { headers: key === undefined ? headers : resigned(headers, body, key), body }
  const dispatcher = connections()
  const sent = await forward(delivery, { url, timeoutMs: forwardTimeout * 1000, signal, dispatcher })
  await dispatcher.destroy()
  const status = 'answer' in sent ? sent.answer.status : undefined
  const outcome = 'answer' in sent ? outcomeOf(sent.answer) : sent.message
  const text =
    format === 'json'
      ? `${JSON.stringify({ event: 'resent', number, outcome, status })}\n`
      : `#${number}  sent again  ${outcome}\n`
  return { text, error: failureOf(sent, url) }
}
