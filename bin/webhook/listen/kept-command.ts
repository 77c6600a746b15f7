import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RampartError } from '../../../diagnostics/index.js'
import {
  connections,
  contentOf,
  forward,
  type Forwarded,
  type HeaderLines,
  headerValue,
  targetUrl,
} from '../../../webhook/index.js'
import type { CommandContext } from '../../process/context.js'
import { shown } from '../escape.js'
import { requiredSecrets } from '../secrets.js'
import { type KeptDelivery, readKept } from './kept.js'
import type { ListenOptions } from './options.js'
import { signedAnew } from './sign-anew.js'

const keptIn = async ({ cwd }: CommandContext, keep: string | false): Promise<readonly KeptDelivery[]> => {
  if (keep === false) throw new RampartError('OPTION_INVALID', { message: 'nothing is kept with --no-keep' })
  try {
    return readKept(await readFile(resolve(cwd, keep), 'utf8')).kept
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    const message = `${keep}: ${cause instanceof Error ? cause.message : 'it cannot be read'}`
    throw new RampartError('WEBHOOK_KEEP_UNUSABLE', { message, cause })
  }
}

const named = (kept: readonly KeptDelivery[], id: string): KeptDelivery => {
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

const rowText = (kept: KeptDelivery): string => {
  const { type, customerId } = contentOf(Buffer.from(kept.bodyBase64, 'base64'))
  const state =
    kept.forward === undefined ? '' : `  ${kept.forward.state} ${kept.forward.status ?? ''}`.trimEnd()
  return `#${kept.number}  ${kept.receivedAt}  ${shown(type ?? 'no type', 60)}  ${shown(customerId ?? '-', 60)}  ${shown(kept.verdict)}${state}\n`
}

/** Prints the deliveries that are kept. */
export async function listKept(context: CommandContext, { keep, format }: ListenOptions): Promise<void> {
  for (const kept of await keptIn(context, keep)) {
    context.stdout(format === 'json' ? `${JSON.stringify(kept)}\n` : rowText(kept))
  }
}

/** Prints one kept delivery as JSON, which `rampart webhook verify -` reads. */
export async function showKept(context: CommandContext, id: string, { keep }: ListenOptions): Promise<void> {
  context.stdout(`${JSON.stringify(named(await keptIn(context, keep), id), undefined, 2)}\n`)
}

const headersFor = async (
  context: CommandContext,
  headers: HeaderLines,
  body: Buffer,
  options: ListenOptions,
): Promise<HeaderLines> => {
  if (options.resign !== true) return headers
  const [{ value }] = await requiredSecrets(context, options)
  return signedAnew(headers, body, value)
}

const conclude = (sent: Forwarded, target: string): void => {
  if ('failure' in sent) {
    const code = sent.failure === 'unreachable' ? 'WEBHOOK_UNREACHABLE' : 'WEBHOOK_NOT_ACKNOWLEDGED'
    throw new RampartError(code, { message: `${new URL(target).origin}: ${sent.message}` })
  }
  if (sent.answer.status === 200) return
  throw new RampartError('WEBHOOK_NOT_ACKNOWLEDGED', {
    message: `${new URL(target).origin}: answered ${sent.answer.status}`,
  })
}

/**
 * Sends a kept delivery to the target once more, with the same bytes and headers unless it is signed anew.
 * @throws RampartError WEBHOOK_DELIVERY_UNKNOWN, WEBHOOK_NOT_ACKNOWLEDGED, WEBHOOK_UNREACHABLE, OPTION_INVALID.
 */
export async function resendKept(context: CommandContext, id: string, options: ListenOptions): Promise<void> {
  if (options.forwardTo === undefined)
    throw new RampartError('OPTION_INVALID', {
      message: '--resend needs a target; name it with --forward-to',
    })
  const url = targetUrl('--forward-to', options.forwardTo)
  const kept = named(await keptIn(context, options.keep), id)
  const body = Buffer.from(kept.bodyBase64, 'base64')
  const headers = await headersFor(context, kept.headers, body, options)
  const dispatcher = connections()
  const timeoutMs = options.forwardTimeout * 1000
  const sent = await forward({ headers, body }, { url, timeoutMs, signal: context.signal, dispatcher })
  await dispatcher.destroy()
  const outcome = 'answer' in sent ? `answered ${sent.answer.status}` : sent.message
  const members = {
    event: 'resent',
    number: kept.number,
    outcome,
    status: 'answer' in sent ? sent.answer.status : undefined,
  }
  context.stdout(
    options.format === 'json' ? `${JSON.stringify(members)}\n` : `#${kept.number}  sent again  ${outcome}\n`,
  )
  conclude(sent, url)
}
