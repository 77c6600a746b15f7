import type { Paint } from '../../reporting/index.js'
import type { SecretForm } from '../examine/keys.js'
import { isLoopback, wrongUse } from '../../diagnostics/index.js'
import { typeNamed, type WebhookDocument, webhookDocument } from '../events/documents.js'
import { type Targets, targetsOf } from './forward.js'

/** Options to receive, verify, forward and keep deliveries. */
export interface ListenOptions {
  readonly port: number
  readonly host: string
  /** URLs, or `kind=URL`. */
  readonly forwardTo?: readonly string[]
  /** In seconds. */
  readonly forwardTimeout: number
  readonly answer?: number
  readonly events?: readonly string[]
  readonly secretAs: SecretForm
  readonly tolerance: number
  readonly version?: string
  /** The file of kept deliveries; false to keep nothing on disk. */
  readonly keep: string | false
  readonly keepLast: number
  readonly limit: number
  /** In seconds. */
  readonly timeout: number
  readonly format: 'text' | 'json'
}

/** Controls for the user while the listener runs. */
export interface ListenControls {
  /** Numbers of kept deliveries, oldest first. */
  readonly numbers: () => readonly number[]
  readonly resend: (number: number) => void
}

/** The output of a listener, and the signal that ends it. */
export interface ListenContext {
  /** The base of relative paths. */
  readonly cwd: string
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly paint: Paint
  readonly signal: AbortSignal
  /** Called once the listener is open; returns a function that is called before it closes. */
  readonly onReady: (controls: ListenControls) => () => void
}

/** Checked options with the resolved document and targets. */
export interface PreparedListen {
  readonly options: ListenOptions
  readonly document: WebhookDocument
  /** Undefined where nothing is forwarded. */
  readonly targets: Targets | undefined
  readonly types: ReadonlySet<string> | undefined
}

const typesOf = ({ events }: ListenOptions, { types }: WebhookDocument): ReadonlySet<string> | undefined =>
  events && new Set(events.flatMap((names) => names.split(',')).map((name) => typeNamed(name.trim(), types)))

const isItself = (target: string, { host, port }: ListenOptions): boolean => {
  const url = new URL(target)
  const isSameHost = url.hostname === host || isLoopback(url.hostname)
  return isSameHost && port !== 0 && Number(url.port || (url.protocol === 'https:' ? 443 : 80)) === port
}

const refuseMixed = (options: ListenOptions, { targets, types }: Partial<PreparedListen>): void => {
  if (targets?.all.some(({ url }) => isItself(url, options)) === true)
    throw wrongUse('--forward-to is the listener itself')
  if (options.answer !== undefined && targets !== undefined)
    throw wrongUse('--answer and --forward-to exclude each other; leave one out')
  const left = targets?.all.flatMap(({ kinds }) => kinds).find((kind) => types?.has(kind) === false)
  if (left !== undefined && left !== 'ping')
    throw wrongUse(`--forward-to names a target for ${left}, which --events excludes`)
}

/**
 * Checks the options before anything is opened, and loads the document that judges deliveries.
 * @throws RampartError OPTION_INVALID, WEBHOOK_VERSION_UNKNOWN or WEBHOOK_KIND_UNKNOWN.
 */
export async function prepareListen(options: ListenOptions): Promise<PreparedListen> {
  const document = await webhookDocument(options.version)
  const targets = options.forwardTo && targetsOf(options.forwardTo, document.types)
  const types = typesOf(options, document)
  refuseMixed(options, { targets, types })
  return { options, document, targets, types }
}
