import { RampartError } from '../../diagnostics/index.js'
import { connections } from '../delivery/post.js'
import { type Listener, openListener } from './receive/server.js'
import { targetUrl } from '../delivery/target.js'
import { typeNamed } from '../events/kinds.js'
import { type WebhookDocument, webhookDocument } from '../events/documents.js'
import type { NamedSecret } from '../examine/keys.js'
import { DeliveryHandler } from './delivery-handler.js'
import { openStore } from './open-store.js'
import { Forwarder, type ForwarderEvents } from './forward/forwarder.js'
import type { ListenContext, ListenOptions } from './options.js'
import { Reporter } from './reporter.js'
import type { DeliveryStore } from './store/delivery-store.js'
import type { Verification } from './verdict.js'

const togetherBytes = 256 * 1024 * 1024
const patienceMs = 2000

/** Options that were checked, with what they name. */
export interface PreparedListen {
  readonly options: ListenOptions
  readonly document: WebhookDocument
  /** Types that are forwarded; all when undefined. */
  readonly types: ReadonlySet<string> | undefined
}

const typesOf = ({ events }: ListenOptions, { types }: WebhookDocument): ReadonlySet<string> | undefined =>
  events && new Set(events.flatMap((names) => names.split(',')).map((name) => typeNamed(name, types)))

const isNear = (host: string): boolean => /^(127\.|localhost$|\[?::1\]?$)/.test(host)

const isItself = (target: string, { host, port }: ListenOptions): boolean => {
  const url = new URL(target)
  const isSameHost = url.hostname === host || isNear(url.hostname)
  return isSameHost && port !== 0 && Number(url.port || (url.protocol === 'https:' ? 443 : 80)) === port
}

const refuseMixed = (options: ListenOptions): void => {
  const { resign, secretAs, forwardTo, answer } = options
  if (forwardTo !== undefined && isItself(forwardTo, options))
    throw new RampartError('OPTION_INVALID', { message: '--forward-to is the listener itself' })
  if (resign === true && secretAs !== 'text')
    throw new RampartError('OPTION_INVALID', {
      message: '--resign signs under the text of the secret; leave --secret-as out',
    })
  if (answer !== undefined && forwardTo !== undefined)
    throw new RampartError('OPTION_INVALID', {
      message: 'with --forward-to the target answers; leave --answer out',
    })
}

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
      refused: reporter.refusal.bind(reporter),
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

const greet = (
  reporter: Reporter,
  { url }: Listener,
  options: ListenOptions,
  verification: Verification,
  left: number,
): void => {
  const { secrets } = verification
  const target = options.forwardTo === undefined ? '' : `, forwarding to ${options.forwardTo}`
  const verifying =
    secrets.length > 0
      ? `Deliveries are verified under ${secrets.map(({ name }) => name).join(', ')}.`
      : 'There is no secret, so nothing is verified: set RAMPART_WEBHOOK_SECRET.'
  const kept =
    options.keep === false
      ? 'Nothing is kept on disk.'
      : `The last ${options.keepLast} are kept in ${options.keep}.`
  const open = isNear(options.host) ? [] : [`Others can reach ${options.host}: anybody can deliver here.`]
  const waiting = left === 0 ? [] : [`${left} of an earlier run were not forwarded yet; they go first.`]
  const text = [`Listening on ${url}${target}`, verifying, kept, ...open, ...waiting].join('\n')
  const members = {
    url,
    forwardTo: options.forwardTo,
    verifying: secrets.length > 0,
    keep: options.keep,
    waiting: left,
  }
  reporter.say('listening', text, members)
}

const farewell = (reporter: Reporter, waiting: number): void => {
  const { taken, refused, lost } = reporter
  const parts = [
    `${taken} taken`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(lost > 0 ? [`${lost} never forwarded`] : []),
    ...(waiting > 0 ? [`${waiting} kept and not forwarded yet: the next run forwards them`] : []),
  ]
  reporter.say('stopped', `Stopped: ${parts.join(', ')}.`, { taken, refused, lost, waiting })
}

const forwarderOf = (
  options: ListenOptions,
  { secrets }: Verification,
  store: DeliveryStore,
  events: ForwarderEvents,
): Forwarder | undefined =>
  options.forwardTo === undefined
    ? undefined
    : new Forwarder({
        target: options.forwardTo,
        options,
        secret: secrets[0]?.value,
        store,
        events,
        connections: connections(),
      })

const serve = async (
  context: ListenContext,
  { options, types }: PreparedListen,
  verification: Verification,
  store: DeliveryStore,
  reporter: Reporter,
): Promise<void> => {
  let listener: Listener | undefined
  const events = reporter.events()
  const forwarder = forwarderOf(options, verification, store, events)
  const busy = (): number => listener?.busy() ?? 0
  const { answer } = options
  const handler = new DeliveryHandler({ verification, store, forwarder, answer, types, events, busy })
  try {
    listener = await open(options, handler, reporter)
    greet(reporter, listener, options, verification, handler.resume())
    const release = context.onReady({
      numbers: () => store.all().map(({ number }) => number),
      resend: (number) => {
        if (forwarder) void forwarder.resend(number)
        else reporter.say('note', 'There is nowhere to send it: name a target with --forward-to.')
      },
    })
    await aborted(context.signal)
    release()
    await listener.close(patienceMs)
  } finally {
    await forwarder?.close()
  }
  farewell(reporter, forwarder?.waiting ?? 0)
}

/**
 * Checks the options before anything is opened, and finds the document that deliveries are judged by.
 * @throws RampartError OPTION_INVALID, WEBHOOK_VERSION_UNKNOWN or WEBHOOK_KIND_UNKNOWN.
 */
export async function prepareListen(given: ListenOptions): Promise<PreparedListen> {
  const options =
    given.forwardTo === undefined
      ? given
      : { ...given, forwardTo: targetUrl('--forward-to', given.forwardTo) }
  refuseMixed(options)
  const document = await webhookDocument(options.version)
  return { options, document, types: typesOf(options, document) }
}

/**
 * Receives deliveries until the signal is aborted. The folder of the file that keeps them has to be there.
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
