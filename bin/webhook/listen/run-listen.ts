import { RampartError } from '../../../diagnostics/index.js'
import {
  connections,
  type Listener,
  openListener,
  targetUrl,
  typeNamed,
  webhookDocument,
} from '../../../webhook/index.js'
import type { CommandContext } from '../../process/context.js'
import { redacting } from '../redact.js'
import { secretsOf } from '../secrets.js'
import { ListenDesk } from './desk.js'
import { listenToKeys } from './keys.js'
import { openStore } from './open-store.js'
import { Onward, type OnwardTell } from './onward.js'
import type { ListenOptions } from './options.js'
import { Reporter } from './reporter.js'
import type { DeliveryStore } from './store.js'
import type { Judge } from './verdict.js'

const togetherBytes = 256 * 1024 * 1024
const patienceMs = 2000

const judgeOf = async (context: CommandContext, options: ListenOptions): Promise<Judge> => {
  const document = await webhookDocument(options.version)
  return { document, options, secrets: await secretsOf(context, options) }
}

const typesOf = ({ events }: ListenOptions, { document }: Judge): ReadonlySet<string> | undefined =>
  events &&
  new Set(events.flatMap((names) => names.split(',')).map((name) => typeNamed(name, document.types)))

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

const open = async (options: ListenOptions, desk: ListenDesk, reporter: Reporter): Promise<Listener> => {
  const { host, port, limit, timeout } = options
  try {
    return await openListener({
      host,
      port,
      limits: { largest: limit, together: Math.max(togetherBytes, limit), timeoutMs: timeout * 1000 },
      take: (incoming) => desk.take(incoming),
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
  judge: Judge,
  left: number,
): void => {
  const { secrets } = judge
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

const onwardOf = (
  options: ListenOptions,
  { secrets }: Judge,
  store: DeliveryStore,
  tell: OnwardTell,
): Onward | undefined =>
  options.forwardTo === undefined
    ? undefined
    : new Onward({
        target: options.forwardTo,
        options,
        secret: secrets[0]?.value,
        store,
        tell,
        connections: connections(),
      })

const again = (onward: Onward | undefined, number: number, reporter: Reporter): void => {
  if (onward) void onward.again(number)
  else reporter.say('note', 'There is nowhere to send it: name a target with --forward-to.')
}

const serve = async (
  context: CommandContext,
  options: ListenOptions,
  judge: Judge,
  store: DeliveryStore,
  reporter: Reporter,
): Promise<void> => {
  let listener: Listener | undefined
  const tell = reporter.asTell()
  const onward = onwardOf(options, judge, store, tell)
  const types = typesOf(options, judge)
  const busy = (): number => listener?.busy() ?? 0
  const desk = new ListenDesk({ judge, store, onward, answer: options.answer, types, tell, busy })
  try {
    listener = await open(options, desk, reporter)
    greet(reporter, listener, options, judge, desk.resume())
    const release = listenToKeys(context, {
      numbers: () => store.all().map(({ number }) => number),
      again: (number) => again(onward, number, reporter),
      say: (text) => context.stderr(`${text}\n`),
      interrupt: () => process.kill(process.pid, 'SIGINT'),
    })
    await aborted(context.signal)
    release()
    await listener.close(patienceMs)
  } finally {
    await onward?.close()
  }
  farewell(reporter, onward?.waiting ?? 0)
}

/**
 * Receives deliveries until the command is interrupted.
 * @throws RampartError WEBHOOK_PORT_TAKEN, WEBHOOK_KEEP_UNUSABLE, WEBHOOK_KIND_UNKNOWN, OPTION_INVALID.
 */
export async function runListen(context: CommandContext, given: ListenOptions): Promise<void> {
  const options =
    given.forwardTo === undefined
      ? given
      : { ...given, forwardTo: targetUrl('--forward-to', given.forwardTo) }
  refuseMixed(options)
  const judge = await judgeOf(context, options)
  typesOf(options, judge)
  const clean = redacting(context, judge.secrets)
  const reporter = new Reporter(clean, options)
  const store = await openStore(context, options, reporter)
  try {
    await serve(clean, options, judge, store, reporter)
  } finally {
    await store.close()
  }
}
