import { RampartError } from '../../diagnostics/index.js'
import { type Listener, openListener } from './receive/server.js'
import type { NamedSecret } from '../examine/keys.js'
import { DeliveryHandler } from './delivery-handler.js'
import { farewell, greet } from './greeting.js'
import { openStore } from './open-store.js'
import { Forwarding } from './forward/forwarding.js'
import type { ListenContext, ListenControls, ListenOptions } from './options.js'
import type { PreparedListen } from './prepare.js'
import { Reporter } from './reporter.js'
import { giveUp } from './give-up.js'
import type { DeliveryStore } from './store/delivery-store.js'
import type { Verification } from './verdict.js'

const togetherBytes = 256 * 1024 * 1024
const patienceMs = 2000

const open = async (
  options: ListenOptions,
  handler: DeliveryHandler,
  reporter: Reporter,
): Promise<Listener> => {
  const { host, port, limit, timeout } = options
  try {
    return await openListener({
      host,
      port,
      limits: { largest: limit, together: Math.max(togetherBytes, limit), timeoutMs: timeout * 1000 },
      take: (incoming) => handler.handle(incoming),
      refused: reporter.refusal,
    })
  } catch (cause) {
    throw new RampartError('WEBHOOK_PORT_TAKEN', {
      message: `port ${port} of ${host} cannot be listened on: ${cause instanceof Error ? cause.message : 'no reason was given'}`,
      fix: /EADDRNOTAVAIL|ENOTFOUND/.test(String(cause))
        ? 'Give --host an address of this machine.'
        : 'Choose another port with --port, or --port 0 for one that is free; or end the program that uses it.',
      cause,
    })
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const controlsOf = (
  store: DeliveryStore,
  forwarding: Forwarding | undefined,
  reporter: Reporter,
): ListenControls => ({
  numbers: () => store.all().map(({ number }) => number),
  resend: (number) => {
    if (forwarding?.resend(number) === true) return
    reporter.say('note', 'There is nowhere to send it: name a target with --forward-to.')
  },
  hurry: () => forwarding?.hurry(),
  giveUp: (number) => {
    forwarding?.forget(number)
    giveUp(store, number).then((isGivenUp) => {
      if (isGivenUp) reporter.gaveUp(number)
      else reporter.say('note', `#${number} does not wait for a target.`)
    }, reporter.notKept)
  },
})

const serve = async (
  context: ListenContext,
  prepared: PreparedListen,
  verification: Verification,
  store: DeliveryStore,
  reporter: Reporter,
): Promise<void> => {
  let listener: Listener | undefined
  const { options, targets, types, retries } = prepared
  const { secrets } = verification
  const forwarding =
    targets && new Forwarding({ targets, types, settings: options, secrets, store, events: reporter })
  const busy = (): number => listener?.busy() ?? 0
  const { answer } = options
  const about = { verification, store, forwarding, retries, answer, events: reporter, busy }
  try {
    listener = await open(options, new DeliveryHandler(about), reporter)
    const { url } = listener
    greet(reporter, { url, options, targets, retries, verification, waiting: store.waiting.count })
    forwarding?.resume()
    const release = context.onReady(controlsOf(store, forwarding, reporter))
    await aborted(context.signal)
    release()
    await listener.close(patienceMs)
  } finally {
    await forwarding?.close()
  }
  farewell(reporter, store.waiting.count)
}

/**
 * Receives deliveries until the signal is aborted. The folder of the store's file must exist.
 * @throws RampartError WEBHOOK_PORT_TAKEN or WEBHOOK_KEEP_UNUSABLE.
 */
export async function listen(
  prepared: PreparedListen,
  secrets: readonly NamedSecret[],
  context: ListenContext,
): Promise<void> {
  const { options, document } = prepared
  const reporter = new Reporter(context, options)
  const store = await openStore(context, options, reporter)
  try {
    await serve(context, prepared, { document, options, secrets }, store, reporter)
  } finally {
    await store.close()
  }
}
