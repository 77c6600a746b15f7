import { once } from 'node:events'
import { resolve } from 'node:path'
import { codeOf, fileReason, isLoopback, RampartError } from '../../diagnostics/index.js'
import { keyOf, type NamedSecret, redactor } from '../examine/keys.js'
import { Forwarder, targetsText } from './forward.js'
import { DeliveryHandler } from './handler.js'
import { resend, DeliveryLog } from './log.js'
import type { ListenContext, ListenControls, ListenOptions, PreparedListen } from './options.js'
import { Reporter } from './reporter.js'
import { type Listener, openListener } from './server.js'

// Limit on kept lines: a thousand deliveries of 64 KiB.
const keptBytes = 64 * 1024 * 1024
const patienceMs = 2000

const fixPort =
  'Choose another port with --port, or --port 0 for one that is free; or end the program that uses it.'

const openServer = async (
  { host, port, limit, timeout }: ListenOptions,
  handler: DeliveryHandler,
  reporter: Reporter,
): Promise<Listener> => {
  const limits = { largest: limit, timeoutMs: timeout * 1000 }
  const take: DeliveryHandler['handle'] = (incoming) => handler.handle(incoming)
  try {
    return await openListener({ host, port, limits, take, refused: reporter.refusal })
  } catch (cause) {
    const isElsewhere = /^(EADDRNOTAVAIL|ENOTFOUND)$/.test(codeOf(cause) ?? '')
    const [why, fix] = isElsewhere
      ? ['this machine has no such address', 'Give --host an address of this machine.']
      : [fileReason(cause), fixPort]
    const message = `cannot listen on port ${port} of ${host}: ${why}`
    throw new RampartError('WEBHOOK_PORT_TAKEN', { message, fix, cause })
  }
}

/** Prints the first line: the listener's URL, the targets, and what is verified and kept. */
const greet = (
  reporter: Reporter,
  url: string,
  { options, targets }: PreparedListen,
  secrets: readonly NamedSecret[],
): void => {
  const { host, keep, keepLast } = options
  const forwarded =
    "Each delivery is forwarded once. The target's answer goes back to the sender, who tries again."
  const text = [
    `Listening on ${url}${targets === undefined ? '' : `, forwarding ${targetsText(targets)}`}`,
    ...(targets === undefined ? [] : [forwarded]),
    secrets.length > 0
      ? `Deliveries are verified under ${secrets.map(({ name }) => name).join(', ')}.`
      : 'There is no secret, so nothing is verified: set RAMPART_WEBHOOK_SECRET.',
    keep === false ? 'Nothing is kept on disk.' : `The last ${keepLast} are kept in ${keep}.`,
    ...(isLoopback(host) ? [] : [`Others can reach ${host}: anybody can deliver here.`]),
  ]
  const members = { url, forwardTo: targets?.all, verifying: secrets.length > 0, keep }
  reporter.begin(text.join('\n'), members)
}

const controlsOf = (
  log: DeliveryLog,
  forwarder: Forwarder | undefined,
  key: Uint8Array | undefined,
  reporter: Reporter,
): ListenControls => ({
  numbers: () => log.numbers(),
  resend: (number) => {
    const kept = log.get(number)
    if (kept === undefined) return
    // A forged delivery is not signed anew.
    const own = kept.verdict === 'valid' ? key : undefined
    const sent = forwarder && resend(kept, forwarder, own)
    void Promise.resolve(sent).then((found) => {
      if (found) reporter.resent(number, found.forward)
      else reporter.say('note', 'There is no target: name one with --forward-to.')
    })
  },
})

/**
 * Receives deliveries until the signal is aborted. The folder of the log must exist.
 * @throws RampartError WEBHOOK_PORT_TAKEN or WEBHOOK_KEEP_UNUSABLE.
 */
export async function listen(
  prepared: PreparedListen,
  secrets: readonly NamedSecret[],
  context: ListenContext,
): Promise<void> {
  const { options, document, targets, types } = prepared
  const { keep, keepLast: last, answer, secretAs } = options
  const reporter = new Reporter(context, options)
  const path = keep === false ? undefined : resolve(context.cwd, keep)
  const about = { path, last, bytes: keptBytes, clean: redactor(secrets), failed: reporter.notKept }
  const log = await DeliveryLog.open(about)
  const forwarder = targets && new Forwarder(targets, types, options.forwardTimeout)
  let listener: Listener | undefined
  const handler = new DeliveryHandler({
    verification: { document, options, secrets },
    log,
    forwarder,
    answer,
    delivered: reporter.delivery,
    undescribed: reporter.undescribed,
    busy: () => listener?.busy() ?? 0,
  })
  try {
    listener = await openServer(options, handler, reporter)
    greet(reporter, listener.url, prepared, secrets)
    const [secret] = secrets
    const key = secret && keyOf(secret.value, secretAs)
    const release = context.onReady(controlsOf(log, forwarder, key, reporter))
    if (!context.signal.aborted) await once(context.signal, 'abort')
    release()
    await listener.close(patienceMs)
  } finally {
    forwarder?.close()
    await log.close()
  }
  reporter.end()
}
